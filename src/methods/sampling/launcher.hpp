#pragma once
// How the process was started, as its environment tells: asking costs nothing, unlike MPI_Init.

namespace sigprop {

/// As a rank of mpirun or of srun with PMI, even as the only one.
[[nodiscard]] bool is_launched_as_rank();

/// The number of ranks that a launcher says it started; 1 when none says so.
[[nodiscard]] long launched_ranks();

}  // namespace sigprop
