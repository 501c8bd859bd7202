#pragma once
// What the long simulations of a command need: the other ranks, a checkpoint and a progress bar. Also how
// threads are divided between the pieces of a command and the samples of each.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "formats/checkpoint.hpp"
#include "formats/file_lock.hpp"

#include "command.hpp"
#include "simulation_bar.hpp"

namespace sigprop::tool {

class Simulations {
public:
    /// Opens the checkpoint of --checkpoint, which belongs to the command and its subjects. Collective.
    /// Errors   InputError, IoError: a checkpoint of another command, or one that cannot be written
    Simulations(const Invocation& call, std::string command, std::vector<std::string> subjects);

    /// How one of several pieces is computed, and on how many threads the pieces run. They run one by one
    /// when all ranks must meet in the same simulation, when a checkpoint keeps it, and when one piece has
    /// work for all threads, as every simulation of networks has.
    struct Share {
        Context context;
        int threads = 1;
    };
    [[nodiscard]] Share share(const Context& wanted, std::size_t pieces, bool of_networks = false);

    /// Calls work(); however it ends, finished samples are in the checkpoint afterwards.
    void run(const std::function<void()>& work);

private:
    void save_quietly() noexcept;

    const Invocation& call_;
    SimulationBar bar_;
    std::unique_ptr<FileLock> lock_;  ///< of the checkpoint
    std::unique_ptr<Checkpoint> checkpoint_;
};

}  // namespace sigprop::tool
