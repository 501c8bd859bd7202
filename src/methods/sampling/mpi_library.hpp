#pragma once
// MPI's functions and handles. Open MPI brings seven more libraries, whose loading took a quarter of the time
// of a short command; so it is loaded when the first rank is joined, and a program that was started alone
// never needs it. Its handles are addresses inside the library. Other implementations are linked as usual.

#include <mpi.h>

namespace sigprop {

struct MpiLibrary {
    decltype(&MPI_Init_thread) init_thread;
    decltype(&MPI_Finalize) finalize;
    decltype(&MPI_Abort) abort;
    decltype(&MPI_Error_string) error_string;
    decltype(&MPI_Comm_set_errhandler) comm_set_errhandler;
    decltype(&MPI_Comm_rank) comm_rank;
    decltype(&MPI_Comm_size) comm_size;
    decltype(&MPI_Iallgather) iallgather;
    decltype(&MPI_Iallgatherv) iallgatherv;
    decltype(&MPI_Test) test;
    MPI_Comm world;
    MPI_Errhandler errors_return;
    MPI_Datatype character, int64;
    MPI_Request request_null;
};

/// Loads the library the first time.
/// Errors   IoError when it cannot be loaded
[[nodiscard]] const MpiLibrary& mpi();

}  // namespace sigprop
