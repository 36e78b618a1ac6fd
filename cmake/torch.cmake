# libtorch and oneDNN as Debian packages them. Looked up by hand: TorchConfig.cmake asks for the
# libraries of all that torch was built with, and brings its headers in without SYSTEM.
find_path(TORCH_INCLUDE_DIR torch/library.h REQUIRED)
find_path(DNNL_INCLUDE_DIR dnnl.h REQUIRED)
add_library(torch INTERFACE IMPORTED)
target_include_directories(
  torch SYSTEM INTERFACE "${TORCH_INCLUDE_DIR}" "${TORCH_INCLUDE_DIR}/torch/csrc/api/include"
                         "${DNNL_INCLUDE_DIR}")
foreach(library torch torch_cpu c10 dnnl)
  find_library(TORCH_${library}_LIBRARY ${library} REQUIRED)
  target_link_libraries(torch INTERFACE "${TORCH_${library}_LIBRARY}")
endforeach()
# Debian builds torch with the strings of C++11, as it does everything else.
target_compile_definitions(torch INTERFACE _GLIBCXX_USE_CXX11_ABI=1)
