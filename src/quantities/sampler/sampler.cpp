// What samplers really draw: the std, mean, largest number and masses of their laws, counted over the numbers
// of a type, or in closed form where nothing is rounded.
//
// Uniform numbers k/2^bits, k = 0 … 2^bits - 1, have the mean (1 - 2^-bits)/2 and the variance (1 -
// 4^-bits)/12. Box and Muller's sqrt(-2 log(1 - u)) cos(2 pi v) has the mean 0, since the cosines of 2^bits
// equidistant angles add up to 0, and the mean square -E log(1 - u) = -(log N!)/N + log N, N = 2^bits, since
// their squares have the mean 1/2. Own derivation.

#include <string>

#include "catalogue/sampler.hpp"
#include "quantities/rows.hpp"
#include "quantities/sampler/drawn_law.hpp"
#include "quantities/sampler/narrow_grid.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;
using enum SamplerKind;

/// Errors   InputError for what the kind does not take
template <class Given>
void refuse_what_does_not_fit(const Given& given) {
    const std::string kind(word_of(given.kind));
    const bool has_limits = given.lower || given.upper;
    if (given.kind == uniform) {
        const Real lower = given.lower.value_or(0), upper = given.upper.value_or(1);
        if (lower.infinite_sign() != 0 || upper.infinite_sign() != 0 ||
            compare(lower, upper).value_or(1) >= 0)
            throw InputError::about({"lower"}, "uniform needs finite lower < upper; the default is 0 and 1");
    } else if (given.wraps) {
        throw InputError::about({"wraps"}, "wraps=true is only for uniform: inversion always does so");
    }
    if (has_limits && (given.kind == erfinv || given.kind == box_muller))
        throw InputError::about(
            {given.lower ? "lower" : "upper"},
            kind + " has no limits: inversion and rejection are samplers of trunc_normal_");
    if (given.kind == inversion && given.dtype != SamplerType::bfloat16 &&
        given.dtype != SamplerType::float16)
        throw InputError::about({"kind"},
                                "inversion is followed in dtype=bfloat16 and dtype=float16; in wider types "
                                "timm.trunc_normal_ has its law");
    if (given.kind == rejection && given.dtype == SamplerType::none)
        throw InputError::about({"kind"},
                                "rejection needs a dtype; without rounding torch.trunc_normal_ has its law");
}

/// Of SamplerArguments or SamplerMassArguments.
template <class Given>
SamplerCall sampler_call(const Given& given) {
    refuse_what_does_not_fit(given);
    const bool is_uniform = given.kind == uniform;
    SamplerCall call{.kind = given.kind,
                     .type = given.dtype,
                     .bits = given.bits,
                     .mean = given.mean,
                     .std = given.std,
                     .lower = given.lower.value_or(is_uniform ? Real(0) : Real::infinity(-1)),
                     .upper = given.upper.value_or(is_uniform ? Real(1) : Real::infinity(1)),
                     .wraps = given.wraps};
    if (compare(call.lower, call.upper).value_or(-1) >= 0 && call.lower.infinite_sign() == 0)
        throw InputError::about({"lower"}, "lower must be below upper");
    return call;
}

bool is_rounded(const SamplerCall& call) { return call.type != SamplerType::none; }

// ---- sums over a law

using LawNumberOf = Ball (*)(const DrawnLaw& law);

Ball mean_by_cells(const DrawnLaw& law) {
    Ball sum = 0;
    for (const DrawnNumber& one : law.numbers) sum = sum + one.value * one.mass;
    return sum;
}

Ball square_by_cells(const DrawnLaw& law) {
    Ball sum = 0;
    for (const DrawnNumber& one : law.numbers) sum = sum + one.value * one.value * one.mass;
    return sum;
}

/// E h(x) of h(least) and, for each number after it, the rise of h times the mass from there on.
template <class Value>
Ball by_rises(const DrawnLaw& law, const Value& value) {
    Ball sum = 0, mass = 0;
    for (std::size_t k = law.numbers.size(); k-- > 1;) {
        mass = mass + law.numbers[k].mass;
        sum = sum + (value(law.numbers[k].value) - value(law.numbers[k - 1].value)) * mass;
    }
    return sum + value(law.numbers.front().value);
}

Ball mean_by_rises(const DrawnLaw& law) {
    return by_rises(law, [](const Ball& x) { return x; });
}

Ball square_by_rises(const DrawnLaw& law) {
    return by_rises(law, [](const Ball& x) { return x * x; });
}

Ball std_by_cells(const DrawnLaw& law) {
    const Ball mean = mean_by_cells(law);
    return sqrt(square_by_cells(law) - mean * mean);
}

Ball std_by_rises(const DrawnLaw& law) {
    const Ball mean = mean_by_rises(law);
    return sqrt(square_by_rises(law) - mean * mean);
}

Route of_law(RouteKind kind, const char* method, const SamplerCall& call,
             std::function<Answer(const DrawnLaw&)> number) {
    return enclosure(kind, method, [=](long bits, const Context&) -> Answer {
        constexpr long spare = 96;  // for counts of 2^53 numbers, and for squares of small ones
        const DrawnLaw law = drawn_law(call, bits + spare);
        if (law.status != Status::ok) return {law.status, law.reason};
        return number(law);
    });
}

Routes two_sums(const SamplerCall& call, LawNumberOf cells, LawNumberOf parts) {
    return {of_law(RouteKind::closed_form, "closed_form", call,
                   [=](const DrawnLaw& law) -> Answer { return cells(law); }),
            of_law(RouteKind::definition, "recursion", call,
                   [=](const DrawnLaw& law) -> Answer { return parts(law); })};
}

// ---- without rounding

Route arithmetic(RouteKind kind, const char* method, const SamplerCall& call,
                 std::function<Ball(const SamplerCall& call, long bits)> value) {
    return enclosure(kind, method,
                     [=](long bits, const Context&) -> Answer { return value(call, bits + 64); });
}

Route written(const Formula& formula) { return constant(RouteKind::closed_form, "closed_form", formula); }

Routes both_ways(const SamplerCall& call, const Formula& closed,
                 Ball (*definition)(const SamplerCall&, long)) {
    return {written(closed), arithmetic(RouteKind::definition, "recursion", call, definition)};
}

Ball width_of(const SamplerCall& call, long bits) { return call.upper.at(bits) - call.lower.at(bits); }

Formula width(const SamplerCall& call) { return Formula(call.upper) - Formula(call.lower); }
Formula share_of(const SamplerCall& call) { return pow(Formula(2), -call.bits); }
Formula uniform_mean(const SamplerCall& call) {
    return Formula(call.lower) + width(call) * (1 - share_of(call)) / 2;
}
Formula uniform_std(const SamplerCall& call) { return width(call) * sqrt((1 - pow(share_of(call), 2)) / 12); }
/// A number is a sum of independent bits, of which bit i is 0 or 2^-i.
Ball uniform_mean_by_bits(const SamplerCall& call, long bits) {
    Ball sum = Ball(0).at_precision(bits);
    for (long i = 1; i <= static_cast<long>(call.bits); ++i) sum = sum + Ball::power_of_two(-i - 1);
    return call.lower.at(bits) + width_of(call, bits) * sum;
}
Ball uniform_std_by_bits(const SamplerCall& call, long bits) {
    Ball sum = Ball(0).at_precision(bits);
    for (long i = 1; i <= static_cast<long>(call.bits); ++i) sum = sum + Ball::power_of_two(-2 * i - 2);
    return width_of(call, bits) * sqrt(sum);
}

Ball given_mean(const SamplerCall& call, long bits) { return call.mean.at(bits); }

Ball box_muller_std(const SamplerCall& call, long bits) {
    const Ball count = Ball::power_of_two(static_cast<long>(call.bits)).at_precision(bits + 64);
    return call.std.at(bits) * sqrt(log(count) - log_gamma(count + 1) / count);
}
Answer box_muller_std_by_sum(const SamplerCall& call, long bits) {
    if (call.bits > most_listed_bits)
        return {Status::unable, "there are more than 2^13 logarithms to add up"};
    const std::int64_t count = std::int64_t{1} << call.bits;
    Ball sum = Ball(0).at_precision(bits);
    for (std::int64_t k = 1; k <= count; ++k) sum = sum - log(Ball(k).at_precision(bits) / count);
    return call.std.at(bits) * sqrt(sum / count);
}
Formula box_muller_largest(const SamplerCall& call) {
    return Formula(call.mean) + Formula(call.std) * sqrt(2 * whole(call.bits) * log(Formula(2)));
}

/// Of samplers that rise with their random number: the last one of these, rounded; of rejection, the upper
/// limit. Nothing for those that round on the way.
std::optional<Route> largest_by_rounding(const SamplerCall& call) {
    const bool rises = (call.kind == uniform && !call.wraps) || call.kind == rejection ||
                       (call.kind == erfinv && !is_inverted_in_type(call));
    if (!rises) return std::nullopt;
    return enclosure(RouteKind::closed_form, "closed_form", [call](long bits, const Context&) -> Answer {
        const NarrowGrid grid(call.type);
        const long working = bits + 64;
        const bool is_open = call.kind == rejection && call.upper.infinite_sign() != 0;
        const Ball last = call.kind == erfinv
                              ? inverted_number(call, (std::int64_t{1} << call.bits) - 1, working)
                          : call.kind == uniform
                              ? call.upper.at(working) - width_of(call, working) *
                                                             Ball::power_of_two(-static_cast<long>(call.bits))
                          : is_open ? Ball(grid.largest())
                                    : call.upper.at(working);
        if (!(Ball(grid.largest()) - last).is_nonnegative())
            return {Status::unable, "the type ends before the sampler's numbers"};
        const std::optional<double> rounded = grid.nearest(last);
        if (!rounded) return {Status::unable, "the precision does not tell what a number rounds to"};
        return Ball(*rounded);
    });
}

// ---- the quantities

Routes std_routes_of(const SamplerArguments& given) {
    const SamplerCall call = sampler_call(given);
    if (!is_rounded(call) && call.kind == uniform)
        return both_ways(call, uniform_std(call), uniform_std_by_bits);
    if (!is_rounded(call) && call.kind == box_muller) {
        return {arithmetic(RouteKind::closed_form, "closed_form", call, box_muller_std),
                enclosure(RouteKind::definition, "recursion", [call](long bits, const Context&) {
                    return box_muller_std_by_sum(call, bits + 64);
                })};
    }
    return two_sums(call, std_by_cells, std_by_rises);
}

Routes mean_routes_of(const SamplerArguments& given) {
    const SamplerCall call = sampler_call(given);
    if (!is_rounded(call) && call.kind == uniform)
        return both_ways(call, uniform_mean(call), uniform_mean_by_bits);
    if (!is_rounded(call) && call.kind == box_muller) return both_ways(call, Formula(call.mean), given_mean);
    return two_sums(call, mean_by_cells, mean_by_rises);
}

Routes largest_routes_of(const SamplerArguments& given) {
    const SamplerCall call = sampler_call(given);
    const Route last = of_law(RouteKind::definition, "recursion", call,
                              [](const DrawnLaw& law) -> Answer { return law.numbers.back().value; });
    if (is_rounded(call)) {
        const std::optional<Route> first = largest_by_rounding(call);
        return first ? Routes{*first, last} : Routes{last};
    }
    if (call.kind == box_muller) return {written(box_muller_largest(call))};
    if (call.kind == uniform) return {written(Formula(call.upper) - width(call) * share_of(call)), last};
    const auto number = [](const SamplerCall& asked, long bits) {
        return inverted_number(asked, (std::int64_t{1} << asked.bits) - 1, bits);
    };
    return {arithmetic(RouteKind::closed_form, "closed_form", call, number), last};
}

Routes support_routes_of(const SamplerArguments& given) {
    const SamplerCall call = sampler_call(given);
    const Route counted = of_law(RouteKind::definition, "recursion", call, [](const DrawnLaw& law) -> Answer {
        return Ball(static_cast<std::int64_t>(law.numbers.size()));
    });
    if (is_rounded(call) || call.kind == box_muller) return {counted};
    return {written(pow(Formula(2), call.bits)), counted};
}

Routes mass_routes_of(const SamplerMassArguments& given) {
    const SamplerCall call = sampler_call(given);
    return {of_law(RouteKind::definition, "recursion", call, [x = given.x](const DrawnLaw& law) -> Answer {
        constexpr long enough = 512;
        for (const DrawnNumber& one : law.numbers) {
            const Ball apart = x.at(enough) - one.value;
            if (!apart.contains_zero()) continue;
            if (apart.is_exact()) return one.mass;
            return {Status::unable, "no proof that x is, or is not, one of the numbers"};
        }
        return Ball(0);
    })};
}

}  // namespace

std::vector<Quantity> sampler_quantities() {
    return {quantity("sampler.std", std_routes_of), quantity("sampler.mean", mean_routes_of),
            quantity("sampler.largest", largest_routes_of), quantity("sampler.support", support_routes_of),
            quantity("sampler.mass_at", mass_routes_of)};
}

}  // namespace sigprop
