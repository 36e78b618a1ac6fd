# Warnings and sanitizers of our own targets; third-party headers come in as SYSTEM.
add_library(skein_build_flags INTERFACE)
target_compile_options(
  skein_build_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
            -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wimplicit-fallthrough -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns of overlapping copies inside std::string where there are none (GCC bug 105651).
  target_compile_options(skein_build_flags INTERFACE -Wduplicated-cond -Wlogical-op -Wno-restrict)
endif()

if(SKEIN_SANITIZE)
  # Sanitized modules are optimized a little, because the suite runs whole months through them; the
  # tests and the program around them are not, because that is slow to compile.
  target_compile_options(skein_build_flags INTERFACE "-fsanitize=${SKEIN_SANITIZE}"
                                                     -fno-omit-frame-pointer)
  target_link_options(skein_build_flags INTERFACE "-fsanitize=${SKEIN_SANITIZE}")
  if(SKEIN_SANITIZE MATCHES "undefined")
    target_compile_options(skein_build_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()

if(SKEIN_FUZZ)
  # Coverage of our own code guides the fuzzer; only the fuzz targets link its main program.
  target_compile_options(skein_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
