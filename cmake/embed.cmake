# Makes a source file of the built pages and the description of the API: cmake -P, with TOP and
# OUTPUT set.
set(paths "/" "/app.js" "/app.css" "openapi")
set(files apps/web/dist/index.html apps/web/dist/app.js apps/web/dist/app.css docs/openapi.json)
set(types "text/html\; charset=utf-8" "application/javascript\; charset=utf-8"
          "text/css\; charset=utf-8" "application/json\; charset=utf-8")

set(arrays "")
set(rows "")
foreach(number RANGE 3)
  list(GET files ${number} file)
  list(GET paths ${number} path)
  list(GET types ${number} type)
  file(READ "${TOP}/${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  # Lines of some hundred characters.
  string(REGEX REPLACE "(('[^']*',){32})" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "constexpr char kFile${number}[] = {${bytes}'\\0'};\n")
  if(NOT path STREQUAL "openapi")
    string(APPEND rows "    {\"${path}\", \"${type}\", {kFile${number}, sizeof(kFile${number}) - 1}},\n")
  endif()
endforeach()

file(WRITE "${OUTPUT}" "// Made by cmake/embed.cmake.
#include \"server/web_files.h\"

#include <array>

namespace skein::server {
namespace {

${arrays}
constexpr std::array<WebFile, 3> kFiles = {{
${rows}}};

}  // namespace

std::span<const WebFile> web_files() {
  return kFiles;
}

std::string_view openapi_document() {
  return {kFile3, sizeof(kFile3) - 1};
}

}  // namespace skein::server
")
