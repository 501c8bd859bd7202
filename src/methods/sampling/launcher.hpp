#pragma once
// How the process was started, read from its environment, which costs nothing, unlike MPI_Init.

namespace sigprop {

/// Whether the process is a rank of mpirun or of srun with PMI, even the only one.
[[nodiscard]] bool is_launched_as_rank();

/// The number of ranks that the launcher reports; 1 without a report.
[[nodiscard]] long launched_ranks();

}  // namespace sigprop
