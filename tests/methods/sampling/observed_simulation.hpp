#pragma once
// A small simulation, and an observer who keeps its states, watches it and stops it.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>

#include "core/base/simulation.hpp"

#include "methods/sampling/simulation.hpp"
#include "methods/sampling/simulation_state.hpp"

namespace sigprop {

struct Sampled {
    explicit Sampled(std::uint64_t samples, std::uint64_t groups = 1)
        : source(LawSampler::prepare(Law::normal()).value(), RandomStream(7, "simulation")),
          plan{integrands, source, samples, groups, {0.1, 0.9}} {}

    SampleTotals run(const Context& context) const { return run_simulation(plan, {"test", "test"}, context); }

    std::vector<Formula> integrands{relu(Formula::variable()), pow(Formula::variable(), 2)};
    RandomSource source;
    SamplePlan plan;
};

/// Keeps the last state and progress shown; asks to stop when it has seen enough of either.
struct Observer final : SimulationStore, SimulationWatch {
    std::optional<std::string> find(std::string_view) override { return state; }
    void keep(std::string_view, std::string text, bool) override {
        state = std::move(text);
        if (++kept == stop_after) stop = true;
    }
    void show(std::string_view, std::uint64_t done, std::uint64_t samples, std::string_view) override {
        CHECK(done <= samples);
        CHECK(done >= last);
        last = done;
        all = samples;
        if (--shows_left == 0) stop = true;
    }

    std::optional<std::string> state;
    std::atomic<bool> stop = false;
    int kept = 0;
    int stop_after = -1;
    int shows_left = -1;
    std::uint64_t last = 0;
    std::uint64_t all = 0;
};

}  // namespace sigprop
