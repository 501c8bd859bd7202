#include "quantities/normalization/spread.hpp"

#include "catalogue/normalization.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

constexpr std::array<int, 12> primes = {2, -3, 5, -7, 11, -13, 17, -19, 23, -29, 31, -37};

/// The square of the layer's s.
Real square_of(const NormSpreadCall& at) {
    const Real square = at.spread * at.spread;
    return at.call.rule.spread == NormSpread::length ? square * Real(Rational(at.call.seen())) : square;
}

void append_part(std::vector<NormEntries<Ball>>& entries, std::int64_t size, const NormSpreadCall& at,
                 bool is_leading, long bits) {
    const auto kinds = static_cast<std::size_t>(std::min<std::int64_t>(size, primes.size()));
    std::vector<double> counts(kinds, static_cast<double>(size / static_cast<std::int64_t>(kinds)));
    counts[0] += static_cast<double>(size % static_cast<std::int64_t>(kinds));
    const Ball all = Ball(size).at_precision(bits);
    Ball mean = Ball(0).at_precision(bits);
    const bool centred = at.call.is_about_mean();
    for (std::size_t i = 0; i < kinds && centred; ++i) mean += Ball(counts[i]) * Ball(primes[i]) / all;
    Ball square = Ball(0).at_precision(bits);
    for (std::size_t i = 0; i < kinds; ++i) square += Ball(counts[i]) * pow(primes[i] - mean, 2) / all;
    const Ball scale = at.spread.at(bits) / sqrt(square);
    for (std::size_t i = 0; i < kinds; ++i) {
        const Ball x = (primes[i] - mean) * scale;
        entries.push_back({centred ? x + Ball(0.375) : x, counts[i], is_leading});
    }
}

}  // namespace

NormSpreadCall norm_spread_call(const NormSpreadArguments& given) {
    return {norm_group_call(given.layer, given.epsilon, given.leading, given.dim.value()), given.rms};
}

Answer spread_obstacle(const NormSpreadCall& at) {
    const bool has_epsilon = compare(at.call.epsilon, 0).value_or(1) != 0;
    if (has_no_direction(at.call) && !has_epsilon)
        return {Status::domain,
                "with one entry, x - mean is 0 and so is std: without epsilon their ratio is 0/0"};
    if (compare(at.spread, 0) == 0 && !has_epsilon)
        return {Status::domain, "an input without spread: x/0 without epsilon"};
    if (!at.call.has_floor()) return Ball();
    const std::optional<int> side = at.call.against_floor(square_of(at));
    if (!side) return {Status::unable, "the spread is too close to epsilon to decide which is the divisor"};
    if (*side == 0) return {Status::domain, "the spread equals epsilon: the floor has a kink there"};
    return Ball();
}

NormScale norm_scale(const NormSpreadCall& at, long bits) {
    const Ball square = square_of(at).at(bits);
    const Ball epsilon = at.call.epsilon.at(bits);
    const bool of_square = at.call.rule.epsilon_place == EpsilonPlace::floor_of_square;
    if (at.call.has_floor()) {
        if (at.call.against_floor(square_of(at)).value_or(1) < 0)
            return {of_square ? sqrt(epsilon) : epsilon, Ball(0)};
        return {sqrt(square), Ball(1).at_precision(bits)};
    }
    if (at.call.rule.epsilon_place == EpsilonPlace::outside_root) {
        const Ball divisor = sqrt(square) + epsilon;
        return {divisor, sqrt(square) / divisor};
    }
    return {sqrt(square + epsilon), square / (square + epsilon)};
}

std::vector<NormEntries<Ball>> definite_input(const NormSpreadCall& at, long bits) {
    std::vector<NormEntries<Ball>> entries;
    const std::int64_t seen = at.call.seen();
    append_part(entries, seen, at, true, bits);
    if (seen < at.call.size) append_part(entries, at.call.size - seen, at, false, bits);
    return entries;
}

}  // namespace sigprop
