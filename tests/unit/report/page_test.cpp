#include "report/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace skein::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Page, TablesShowTextAsItIs) {
  const std::string html = html_table({"a<b", "c"}, {{"<script>", "x & y"}, {"\"q\"", "2"}});
  EXPECT_THAT(html, HasSubstr("<th>a&lt;b</th><th>c</th>"));
  EXPECT_THAT(html, HasSubstr("<td>&lt;script&gt;</td><td>x &amp; y</td>"));
  EXPECT_THAT(html, HasSubstr("<td>&quot;q&quot;</td>"));
}

TEST(Page, NoTextInDataCanEndItsScriptAndNoneIsChanged) {
  const nlohmann::json data = {{"name", "</script><script>alert(1)</script><!-- \\u003c"}};
  const std::string safe = script_json(data.dump());
  EXPECT_THAT(safe, Not(HasSubstr("<")));
  EXPECT_EQ(nlohmann::json::parse(safe), data);
}

TEST(Page, HeadComesAfterTheCommonStyle) {
  const std::string page = html_page("T & U", "<p>body</p>", "<style>own</style>\n");
  EXPECT_THAT(page, HasSubstr("<title>T &amp; U</title>"));
  EXPECT_LT(page.find("border-collapse"), page.find("<style>own</style>"));
  EXPECT_LT(page.find("<style>own</style>"), page.find("</head>"));
}

}  // namespace
}  // namespace skein::report
