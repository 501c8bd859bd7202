// --budget holds within a second for everything that takes long: quantities of every theme whose time goes
// into products of many digits, series of functions, searches, tables, networks, samples, and long lists of
// work.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"
#include "tests/support/share.hpp"

using cli::tool;

namespace {

struct Slow {
    const char* expression;
    const char* digits = "30";
    const char* methods = "*";
};

const std::vector<Slow> slow_values = {
    {"activation.gain(mish)", "10000"},
    {"activation.mean(\"tanh(x)*sin(50*x)\")", "3000"},
    {"activation.second_moment(mish, mean=1)", "10000"},
    {"activation.linear_share(softplus, std=100, mean=30)", "3000"},
    {"activation.variance_gain(\"x*sigmoid(1.702*x)*cos(x)\")", "5000"},
    {"activation.chi_ratio(mish)", "5000"},
    {"activation.derivative_second_moment(gelu_tanh)", "5000"},
    {"activation.correlation(silu, 0.9999)", "3000"},
    {"activation.correlation(mish, 0.3)", "3000"},
    {"activation.unit_std(mish)", "3000"},
    {"activation.variance_map(mish, 2, 1.5)", "10000"},
    {"activation.q_fixed_point(tanh, 1.5, 0.05)", "2000"},
    {"activation.q_fixed_point_slope(mish, 1.5, 0.05)", "2000"},
    {"activation.chi_1(gelu, 1.5, 0.05)", "3000"},
    {"activation.lipschitz(\"tanh(sin(3*x))*cos(7*x)+x/100\")", "500"},
    {"activation.lipschitz(mish)", "10000"},
    {"activation.distance(gelu, gelu_tanh)", "5000"},
    {"activation.distance(mish, silu)", "5000"},
    {"activation.best_parameter(\"x*sigmoid(t*x)\", gelu)", "3000"},
    {"init.std(he, fan_in=768, activation=mish)", "10000"},
    {"activation.second_moment(gelu_tanh)", "10000"},
    {"residual.simulated_gradient_ratio(post_norm, layers=48, width=2048, block=transformer)"},
    {"residual.simulated_path_length_mean(pre_norm, sublayers=64, width=2048)"},
    {"residual.simulated_output_change(deep_norm, layers=48, width=1024, block=transformer, init=deepnorm, "
     "optimizer=adam)"},
    {"elementwise.excess_error(dyt, 100000)", "200"},
    {"elementwise.fit_alpha(100000)", "200"},
    {"elementwise.jacobian_mismatch(dyt, 100000)", "200"},
    {"elementwise.ode_residual(dyisru, 1, lower=1, upper=sqrt(2), f=\"softplus(max(x, sqrt(2)))\")", "60"},
    {"attention.entropy(100000, std=3)",
     "150"},  // at 200 one product of two columns takes more than a second on some machines
    {"attention.entropy(1000000000, std=5, mask=causal)", "100"},
    {"attention.participation_squared(1000000, std=4)", "100"},
    {"attention.max_weight(100000, std=4)", "60"},
    {"attention.fraction_above(1000000000, std=5, threshold=0.6)", "110"},
    {"attention.median_max_weight(1000000, std=9)", "100"},
    {"attention.gaussian_qk_entropy(100000, 64, 0.125)", "40"},
    {"attention.rule_score(log, 100000, std=4)", "200"},
    {"attention.entropy_drift(log, 100000, std=4)", "80"},
    {"attention.frozen_entropy(1/1000000)", "10000"},
    {"attention.mean_field_log_partition(1000000000, 1e9)", "10000"},
    {"attention.entropy(4096)", "30", "monte_carlo"},
    {"activation.second_moment(tanh)", "30", "quasi_monte_carlo"},
};

/// Lists of work, each of which takes far longer as a whole.
const std::vector<std::string> slow_lists[] = {
    {"sweep", "s + 1", "--over", "s=1:1000000:+1", "--quiet"},
    // fewer points: a million take 200 MB for the columns of all methods, whose pages alone cost some
    // machines a second
    {"sweep", "activation.gain(tanh, std=x)", "--over", "x=1:300000:+1", "--quiet"},
    {"sweep", "activation.mean(gelu)", "--over", "samples=1e6:1e9:x2", "--over", "seed=1:100:+1", "--methods",
     "monte_carlo"},
    {"sweep", "--shipped"},
    {"verify", "*", "--digits", "1000"},
};

constexpr double budget = 0.3;  // seconds
/// What a run may need beyond its budget: the shipped series need 0.2 s to be read and shown. How long that
/// takes with sanitizers, on a machine that computes something else beside, says nothing of what people run:
/// there a budget that is not kept ends in the test's own time limit, because all of these take minutes.
constexpr double tolerated = 1;

bool is_in_time(const cli::Run& run) { return cli::has_sanitizers || run.cpu_seconds < budget + tolerated; }

/// On one thread, so that the time of the processor is at most that of the clock, on a busy machine too. A
/// machine that others use now and then takes twice the time for the same work, which is no fault of the
/// budget: a run that took too long is repeated. A budget that is not kept is too late every time.
cli::Run run_with_budget(std::vector<std::string> words) {
    words.insert(words.end(), {"--budget", "0.3", "--threads", "1"});
    cli::Run run = tool(words);
    for (int repetition = 0; repetition < 3 && !is_in_time(run); ++repetition) run = tool(words);
    return run;
}

}  // namespace

TEST_CASE("what takes long ends in time, and says why it has no value") {
    REQUIRE(slow_values.size() + std::size(slow_lists) == 46);
    for (const Slow& one : sigprop::test::share_of(slow_values)) {
        CAPTURE(std::string(one.expression));
        const cli::Run run = run_with_budget(
            {"eval", one.expression, "--digits", one.digits, "--methods", one.methods, "--samples", "1e15"});
        CAPTURE(run.cpu_seconds);
        CHECK(is_in_time(run));
        CHECK(run.code == 3);
        CHECK(run.shows("the time allowed by --budget is over"));
    }
}

TEST_CASE("a long list of work ends in time") {
    for (const std::vector<std::string>& words : slow_lists) {
        CAPTURE(words[0] + " " + words[1]);
        const cli::Run run = run_with_budget(words);
        CAPTURE(run.cpu_seconds);
        CHECK(is_in_time(run));
        CHECK(run.code == 3);  // it did begin, and something has no value
    }
}
