#include "methods/sampling/mpi_library.hpp"

#ifdef SIGPROP_MPI_LIBRARY  // Open MPI
#include <dlfcn.h>

#include <sigprop/core/base/errors.hpp>
#include <string>
#endif

namespace sigprop {
namespace {

#ifdef SIGPROP_MPI_LIBRARY  // Open MPI
/// What Open MPI's library calls by this name: a function or an object.
template <class Pointer>
Pointer named(void* library, const char* name) {
    void* const found = dlsym(library, name);
    if (found == nullptr) throw IoError(std::string(SIGPROP_MPI_LIBRARY) + " has no " + name);
    return reinterpret_cast<Pointer>(found);
}

MpiLibrary loaded() {
    // Its own plugins look for its symbols among those of the whole program.
    void* library = dlopen(SIGPROP_MPI_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) library = dlopen(SIGPROP_MPI_PATH, RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
        const char* const reason = dlerror();
        throw IoError(std::string("this is one of several ranks, but MPI cannot be loaded: ") +
                      (reason == nullptr ? SIGPROP_MPI_LIBRARY : reason) +
                      "; install it (Debian: libopenmpi3) or run without mpirun");
    }
#define SIGPROP_MPI_FUNCTION(name) named<decltype(&name)>(library, #name)
    return {.init_thread = SIGPROP_MPI_FUNCTION(MPI_Init_thread),
            .finalize = SIGPROP_MPI_FUNCTION(MPI_Finalize),
            .abort = SIGPROP_MPI_FUNCTION(MPI_Abort),
            .error_string = SIGPROP_MPI_FUNCTION(MPI_Error_string),
            .comm_set_errhandler = SIGPROP_MPI_FUNCTION(MPI_Comm_set_errhandler),
            .comm_rank = SIGPROP_MPI_FUNCTION(MPI_Comm_rank),
            .comm_size = SIGPROP_MPI_FUNCTION(MPI_Comm_size),
            .iallgather = SIGPROP_MPI_FUNCTION(MPI_Iallgather),
            .iallgatherv = SIGPROP_MPI_FUNCTION(MPI_Iallgatherv),
            .test = SIGPROP_MPI_FUNCTION(MPI_Test),
            .world = named<MPI_Comm>(library, "ompi_mpi_comm_world"),
            .errors_return = named<MPI_Errhandler>(library, "ompi_mpi_errors_return"),
            .character = named<MPI_Datatype>(library, "ompi_mpi_char"),
            .int64 = named<MPI_Datatype>(library, "ompi_mpi_int64_t"),
            .request_null = named<MPI_Request>(library, "ompi_request_null")};
#undef SIGPROP_MPI_FUNCTION
}
#else
MpiLibrary loaded() {
    return {MPI_Init_thread, MPI_Finalize,      MPI_Abort,      MPI_Error_string, MPI_Comm_set_errhandler,
            MPI_Comm_rank,   MPI_Comm_size,     MPI_Iallgather, MPI_Iallgatherv,  MPI_Test,
            MPI_COMM_WORLD,  MPI_ERRORS_RETURN, MPI_CHAR,       MPI_INT64_T,      MPI_REQUEST_NULL};
}
#endif

}  // namespace

const MpiLibrary& mpi() {
    static const MpiLibrary library = loaded();
    return library;
}

}  // namespace sigprop
