#include "models/network/network_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "models/network/network_streams.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_layers = std::uint64_t{1} << 16;
constexpr std::uint64_t max_width = std::uint64_t{1} << 16;
constexpr std::uint64_t max_hidden = std::uint64_t{1} << 20;
constexpr std::uint64_t max_tokens = std::uint64_t{1} << 24;
constexpr std::uint64_t max_networks = 1'000'000;

void check_range(const char* what, std::uint64_t value, std::uint64_t min, std::uint64_t max) {
    if (value >= min && value <= max) return;
    throw InputError::about({what}, fmt::format("{} must be {} to {}, not {}", what, min, max, value));
}

void check_finite(const char* what, double value) {
    if (!std::isfinite(value)) throw InputError::about({what}, fmt::format("{} must be finite", what));
}

void check_std(const char* what, double value) {
    check_finite(what, value);
    if (value < 0) throw InputError::about({what}, fmt::format("{} must be at least 0, not {}", what, value));
}

void check_sizes(const NetworkDesign& design, std::uint64_t networks) {
    check_range("networks", networks, 2, max_networks);
    check_range("sublayers", design.steps.size(), 1, max_layers);
    check_range("width", design.width, 2, max_width);
    check_range("sequences", design.sequences, 1, max_tokens);
    check_range("length", design.length, 1, max_tokens);
    check_range("hidden_width", design.hidden_width, 0, max_hidden);
    if (design.heads == 0 || design.width % design.heads != 0) {
        throw InputError::about(
            {"heads", "width"},
            fmt::format("heads must divide width: {} does not divide {}", design.heads, design.width));
    }
    if (design.gated && design.block == BlockKind::linear) {
        throw InputError::about(
            {"gated", "block"},
            "only block=mlp and block=transformer can be gated: a linear branch has no hidden features");
    }
    if (design.norm.kind == NormKind::layer_norm && design.width < 3) {
        throw InputError::about({"width"},
                                "layer_norm of 2 features keeps only their sign: width must be 3 or more");
    }
}

void check_numbers(const NetworkDesign& design) {
    for (const ResidualStep<double>& step : design.steps) {
        check_finite("input_scale", step.input_scale);
        check_finite("skip", step.skip);
        check_finite("branch", step.branch);
    }
    check_std("stds.linear", design.stds.linear);
    check_std("stds.query_key", design.stds.query_key);
    check_std("stds.value", design.stds.value);
    check_std("stds.attention_output", design.stds.attention_output);
    check_std("stds.hidden", design.stds.hidden);
    check_std("stds.hidden_output", design.stds.hidden_output);
    check_std("stds.up", design.stds.up);
    check_std("norm.epsilon", design.norm.epsilon);
    const WeightMultipliers& multipliers = design.multipliers;
    for (const double one :
         {multipliers.linear, multipliers.query, multipliers.key, multipliers.value,
          multipliers.attention_output, multipliers.hidden, multipliers.hidden_output, multipliers.up}) {
        if (!(one > 0) || !std::isfinite(one)) {
            throw InputError::about(
                {"multipliers"},
                fmt::format("the multiplier of a weight matrix must be positive and finite, not {}", one));
        }
    }
    if (!(design.input_square > 0) || !std::isfinite(design.input_square)) {
        throw InputError::about(
            {"input_square"},
            fmt::format("input_square must be positive and finite, not {}", design.input_square));
    }
    if (!(design.token_correlation >= 0 && design.token_correlation <= 1)) {
        throw InputError::about({"token_correlation"}, fmt::format("token_correlation must be 0 to 1, not {}",
                                                                   design.token_correlation));
    }
    if (design.step_rate) check_finite("step_rate", *design.step_rate);
    if (design.activation.variable_count() > 1) {
        throw InputError::about(
            {"activation"}, "an activation must be a function of x only, not " + design.activation.text());
    }
    static_cast<void>(WeightMatrix(design.weight_law, 1, {1, 1}, RandomStream(0, 0)));
}

void check_wanted(const NetworkDesign& design, const std::set<Observable>& wanted) {
    const auto wants = [&](Observable what) { return wanted.count(what) != 0; };
    if (wants(Observable::token_similarity) && design.length < 2) {
        throw InputError::about({"length"}, "the similarity of tokens needs sequences of length 2 or more");
    }
    if ((wants(Observable::attention_entropy) || wants(Observable::score_second_moment)) &&
        design.block != BlockKind::transformer) {
        throw InputError::about({"block"}, "only block=transformer has attention");
    }
    if (wants(Observable::path_share) &&
        (design.block != BlockKind::linear || design.sequences * design.length != 1)) {
        throw InputError::about({"block", "sequences", "length"},
                                "path shares can be measured only with block=linear and one token");
    }
    if ((wants(Observable::output_change_sgd) || wants(Observable::output_change_adam)) &&
        !design.step_rate) {
        throw InputError::about({"step_rate"},
                                "step_rate is missing: the change of the output after a step needs it");
    }
}

void check_cost(const NetworkDesign& design, const std::set<Observable>& wanted, std::uint64_t networks) {
    constexpr double gigabyte = 1e9;
    constexpr double max_work = 1e17;
    const double profiles = static_cast<double>(networks) * static_cast<double>(design.steps.size()) *
                            static_cast<double>(observable_count * sizeof(double));
    const double bytes = memory_of(design, wanted) + profiles;
    if (bytes > usable_memory()) {
        throw InputError(
            fmt::format("the simulation needs {:.1f} GB, which is more than {:.1f} GB, three quarters of the "
                        "memory of this machine: use fewer layers, tokens or networks, or a smaller width",
                        bytes / gigabyte, usable_memory() / gigabyte));
    }
    const double work = work_of(design, wanted, networks);
    if (work > max_work) {
        throw InputError(
            fmt::format("the simulation needs {:.1e} multiply-adds, which is more than {:.0e}: use fewer "
                        "layers, tokens or networks, or a smaller width",
                        work, max_work));
    }
}

}  // namespace

void check_design(const NetworkDesign& design, const std::set<Observable>& wanted, std::uint64_t networks) {
    check_sizes(design, networks);
    check_numbers(design);
    check_wanted(design, wanted);
    check_cost(design, wanted, networks);
}

std::string identity_of(const NetworkDesign& design) {
    std::string text = fmt::format(
        "block {} norm {} {} width {} {} heads {} {} {} tokens {} {} {:a} {:a} double {} law {} stds {:a} "
        "{:a} {:a} {:a} {:a} {:a} activation {}",
        static_cast<int>(design.block), static_cast<int>(design.norm.kind), design.final_norm, design.width,
        design.hidden_width, design.heads, design.causal, design.adds_scores, design.sequences, design.length,
        design.input_square, design.token_correlation, design.double_precision, design.weight_law.text(),
        design.stds.linear, design.stds.query_key, design.stds.value, design.stds.attention_output,
        design.stds.hidden, design.stds.hidden_output, design.activation.text());
    const WeightMultipliers& by = design.multipliers;
    text += fmt::format(" multipliers {:a} {:a} {:a} {:a} {:a} {:a} {:a}", by.linear, by.query, by.key,
                        by.value, by.attention_output, by.hidden, by.hidden_output);
    if (design.gated) text += fmt::format(" gated {:a} {:a}", design.stds.up, by.up);
    if (design.norm.epsilon != 0) text += fmt::format(" epsilon {:a}", design.norm.epsilon);
    if (design.step_rate) text += fmt::format(" rate {:a}", *design.step_rate);
    // A step, and how many equal ones follow it.
    for (auto first = design.steps.begin(); first != design.steps.end();) {
        const auto differs = [&](const ResidualStep<double>& step) { return !(step == *first); };
        const auto last = std::find_if(first, design.steps.end(), differs);
        text += fmt::format("\n{} steps {:d}{:d}{:d} {:a} {:a} {:a}", last - first, first->normalises_input,
                            first->normalises_branch, first->normalises_sum, first->input_scale, first->skip,
                            first->branch);
        first = last;
    }
    return text;
}

}  // namespace sigprop
