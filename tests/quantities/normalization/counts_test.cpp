// Normalisation layers: ranks and other exact numbers, running statistics, errors of numerical Jacobians,
// sizes from 1 to 10^9, and calls that make no sense.

#include "tests/support/answers.hpp"

#include <array>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/normalization/layer.hpp>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr const char* proving = "closed_form,recursion,dual,arb_integral";

// By hand and by numpy 1.24.2; half-lives by mpmath 1.2.1.
constexpr std::array rows = {
    Reference{"norm.statistics_count(layer_norm, 8, 768, length=128)", "768.0"},
    Reference{"norm.statistics_count(batch_norm, 8, 64, height=14, width=7)", "784.0"},
    Reference{"norm.statistics_count(instance_norm, 8, 64, height=14, width=7)", "98.0"},
    Reference{"norm.statistics_count(group_norm, 8, 64, height=14, width=7, groups=16)", "392.0"},
    Reference{"norm.statistics_count(demodulation, 8, 64, height=3, width=3)", "576.0"},
    Reference{"norm.statistics_count(partial_rms_norm, 8, 100, length=9)", "7.0"},
    Reference{"norm.statistics_count(z_score, 150, 4)", "150.0"},
    Reference{"norm.unbiased_ratio(32)", "1.03225806451612903225806451612903226"},
    Reference{"norm.output_second_moment(0.25, 0.001)", "0.996015936254980079681274900398406375"},
    Reference{"norm.running_mean_weight(0.99, 100)", "0.366032341273229504930616026573"},
    Reference{"norm.running_mean_weight(0.1, 7, pytorch)", "0.4782969"},
    Reference{"norm.running_mean_weight(0, 0)", "1.0"},
    Reference{"optimizer.running_half_life(0.99)", "68.9675639365284932961551019428762"},
    Reference{"optimizer.running_half_life(0.1, pytorch)", "6.57881347896058378308955159725"},
    Reference{"optimizer.running_half_life(1e-9)", "0.0334477772959979105793043216360"},
    Reference{"optimizer.running_half_life(sqrt(0.5))", "2.0"},
    Reference{"optimizer.running_variance_factor(0.99)", "0.00502512562814070351758793969849246"},
    Reference{"optimizer.running_variance_factor(0)", "1.0"},
    Reference{"optimizer.gradient_descent_rate(10)", "0.818181818181818181818181818181818182"},
    Reference{"optimizer.gradient_descent_rate(1)", "0.0"}};

Result of(const std::string& call, const std::string& methods = proving) { return ask(call, 30, methods); }

/// The scheme in its plain form, against the Jacobian's formula in long double.
double naive_error(double step, double epsilon) {
    constexpr std::size_t n = 12;
    std::array<double, n> x{};
    RandomStream(7, "norm.jacobian_error").fill_normals(0, x);
    const auto rms = [&] {
        double sum = 0;
        for (const double one : x) sum += one * one;
        return std::sqrt(sum / n + epsilon);
    };
    long double squares = epsilon, wrong = 0, all = 0;
    for (const double one : x) squares += static_cast<long double>(one) * one / n;
    const std::array<double, n> at = x;
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = 0; i < n; ++i) {
            x[j] = at[j] + step;
            const double ahead = x[i] / rms();
            x[j] = at[j] - step;
            const double back = x[i] / rms();
            x[j] = at[j];
            const long double product = static_cast<long double>(at[i]) * at[j] / (n * squares);
            const long double exact = ((i == j ? 1 : 0) - product) / std::sqrt(squares);
            wrong += std::pow((ahead - back) / (2 * step) - exact, 2.0L);
            all += exact * exact;
        }
    }
    return static_cast<double>(std::sqrt(wrong / all));
}

double error(const std::string& scheme_and_step, const std::string& layer = "rms_norm") {
    return *of("norm.jacobian_error(" + layer + ", 12, " + scheme_and_step + ", epsilon=1e-3, seed=7)")
                .value();
}

}  // namespace

TEST_CASE("every quantity has its reference value by two proofs") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(
        answers::matches(of("optimizer.running_half_life(0.9, pytorch)"), answers::printed(rows[13].value)));
    CHECK_FALSE(answers::matches(of("norm.statistics_count(layer_norm, 768, 8, length=128)"), Ball(768)));
    CHECK_FALSE(answers::matches(of("norm.running_mean_weight(0.99, 101)"), answers::printed(rows[9].value)));
}

TEST_CASE("ranks by elimination, by what is left of it, and counted") {
    for (const NormLayer& layer : norm_layers()) {
        const bool centred = layer.rule.centre != NormCentre::none;
        for (const std::int64_t dim : {2, 3, 17, 40, 41, 1000}) {
            for (const bool has_epsilon : {false, true}) {
                const std::string call = "norm.jacobian_rank(" + std::string(layer.name) + ", " +
                                         std::to_string(dim) + (has_epsilon ? ", 0.1, 1)" : ")");
                CAPTURE(call);
                const bool keeps = has_epsilon && layer.name != "l2_norm";  // a floor below the length
                const Result result = of(call);
                CHECK(answers::enclosures(result.evidence()) == 2);
                CHECK(answers::matches(result, Ball(dim - (centred ? 1 : 0) - (keeps ? 0 : 1))));
            }
        }
    }
    CHECK(of("norm.jacobian_rank(l2_norm, 17, 5)").decimal() == "17");  // a floor above the length
    CHECK(of("norm.jacobian_rank(rms_norm, 1000001)", "recursion").status() == Status::unable);
    CHECK(of("norm.jacobian_rank(rms_norm, 9, pi)", "recursion").status() == Status::unable);
}

TEST_CASE("from one entry to a thousand million") {
    for (const char* call :
         {"norm.jacobian_norm(rms_norm, 1000000000, epsilon=1e-6)",
          "norm.jacobian_norm(partial_rms_norm, 1e9)", "norm.jacobian_norm(rms_norm, 1, epsilon=1)",
          "norm.jacobian_norm(partial_rms_norm, 1, epsilon=1)",
          "norm.jacobian_norm(layer_norm, 2, epsilon=1e-5)", "norm.mean_jacobian_norm(rms_norm, 1000000)",
          "norm.mean_jacobian_norm(layer_norm, 1e5, epsilon=0.1)",
          "norm.mean_jacobian_norm(rms_norm, 1, 1, 0.5)", "norm.diagonal_share(layer_norm, 1000000)",
          "norm.partial_rms_std(1000000)"}) {
        CAPTURE(call);
        const Result result = of(call);
        CHECK(answers::enclosures(result.evidence()) >= 2);
        CHECK(answers::disagreement(result) == "");
    }
    CHECK(answers::disagreement(ask("norm.jacobian_norm(layer_norm, 768, epsilon=1e-5)", 1000, proving)) ==
          "");
    CHECK(ask("norm.jacobian_norm(layer_norm, 768, epsilon=1e-5)", 1000, proving).decimal().size() > 990);
}

TEST_CASE("errors of numerical Jacobians are those of the program that makes them") {
    for (const double step : {0.25, 0x1p-10, 0x1p-20, 0x1p-36}) {
        const double found = error("central, 2^" + std::to_string(std::ilogb(step)));
        CHECK(std::fabs(found / naive_error(step, 1e-3) - 1) < 1e-4);
    }
    // The V: truncation falls like h, h^2, h^8; rounding rises like 1/h; complex steps, duals: neither.
    CHECK(error("forward, 2^-8") / error("forward, 2^-9") == doctest::Approx(2).epsilon(0.02));
    CHECK(error("central, 2^-8") / error("central, 2^-9") == doctest::Approx(4).epsilon(0.02));
    CHECK(error("richardson, 2^0") / error("richardson, 2^-1") > 60);
    CHECK(error("central, 2^-40") / error("central, 2^-30") > 200);
    CHECK(error("complex_step, 2^-8") / error("complex_step, 2^-9") == doctest::Approx(4).epsilon(0.02));
    for (const char* layer : {"rms_norm", "layer_norm", "l2_norm", "min_max", "partial_rms_norm"}) {
        CHECK(error("forward", layer) < 1e-6);
        CHECK(error("central", layer) < 1e-9);
        // A large step goes past the next to largest entry, where max has a kink.
        if (std::string(layer) != "min_max") CHECK(error("richardson", layer) < 1e-11);
        CHECK(error("complex_step", layer) < 5e-16);
        CHECK(error("dual", layer) < 5e-16);
        CHECK(answers::disagreement(of("norm.jacobian_error(" + std::string(layer) + ", 12)")) == "");
    }
}

TEST_CASE("a layer goes by what frameworks call it, where they mean the same rule") {
    const auto text = [](const std::string& layer) {
        return of("norm.output(" + layer + ", [1, 2, 4], 2, 1e-3)").decimal();
    };
    const std::array<std::array<const char*, 2>, 5> names = {{{"rmsnorm", "rms_norm"},
                                                              {"LlamaRMSNorm", "rms_norm"},
                                                              {"LayerNorm", "layer_norm"},
                                                              {"BatchNorm1d", "batch_norm"},
                                                              {"zscore", "z_score"}}};
    for (const auto& row : names) CHECK_MESSAGE(text(row[0]) == text(row[1]), row[0]);
    CHECK(text("rmsnorm") != text("layernorm"));
    // pandas' std divides by n - 1; the diagonal share of min_max depends on the input.
    CHECK(answers::complains("norm.output(std, [1, 2], 0)", "'layer' must be one of"));
    CHECK(answers::complains("norm.diagonal_share(minmax, 8)", "'layer' must be one of"));
}

TEST_CASE("calls that make no sense are refused") {
    const std::array<std::array<const char*, 2>, 31> refused = {{
        {"norm.output(layer_norm, [1, 2], 2)", "index must be at most 1, not 2: x has 2 entries"},
        {"norm.output(layer_norm, [1, 2], -1)", "index must be at least 0, not -1"},
        {"norm.output(layer_norm, [1, inf], 0)", "x must be finite"},
        {"norm.output(layer_norm, [], 0)", "'x' is an empty list"},
        {"norm.output(layer_norm, [1, 2], 0, -1e-5)", "epsilon must be at least 0, not -1"},
        {"norm.output(layer_norm, [1, 2], 0, inf)", "epsilon must be finite"},
        {"norm.output(layer_norm, [1, 2, 3], 0, weight=[1, 2])", "one for each of the 3 entries of x, not 2"},
        {"norm.output(rms_norm, [1, 2], 0, correction=1)", "rms_norm does not use 'correction'"},
        {"norm.output(layer_norm, [1, 2], 0, correction=2)", "correction must be from 0 to 1, not 2"},
        {"norm.output(rms_norm, [1, 2], 0, share=0.5)", "rms_norm does not use 'share'"},
        {"norm.output(partial_rms_norm, [1, 2], 0, count=3)", "count must be at most 2, the number of"},
        {"norm.partial_rms_std(count=0)", "count must be at least 1, not 0"},
        {"norm.output(partial_rms_norm, [1, 2], 0, share=1.5)", "share must be in (0, 1], not "},
        {"norm.output(partial_rms_norm, [1, 2], 0, share=0.5, count=1)", "'count' and 'share' mean the same"},
        {"norm.output(power_norm, [1, 2], 0)", "'layer' must be one of layer_norm, rms_norm"},
        {"norm.jacobian(layer_norm, [1, 2], 0, 2)", "column must be at most 1, not 2"},
        {"norm.gradient(layer_norm, [1, 2], [1, 2, 3], 0)", "dy must have as many entries as x, 2, not 3"},
        {"norm.gradient(layer_norm, [1, 2], [1, inf], 0)", "dy must be finite"},
        {"norm.jacobian_norm(min_max, 8)", "give the entries as x=[…]"},
        {"norm.jacobian_norm(layer_norm)", "give dim=, or the input itself as x=[…]"},
        {"norm.jacobian_norm(layer_norm, 3, x=[1, 2, 3])", "'x' defines dim and rms"},
        {"norm.jacobian_norm(layer_norm, 8, -1)", "rms must be at least 0"},
        {"norm.jacobian_rank(layer_norm, 0)", "dim must be from 1 to 10^9, not 0"},
        {"norm.spectrum(layer_norm, 8, 9)", "index <= dim is required, not 9 and 8"},
        {"norm.mean_jacobian_norm(l2_norm, 8, 1, 1e-5)", "epsilon must be 0 for l2_norm"},
        {"norm.statistics_count(batch_norm, batch=0)", "batch must be from 1 to 10^9, not 0"},
        {"norm.statistics_count(group_norm, channels=10, groups=4)",
         "groups must divide channels = 10, not 4"},
        {"norm.statistics_count(layer_norm, channels=8, groups=4)", "layer_norm does not use 'groups'"},
        {"norm.jacobian_error(rms_norm, 257)", "dim must be from 1 to 256"},
        {"optimizer.running_half_life(1.5)", "momentum must be from 0 to 1"},
        {"optimizer.gradient_descent_rate(0.5)", "condition must be at least 1"},
    }};
    for (const auto& [call, words] : refused) CHECK(answers::complains(call, words));
    for (const char* slow :
         {"optimizer.running_variance_factor(1 - 1e-9)", "optimizer.adam_noise_rms(1 - 1e-9)"}) {
        CHECK(answers::status(slow, "recursion") == "unable");  // immediately, not after 2^20 steps
        CHECK(answers::status(slow) == "ok");
    }
    CHECK(answers::status("optimizer.running_half_life(1)") == "domain");
    CHECK(answers::status("optimizer.running_half_life(0)") == "domain");
    CHECK(answers::status("optimizer.running_variance_factor(1)") == "domain");
}
