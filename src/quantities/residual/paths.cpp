// Effective depth: a gradient comes back through a residual stack along 2^L paths, each through its own set
// of branches. If a path's share is its squared amplitude, the number of branches on a path is a sum of
// independent zeros and ones, one per sublayer.

#include "catalogue/residual.hpp"
#include "quantities/residual/network_evidence.hpp"
#include "quantities/residual/support.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;
using Profile = ResidualGrowth::Profile;

bool is_zero(const Ball& x) { return x.is_exact() && x.contains_zero(); }

/// Equal sublayers that add to the stream: p_l = c/(a + c + l), as for the cycles of a random permutation.
bool is_cyclic(const ResidualGrowth& growth) {
    return growth.family() == Family::adds && growth.profile() == Profile::uniform &&
           !is_zero(growth.branch(0));
}

/// A rising schedule: p_k = k^2/(k^2 + b^2) in sublayer k - 1.
Ball rising_width(const ResidualGrowth& growth) { return 1 / sqrt(growth.chi_ratio() * growth.branch(0)); }

bool is_rising(const ResidualGrowth& growth) {
    return growth.profile() == Profile::rising && !is_zero(growth.branch(0)) && !is_zero(growth.chi_ratio());
}

/// The sum of p(l) over all sublayers; the sublayers of a uniform stack after the first are summed at once.
template <class Function>
Ball over_layers(const ResidualGrowth& growth, const Function& p) {
    return p(0) + growth.added(1, growth.sublayers(), p);
}

Ball mean(const ResidualGrowth& growth) {
    const std::int64_t sublayers = growth.sublayers();
    if (is_cyclic(growth)) {
        const Ball c = growth.chi_ratio();
        const Ball from = growth.initial() / growth.branch(0) + c;
        return c * (digamma(from + Ball(sublayers)) - digamma(from));
    }
    if (is_rising(growth)) return Ball(sublayers) - lorentz_sums(sublayers, rising_width(growth)).first;
    return over_layers(growth, [&](std::int64_t l) { return growth.branch_share(l); });
}

Ball variance(const ResidualGrowth& growth) {
    const std::int64_t sublayers = growth.sublayers();
    if (is_cyclic(growth)) {
        const Ball c = growth.chi_ratio();
        const Ball from = growth.initial() / growth.branch(0) + c;
        return mean(growth) - pow(c, 2) * (trigamma(from) - trigamma(from + Ball(sublayers)));
    }
    if (is_rising(growth)) {
        const LorentzSums sums = lorentz_sums(sublayers, rising_width(growth));
        return sums.first - sums.second;
    }
    return over_layers(growth, [&](std::int64_t l) {
        const Ball p = growth.branch_share(l);
        return p * (1 - p);
    });
}

/// c^k times the coefficient of t^k in (a + t)_L, divided by (a + c)_L: for a = c = 1 the Stirling numbers of
/// the first kind over (L + 1)!.
Ball cyclic_probability(const ResidualGrowth& growth, std::int64_t length) {
    const Ball a = growth.initial() / growth.branch(0);
    const Ball& c = growth.chi_ratio();
    const Ball sublayers = growth.sublayers();
    const Ball norm = log_gamma(a + c) - log_gamma(a + c + sublayers);
    return pow(c, length) * rising_factorial_coefficient(a, growth.sublayers(), length) * exp(norm);
}

Ball binomial(std::int64_t n, std::int64_t k, const Ball& p) {
    if (k < 0 || k > n) return 0;
    const auto log_factorial = [&](std::int64_t m) {
        return log_gamma(Ball(m + 1).at_precision(p.precision()));
    };
    return exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k)) * pow(p, k) * pow(1 - p, n - k);
}

/// By Newton's identities: with power sums s_i of the odds w_l = p_l/(1 - p_l), the elementary symmetric
/// functions of the odds are k e_k = s_1 e_{k-1} - s_2 e_{k-2} + ...
Ball listed_probability(const ResidualGrowth& growth, std::int64_t length) {
    Ball none = 1;
    std::vector<Ball> odds;
    for (std::int64_t l = 0; l < growth.sublayers(); ++l) {
        growth.pause(l);
        const Ball p = growth.branch_share(l);
        if (is_zero(growth.skip(l))) {
            --length;  // the path always takes this branch
            continue;
        }
        none *= 1 - p;
        odds.push_back(p / (1 - p));
    }
    if (length < 0 || length > static_cast<std::int64_t>(odds.size())) return 0;
    std::vector<Ball> powers = odds, sums, e = {1};
    for (std::int64_t k = 1; k <= length; ++k) {
        Ball sum = 0;
        for (std::size_t l = 0; l < odds.size(); ++l) {
            growth.pause(static_cast<std::int64_t>(l));
            sum += powers[l];
            powers[l] *= odds[l];
        }
        sums.push_back(sum);
        Ball next = 0;
        for (std::size_t i = 1; i <= sums.size(); ++i) {
            const Ball term = sums[i - 1] * e[sums.size() - i];
            if (i % 2 == 1)
                next += term;
            else
                next -= term;
        }
        e.push_back(next / Ball(k));
    }
    return e.back() * none;
}

Ball probability(const ResidualGrowth& growth, std::int64_t length) {
    const std::int64_t sublayers = growth.sublayers();
    if (length > sublayers) return 0;
    if (is_cyclic(growth)) return cyclic_probability(growth, length);
    if (growth.profile() != Profile::uniform) return listed_probability(growth, length);
    const Ball first = growth.branch_share(0);
    if (sublayers == 1) return length == 0 ? 1 - first : first;
    const Ball p = growth.branch_share(1);
    return (1 - first) * binomial(sublayers - 1, length, p) + first * binomial(sublayers - 1, length - 1, p);
}

void require_a_path(const ResidualStack& stack, std::int64_t) {
    if (stack.scheme != ResidualScheme::ngpt || compare(stack.chi_ratio, 0).value_or(1) != 0) return;
    for (const Real& alpha : stack.alphas) {
        if (compare(alpha, 1).value_or(1) == 0) {
            throw InputError::about(
                {"alpha", "chi_ratio"},
                "alpha = 1 with chi_ratio = 0 stops every gradient, so no path can be counted");
        }
    }
}

ResidualQuantity path_length(const char* name) {
    return {.name = name, .check = require_a_path, .is_long = [](const ResidualStack& stack) {
                return stack.scheme == ResidualScheme::layer_norm_scaling;
            }};
}

ResidualQuantity path_length_mean() {
    ResidualQuantity q = path_length("residual.path_length_mean");
    q.closed = [](const ResidualGrowth& growth, std::int64_t) { return mean(growth); };
    q.recursion = [](const auto& sublayers, std::int64_t) { return recursion::path_length_mean(sublayers); };
    q.networks = mean_field_networks("path_length_mean");
    return q;
}

ResidualQuantity path_length_variance() {
    ResidualQuantity q = path_length("residual.path_length_variance");
    q.closed = [](const ResidualGrowth& growth, std::int64_t) { return variance(growth); };
    q.recursion = [](const auto& sublayers, std::int64_t) {
        return recursion::path_length_variance(sublayers);
    };
    q.networks = mean_field_networks("path_length_variance");
    return q;
}

ResidualQuantity path_length_probability() {
    ResidualQuantity q = path_length("residual.path_length_probability");
    q.call = [](const Arguments& arguments) -> ResidualCall {
        const PathLengthArguments given = arguments;
        return {residual_stack(given.stack), given.length};
    };
    q.closed = [](const ResidualGrowth& growth, std::int64_t length) { return probability(growth, length); };
    q.is_long = [](const ResidualStack& stack) {
        return stack.rising || stack.scheme == ResidualScheme::layer_norm_scaling;
    };
    q.recursion = [](const auto& sublayers, std::int64_t length) {
        return recursion::path_length_probability(sublayers, length);
    };
    q.steps = [](const ResidualStack& stack, std::int64_t length) {
        return static_cast<std::uint64_t>(std::min(length, stack.sublayers)) / 8;
    };
    return q;
}

}  // namespace

std::vector<ResidualQuantity> residual_path_parts() {
    return {path_length_mean(), path_length_variance(), path_length_probability()};
}

std::vector<Quantity> residual_path_quantities() { return residual_quantities_of(residual_path_parts()); }

}  // namespace sigprop
