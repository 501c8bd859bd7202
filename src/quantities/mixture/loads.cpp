#include "quantities/mixture/loads.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ball/error_term.hpp"

namespace sigprop {
namespace {

/// The bounds are wider than what is rounded away at this precision.
constexpr long bits_of_loads = 96;
/// Products in the sums over two loads: some seconds.
constexpr double most_products = 3e7;
constexpr std::int64_t most_tokens_of_bounds = 65536;

Ball fraction(std::int64_t a, std::int64_t b) { return Ball(a).at_precision(bits_of_loads) / Ball(b); }

/// A binomial number of n trials: P(j), and P(> j), for j = 0 to n.
struct Binomial {
    std::vector<Ball> mass, above;

    Binomial(std::int64_t n, std::int64_t share, std::int64_t of) {
        const auto count = static_cast<std::size_t>(n);
        if (share == of) {  // always
            mass.assign(count + 1, Ball(0));
            mass.back() = 1;
        } else {
            mass.push_back(pow(fraction(of - share, of), n));
            const Ball odds = fraction(share, of - share);
            for (std::int64_t j = 0; j < n; ++j) mass.push_back(mass.back() * odds * (n - j) / (j + 1));
        }
        above.assign(count + 1, Ball(0));
        for (std::size_t j = count; j-- > 0;) above[j] = above[j + 1] + mass[j + 1];
    }
    [[nodiscard]] Ball beyond(std::int64_t j) const {
        return j < 0                                          ? Ball(1)
               : j >= static_cast<std::int64_t>(above.size()) ? Ball(0)
                                                              : above[static_cast<std::size_t>(j)];
    }
};

/// Loads from `low` to `high`, of which P(all loads <= m) is worth computing.
struct LoadRange {
    std::int64_t low = 0, high = 0;
};

class LargestLoad {
public:
    LargestLoad(std::int64_t experts, std::int64_t active, std::int64_t tokens)
        : experts_(experts), active_(active), tokens_(tokens), one_(tokens, active, experts) {}

    /// Encloses E max L.
    [[nodiscard]] Ball mean(const LoadRange& range, const Context& context) const {
        const std::vector<Ball> pairs = pairs_above(range, context);
        Ball lower = 0, upper = 0;
        // The largest load is at least the mean one.
        const std::int64_t least = (tokens_ * active_ + experts_ - 1) / experts_;
        for (std::int64_t m = 0; m < tokens_; ++m) {
            const Ball q = one_.beyond(m), all = m < least ? Ball(0) : pow(1 - q, experts_);
            upper += 1;
            lower += 1 - all;
            if (m < least) continue;
            Ball surely = 1 - experts_ * q;  // by the union of the events
            if (m >= range.low && m <= range.high) {
                const Ball covariance = q * q - pairs[static_cast<std::size_t>(m - range.low)];
                const Ball term = (weight(1 - q) * covariance).magnitude();
                surely = max(surely, all - error_term("mixture.loads.dependence", term));
            }
            upper -= max(surely, Ball(0));
        }
        return Ball::interval(lower, upper);
    }

private:
    /// sum over n = 2 to E of (n - 1) F^(E - n), by Horner's scheme.
    [[nodiscard]] Ball weight(const Ball& below) const {
        Ball sum = 0;
        for (std::int64_t n = 2; n <= experts_; ++n) sum = sum * below + (n - 1);
        return sum;
    }

    /// P(L_1 > m, L_2 > m) from below, for each m of the range: sums of parts that are not negative, of which
    /// the smallest are left out.
    [[nodiscard]] std::vector<Ball> pairs_above(const LoadRange& range, const Context& context) const {
        std::vector<Ball> pairs(
            static_cast<std::size_t>(std::max(range.high - range.low + 1, std::int64_t{0})), Ball(0));
        const double enough = 1e-7 * one_.beyond(range.high).to_double();
        for (std::int64_t a = range.low + 1; a <= tokens_; ++a) {
            const Ball& of_first = one_.mass[static_cast<std::size_t>(a)];
            if (of_first.to_double() < enough) break;
            context.check_cancelled();
            const Binomial with_first(a, active_ - 1, experts_ - 1);
            const Binomial without(tokens_ - a, active_, experts_ - 1);
            for (std::int64_t i = 0; i <= a; ++i) {
                const Ball& both = with_first.mass[static_cast<std::size_t>(i)];
                if (both.to_double() < 1e-7) continue;
                const Ball part = of_first * both;
                for (std::int64_t m = range.low; m <= std::min(a - 1, range.high); ++m)
                    pairs[static_cast<std::size_t>(m - range.low)] += part * without.beyond(m - i);
            }
        }
        return pairs;
    }

    std::int64_t experts_, active_, tokens_;
    Binomial one_;
};

/// Where neither F^experts nor the union of the events says enough: found in double precision.
LoadRange range_of_loads(std::int64_t experts, std::int64_t active, std::int64_t tokens) {
    const double n = static_cast<double>(tokens),
                 p = static_cast<double>(active) / static_cast<double>(experts);
    const double spread = std::sqrt(n * p * (1 - p)),
                 log_experts = std::log(static_cast<double>(experts) + 1);
    const double low = n * p, high = low + spread * (std::sqrt(2 * log_experts) + 3) + log_experts;
    return {static_cast<std::int64_t>(low), std::min(tokens - 1, static_cast<std::int64_t>(std::ceil(high)))};
}

}  // namespace

Answer bounded_load_violation(std::int64_t experts, std::int64_t active, std::int64_t tokens,
                              const Context& context) {
    const LoadRange range = range_of_loads(experts, active, tokens);
    const double width = static_cast<double>(range.high - range.low + 1);
    if (tokens > most_tokens_of_bounds || width * width * width > most_products ||
        width * static_cast<double>(tokens) > most_products)
        return {Status::unable, "sums over the loads of two experts take too long for so many tokens"};
    const Ball most = LargestLoad(experts, active, tokens).mean(range, context);
    return most * experts / (Ball(tokens) * Ball(active)).at_precision(bits_of_loads) - 1;
}

}  // namespace sigprop
