#include "server/guard.h"

#include <gtest/gtest.h>

namespace skein::server {
namespace {

Caller our_page() {
  Caller caller;
  caller.method = "GET";
  caller.host = "127.0.0.1:8080";
  return caller;
}

TEST(Guard, ParsesHostsAndPorts) {
  EXPECT_EQ(parse_host("LocalHost:80")->host, "localhost");
  EXPECT_EQ(parse_host("LocalHost:80")->port, 80);
  EXPECT_EQ(parse_host("[::1]:9")->host, "::1");
  EXPECT_FALSE(parse_host("localhost")->port);
  for (const char* bad : {"", ":80", "a b", "localhost:", "localhost:0x50", "localhost:99999",
                          "[::1", "[::1]x", "user@localhost:80", "localhost:80/path"}) {
    EXPECT_FALSE(parse_host(bad)) << bad;
  }
}

TEST(Guard, TakesOnlyItsOwnHostAndPort) {
  const Guard guard(8080, "secret");
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}) {
    Caller caller = our_page();
    caller.host = host;
    EXPECT_FALSE(guard.refuse_place(caller)) << host;
  }
  // A name bound to 127.0.0.1 by somebody else, another port, a name that only begins like ours.
  for (const char* host : {"evil.example:8080", "127.0.0.1:8081", "127.0.0.1",
                           "127.0.0.1.evil.example:8080", "localhost.:8080", ""}) {
    Caller caller = our_page();
    caller.host = host;
    ASSERT_TRUE(guard.refuse_place(caller)) << host;
    EXPECT_EQ(guard.refuse_place(caller)->status, 421);
  }
}

TEST(Guard, RefusesOtherSites) {
  const Guard guard(8080, "secret");
  Caller caller = our_page();
  caller.method = "POST";
  caller.content_type = "application/json";
  EXPECT_FALSE(guard.refuse_place(caller));
  for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:8080",
                             "http://127.0.0.1:9999", "file://"}) {
    caller.origin = origin;
    EXPECT_TRUE(guard.refuse_place(caller)) << origin;
  }
  caller.origin = "http://localhost:8080";
  EXPECT_FALSE(guard.refuse_place(caller));
  caller.fetch_site = "cross-site";
  EXPECT_TRUE(guard.refuse_place(caller));
  caller.fetch_site = "same-origin";
  caller.content_type = "text/plain";  // what a form of another site could send
  EXPECT_EQ(guard.refuse_place(caller)->status, 415);
}

TEST(Guard, KnowsTheSecretFromCookieOrHeaderOnly) {
  const Guard guard(8080, "secret");
  Caller caller = our_page();
  EXPECT_EQ(guard.refuse_stranger(caller)->status, 401);
  caller.cookie = "a=b; skein_8080=secret; c=d";
  EXPECT_FALSE(guard.refuse_stranger(caller));
  for (const char* cookie :
       {"skein_8080=", "skein_8080=secre", "skein_8081=secret", "secret", "xskein_8080=secret"}) {
    caller.cookie = cookie;
    EXPECT_TRUE(guard.refuse_stranger(caller)) << cookie;
  }
  caller.authorization = "Bearer secret";
  EXPECT_FALSE(guard.refuse_stranger(caller));
  caller.authorization = "Bearer other";
  EXPECT_TRUE(guard.refuse_stranger(caller));
}

TEST(Guard, CookiesStayOnTheSiteAndAwayFromScripts) {
  const std::string cookie = Guard(8080, "secret").cookie();
  EXPECT_NE(cookie.find("SameSite=Strict"), std::string::npos);
  EXPECT_NE(cookie.find("HttpOnly"), std::string::npos);
}

TEST(Guard, SecretsAreLongAndDiffer) {
  EXPECT_EQ(random_token().size(), 64U);
  EXPECT_NE(random_token(), random_token());
}

}  // namespace
}  // namespace skein::server
