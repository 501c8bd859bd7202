#include "quantities/sampler/drawn_law.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "catalogue/words.hpp"
#include "quantities/normal/quantile.hpp"
#include "quantities/sampler/narrow_grid.hpp"

namespace sigprop {
namespace {

/// How many k have a number below x, or at x, too; for laws without bits the mass. Nothing where the
/// precision does not tell.
using CountBelow = std::function<std::optional<Ball>(const Ball& x, bool with_x)>;

/// The numbers k = 0, 1, … 2^bits - 1 below a place among them.
std::optional<Ball> whole_numbers_below(const Ball& place, bool with_it, std::int64_t bits) {
    const double count = std::ldexp(1.0, static_cast<int>(bits));
    const Ball last(count);
    if ((place - last).is_nonnegative()) return last;
    if (place.is_negative()) return Ball(0);
    const double middle = std::floor(place.to_double());
    for (const double whole : {middle - 1, middle, middle + 1}) {
        if (!place.is_exact()) {
            if ((place - Ball(whole)).is_positive() && (Ball(whole + 1) - place).is_positive())
                return Ball(std::clamp(whole + 1, 0.0, count));
            continue;
        }
        if ((place - Ball(whole)).contains_zero() && place.is_exact())
            return Ball(std::clamp(whole + (with_it ? 1 : 0), 0.0, count));
        if ((place - Ball(whole)).is_positive() && (Ball(whole + 1) - place).is_positive())
            return Ball(std::clamp(whole + 1, 0.0, count));
    }
    return std::nullopt;
}

/// lower + (upper - lower) k/2^bits.
CountBelow counted_uniform(const Real& lower, const Real& upper, std::int64_t count_bits, long bits) {
    const Rational* from = lower.rational();
    const Rational* to = upper.rational();
    if (from != nullptr && to != nullptr) {
        return
            [a = *from, width = *to - *from, count_bits](const Ball& x, bool with_x) -> std::optional<Ball> {
                // exact: floor and equality of fractions
                const Real exact(x.to_double());
                const Rational place = (*exact.rational() - a) / width * pow(Rational(2), count_bits);
                if (place.is_integer()) {
                    const auto whole = place.to_int64();
                    if (!whole) return std::nullopt;
                    return whole_numbers_below(Ball(*whole), with_x, count_bits);
                }
                return whole_numbers_below(Ball::from_rational(place, count_bits + 128), with_x, count_bits);
            };
    }
    return [=](const Ball& x, bool with_x) {
        const Ball a = lower.at(bits), width = upper.at(bits) - a;
        return whole_numbers_below((x - a) / width * Ball::power_of_two(static_cast<long>(count_bits)),
                                   with_x, count_bits);
    };
}

/// The k whose p = (4 k + 1)/(4 2^bits) is the mass below a number, as JAX's normals have it.
CountBelow counted_inverse(const SamplerCall& call, long bits) {
    return [call, bits](const Ball& x, bool with_x) {
        const Ball z = (x - call.mean.at(bits)) / call.std.at(bits);
        const Ball place =
            normal_cdf(z) * Ball::power_of_two(static_cast<long>(call.bits)) - Ball(1) / Ball(4);
        return whole_numbers_below(place, with_x, call.bits);
    };
}

CountBelow normal_mass_below(const SamplerCall& call, long bits) {
    return [call, bits](const Ball& x, bool) -> std::optional<Ball> {
        return normal_cdf((x - call.mean.at(bits)) / call.std.at(bits));
    };
}

DrawnLaw without_law(Status status, std::string reason) { return {{}, status, std::move(reason)}; }
DrawnLaw too_coarse() {
    return without_law(Status::unable, "the precision does not tell what a number rounds to");
}

double tie(double a, double b) { return a / 2 + b / 2; }

/// The numbers of the grid with the counts of their cells over `total`, without those of count 0.
DrawnLaw cells(const NarrowGrid& grid, const std::vector<double>& numbers, const CountBelow& below,
               double lowest, const Ball& total) {
    DrawnLaw law;
    std::optional<Ball> before = Ball(0);
    for (const double number : numbers) {
        const double next = grid.above(number);
        const std::optional<Ball> until =
            std::isinf(next) ? std::optional(total) : below(Ball(tie(number, next)), grid.takes_ties(number));
        if (!until) return too_coarse();
        const Ball own = *until - *before;
        before = until;
        const bool is_drawn = !own.contains_zero() || !own.is_exact();
        if (number >= lowest && is_drawn) law.numbers.push_back({Ball(number), own / total});
    }
    return law;
}

/// The cells from that below the least number that a call with bits draws to that above the largest.
DrawnLaw counted_cells(const NarrowGrid& grid, const CountBelow& below, const Ball& least, const Ball& most,
                       std::int64_t count_bits, long bits) {
    if (!(Ball(grid.largest()) - max(abs(least), abs(most))).is_positive())
        return without_law(Status::domain, "the type ends before the sampler's numbers");
    std::vector<double> numbers = grid.numbers(least.lower_double(), most.upper_double());
    if (numbers.empty()) numbers.push_back(grid.numbers(least.lower_double(), grid.largest()).front());
    numbers.insert(numbers.begin(), grid.below(numbers.front()));
    numbers.push_back(grid.above(numbers.back()));
    return cells(grid, numbers, below, -std::numeric_limits<double>::infinity(),
                 Ball::power_of_two(static_cast<long>(count_bits)).at_precision(bits));
}

/// The rounded uniform law; PyTorch gives what rounds to the upper end to the lower one.
DrawnLaw uniform_law(const NarrowGrid& grid, const Real& lower, const Real& upper, std::int64_t count_bits,
                     bool wraps, long bits) {
    DrawnLaw law = counted_cells(grid, counted_uniform(lower, upper, count_bits, bits), lower.at(bits),
                                 upper.at(bits), count_bits, bits);
    if (law.status != Status::ok || !wraps) return law;
    const auto from = grid.nearest(lower.at(bits)), to = grid.nearest(upper.at(bits));
    if (!from || !to) return too_coarse();
    Ball moved = 0;
    while (!law.numbers.empty() && law.numbers.back().value.to_double() >= *to) {
        moved = moved + law.numbers.back().mass;
        law.numbers.pop_back();
    }
    if (law.numbers.empty() || law.numbers.front().value.to_double() != *from)
        law.numbers.insert(law.numbers.begin(), DrawnNumber{Ball(*from), Ball(0)});
    law.numbers.front().mass = law.numbers.front().mass + moved;
    return law;
}

/// The erfinv of u, rounded; 0 < |u| < 1.
std::optional<double> erfinv_in(const NarrowGrid& grid, double u, long bits) {
    const Ball above = (1 - Ball(std::fabs(u)).at_precision(bits)) / 2;
    const auto size = grid.nearest(upper_normal_quantile(above, bits) / sqrt(Ball(2).at_precision(bits)));
    return size ? std::optional(std::copysign(*size, u)) : std::nullopt;
}

/// std x + mean, rounded after each step.
std::optional<double> scaled_in(const NarrowGrid& grid, const Ball& x, const SamplerCall& call,
                                const Ball& std, long bits) {
    const auto product = grid.nearest(x * std);
    return product ? grid.nearest(Ball(*product) + call.mean.at(bits)) : std::nullopt;
}

/// A number of the type after PyTorch's three steps, each rounded: erfinv, times std sqrt(2), plus the mean;
/// and clamped to the limits.
std::optional<double> inverted(const NarrowGrid& grid, const SamplerCall& call, double u, long bits) {
    const auto limit = [&](const Real& x, double beyond) -> std::optional<double> {
        return x.infinite_sign() != 0 ? beyond : grid.nearest(x.at(bits));
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto lower = limit(call.lower, -infinity), upper = limit(call.upper, infinity);
    if (!lower || !upper) return std::nullopt;
    if (std::fabs(u) >= 1) return u < 0 ? *lower : *upper;
    const auto inverse = u == 0 ? std::optional(0.0) : erfinv_in(grid, u, bits);
    if (!inverse) return std::nullopt;
    const auto value =
        scaled_in(grid, Ball(*inverse), call, call.std.at(bits) * sqrt(Ball(2).at_precision(bits)), bits);
    return value ? std::optional(std::clamp(*value, *lower, *upper)) : std::nullopt;
}

/// From masses by number.
DrawnLaw law_of(const std::map<double, Ball>& masses) {
    DrawnLaw law;
    for (const auto& one : masses) law.numbers.push_back({Ball(one.first), one.second});
    return law;
}

/// JAX's normal in a type that the uniform numbers are numbers of: erfinv, times sqrt(2) in the type, then
/// what the caller does with it, each rounded.
DrawnLaw inverted_in_type(const SamplerCall& call, long bits) {
    const NarrowGrid grid(call.type);
    const auto root = grid.nearest(sqrt(Ball(2).at_precision(bits)));
    const std::int64_t count = std::int64_t{1} << call.bits;
    const Ball share = Ball(1).at_precision(bits) / count;
    std::map<double, Ball> masses;
    for (std::int64_t k = 0; k < count; ++k) {
        const double u = static_cast<double>(4 * k + 1) / static_cast<double>(2 * count) - 1;
        const auto inverse = erfinv_in(grid, u, bits);
        const auto normal = inverse ? grid.nearest(Ball(*inverse) * Ball(*root)) : std::nullopt;
        const auto value =
            normal ? scaled_in(grid, Ball(*normal), call, call.std.at(bits), bits) : std::nullopt;
        if (!value) return too_coarse();
        auto& mass = masses.try_emplace(*value, Ball(0)).first->second;
        mass = mass + share;
    }
    return law_of(masses);
}

Real uniform_end(const SamplerCall& call, const Real& limit) {
    if (limit.infinite_sign() != 0) return limit.infinite_sign();
    const Real z = (limit - call.mean) / call.std;
    constexpr int far = 9;  // where 1 - 2 mass is 1 in float64, as the source computes it
    if (compare(z, far).value_or(1) > 0) return 1;
    if (compare(z, -far).value_or(-1) < 0) return -1;
    return Real("2 cdf - 1 of " + z.text(), [z](long bits) { return 2 * normal_cdf(z.at(bits + 16)) - 1; });
}

/// PyTorch's uniform_ to 2.14, with as many bits as the type has: its ends and their distance are numbers of
/// the type, and so is each number.
DrawnLaw uniform_in_type(const NarrowGrid& grid, const Real& lower, const Real& upper,
                         std::int64_t count_bits, long bits) {
    const auto from = grid.nearest(lower.at(bits)), to = grid.nearest(upper.at(bits));
    if (!from || !to) return too_coarse();
    const auto width = grid.nearest(Ball(*to) - Ball(*from));
    if (!width) return too_coarse();
    const std::int64_t count = std::int64_t{1} << count_bits;
    const Ball share = Ball(1).at_precision(bits) / count;
    std::map<double, Ball> masses;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto value =
            grid.nearest(Ball(*from) + Ball(*width) * Ball(k) / Ball(count).at_precision(bits));
        if (!value) return too_coarse();
        auto& mass = masses.try_emplace(*value, Ball(0)).first->second;
        mass = mass + share;
    }
    return law_of(masses);
}

DrawnLaw inversion_law(const SamplerCall& call, long bits) {
    const NarrowGrid grid(call.type);
    const Real from = uniform_end(call, call.lower), to = uniform_end(call, call.upper);
    const bool is_in_type = call.bits <= (call.type == SamplerType::bfloat16 ? 8 : 11);
    const DrawnLaw uniform = is_in_type ? uniform_in_type(grid, from, to, call.bits, bits)
                                        : uniform_law(grid, from, to, call.bits, true, bits);
    if (uniform.status != Status::ok) return uniform;
    std::map<double, Ball> masses;
    for (const DrawnNumber& one : uniform.numbers) {
        const auto value = inverted(grid, call, one.value.to_double(), bits);
        if (!value) return too_coarse();
        auto& mass = masses.try_emplace(*value, Ball(0)).first->second;
        mass = mass + one.mass;
    }
    return law_of(masses);
}

DrawnLaw rejection_law(const SamplerCall& call, long bits) {
    const NarrowGrid grid(call.type);
    const auto limit = [&](const Real& x, double beyond) -> std::optional<double> {
        return x.infinite_sign() != 0 ? beyond : grid.nearest(x.at(bits));
    };
    const auto lower = limit(call.lower, -grid.largest()), upper = limit(call.upper, grid.largest());
    if (!lower || !upper) return too_coarse();
    const CountBelow below = normal_mass_below(call, bits);
    const Ball kept = *below(call.upper.at(bits), true) - *below(call.lower.at(bits), false);
    if (!(kept - Ball(3) / Ball(10).at_precision(bits)).is_positive())
        return without_law(
            Status::unable,
            "at most 0.3 of the normal lies between the limits, where PyTorch draws uniform numbers "
            "and keeps some: that is not followed here");
    std::vector<double> numbers = grid.numbers(*lower, *upper);
    if (*lower > -grid.largest()) numbers.insert(numbers.begin(), grid.below(*lower));
    DrawnLaw law = cells(grid, numbers, below, *lower, Ball(1).at_precision(bits));
    Ball total = 0;
    for (const DrawnNumber& one : law.numbers) total = total + one.mass;
    for (DrawnNumber& one : law.numbers) one.mass = one.mass / total;
    return law;
}

}  // namespace

Ball inverted_number(const SamplerCall& call, std::int64_t k, long bits) {
    const std::int64_t count = std::int64_t{1} << call.bits;
    const bool is_below = 2 * k < count;
    const Ball below = Ball(4 * k + 1) / Ball(4 * count).at_precision(bits + 64);
    const Ball z = upper_normal_quantile(is_below ? below : 1 - below, bits + 16);
    return call.mean.at(bits + 16) + call.std.at(bits + 16) * (is_below ? -z : z);
}

namespace {

/// Without rounding: all numbers one by one, where they are few.
DrawnLaw listed_law(const SamplerCall& call, long bits) {
    const bool is_uniform = call.kind == SamplerKind::uniform;
    if (!is_uniform && call.kind != SamplerKind::erfinv)
        return without_law(Status::unable, "its numbers are not listed");
    if (call.bits > most_listed_bits)
        return without_law(Status::unable,
                           "there are more than 2^13 numbers to list: with a dtype they are counted");
    const Ball mass = Ball::power_of_two(-static_cast<long>(call.bits)).at_precision(bits);
    const Ball width = is_uniform ? call.upper.at(bits) - call.lower.at(bits) : Ball(0);
    DrawnLaw law;
    for (std::int64_t k = 0; k < std::int64_t{1} << call.bits; ++k) {
        const Ball value =
            is_uniform ? call.lower.at(bits) + width * Ball(k) * mass : inverted_number(call, k, bits);
        law.numbers.push_back({value, mass});
    }
    return law;
}

}  // namespace

bool is_inverted_in_type(const SamplerCall& call) {
    return call.kind == SamplerKind::erfinv && ((call.type == SamplerType::bfloat16 && call.bits <= 7) ||
                                                (call.type == SamplerType::float16 && call.bits <= 10));
}

DrawnLaw drawn_law(const SamplerCall& call, long bits) {
    if (call.type == SamplerType::none) return listed_law(call, bits);
    switch (call.kind) {
        case SamplerKind::uniform:
            return uniform_law(NarrowGrid(call.type), call.lower, call.upper, call.bits, call.wraps, bits);
        case SamplerKind::erfinv: {
            if (is_inverted_in_type(call)) return inverted_in_type(call, bits);
            const std::int64_t last = (std::int64_t{1} << call.bits) - 1;
            return counted_cells(NarrowGrid(call.type), counted_inverse(call, bits),
                                 inverted_number(call, 0, bits), inverted_number(call, last, bits), call.bits,
                                 bits);
        }
        case SamplerKind::inversion: return inversion_law(call, bits);
        case SamplerKind::rejection: return rejection_law(call, bits);
        case SamplerKind::box_muller: break;
    }
    return without_law(
        Status::unable,
        "what a pair of uniform numbers makes is no interval of either: only dtype=none has numbers here");
}

}  // namespace sigprop
