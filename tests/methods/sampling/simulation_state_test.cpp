// The state of a simulation in a checkpoint: sums that no samples of the simulation have are refused, and
// those of every simulation are taken, also near both ends of the range of double.

#include "methods/sampling/simulation_state.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/methods/sampling/observed_simulation.hpp"

using namespace sigprop;

TEST_CASE("sums that no samples have are refused, whatever the checksum says") {
    const Sampled sampled(100'000, 3);
    SimulationState genuine(sampled.plan);
    BatchWorker worker(sampled.plan);
    for (const std::uint64_t batch : {0UL, 1UL, 4UL}) {
        CHECK(worker.add_batch(batch));
        genuine.finished.add({batch, batch + 1});
    }
    genuine.totals.merge(worker.totals());
    const auto accepts = [&](const auto& change) {
        SimulationState forged = genuine;
        change(forged);
        try {
            return SimulationState::read_kept(forged.text(), sampled.plan).text() == forged.text();
        } catch (const InputError&) {
            return false;
        }
    };
    CHECK(accepts([](SimulationState&) {}));
    // The first group has the sums of d_0, d_1, d_0^2, d_0 d_1 and d_1^2; the second one has no batch.
    for (const std::size_t sum : {0UL, 1UL, 2UL, 3UL, 4UL, 12UL, 13UL}) {
        CAPTURE(sum);
        CHECK_FALSE(accepts([&](SimulationState& s) { s.totals.sums[sum].add(1e9); }));
        CHECK_FALSE(accepts([&](SimulationState& s) { s.totals.sums[sum].add(-1e9); }));
        // A checksum is no signature: what samples might have is taken.
        CHECK(accepts([&](SimulationState& s) { s.totals.sums[sum].add(0.125); }));
    }
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.sums[5].add(1e-3); }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.largest[0] = 1e9; }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.largest[1] = 0; }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.largest[1] = -1; }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.largest[0] = std::nan(""); }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.finished = BatchRanges(); }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.finished = BatchRanges({4, 5}); }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.bad_sample = 7; }));
    CHECK_FALSE(accepts([](SimulationState& s) { s.totals.bad_point = {1}; }));
}

TEST_CASE("values near both ends of double are kept and found again") {
    const Formula x = Formula::variable();
    for (const Formula& f :
         {x * Formula(1e-200), x * Formula(1e200), Formula(1e-300) * pow(x, 2), Formula(3)}) {
        const std::vector<Formula> integrands = {f, x};
        const RandomSource source(LawSampler::prepare(Law::normal()).value(), RandomStream(7, "ends"));
        const SamplePlan plan{integrands, source, 200'000, 1, {0, 0}};
        Observer observer;
        Context context;
        context.store = &observer;
        const SampleTotals totals = run_simulation(plan, {"test", "test"}, context);
        CHECK(SimulationState::read_kept(observer.state.value(), plan).totals == totals);
    }
}
