# skein_module(name USES module... LIBRARIES target...)
#
# A module is the folder src/<name>: headers beside sources, one static library skein_<name>.
# USES names the modules below it (ARCHITECTURE.md holds the same table, and a test compares the
# includes with it). LIBRARIES are third-party targets that its sources need; they stay private.
function(skein_module name)
  cmake_parse_arguments(ARG "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.cpp")
  add_library(skein_${name} STATIC ${sources})
  target_include_directories(skein_${name} PUBLIC "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(skein_${name} PUBLIC fmt::fmt PRIVATE skein_build_flags ${ARG_LIBRARIES})
  if(SKEIN_SANITIZE)
    target_compile_options(skein_${name} PRIVATE -O1)
  endif()
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(skein_${name} PUBLIC skein_${used})
  endforeach()
endfunction()

# skein_assets(name file...): the files of src/<name>/assets as strings of the module, named in
# assets.cpp.in there: x.js is @x_js@.
function(skein_assets name)
  set(folder "${CMAKE_SOURCE_DIR}/src/${name}/assets")
  foreach(file IN LISTS ARGN)
    string(REPLACE "." "_" variable "${file}")
    file(READ "${folder}/${file}" "${variable}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${file}")
  endforeach()
  configure_file("${folder}/assets.cpp.in" "${CMAKE_BINARY_DIR}/${name}_assets.cpp" @ONLY)
  target_sources(skein_${name} PRIVATE "${CMAKE_BINARY_DIR}/${name}_assets.cpp")
endfunction()
