#pragma once
// What a long simulation may lean on from outside, as interfaces: other processes that share the work, a
// place that keeps finished work beyond the death of the process, and somebody who watches. All of them are
// optional (Context holds pointers that may be null), and none of them changes a result: the numbers depend
// on seed and samples alone.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Processes that run the same program on the same input and share its simulations. Every rank asks for the
/// same simulations in the same order, so that their collective calls meet.
class Ranks {
public:
    virtual ~Ranks() = default;
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// What every rank gave, in the order of ranks. Collective: returns once all have called it.
    /// Errors   IoError naming the rank that was lost
    [[nodiscard]] virtual std::vector<std::string> exchange(const std::string& own) = 0;
};

/// Keeps the state of simulations by name. May be used from several threads.
class SimulationStore {
public:
    virtual ~SimulationStore() = default;
    /// What was kept last, if anything.
    [[nodiscard]] virtual std::optional<std::string> find(std::string_view name) = 0;
    /// Takes over the state; it reaches the disk soon, or when `now`.
    /// Errors   IoError naming the file
    virtual void keep(std::string_view name, std::string state, bool now) = 0;
};

/// Is told how far a simulation is. May be used from several threads.
class SimulationWatch {
public:
    virtual ~SimulationWatch() = default;
    virtual void show(std::string_view name, std::uint64_t samples_done, std::uint64_t samples) = 0;
};

}  // namespace sigprop
