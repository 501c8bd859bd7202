#pragma once
// What a computation may use: how many digits, which methods, how many samples from which seed, on how many
// threads, and how much work before it must give up. A Context is passed down by reference and never stored.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/base/method_filter.hpp>
#include <string_view>

namespace sigprop {

class Ranks;  // core/base/simulation.hpp
class SimulationStore;
class SimulationWatch;

struct Context {
    long digits = 30;  ///< significant decimal digits wanted of an enclosure
    std::uint64_t samples = std::uint64_t{1} << 17;
    std::uint64_t seed = 0;
    int threads = 1;
    MethodFilter methods = "*";  ///< which methods give evidence, written as after --methods
    /// Only proofs give evidence, one after the other until the digits are proved: no estimate and no sample,
    /// except where no method of proof applies.
    bool proofs_only = false;
    double confidence = 0.95;          ///< level of the intervals that reports give for samples
    std::uint64_t budget = 1'000'000;  ///< evaluations of an integrand after which a method is `unable`
    const std::atomic<bool>* cancelled = nullptr;
    // Optional services for long simulations; they change no result.
    Ranks* ranks = nullptr;
    SimulationStore* store = nullptr;
    SimulationWatch* watch = nullptr;
    /// Unset by default: budgets count work instead, so that two runs agree.
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;

    [[nodiscard]] bool selects(std::string_view method) const { return methods.selects(method); }
    [[nodiscard]] bool names(std::string_view method) const { return methods.names(method); }
    [[nodiscard]] bool is_interrupted() const {
        return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_late() const { return deadline && std::chrono::steady_clock::now() >= *deadline; }
    /// Throws Interrupted once the user has asked to stop.
    void check_interrupted() const {
        if (is_interrupted()) throw Interrupted();
    }
    /// Also throws TimeSpent after the deadline. Every long loop of a method calls this.
    void check_cancelled() const {
        check_interrupted();
        if (is_late()) throw TimeSpent();
    }
    /// Working precision in bits for this many digits, with guard bits.
    [[nodiscard]] long bits() const { return bits_for(digits); }
    [[nodiscard]] static long bits_for(long digits);
};

/// An executor runs pieces of work that do not depend on each other, on threads of the caller's choice. It
/// calls work(0), …, work(count - 1), in any order, and returns when all are done.
using Executor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
inline void run_in_order(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace sigprop
