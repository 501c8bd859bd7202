#pragma once
// The progress of a long simulation: a bar with rate and time left on a terminal, one line a minute
// elsewhere. Simulations under two seconds show nothing, and a bar disappears when its simulation ends.
// On a terminal a method that has shown nothing for a second is named with its expression and the time it has
// taken; a thread of the bar's own draws that.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/simulation.hpp"

namespace sigprop::tool {

class SimulationBar final : public SimulationWatch {
public:
    /// `subject` is what methods work on; none: they are named alone.
    explicit SimulationBar(bool wanted, std::string_view subject = "");
    SimulationBar(const SimulationBar&) = delete;
    SimulationBar& operator=(const SimulationBar&) = delete;
    ~SimulationBar() override;

    void begins(std::string_view method) override;
    void parts(std::uint64_t done, std::uint64_t all) override;
    void show(std::string_view name, std::uint64_t done, std::uint64_t all, std::string_view unit) override;
    /// "12 of 40 samples of activation.mean(relu)", as last shown; empty before that.
    [[nodiscard]] std::string progress();
    /// Ends what is shown, until the next show() or begins().
    void erase();

private:
    using Clock = std::chrono::steady_clock;

    // With the mutex locked:
    void wipe();
    void tick(std::stop_token stop);

    void draw(std::uint64_t done, std::uint64_t all, std::string_view unit, double seconds);

    bool wanted_;
    const bool terminal_;
    std::mutex mutex_;
    std::string name_;
    std::uint64_t begin_ = 0;  ///< what was already finished when this run began
    std::uint64_t last_ = 0;
    std::string progress_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_line_ = Clock::now();
    bool drawn_ = false;
    const std::string subject_;
    std::string method_;  ///< under way
    std::uint64_t parts_done_ = 0, parts_ = 0;
    Clock::time_point method_start_ = Clock::now();
    Clock::time_point last_shown_ = Clock::now();  ///< when a simulation last told of itself
    std::condition_variable_any wake_;
    std::jthread ticker_;  ///< on a terminal, from the first method on
};

}  // namespace sigprop::tool
