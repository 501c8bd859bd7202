#pragma once
// Optional services for a long simulation, as interfaces: other processes that share the work, a store that
// keeps finished work beyond the death of the process, and an observer. Context holds pointers to them that
// may be null, and none of them changes a result: the numbers depend on seed and samples alone.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Processes that run the same program on the same input and share its simulations. Every rank requests the
/// same simulations in the same order, so that their collective calls match.
class Ranks {
public:
    virtual ~Ranks() = default;
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// What every rank passed, in the order of ranks. Collective: returns once all ranks have called it.
    /// Errors   IoError naming the rank that was lost
    [[nodiscard]] virtual std::vector<std::string> exchange(const std::string& own) = 0;
};

/// Keeps the state of simulations by name. May be used from several threads.
class SimulationStore {
public:
    virtual ~SimulationStore() = default;
    /// The state that was kept last under this name, if any.
    [[nodiscard]] virtual std::optional<std::string> find(std::string_view name) = 0;
    /// Takes over the state and writes it to disk soon, or at once if `now`.
    /// Errors   IoError naming the file
    virtual void keep(std::string_view name, std::string state, bool now) = 0;

    // States of work in progress that may be gigabytes, each in a place of its own: a network in training. A
    // store without room for them keeps none.

    /// Hands a state to `out` in pieces, the same ones whenever it is called.
    using Writer = std::function<void(const std::function<void(std::string_view piece)>& out)>;
    /// Errors   InputError for a state that is not what was kept; IoError
    [[nodiscard]] virtual std::optional<std::string> find_large(std::string_view name) {
        static_cast<void>(name);
        return std::nullopt;
    }
    /// Calls `write` when it is time, or at once if `now`.
    /// Errors   IoError naming the file
    virtual void keep_large(std::string_view name, const Writer& write, bool now) {
        static_cast<void>(name);
        static_cast<void>(write);
        static_cast<void>(now);
    }
    /// Forgets a state whose work is finished and kept.
    virtual void drop_large(std::string_view name) { static_cast<void>(name); }
};

/// An observer of the progress of a simulation, or of a proof that takes long. May be used from several
/// threads.
class SimulationWatch {
public:
    virtual ~SimulationWatch() = default;
    /// A method begins to gather evidence; it may take long and show nothing.
    virtual void begins(std::string_view method) { static_cast<void>(method); }
    /// So many of the equal parts of that method are done.
    virtual void parts(std::uint64_t done, std::uint64_t all) {
        static_cast<void>(done);
        static_cast<void>(all);
    }
    /// `unit` says what is counted: "samples", "networks", "steps", "bytes".
    virtual void show(std::string_view name, std::uint64_t done, std::uint64_t all,
                      std::string_view unit) = 0;
};

}  // namespace sigprop
