#include "measure/weights/origin.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "measure/weights/likelihood.hpp"
#include "measure/weights/shape_laws.hpp"

namespace sigprop {
namespace {

/// Mistakes when a uniform law should have this std: another law, or std and half-width confused.
void add_uniform_mistakes(std::vector<KnownLaw>& known, const ClaimedLaw& claimed) {
    const double std = claimed.law.std;
    const double limit = claimed.law.upper;
    const std::string text = number_text(std);
    const double corrected = std / moments_of(WeightLaw::truncated(1, 2), 0).std;
    known.push_back({"a normal of std " + text, WeightLaw::normal(std)});
    known.push_back({"a normal of std " + text + " truncated at ±2 std, not corrected",
                     WeightLaw::truncated(std, 2 * std)});
    known.push_back({"a normal truncated at ±2 std, corrected so that " + text + " is its std",
                     WeightLaw::truncated(corrected, 2 * corrected)});
    known.push_back({"a uniform law on ±" + text + ": the std used as half-width", WeightLaw::between(std)});
    known.push_back({"a uniform law on ±" + number_text(3 * std) + ": the half-width used as std",
                     WeightLaw::between(3 * std)});
    known.push_back({"a uniform law on [0, " + number_text(limit) + "], without its negative half",
                     {.uniform = true, .lower = 0, .upper = limit}});
    known.push_back({"a uniform law on [0, " + number_text(2 * limit) + "], not centred",
                     {.uniform = true, .lower = 0, .upper = 2 * limit}});
}

/// The limits as the other option of --limits reads them.
KnownLaw other_limits(const ClaimedLaw& claimed) {
    const bool relative = claimed.limits == LimitUnits::relative;
    const double unit = relative ? 1 : claimed.law.std;
    WeightLaw law = WeightLaw::normal(claimed.law.std);
    law.lower = claimed.lower * unit;
    law.upper = claimed.upper * unit;
    const std::string name = "a normal of std " + number_text(law.std) + " truncated to [" +
                             number_text(claimed.lower) + ", " + number_text(claimed.upper) + "]";
    return {relative ? name + ", with limits in units of the weights: try --limits absolute"
                     : name + " std, with limits in units of std: try --limits relative",
            law};
}

/// trunc_normal_ draws a uniform from the normal's cdf at the limits, doubled less 1, and then multiplies its
/// inverse erf by sqrt(2) std.
WeightLaw without_inverse_erf(const WeightLaw& law) {
    const double factor = std::sqrt(2.0);
    return {.uniform = true,
            .lower = factor * law.std * std::erf(law.lower / law.std / factor),
            .upper = factor * law.std * std::erf(law.upper / law.std / factor)};
}

/// Mistakes when a normal, truncated or not, should have this std.
void add_normal_mistakes(std::vector<KnownLaw>& known, const ClaimedLaw& claimed) {
    const double std = claimed.law.std;
    const std::string text = number_text(std);
    const bool two_sided =
        claimed.has_limits && std::isfinite(claimed.upper) && claimed.lower == -claimed.upper;
    const double units = claimed.limits == LimitUnits::relative ? std : 1;
    if (claimed.has_limits) {
        KnownLaw other = other_limits(claimed);
        // Limits that truncate nothing in the other units are told below.
        constexpr double far = 8;
        if (std::min(-other.law.lower, other.law.upper) < far * std) known.push_back(std::move(other));
        const double away = std::min(std::abs(claimed.lower), std::abs(claimed.upper)) / std;
        known.push_back(
            {"a normal of std " + text + " without truncation" +
                 (claimed.limits == LimitUnits::relative && away > 8
                      ? " (as absolute limits they are " + number_text(away, 3) + " std from the mean)"
                      : ""),
             WeightLaw::normal(std)});
    } else {
        known.push_back({"a normal of std " + text + " truncated at ±2 std, not corrected",
                         WeightLaw::truncated(std, 2 * std)});
        known.push_back({"a normal of std " + text + " truncated at ±3 std, not corrected",
                         WeightLaw::truncated(std, 3 * std)});
    }
    const WeightLaw uniform = without_inverse_erf(claimed.law);
    known.push_back({"a uniform law on [" + number_text(uniform.lower) + ", " + number_text(uniform.upper) +
                         "]: trunc_normal_ without its inverse erf, sqrt(2) std as half-width",
                     uniform});
    const double k = two_sided ? claimed.upper * units / std : 2;
    if (k < 8) {
        const double factor = moments_of(WeightLaw::truncated(1, k), 0).std;
        const std::string by = number_text(factor) + ", the std of ±" + number_text(k) + " std";
        known.push_back(
            {"a truncated normal whose std was divided by " + by + ", so that " + text + " is its std",
             WeightLaw::truncated(std / factor, k * std / factor)});
        known.push_back({"a truncated normal whose std was multiplied by " + by,
                         WeightLaw::truncated(std * factor, k * std * factor)});
    }
    known.push_back({"a uniform law of std " + text, WeightLaw::between(std::sqrt(3.0) * std)});
    known.push_back({"a uniform law on ±" + text, WeightLaw::between(std)});
}

/// Mistakes between the claimed numbers and the initialiser.
void add_mistakes(std::vector<KnownLaw>& known, const ClaimedLaw& claimed) {
    (claimed.law.uniform ? add_uniform_mistakes : add_normal_mistakes)(known, claimed);
    const double std = claimed.law.std;
    const std::string text = number_text(std);
    known.push_back({text + " used as a variance", claimed.law.scaled(1 / std::sqrt(std))});
    known.push_back({text + " squared: the variance used as std", claimed.law.scaled(std)});
}

/// 1/sqrt(2N) applied without being claimed, or claimed but not applied, if the std leaves one N.
void add_depth_scaling(std::vector<KnownLaw>& known, const ClaimedLaw& claimed,
                       const WeightStatistics& found) {
    if (!(found.std > 0)) return;
    const double expected = moments_of(claimed.law, 0).std;
    const bool applied = found.std < expected;
    const double ratio = applied ? expected / found.std : found.std / expected;
    const double blocks = std::round(ratio * ratio / 2);
    const double uncertainty = 2 * blocks * accepted_errors * found.standard_error / found.std;
    constexpr double max_blocks = 1000;
    constexpr double max_uncertainty = 0.2;
    // One block needs no scaling: a factor sqrt(2) has other causes.
    if (blocks < 2 || blocks > max_blocks || uncertainty > max_uncertainty) return;
    const double factor = std::sqrt(2 * blocks);
    const std::string name = "the depth scaling 1/sqrt(2N) with N = " + number_text(blocks) + " blocks " +
                             (applied ? "applied to the std " + number_text(claimed.law.std)
                                      : "not applied to the std " + number_text(claimed.law.std * factor));
    known.push_back({name, claimed.law.scaled(applied ? 1 / factor : factor)});
}

/// kaiming_uniform_ with the slopes of KANs, and SIREN's layers.
void add_uniform_rules(std::vector<KnownLaw>& known, double fan_in, const std::string& in) {
    for (const auto& [factor, text] : {std::pair{2.0, "2 sqrt(5)"}, std::pair{0.5, "sqrt(5)/2"},
                                       std::pair{3.0, "3 sqrt(5)"}, std::pair{5.0, "5 sqrt(5)"}}) {
        const double gain = 2 / (1 + 5 * factor * factor);  // squared
        known.push_back({std::string("kaiming_uniform_ with a = ") + text,
                         WeightLaw::between(std::sqrt(3 * gain / fan_in)),
                         "sqrt(2/(" + number_text(1 + 5 * factor * factor) + "*" + in + "))"});
    }
    known.push_back({"SIREN's hidden layer at omega 30, uniform ±sqrt(6/fan_in)/30",
                     WeightLaw::between(std::sqrt(6 / fan_in) / 30), "sqrt(2/" + in + ")/30"});
    known.push_back(
        {"SIREN's first layer, uniform ±1/fan_in", WeightLaw::between(1 / fan_in), "1/(sqrt(3)*" + in + ")"});
}

void add_schemes(std::vector<KnownLaw>& known, const Fans& fans) {
    if (fans.in > 0 && fans.out > 0) {
        const std::string in = number_text(fans.in, 15);
        const std::string out = number_text(fans.out, 15);
        known.push_back({"the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)",
                         WeightLaw::between(1 / std::sqrt(fans.in)), "1/sqrt(3*" + in + ")"});
        add_scheme(known, "xavier", "2/(" + in + " + " + out + ")", 2 / (fans.in + fans.out));
        add_scheme(known, "kaiming (gain sqrt(2), fan_in)", "2/" + in, 2 / fans.in);
        add_scheme(known, "lecun", "1/" + in, 1 / fans.in);
        add_scheme(known, "kaiming (gain sqrt(2), fan_out)", "2/" + out, 2 / fans.out);
        add_scheme(known, "variance 1/fan_out", "1/" + out, 1 / fans.out);
        add_uniform_rules(known, fans.in, in);
    }
    known.push_back({"the default of torch.nn.Embedding, N(0, 1)", WeightLaw::normal(1), "1"});
    known.push_back({"a normal of std 0.02 (BERT, GPT-2)", WeightLaw::normal(0.02), "0.02"});
    known.push_back({"a normal of std 0.02 truncated at ±0.04", WeightLaw::truncated(0.02, 0.04),
                     "0.02*truncated_normal.std(-2, 2)"});
    known.push_back(
        {"the default of keras.layers.Embedding, uniform ±0.05", WeightLaw::between(0.05), "0.05/sqrt(3)"});
    known.push_back({"a uniform law on ±0.02 sqrt(2): trunc_normal_ of std 0.02 without its inverse erf",
                     WeightLaw::between(0.02 * std::sqrt(2.0)), "0.02*sqrt(2/3)"});
}

/// Adds those that are other numbers than all before.
void add_new(std::vector<KnownLaw>& known, std::vector<KnownLaw> more) {
    const auto close = [](double x, double y) { return x == y || std::abs(x - y) <= 1e-12 * std::abs(x); };
    const auto is_new = [&](const KnownLaw& one) {
        return std::ranges::none_of(known, [&](const KnownLaw& other) {
            return one.law.uniform == other.law.uniform &&
                   (one.law.uniform || close(one.law.std, other.law.std)) &&
                   close(one.law.upper, other.law.upper);
        });
    };
    std::vector<KnownLaw> added;
    for (KnownLaw& one : more) {
        if (is_new(one)) added.push_back(std::move(one));
    }
    std::ranges::move(added, std::back_inserter(known));
}

/// Those that nothing contradicts, the likeliest first; of equally likely ones the first stays first.
std::vector<std::string> names_by_likelihood(const std::vector<KnownLaw>& known,
                                             const WeightStatistics& found, const Rounding& rounding) {
    std::vector<std::pair<double, std::string>> order;
    for (const KnownLaw& one : known) {
        if (can_hold(one.law, found, rounding))
            order.emplace_back(log_likelihood(one.law, found, rounding), one.name);
    }
    std::ranges::stable_sort(order, std::greater<>(), &std::pair<double, std::string>::first);
    std::vector<std::string> names;
    for (auto& [likelihood, name] : order) names.push_back(std::move(name));
    return names;
}

}  // namespace

void add_scheme(std::vector<KnownLaw>& known, const std::string& name, const std::string& variance_text,
                double variance) {
    static const double two_sigma_std = moments_of(WeightLaw::truncated(1, 2), 0).std;
    const double std = std::sqrt(variance);
    const std::string text = "sqrt(" + variance_text + ")";
    known.push_back({name + "_uniform", WeightLaw::between(std::sqrt(3.0) * std), text});
    known.push_back({name + "_normal", WeightLaw::normal(std), text});
    known.push_back({name + "_normal, truncated and corrected (Keras, JAX)",
                     WeightLaw::truncated(std / two_sigma_std, 2 * std / two_sigma_std), text});
    known.push_back({name + "_normal, truncated at ±2 std and not corrected",
                     WeightLaw::truncated(std, 2 * std), text + "*truncated_normal.std(-2, 2)"});
}

Fans fans_of(const std::vector<std::size_t>& shape, WeightLayout layout) {
    const std::size_t axes = shape.size();
    if (axes < 2) return {};
    const bool torch = layout == WeightLayout::torch;
    double field = 1;
    for (std::size_t k = 0; k + 2 < axes; ++k) field *= static_cast<double>(shape[torch ? k + 2 : k]);
    const auto before = static_cast<double>(shape[torch ? 0 : axes - 2]);
    const auto behind = static_cast<double>(shape[torch ? 1 : axes - 1]);
    return torch ? Fans{behind * field, before * field} : Fans{before * field, behind * field};
}

std::vector<KnownLaw> known_initialisers(const std::vector<std::size_t>& shape, WeightLayout layout,
                                         const WeightStatistics& found) {
    std::vector<KnownLaw> known = known_initialisers(fans_of(shape, layout));
    add_new(known, shape_laws(shape, layout, found));
    return known;
}

std::vector<KnownLaw> known_initialisers(const Fans& fans) {
    std::vector<KnownLaw> known;
    add_schemes(known, fans);
    if (fans.in == fans.out) return known;
    std::vector<KnownLaw> swapped;
    add_schemes(swapped, {fans.out, fans.in});
    for (KnownLaw& one : swapped) one.name += ", with swapped fans (--layout)";
    add_new(known, std::move(swapped));
    return known;
}

std::vector<std::string> look_alikes(const ClaimedLaw& claimed, const std::vector<std::size_t>& shape,
                                     const WeightStatistics& found, const Rounding& rounding) {
    std::vector<KnownLaw> known;
    add_mistakes(known, claimed);
    const Fans fans = fans_of(shape, claimed.layout);
    add_schemes(known, fans);
    std::vector<std::string> names = names_by_likelihood(known, found, rounding);
    // A law whose number was fitted to these weights assumes more, and comes behind all that assume nothing.
    std::vector<KnownLaw> fitted;
    add_depth_scaling(fitted, claimed, found);
    known.insert(known.end(), fitted.begin(), fitted.end());
    const std::size_t before = known.size();
    add_new(known, shape_laws(shape, claimed.layout, found));
    fitted.insert(fitted.end(), known.begin() + static_cast<std::ptrdiff_t>(before), known.end());
    std::ranges::move(names_by_likelihood(fitted, found, rounding), std::back_inserter(names));
    if (!names.empty() || fans.in == fans.out) return names;
    known.clear();
    add_schemes(known, {fans.out, fans.in});
    names = names_by_likelihood(known, found, rounding);
    for (std::string& one : names) one += ", with swapped fans (--layout)";
    return names;
}

}  // namespace sigprop
