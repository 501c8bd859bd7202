#pragma once
// What the long simulations of a command need: the other ranks, a checkpoint and a progress bar. Also how
// ranks and threads are divided between the pieces of a command and the samples of each.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/parallel/shared_pieces.hpp"
#include "formats/checkpoint.hpp"
#include "formats/file_lock.hpp"

#include "command.hpp"
#include "simulation_bar.hpp"

namespace sigprop::tool {

/// The pieces of a command, which do not depend on each other. A long one has work for all threads and ranks.
struct Pieces {
    std::size_t count = 0;
    std::function<bool(std::size_t)> is_long;
    std::function<std::uint64_t(std::size_t)> cost;  ///< as cost_hint: large ones are started first
    std::function<void(std::size_t, const Context&)> compute;
    std::function<std::string(std::size_t)> text;                  ///< for other ranks
    std::function<void(std::size_t, std::string_view text)> take;  ///< what another rank computed
    /// Pieces with the same number share what they compute; none: every piece is on its own.
    std::function<std::size_t(std::size_t)> group = nullptr;
};

class Simulations {
public:
    /// Opens the checkpoint of --checkpoint, which belongs to the command and its subjects. Collective.
    /// Errors   InputError, IoError: a checkpoint of another command, or one that cannot be written
    Simulations(const Invocation& call, std::string command, std::vector<std::string> subjects);

    /// How one of several pieces is computed, and on how many threads the pieces run. They run one by one,
    /// each on all threads and ranks, when a checkpoint keeps them and when they are long. Others run side by
    /// side, each on one thread of the rank that `ranks` says.
    struct Share {
        Context context;
        int threads = 1;
        Ranks* ranks = nullptr;  ///< who share the pieces; the ranks in the context share each simulation
    };
    [[nodiscard]] Share share(const Context& wanted, std::size_t pieces, bool are_long = false);

    /// Computes all pieces: the long ones one by one, the others side by side, the costly ones first. The
    /// others run beside the long ones, except where ranks share both. `done` is called after each piece.
    void compute(const Context& wanted, const Pieces& pieces, const std::function<void()>& done);

    /// How many pieces can run at the same time.
    [[nodiscard]] std::size_t workers(const Context& wanted) const;

    /// Calls work(); however it ends, finished samples are in the checkpoint afterwards.
    void run(const std::function<void()>& work);

private:
    void save_quietly() noexcept;
    /// What is said when a rank has died, with what the checkpoint holds; empty otherwise.
    [[nodiscard]] std::string death_of_a_rank();

    const Invocation& call_;
    SimulationBar bar_;
    std::unique_ptr<FileLock> lock_;  ///< of the checkpoint
    std::unique_ptr<Checkpoint> checkpoint_;
};

}  // namespace sigprop::tool
