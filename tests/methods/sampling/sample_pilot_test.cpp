// What separate samples say about an integrand: the same on all vector sets, and drawn once for each source.

#include "methods/sampling/sample_pilot.hpp"

#include <array>
#include <cmath>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <stdexcept>

#include "core/simd/target.hpp"
#include "methods/sampling/pilot_moments.hpp"
#include "tests/methods/sampling/observed_simulation.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

/// E exp z, with a skewness of 6.18.
struct Exponentials {
    std::array<Formula, 1> integrands = {exp(x)};
    RandomSource source{LawSampler::prepare(Law::normal()).value(), RandomStream(5, "pilot")};
    SamplePlan plan{integrands, source, std::uint64_t{1} << 18, 1, {0.1}};
};

SampleMeans means(std::uint64_t samples, int threads, Dtype dtype) {
    const Formula f = pow(sigmoid(x), 2);
    Context context;
    context.samples = samples;
    context.threads = threads;
    return monte_carlo_means({&f, 1}, Law::normal(), "pilot of " + std::to_string(threads), context, dtype);
}

}  // namespace

TEST_CASE("moments are those of a plain loop, and the same bits on every vector set") {
    std::array<double, 4096> values;
    RandomStream(1, "moments").fill_normals(0, values);
    for (double& value : values) value = std::exp(value);
    double mean = 0;
    for (const double value : values) mean += value / 4096;
    double square = 0;
    double cube = 0;
    double largest = 0;
    for (const double value : values) {
        const double d = value - mean;
        square += d * d / 4096;
        cube += d * d * d / 4096;
        largest = std::max(largest, d * d);
    }
    const double skewness = cube / std::pow(square, 1.5);
    std::array<double, 2> first{};
    for (const std::int64_t target : available_targets()) {
        choose_target(target);
        PilotMoments moments;
        for (std::size_t k = 0; k < values.size(); k += 1024) moments.add(std::span(values).subspan(k, 1024));
        const std::array<double, 2> found = {moments.skewness(), moments.largest_share()};
        CHECK(std::fabs(found[0] / skewness - 1) < 1e-12);
        if (target == available_targets().front()) first = found;
        CHECK(found == first);
        PilotMoments halves;  // the first batch, from which all differences are taken, is another one
        for (std::size_t k = 0; k < values.size(); k += 512) halves.add(std::span(values).subspan(k, 512));
        CHECK(std::fabs(halves.skewness() / skewness - 1) < 1e-12);
    }
    choose_target(0);
    PilotMoments whole;
    whole.add(values);
    CHECK(std::fabs(whole.largest_share() * 4096 * square / largest - 1) < 1e-12);
}

TEST_CASE("a pilot is drawn once for each source, whatever the number of samples") {
    const Exponentials own;
    const auto first = remembered_pilot("a source of this test", own.plan);
    CHECK(std::fabs(first->skewness[0] / 6.1849 - 1) < 0.25);
    SamplePlan longer = own.plan;
    longer.group_samples *= 2;
    CHECK(remembered_pilot("a source of this test", longer) == first);
    CHECK(remembered_pilot("another source", own.plan) != first);
    CHECK(remembered_pilot("another source", own.plan)->skewness == first->skewness);
    longer.group_samples = 32;  // fewer than rounding is estimated at
    CHECK(remembered_pilot("a source of this test", longer) != first);
}

TEST_CASE("a remembered pilot changes no result, nor do threads") {
    for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
        for (const int threads : {1, 2}) {
            const SampleMeans drawn = means(200'000, threads, dtype);
            static_cast<void>(means(1000, threads, dtype));
            const SampleMeans remembered = means(200'000, threads, dtype);
            CHECK(drawn.status == Status::ok);
            CHECK(drawn.means == remembered.means);
            CHECK(drawn.covariance == remembered.covariance);
        }
    }
    CHECK(means(200'000, 1, Dtype::float64).means != means(200'000, 1, Dtype::float32).means);
}

TEST_CASE("what is done beside a simulation is done once") {
    const Exponentials own;
    for (const int threads : {1, 2, 5}) {
        Context context;
        context.threads = threads;
        int calls = 0;
        const SampleTotals totals = run_simulation(own.plan, {"test", "test"}, context, [&] { ++calls; });
        CHECK(calls == 1);
        CHECK(totals == run_simulation(own.plan, {"test", "test"}, {}));
        const auto fails = [] { throw std::runtime_error("beside"); };
        CHECK_THROWS_WITH(static_cast<void>(run_simulation(own.plan, {"test", "test"}, context, fails)),
                          "beside");
    }
    Observer observer;
    SimulationState finished(own.plan);
    finished.finished.add({0, own.plan.batch_count()});
    observer.state = finished.text();
    Context context;
    context.store = &observer;
    int calls = 0;
    static_cast<void>(run_simulation(own.plan, {"test", "test"}, context, [&] { ++calls; }));
    CHECK(calls == 1);
}
