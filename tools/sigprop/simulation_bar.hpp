#pragma once
// The progress of a long simulation: a bar with rate and time left on a terminal, one line a minute
// elsewhere. Simulations under two seconds show nothing, and a bar disappears when its simulation ends.

#include <chrono>
#include <mutex>
#include <string>

#include "core/base/simulation.hpp"

namespace sigprop::tool {

class SimulationBar final : public SimulationWatch {
public:
    explicit SimulationBar(bool wanted);
    SimulationBar(const SimulationBar&) = delete;
    SimulationBar& operator=(const SimulationBar&) = delete;
    ~SimulationBar() override { erase(); }

    void show(std::string_view name, std::uint64_t done, std::uint64_t all, std::string_view unit) override;
    void erase();

private:
    using Clock = std::chrono::steady_clock;

    void draw(std::uint64_t done, std::uint64_t all, std::string_view unit, double seconds);

    bool wanted_;
    const bool terminal_;
    std::mutex mutex_;
    std::string name_;
    std::uint64_t begin_ = 0;  ///< what was already finished when this run began
    std::uint64_t last_ = 0;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_line_ = Clock::now();
    bool drawn_ = false;
};

}  // namespace sigprop::tool
