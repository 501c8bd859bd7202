// Monte Carlo against the peers: from a formula (which a user may have typed) to mean and standard error with
// exact sums, on one thread, against the tightest loop that each library allows, which computes no error.
// Each call draws 2^24 samples, ours from a new seed, so that its pilot is drawn, too. Ours is forced onto
// each vector set in turn. Small runs are held against a millisecond.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <stdexcept>

#include "core/simd/vector_target.hpp"

#include "core/simd/target.hpp"
#include "methods/softmax_sampling/samples.hpp"

#if SIGPROP_WITH_GSL
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#endif

namespace sigprop::bench {
namespace {

constexpr std::uint64_t samples = std::uint64_t{1} << 24;

using Work = std::function<void()>;

/// What our library estimates.
struct Estimate {
    std::string name;
    Formula integrand;
    Law law;
    double value;  ///< of its mean, to check that every program does the same work
    Dtype dtype = Dtype::float64;
};

void check(const std::string& who, double found, double expected, double tolerance) {
    if (!(std::fabs(found - expected) < tolerance)) {
        throw std::logic_error(who + " does not estimate what it should: " + std::to_string(found));
    }
}

/// One that no job has used: rows and pilots are remembered by their seed.
std::uint64_t new_seed() {
    static std::uint64_t last = 0;
    return ++last;
}

Work ours(const Estimate& job, std::int64_t target, int threads = 1, std::uint64_t count = samples) {
    const auto work = [job, threads, count] {
        Context context;
        context.samples = count;
        context.threads = threads;
        context.seed = new_seed();
        return monte_carlo_means({&job.integrand, 1}, job.law, "bench", context, job.dtype);
    };
    const SampleMeans once = work();
    if (once.status != Status::ok) throw std::logic_error(job.name + ": " + once.reason);
    check(job.name, once.means[0], job.value,
          6e-3 * std::sqrt(std::max(1.0, 0x1p20 / static_cast<double>(count))));
    return [work, target] {
        choose_target(target);
        benchmark::DoNotOptimize(work());
        choose_target(0);
    };
}

/// The loop of a library that gives one normal per call.
template <class Draw, class Value>
Work loop(Draw draw, Value value, double expected) {
    auto mean = [draw, value]() mutable {
        double sum = 0;
        double squares = 0;
        for (std::uint64_t i = 0; i < samples; ++i) {
            const double y = value(draw());
            sum += y;
            squares += y * y;
        }
        benchmark::DoNotOptimize(squares);
        return sum / static_cast<double>(samples);
    };
    auto shared = std::make_shared<decltype(mean)>(mean);
    check("a peer", (*shared)(), expected, 6e-3);
    return [shared] { benchmark::DoNotOptimize((*shared)()); };
}

constexpr auto itself = [](double x) { return x; };
constexpr auto squared = [](double x) { return x * x; };
constexpr auto squared_sigmoid = [](double x) {
    const double y = 1 / (1 + std::exp(-x));
    return y * y;
};

auto boost_normal() {
    return [engine = boost::random::mt19937_64(1),
            normal = boost::random::normal_distribution<double>()]() mutable { return normal(engine); };
}

auto boost_truncated() {
    return [normal = boost_normal()]() mutable {
        double x = normal();
        while (std::fabs(x) > 2) x = normal();
        return x;
    };
}

auto std_normal() {
    return [engine = std::mt19937_64(1), normal = std::normal_distribution<double>()]() mutable {
        return normal(engine);
    };
}

#if SIGPROP_WITH_GSL
auto gsl_normal() {
    const std::shared_ptr<gsl_rng> engine(gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_free);
    return [engine] { return gsl_ran_gaussian_ziggurat(engine.get(), 1); };
}
#endif

void a_millisecond() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (std::chrono::steady_clock::now() < end) {
    }
}

struct Target {
    std::int64_t number;
    bool wide;  ///< 512 bits: the goals differ
};

/// The two widest on this machine; the baseline is for correctness, not for speed.
std::vector<Target> targets() {
    std::vector<Target> all;
    for (const std::int64_t number : available_targets()) {
        choose_target(number);
        const std::string_view name = vector_target_name();
        if (name != "baseline") all.push_back({number, name == "avx512"});
    }
    choose_target(0);
    return all;
}

class Rows {
public:
    Rows(Estimate job, std::int64_t target) : job_(std::move(job)), target_(target) {
        choose_target(target);
        suffix_ = ", " + std::string(vector_target_name());
        choose_target(0);
    }
    void add(const std::string& peer, double goal, Work work) {
        jobs.push_back({job_.name + suffix_, peer, goal, ours(job_, target_), std::move(work)});
    }
    void add_python(const std::string& library, const std::string& work, double goal) {
        add(library, goal, [library, work] { benchmark::DoNotOptimize(run_python(library, work, samples)); });
        jobs.back().needs_python = true;
    }
    std::vector<Job> jobs;

private:
    Estimate job_;
    std::int64_t target_;
    std::string suffix_;
};

/// The mean entropy of rows of 4,096 iid logits, drawn anew in every call.
Job entropy_job(const Target& target) {
    choose_target(target.number);
    const std::string name = "entropy of iid logits, f32, " + std::string(vector_target_name());
    choose_target(0);
    const auto mean = [] {
        Context context;
        context.samples = samples;
        context.seed = new_seed();
        return sampled_row_mean(RowStatistic::entropy, {LogitLaw::normal(1), 4096}, context);
    };
    constexpr double expected = 7.818218977426;
    check(name, mean().value.to_double(), expected, 6e-3);
    const auto ours = [mean, number = target.number] {
        choose_target(number);
        benchmark::DoNotOptimize(mean());
        choose_target(0);
    };
    const auto peer = [] { check("torch", run_python("torch", "entropy", samples), expected, 6e-3); };
    return {name, "torch", target.wide ? 5.0 : 2.2, ours, peer, true};
}

}  // namespace

std::vector<Job> sampling_jobs() {
    const Formula x = Formula::variable();
    const Estimate moments{"mean and variance of normals, f64", x, Law::normal(), 0};
    const Estimate sigmoids{"E sigmoid^2, f64", pow(sigmoid(x), 2), Law::normal(), 0.29337903585809296};
    const Estimate single{"E sigmoid^2, f32", pow(sigmoid(x), 2), Law::normal(), 0.29337903585809296,
                          Dtype::float32};
    const Estimate truncated{"normal truncated at 2, f64", pow(x, 2), Law::truncated_normal(-2, 2),
                             0.77374130354992325};
    std::vector<Job> jobs;
    const auto take = [&jobs](Rows rows) {
        for (Job& job : rows.jobs) jobs.push_back(std::move(job));
    };
    for (const Target& target : targets()) {
        Rows normal(moments, target.number);
        normal.add("Boost ziggurat", target.wide ? 4 : 1.5, loop(boost_normal(), itself, 0));
        if (target.wide) {
#if SIGPROP_WITH_GSL
            normal.add("GSL ziggurat", 4, loop(gsl_normal(), itself, 0));
#endif
            normal.add("std::normal_distribution", 8, loop(std_normal(), itself, 0));
            normal.add_python("numpy", "moments", 8);
            normal.add_python("torch", "moments", 8);
        }
        take(std::move(normal));
        Rows sigmoid(sigmoids, target.number);
        sigmoid.add("Boost ziggurat", target.wide ? 4.5 : 2,
                    loop(boost_normal(), squared_sigmoid, sigmoids.value));
        if (target.wide) sigmoid.add_python("numpy", "sigmoid", 4.5);
        take(std::move(sigmoid));
        Rows float32(single, target.number);
        float32.add_python("torch", "sigmoid_f32", target.wide ? 6 : 2.2);
        take(std::move(float32));
        jobs.push_back(entropy_job(target));
        if (!target.wide) continue;
        Rows limits(truncated, target.number);
        limits.add("Boost ziggurat, rejection", 4, loop(boost_truncated(), squared, truncated.value));
        limits.add_python("scipy", "truncated", 80);
        limits.add_python("torch", "truncated", 4);
        take(std::move(limits));
    }
    for (const int log2_count : {24, 22}) {
        const std::uint64_t count = std::uint64_t{1} << log2_count;
        jobs.push_back({"E sigmoid^2, f64, 2^" + std::to_string(log2_count) + ", two threads",
                        "ours on one thread", 1.8, ours(sigmoids, 0, 2, count), ours(sigmoids, 0, 1, count)});
    }
    for (const Estimate& small : {sigmoids, single, truncated}) {
        jobs.push_back({small.name + ", 2^17", "a millisecond", 1, ours(small, 0, 1, std::uint64_t{1} << 17),
                        a_millisecond});
    }
    return jobs;
}

}  // namespace sigprop::bench
