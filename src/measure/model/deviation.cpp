#include "measure/model/deviation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/digit.hpp"
#include "core/base/words.hpp"
#include "measure/weights/claim.hpp"

namespace sigprop {
namespace {

struct Factor {
    double value;
    std::string text;
    bool says_why = true;  ///< else it is a number that many mistakes have in common
};

double number_of(const std::vector<ModelSize>& sizes, const char* name) {
    const auto found = std::ranges::find(sizes, std::string(name), &ModelSize::name);
    constexpr std::size_t max_digits = 12;
    const bool is_whole =
        found != sizes.end() && is_digits(found->value) && found->value.size() <= max_digits;
    return is_whole ? std::stod(found->value) : 0;
}

std::vector<Factor> factors_of(const ModelPart& part, double std, bool by_depth, const ModelScan& scan,
                               const std::vector<ModelSize>& sizes) {
    const auto layers = static_cast<double>(scan.layers);
    const bool writes = part.role.role == "attention_output" || part.role.role == "hidden_output";
    std::vector<Factor> factors;
    const auto add = [&](double value, std::string text, bool says_why = true) {
        if (value > 0 && std::isfinite(value) && std::abs(std::log(value)) > 1e-3)
            factors.push_back({value, std::move(text), says_why});
    };
    if (writes && layers > 0) {
        add(1 / std::sqrt(2 * layers),
            fmt::format("1/sqrt(2N) for N = {} layers: the residual scaling is applied once too often",
                        layers));
    }
    if (writes && layers > 0 && by_depth) {  // what no law asks for cannot be missing
        add(std::sqrt(2 * layers),
            fmt::format("sqrt(2N) for N = {} layers: the residual scaling 1/sqrt(2N) is missing", layers));
        add(std::sqrt(2.0),
            "sqrt(2): a residual scaling by the number of blocks, although each block has two additions?");
        if (part.layer) {
            const auto number = static_cast<double>(*part.layer + 1);
            add(std::sqrt(layers / number),
                "the residual scaling of the layer's own number, 1/sqrt(2 (layer + 1))");
        }
    }
    constexpr double cut = 0.87962566103423978;  // std of a normal cut at ±2
    add(std::sqrt(2.0), "sqrt(2), the gain of ReLU");
    add(1 / std::sqrt(2.0), "1/sqrt(2)", false);
    add(cut, "0.8796, the std of a normal truncated at ±2: the truncation is not corrected");
    add(1 / cut, "1/0.8796: a correction for a truncation at ±2 that should not be there, or is missing");
    add(5.0 / 3, "5/3, the gain of tanh");
    add(std::sqrt(3.0), "sqrt(3): half the width of a uniform law taken as its std?");
    add(1 / std::sqrt(3.0), "1/sqrt(3): the std taken as half the width of a uniform law?");
    add(std, "the std itself: a variance given as std");
    add(1 / std::sqrt(std), "1/sqrt(std): the std taken as variance");
    if (part.fans.in > 0 && part.fans.out > 0) {
        add(std::sqrt(part.fans.in / part.fans.out), "sqrt(fan_in/fan_out): fan_out taken for fan_in");
        add(std::sqrt(2 * part.fans.in / (part.fans.in + part.fans.out)),
            "fan_in + fan_out taken for 2 fan_in");
        if (part.whole_fans.out > 0)
            add(std::sqrt((part.fans.in + part.fans.out) / (part.whole_fans.in + part.whole_fans.out)),
                "the fans of the fused tensor");
        add(std::sqrt((part.fans.in + part.fans.out) / (part.fans.in + 3 * part.fans.out)),
            "the fans of a fused query, key and value");
    }
    const double heads = number_of(sizes, "heads");
    const double d_model = number_of(sizes, "d_model");
    if (heads > 0 && d_model > 0) {
        add(std::sqrt(d_model / heads),
            "the square root of a head's width: the scaling of the query is missing");
        add(std::sqrt(heads / d_model), "1/sqrt of a head's width");
    }
    if (const double kv = number_of(sizes, "kv_heads"); kv > 0 && heads > 0)
        add(std::sqrt(kv / heads), "the square root of kv_heads/heads");
    if (const double base = number_of(sizes, "base_width"); base > 0 && d_model > 0) {
        add(std::sqrt(d_model / base),
            "the square root of width/base_width: muP's scaling by the width is missing");
        add(d_model / base, "width/base_width: muP's scaling by the width is missing");
    }
    add(2, "2", false);
    add(0.5, "1/2", false);
    return factors;
}

double expected_std(const ExpectedLaw& expected) {
    if (expected.form == TensorLaw::constant) return 0;
    return expected.law.realised_std > 0 ? expected.law.realised_std : moments_of(expected.law, 0).std;
}

/// The factor between what is and what should be, and up to two causes; 0 where they do not differ.
struct Ratio {
    double value = 0;
    std::vector<std::string> causes;
};

Ratio ratio_of(const ModelPart& part, const Difference& expected, const ModelScan& scan,
               const std::vector<ModelSize>& sizes) {
    const WeightStatistics& found = part.statistics();
    const double std = expected_std(expected.law);
    if (!(std > 0) || !(found.std > 0)) return {};
    const double ratio = found.std / std;
    const double error = accepted_errors * found.standard_error / found.std;
    if (std::abs(ratio - 1) <= error) return {};
    // The nearest first; of equally near ones what this model's own sizes say before what is said of any.
    const auto distance = [&](const Factor& one) { return std::abs(ratio / one.value - 1); };
    std::vector<Factor> near = factors_of(part, std, expected.by_depth, scan, sizes);
    std::erase_if(near, [&](const Factor& one) { return distance(one) > error; });
    std::ranges::stable_sort(near, {}, distance);
    // A number alone adds nothing to a cause that is as near.
    if (std::ranges::any_of(near, &Factor::says_why)) std::erase_if(near, std::not_fn(&Factor::says_why));
    constexpr std::size_t most = 2;
    Ratio named{ratio, {}};
    for (Factor& one : near)
        if (named.causes.size() < most) named.causes.push_back(std::move(one.text));
    return named;
}

std::string ratio_text(const ModelPart& part, const Difference& expected, const ModelScan& scan,
                       const std::vector<ModelSize>& sizes) {
    const Ratio ratio = ratio_of(part, expected, scan, sizes);
    if (ratio.value == 0) return "";
    return fmt::format("its std is {} times the expected one{}{}", number_text(ratio.value),
                       ratio.causes.empty() ? "" : ": ", joined(ratio.causes, "; or "));
}

std::string looks_text(const ModelPart& part, const ExpectedLaw& expected) {
    if (!is_informative(part.seen)) return "";
    std::vector<std::string> names;
    if (expected.form != TensorLaw::constant) {
        ClaimedLaw claimed;
        claimed.law = expected.law;
        claimed.layout = part.layout;
        if (expected.form == TensorLaw::truncated_normal) {
            claimed.has_limits = true;
            claimed.upper = expected.law.upper / expected.law.std;
            claimed.lower = -claimed.upper;
        }
        names = look_alikes(claimed, part.seen.shape, part.statistics(), part.rounding());
    }
    if (!part.likely.empty()) {
        // "a normal of std 0.02 (BERT, GPT-2)" says no more than "a normal of std 0.02".
        const std::string& likely = part.likely.front().name;
        std::erase_if(names, [&](const std::string& name) {
            return name == likely || name.starts_with(likely + " (");
        });
        names.insert(names.begin(), likely);
    }
    if (names.empty()) return part.law.is_fresh() ? "it is " + part.law.text : "";
    std::string text = "it looks like " + names[0];
    if (names.size() > 1) text += "; or " + names[1];
    return text;
}

}  // namespace

bool is_torch_default(const ModelPart& part) {
    const WeightStatistics& found = part.statistics();
    if (!is_informative(part.seen) || !(found.std > 0)) return false;
    const bool table = part.role.role == "embedding" || part.role.role == "position";
    if (!table && !(part.fans.in > 0)) return false;
    const double std = table ? 1 : 1 / std::sqrt(3 * part.fans.in);
    const SeenLaw::Form form = table ? SeenLaw::Form::normal : SeenLaw::Form::uniform;
    return part.law.form == form &&
           std::abs(found.std / std - 1) <= accepted_errors * found.standard_error / found.std;
}

std::string deviation_cause(const ModelPart& part, const Difference& expected, const ModelScan& scan,
                            const std::vector<ModelSize>& sizes) {
    const Ratio ratio = ratio_of(part, expected, scan, sizes);
    return ratio.causes.empty() ? "" : ratio.causes.front();
}

FoundDefaults defaults_in(const ModelScan& scan, const ModelExpectation& expected) {
    FoundDefaults found;
    for (const std::size_t i : expected.random) {
        if (!is_informative(scan.parts[i].seen)) continue;
        ++found.random;
        if (expected.difference(i) != nullptr && is_torch_default(scan.parts[i])) found.parts.push_back(i);
    }
    return found;
}

std::string deviation_text(const ModelPart& part, const Difference& expected, const ModelScan& scan,
                           const std::vector<ModelSize>& sizes) {
    const std::string ratio = ratio_text(part, expected, scan, sizes);
    const std::string looks = looks_text(part, expected.law);
    return ratio.empty() || looks.empty() ? ratio + looks : ratio + "; " + looks;
}

}  // namespace sigprop
