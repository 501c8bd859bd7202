// The behaviour under mpirun of a library that was built without MPI.

#include "methods/sampling/mpi.hpp"

#include <sigprop/core/base/errors.hpp>

#include "methods/sampling/launcher.hpp"

namespace sigprop {

std::unique_ptr<JoinedRanks> join_ranks(const std::atomic<bool>&) {
    if (launched_ranks() <= 1) return nullptr;
    throw InputError(
        "this is one of several ranks, but sigprop was built without MPI, so each rank would do all of the "
        "work. Build it with -DSIGPROP_WITH_MPI=ON, or run it without mpirun");
}

}  // namespace sigprop
