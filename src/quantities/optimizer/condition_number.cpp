// The condition number of least squares from the spreads and correlations of its features: what units do to
// it, and what normalising and whitening undo. Two proofs: signs of pivots on both sides of an eigenvalue,
// and rotations until only the diagonal is left.

#include <algorithm>
#include <optional>
#include <vector>

#include "catalogue/optimizer.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;
using enum FeatureScaling;

constexpr std::size_t max_features = 32;

class SymmetricMatrix {
public:
    SymmetricMatrix(std::size_t size, const Ball& fill) : size_(size), entries_(size * size, fill) {}
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const Ball& at(std::size_t i, std::size_t j) const { return entries_[i * size_ + j]; }
    void set(std::size_t i, std::size_t j, const Ball& value) {
        entries_[i * size_ + j] = value;
        entries_[j * size_ + i] = value;
    }

private:
    std::size_t size_;
    std::vector<Ball> entries_;
};

/// Smallest and largest eigenvalue.
struct Ends {
    Ball least, most;
};

Real correlation_of(const ConditionNumberArguments& given, std::size_t i, std::size_t j) {
    if (!given.correlations) return given.correlation;
    const std::size_t n = given.spreads.size(), low = std::min(i, j), high = std::max(i, j);
    return (*given.correlations)[low * n - low * (low + 1) / 2 + high - low - 1];
}

/// The covariance of the features, or their correlation, which is that of features over their spreads.
SymmetricMatrix features_matrix(const ConditionNumberArguments& given, bool normalises, long bits) {
    const std::size_t n = given.spreads.size();
    SymmetricMatrix m(n, Ball(1).at_precision(bits));
    const auto spread = [&](std::size_t i) {
        return normalises ? Ball(1).at_precision(bits) : given.spreads[i].at(bits);
    };
    for (std::size_t i = 0; i < n; ++i) {
        m.set(i, i, spread(i) * spread(i));
        for (std::size_t j = 0; j < i; ++j)
            m.set(i, j, spread(i) * spread(j) * correlation_of(given, i, j).at(bits));
    }
    return m;
}

// ---- pivots

/// Whether shift I - m (sign 1), or m - shift I (sign -1), is positive definite: all pivots of Gauss's
/// elimination are positive, and by Sylvester's law of inertia a negative one has a negative eigenvalue.
std::optional<bool> is_definite(const SymmetricMatrix& m, const Ball& shift, int sign) {
    const std::size_t n = m.size();
    std::vector<std::vector<Ball>> rows(n, std::vector<Ball>(n, Ball(0)));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const Ball entry = i == j ? shift - m.at(i, j) : -m.at(i, j);
            rows[i][j] = sign > 0 ? entry : -entry;
        }
    }
    for (std::size_t k = 0; k < n; ++k) {
        if (rows[k][k].is_negative()) return false;
        if (!rows[k][k].is_positive()) return std::nullopt;
        for (std::size_t i = k + 1; i < n; ++i) {
            const Ball factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k + 1; j <= i; ++j) rows[i][j] -= factor * rows[j][k];
        }
    }
    return true;
}

/// The part of an interval at which it is divided: no half, since simple matrices have eigenvalues there, of
/// which no precision could tell on which side they are.
Ball divided(const Ball& below, const Ball& above, long bits) {
    const Ball share = Ball(48271).at_precision(bits) / 100003;
    return (below + (above - below) * share).midpoint();
}

/// Narrows [below, above] around an eigenvalue; `is_above` says on which side of it a number is.
template <class IsAbove>
Ball narrowed(Ball below, Ball above, long bits, const Context& context, const IsAbove& is_above) {
    for (long step = 0; step < bits + bits / 8; ++step) {
        context.check_cancelled();
        const Ball middle = divided(below, above, bits);
        const std::optional<bool> beyond = is_above(middle);
        if (!beyond) break;
        (*beyond ? above : below) = middle;
    }
    return Ball::interval(below, above);
}

std::optional<Ends> ends_by_pivots(const SymmetricMatrix& m, long bits, const Context& context) {
    Ball trace = Ball(0).at_precision(bits), most = m.at(0, 0), least = m.at(0, 0);
    for (std::size_t i = 0; i < m.size(); ++i) {
        trace += m.at(i, i);
        most = max(most, m.at(i, i));
        least = min(least, m.at(i, i));
    }
    // Of a positive definite matrix: the largest is between the largest diagonal entry and the trace.
    const auto is_above_most = [&](const Ball& x) { return is_definite(m, x, 1); };
    Ends ends;
    ends.most = narrowed(most.lower(), trace.upper(), bits, context, is_above_most);
    const auto is_above_least = [&](const Ball& x) -> std::optional<bool> {
        const std::optional<bool> definite = is_definite(m, x, -1);
        return definite ? std::optional(!*definite) : std::nullopt;
    };
    Ball above = least.upper(), below = above;
    std::optional<bool> is_above = true;
    for (long part = 0; is_above == true && part < bits; ++part) {
        above = below;
        below = divided(Ball(0), above, bits);
        is_above = is_above_least(below);
    }
    if (is_above != false) return std::nullopt;
    ends.least = narrowed(below, above, bits, context, is_above_least);
    return ends;
}

// ---- rotations

/// Jacobi's rotations: each is exactly orthogonal, for its tangent is a number and its cosine is enclosed.
SymmetricMatrix rotated(SymmetricMatrix m, long bits, const Context& context) {
    const std::size_t n = m.size();
    const Ball small = Ball::power_of_two(-bits);
    constexpr int most_sweeps = 40;
    bool moves = n > 1;
    for (int sweep = 0; moves && sweep < most_sweeps; ++sweep) {
        moves = false;
        for (std::size_t p = 0; p + 1 < n; ++p) {
            context.check_cancelled();
            for (std::size_t q = p + 1; q < n; ++q) {
                const Ball a = m.at(p, p).midpoint(), b = m.at(q, q).midpoint(), c = m.at(p, q).midpoint();
                if (!(c * c - small * small * a * b).is_positive()) continue;
                moves = true;
                const Ball theta = ((b - a) / (2 * c)).at_precision(bits);
                const Ball size = 1 / (abs(theta) + sqrt(1 + theta * theta));
                const Ball t = (theta.is_negative() ? -size : size).midpoint();
                const Ball cosine = 1 / sqrt(1 + t * t), sine = t * cosine;
                for (std::size_t k = 0; k < n; ++k) {
                    if (k == p || k == q) continue;
                    const Ball x = m.at(k, p), y = m.at(k, q);
                    m.set(k, p, cosine * x - sine * y);
                    m.set(k, q, sine * x + cosine * y);
                }
                const Ball x = m.at(p, p), y = m.at(q, q), z = m.at(p, q);
                const Ball cc = cosine * cosine, ss = sine * sine, cs = cosine * sine;
                m.set(p, p, cc * x - 2 * cs * z + ss * y);
                m.set(q, q, ss * x + 2 * cs * z + cc * y);
                m.set(p, q, (cc - ss) * z + cs * (x - y));
            }
        }
    }
    return m;
}

/// By Gershgorin's discs; the least eigenvalue is at most the least diagonal entry, and so for the largest.
std::optional<Ends> ends_by_rotations(const SymmetricMatrix& m) {
    std::optional<Ball> least, most, low, high;
    for (std::size_t i = 0; i < m.size(); ++i) {
        Ball radius = Ball(0);
        for (std::size_t j = 0; j < m.size(); ++j) {
            if (j != i) radius += abs(m.at(i, j));
        }
        const Ball d = m.at(i, i);
        least = least ? min(*least, d) : d;
        most = most ? max(*most, d) : d;
        low = low ? min(*low, d - radius) : d - radius;
        high = high ? max(*high, d + radius) : d + radius;
    }
    if (!low->is_positive()) return std::nullopt;
    return Ends{Ball::interval(low->lower(), least->upper()), Ball::interval(most->lower(), high->upper())};
}

/// Of features that are turned to their principal components and divided by the spread of each.
SymmetricMatrix divided_by_diagonal(const SymmetricMatrix& m) {
    SymmetricMatrix whole = m;
    for (std::size_t i = 0; i < m.size(); ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            // What is computed divides by a number near the variance.
            const Ball by = sqrt(m.at(i, i).midpoint() * m.at(j, j).midpoint());
            whole.set(i, j, m.at(i, j) / by);
        }
    }
    return whole;
}

Answer ratio_of(const std::optional<Ends>& ends) {
    if (!ends) return Ball::indeterminate();
    return ends->most / ends->least;
}

// ---- routes

constexpr const char* not_definite =
    "the correlations leave a combination of features that never changes, or has a negative variance: the "
    "condition number is infinite";

/// Whether Gauss's elimination of the correlations, in exact arithmetic, meets a pivot that is not positive.
bool has_bad_pivot(const ConditionNumberArguments& given) {
    const std::size_t n = given.spreads.size();
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n, Rational(1)));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) rows[i][j] = *correlation_of(given, i, j).rational();
    }
    for (std::size_t k = 0; k < n; ++k) {
        if (rows[k][k].sign() <= 0) return true;
        for (std::size_t i = k + 1; i < n; ++i) {
            const Rational factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k + 1; j <= i; ++j) rows[i][j] = rows[i][j] - factor * rows[j][k];
        }
    }
    return false;
}

/// Whether the correlations are those of no features in general position.
bool is_degenerate(const ConditionNumberArguments& given) {
    const auto n = static_cast<int>(given.spreads.size());
    if (n < 2) return false;
    if (!given.correlations) {
        const auto against_least = compare(given.correlation * Real(n - 1), -1);
        return compare(given.correlation, 1) == 0 || (against_least && *against_least <= 0);
    }
    const auto is_exact = [](const Real& one) { return one.rational() != nullptr; };
    if (std::ranges::all_of(*given.correlations, is_exact)) return has_bad_pivot(given);
    constexpr long bits = 256;
    return is_definite(features_matrix(given, true, bits), Ball(0), -1) == false;
}

void check_condition_arguments(const ConditionNumberArguments& given) {
    const std::size_t n = given.spreads.size();
    if (n < 1 || n > max_features) {
        throw InputError::about({"spreads"}, "spreads must have 1 to " + std::to_string(max_features) +
                                                 " numbers, not " + std::to_string(n));
    }
    for (const Real& one : given.spreads) require_positive(one, "spreads");
    if (!given.correlations) return;
    if (given.given.correlation)
        throw InputError::about({"correlation", "correlations"},
                                "give correlation=, one for all pairs, or correlations=[…], not both");
    if (given.correlations->size() != n * (n - 1) / 2) {
        throw InputError::about(
            {"correlations", "spreads"},
            std::to_string(n) + " features have " + std::to_string(n * (n - 1) / 2) +
                " pairs, and correlations one number for each, in the order (1,2), (1,3), …, (2,3), …; not " +
                std::to_string(given.correlations->size()));
    }
}

Ball extreme_spread(const std::vector<Real>& spreads, long bits, bool largest) {
    Ball found = spreads.front().at(bits);
    for (const Real& one : spreads) found = largest ? max(found, one.at(bits)) : min(found, one.at(bits));
    return found;
}

/// Where algebra has one: one feature, equal correlations of equal spreads, none at all, and pairs.
std::optional<Route> closed_condition(const ConditionNumberArguments& given) {
    const std::size_t n = given.spreads.size();
    const auto& spreads = given.spreads;
    if (n == 1 || given.features == whitened)
        return constant(RouteKind::closed_form, "closed_form", Formula(1));
    const bool is_common = !given.correlations || n == 2;
    if (!is_common) return std::nullopt;
    const Real rho = correlation_of(given, 0, 1);
    if (given.features == normalised) {
        const Formula r{rho}, others = whole(static_cast<std::int64_t>(n) - 1);
        const bool is_negative = compare(rho, 0) < 0;
        const Formula together = 1 + others * r, apart = 1 - r;
        return constant(RouteKind::closed_form, "closed_form",
                        is_negative ? apart / together : together / apart);
    }
    if (compare(rho, 0) == 0) {
        return closed_form([spreads](long bits) -> Answer {
            return pow(extreme_spread(spreads, bits, true) / extreme_spread(spreads, bits, false), 2);
        });
    }
    if (n != 2) return std::nullopt;
    return closed_form([spreads, rho](long bits) -> Answer {
        const Ball a = pow(spreads[0].at(bits), 2), b = pow(spreads[1].at(bits), 2), r = rho.at(bits);
        const Ball root = sqrt(pow(a - b, 2) + 4 * r * r * a * b);
        return pow(a + b + root, 2) / (4 * a * b * (1 - r * r));
    });
}

Routes condition_routes(const ConditionNumberArguments& given) {
    check_condition_arguments(given);
    if (is_degenerate(given)) return without_value({Status::domain, not_definite}, "rotations");
    const bool normalises = given.features == normalised;
    const Route by_rotations =
        enclosure(RouteKind::definition, "rotations", [given, normalises](long bits, const Context& context) {
            const SymmetricMatrix m = rotated(features_matrix(given, normalises, bits), bits, context);
            return ratio_of(ends_by_rotations(given.features == whitened ? divided_by_diagonal(m) : m));
        });
    if (auto closed = closed_condition(given)) return {*closed, by_rotations};
    return {enclosure(RouteKind::definition, "pivots",
                      [given, normalises](long bits, const Context& context) {
                          return ratio_of(
                              ends_by_pivots(features_matrix(given, normalises, bits), bits, context));
                      }),
            by_rotations};
}

// ---- how many steps gradient descent takes

/// t with rate^t = error: the powers rate^(2^n), and then the roots of rate, of which each is taken that
/// fits.
Answer steps_by_squaring(const DescentStepsArguments& given, long bits, const Context& context) {
    const long wide = 2 * bits + 64;
    const Ball k = given.condition.at(wide), error = given.error.at(wide);
    std::vector<Ball> powers = {(k - 1) / (k + 1)};
    constexpr std::size_t most = 64;
    while (!(powers.back() - error).is_nonpositive()) {
        if (powers.size() == most) return {Status::unable, "it takes more than 2^63 steps"};
        powers.push_back(powers.back() * powers.back());
    }
    Ball left = error, found = Ball(0).at_precision(wide), power = powers.back();
    const auto first = static_cast<long>(powers.size()) - 1;
    for (long exponent = first; exponent >= -bits; --exponent) {
        context.check_cancelled();
        power = exponent >= 0 ? powers[static_cast<std::size_t>(exponent)] : sqrt(power);
        if ((power - left).is_negative()) continue;  // it is less than what is left to lose
        left /= power;  // also where both are equal as far as is known: what is left is then about 1
        found += Ball::power_of_two(exponent);
    }
    // What is left is at most a few of the last root.
    const Ball margin = pow(power, 4);
    if (!(left - margin).is_positive() || !(1 - left * margin).is_positive()) return Ball::indeterminate();
    const Ball width = Ball::power_of_two(2 - bits);
    return Ball::interval(found - width, found + width);
}

Routes steps_routes(const DescentStepsArguments& given) {
    const Formula k{given.condition}, error{given.error};
    return {constant(RouteKind::closed_form, "closed_form", log(error) / log((k - 1) / (k + 1))),
            enclosure(RouteKind::definition, "recursion", [given](long bits, const Context& context) {
                return steps_by_squaring(given, bits, context);
            })};
}

}  // namespace

std::vector<Quantity> condition_number_quantities() {
    return {quantity("optimizer.condition_number", condition_routes),
            quantity("optimizer.gradient_descent_steps", steps_routes)};
}

}  // namespace sigprop
