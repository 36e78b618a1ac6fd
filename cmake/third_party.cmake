# Libraries from Debian packages (cmake/packages.txt), looked up where a module first needs them.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(date REQUIRED)
find_package(Eigen3 REQUIRED)

# CLP and CBC have no CMake packages of their own.
find_path(COIN_INCLUDE_DIR ClpSimplex.hpp PATH_SUFFIXES coin REQUIRED)
add_library(coin INTERFACE IMPORTED)
target_include_directories(coin SYSTEM INTERFACE "${COIN_INCLUDE_DIR}")
foreach(library CbcSolver Cbc Cgl OsiClp ClpSolver Clp Osi CoinUtils)
  find_library(COIN_${library}_LIBRARY ${library} REQUIRED)
  target_link_libraries(coin INTERFACE "${COIN_${library}_LIBRARY}")
endforeach()

# LEMON: headers only as far as we use it.
find_path(LEMON_INCLUDE_DIR lemon/network_simplex.h REQUIRED)
add_library(lemon INTERFACE IMPORTED)
target_include_directories(lemon SYSTEM INTERFACE "${LEMON_INCLUDE_DIR}")

# cpp-httplib has no CMake package. Its headers must be read with the switches that the library was
# built with.
find_path(HTTPLIB_INCLUDE_DIR httplib.h REQUIRED)
find_library(HTTPLIB_LIBRARY cpp-httplib REQUIRED)
find_package(OpenSSL REQUIRED)
add_library(httplib INTERFACE IMPORTED)
target_include_directories(httplib SYSTEM INTERFACE "${HTTPLIB_INCLUDE_DIR}")
target_compile_definitions(httplib INTERFACE CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT
                                             CPPHTTPLIB_BROTLI_SUPPORT)
target_link_libraries(httplib INTERFACE "${HTTPLIB_LIBRARY}" OpenSSL::SSL OpenSSL::Crypto)
