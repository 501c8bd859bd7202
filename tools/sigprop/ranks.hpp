#pragma once
// The tool as several ranks of mpirun: all of them run the same command and share its simulations; rank 0
// alone prints and writes, and errors are said once.

#include "methods/sampling/mpi.hpp"

#include "command.hpp"

namespace sigprop::tool {

/// Makes the call fit for a rank: what could lead ranks apart is refused, all but rank 0 are silent and write
/// no file, and each has one thread unless told otherwise.
/// Errors   InputError
void share_call(Invocation& call, Ranks& ranks);

/// Ends all ranks with one exit code, which is returned, and one message.
[[nodiscard]] int end_together(JoinedRanks& ranks, const RankEnding& own);

}  // namespace sigprop::tool
