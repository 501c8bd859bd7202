# Everything that sigprop is built on, and why: each dependency replaces code outside our own field. Nothing
# is downloaded; tools/setup.sh installs the Debian packages. Dependencies that a consumer of the static
# library must find again are repeated in sigpropConfig.cmake.in.

find_package(Threads REQUIRED)               # libc: samples are drawn on all cores
find_package(FlintArb REQUIRED)              # libflint-dev, libflint-arb-dev: ball arithmetic, every proof
find_package(Boost 1.74 CONFIG REQUIRED)     # libboost-dev: quadrature by other authors, a second witness
find_package(Random123 REQUIRED)             # librandom123-dev: Philox, random numbers as a pure function
find_package(hwy 1.0 CONFIG REQUIRED)        # libhwy-dev: vector code for the machine it runs on
find_package(Eigen3 CONFIG REQUIRED)         # libeigen3-dev: matrices of activations, singular values
if(Eigen3_VERSION VERSION_LESS 3.4)          # asked for 3.4, Eigen 5, which followed it, refuses
  message(FATAL_ERROR "Eigen ${Eigen3_VERSION} (${Eigen3_DIR}) is too old: install 3.4 or newer (libeigen3-dev)")
endif()
find_package(pegtl 3.2 CONFIG REQUIRED)      # tao-pegtl-dev: the grammar of expressions
find_package(fmt 9 CONFIG REQUIRED)          # libfmt-dev: text; the standard's <format> is missing in g++ 12
find_package(ZLIB REQUIRED)                  # zlib1g-dev: arrays of numpy.savez_compressed
find_package(Nettle REQUIRED)                # nettle-dev: SHA-256, the digest of a report
find_package(Re2 REQUIRED)                   # libre2-dev: regular expressions of strangers, in linear time
find_package(nlohmann_json 3.11 CONFIG REQUIRED)  # nlohmann-json3-dev: claims in, reports out
find_package(TomlPlusPlus REQUIRED)          # libtomlplusplus-dev: pyproject.toml, its headers alone
find_package(CLI11 2.1 CONFIG REQUIRED)      # libcli11-dev: the command line's options and help
if(SIGPROP_WITH_GSL)
  find_package(GSL 2.7 REQUIRED)             # libgsl-dev: QUADPACK, a third witness
endif()
set(MPI_CXX_SKIP_MPICXX TRUE)                # libopenmpi-dev, optional, its C interface alone: simulations
                                             # shared by the ranks of mpirun
if(MPI_CXX_HEADER_DIR AND NOT EXISTS "${MPI_CXX_HEADER_DIR}/mpi.h")
  # MPI was uninstalled in the meantime: FindMPI would stumble over its cached results
  get_cmake_property(remembered CACHE_VARIABLES)
  list(FILTER remembered INCLUDE REGEX "^MPI_")
  foreach(variable IN LISTS remembered)
    unset(${variable} CACHE)
  endforeach()
endif()
if(SIGPROP_WITH_MPI STREQUAL "AUTO")
  # AUTO is decided when the folder is first configured, and kept: packages installed later, such as those of
  # the tests, change nothing and cause no recompilation. The decision is revised only when MPI is lost.
  if(SIGPROP_MPI_DECISION OR NOT DEFINED SIGPROP_MPI_DECISION)
    find_package(MPI QUIET COMPONENTS CXX)
    set(decision OFF)
    if(MPI_CXX_FOUND)
      set(decision ON)
    endif()
    set(SIGPROP_MPI_DECISION ${decision} CACHE INTERNAL "What AUTO came to")
  endif()
  set(SIGPROP_WITH_MPI ${SIGPROP_MPI_DECISION})
  message(STATUS "MPI (AUTO, decided once for this folder): ${SIGPROP_WITH_MPI}; -D SIGPROP_WITH_MPI=ON or OFF changes it")
elseif(SIGPROP_WITH_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
  set(SIGPROP_WITH_MPI ON)                   # whatever word for it was given
endif()

# Open MPI is loaded under mpirun only (methods/sampling/mpi_library.hpp); other implementations are linked.
set(SIGPROP_LINKS_MPI OFF)
set(SIGPROP_MPI_DEFINITIONS "")
if(SIGPROP_WITH_MPI)
  set(SIGPROP_LINKS_MPI ON)
  find_file(SIGPROP_MPI_HEADER mpi.h PATHS ${MPI_CXX_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE)
  if(SIGPROP_MPI_HEADER AND MPI_mpi_LIBRARY)
    file(STRINGS "${SIGPROP_MPI_HEADER}" open_mpi REGEX "^#define OPEN_MPI")
    file(REAL_PATH "${MPI_mpi_LIBRARY}" mpi_file)
    cmake_path(GET mpi_file FILENAME mpi_name)
    if(open_mpi AND mpi_name MATCHES "^lib.*[.]so[.][0-9]+")  # libmpi.so.40 of libmpi.so.40.30.4: its soname
      set(SIGPROP_LINKS_MPI OFF)
      set(SIGPROP_MPI_DEFINITIONS "SIGPROP_MPI_LIBRARY=\"${CMAKE_MATCH_0}\"" "SIGPROP_MPI_PATH=\"${mpi_file}\"")
    endif()
  endif()
endif()
