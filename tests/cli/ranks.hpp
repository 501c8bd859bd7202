#pragma once
// Runs the tool as several ranks of mpirun.

#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/cli/simulations.hpp"

namespace cli {

inline Surroundings ranks(int count) {
    return {.input = "",
            .environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"},
            .launcher = {"mpirun", "--oversubscribe", "-np", std::to_string(count)}};
}

/// Whether ranks can be tested here; otherwise says why not.
inline bool have_mpi() {
    static const bool have = [] {
        const bool launcher = std::system("mpirun --version > /dev/null 2>&1") == 0;
        const Run run = launcher ? tool({"--version"}, ranks(2)) : Run{};
        if (!launcher) MESSAGE("skipped: there is no mpirun");
        if (run.says("was built without MPI")) MESSAGE("skipped: built without MPI");
        CHECK((!launcher || run.code == 0 || run.says("was built without MPI")));
        return run.code == 0;
    }();
    return have;
}

}  // namespace cli
