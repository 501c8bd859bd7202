#pragma once
// The processes that mpirun (or srun) started, as ranks that share simulations. A program that was started
// alone has none and never calls MPI. Ranks sleep while they wait for each other, because there may be more
// ranks than cores.

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
    std::string message;  ///< the message to print; may be empty

    friend bool operator==(const RankEnding&, const RankEnding&) = default;
};

class JoinedRanks : public Ranks {
public:
    /// The last collective call of every rank; returns how each of them ended. A rank that failed waits only
    /// briefly for the others; when they do not come it gets nullopt and must abort(). Leaving with a failure
    /// makes an exchange of the other ranks throw.
    [[nodiscard]] virtual std::optional<std::vector<RankEnding>> leave(const RankEnding& own) = 0;
    /// The ranks on this machine whose processes have ended although not all have left: killed, as a rule.
    [[nodiscard]] virtual std::vector<int> lost() const = 0;
    /// Ends all ranks at once; does not return.
    virtual void abort(int code) = 0;
};

/// Null when the program was not started as one of several ranks. Call it once only. `cancelled` is set when
/// the user asked to stop: waiting for ranks that do not come then throws Interrupted, and so does waiting
/// for one that is lost.
/// Errors   InputError when there are several ranks but the library was built without MPI
[[nodiscard]] std::unique_ptr<JoinedRanks> join_ranks(const std::atomic<bool>& cancelled);

}  // namespace sigprop
