#pragma once
// The processes that mpirun (or srun) started, as ranks that share simulations. A program that was started
// alone has none, and never touches MPI. Ranks wait for each other asleep, not spinning: they may be more
// than there are cores.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/simulation.hpp"

namespace sigprop {

/// How the program ended on one rank.
struct RankEnding {
    int code = 0;
    std::string message;  ///< what is to be said about it; empty when nothing is

    friend bool operator==(const RankEnding&, const RankEnding&) = default;
};

class JoinedRanks : public Ranks {
public:
    /// The last collective call of every rank: how each of them ended. A rank that failed does not wait long
    /// for the others: nothing then, and it must abort(). While others still exchange, leaving with a failure
    /// makes their exchange throw.
    [[nodiscard]] virtual std::optional<std::vector<RankEnding>> leave(const RankEnding& own) = 0;
    /// Ends all ranks at once; does not return.
    virtual void abort(int code) = 0;
};

/// Null when the program was not started as one of several ranks. Once only. `cancelled` is set when the user
/// asked to stop: waiting for ranks that do not come then ends in Interrupted.
/// Errors   InputError when there are several but the library was built without MPI
[[nodiscard]] std::unique_ptr<JoinedRanks> join_ranks(const std::atomic<bool>& cancelled);

}  // namespace sigprop
