#pragma once
// The tool as several ranks of mpirun: all of them run the same command and share its simulations; only rank
// 0 prints and writes, and each error is reported once.

#include "methods/sampling/mpi.hpp"

#include "command.hpp"

namespace sigprop::tool {

/// Makes the call fit for a rank: options that could lead ranks apart are refused; all but rank 0 print
/// nothing and write no file; each rank has one thread unless told otherwise.
/// Errors   InputError
void share_call(Invocation& call, Ranks& ranks);

/// "rank 2 has died" where ranks were killed and this one is to say so: rank 0, or the first that is left;
/// else empty.
[[nodiscard]] std::string deaths_to_tell(const Ranks* ranks);

/// Ends all ranks with one message and one exit code, which is returned.
[[nodiscard]] int end_together(JoinedRanks& ranks, const RankEnding& own);

}  // namespace sigprop::tool
