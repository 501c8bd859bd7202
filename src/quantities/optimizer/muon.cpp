// Muon: what its iteration does to singular values, the size of its update, and the best polynomials.

#include <algorithm>
#include <cmath>

#include "catalogue/optimizer.hpp"
#include "methods/extrema/supremum.hpp"
#include "quantities/optimizer/orthogonalization.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

// ---- singular values

/// Errors   InputError unless the coefficients are triples, as many as steps or fewer
std::vector<std::array<Real, 3>> triples_of(const MuonValueArguments& given) {
    const std::vector<Real>& all = given.coefficients;
    if (all.empty() || all.size() % 3 != 0) {
        throw InputError::about({"coefficients"},
                                "coefficients are triples a, b, c of a x + b x^3 + c x^5, one for all steps "
                                "or one a step, and " +
                                    std::to_string(all.size()) +
                                    (all.size() == 1 ? " number is" : " numbers are") + " none");
    }
    if (all.size() / 3 > static_cast<std::size_t>(given.steps)) {
        throw InputError::about({"coefficients", "steps"},
                                "coefficients has " + std::to_string(all.size() / 3) + " triples for " +
                                    std::to_string(given.steps) + " steps");
    }
    std::vector<std::array<Real, 3>> triples;
    for (std::size_t k = 0; k + 2 < all.size(); k += 3) triples.push_back({all[k], all[k + 1], all[k + 2]});
    while (triples.size() < static_cast<std::size_t>(given.steps)) triples.push_back(triples.back());
    return triples;
}

SingularRange range_after(const std::vector<std::array<Real, 3>>& triples, const Real& lower, long bits,
                          const Context& context) {
    SingularRange range{lower.at(bits), Ball(1).at_precision(bits)};
    for (const std::array<Real, 3>& one : triples) {
        context.check_cancelled();
        range = image_of({one[0].at(bits), one[1].at(bits), one[2].at(bits)}, range);
    }
    return range;
}

Formula after_all(const std::vector<std::array<Real, 3>>& triples) {
    Formula x = Formula::variable();
    for (const std::array<Real, 3>& one : triples) {
        const Formula y = pow(x, 2);
        x = x * (Formula(one[0]) + y * (Formula(one[1]) + y * Formula(one[2])));
    }
    return x;
}

/// Why all steps as one function are not searched; null where they are.
const char* beyond_search(const MuonValueArguments& given) {
    constexpr std::int64_t most_searched_steps = 5;
    if (compare(given.lower, 1) == 0) return "the interval is a point";
    if (given.steps > most_searched_steps) return "beyond 5 steps there are too many turning points";
    return nullptr;
}

/// Bits that steps of slope `a` near 0 and narrow ends lose.
long loss_of(const MuonValueArguments& given) { return 16 * given.steps + 64; }

Routes largest_singular_value(const MuonValueArguments& given) {
    const std::vector<std::array<Real, 3>> triples = triples_of(given);
    return {enclosure(RouteKind::closed_form, "recursion",
                      [=](long bits, const Context& context) -> Answer {
                          const SingularRange range =
                              range_after(triples, given.lower, bits + loss_of(given), context);
                          return max(abs(range.least), abs(range.most));
                      }),
            enclosure(RouteKind::definition, "arb_taylor", [=](long bits, const Context& context) -> Answer {
                if (const char* why = beyond_search(given)) return {Status::unable, why};
                return supremum_of_magnitude(after_all(triples), given.lower.at(bits + 64),
                                             Ball(1).at_precision(bits + 64), bits, context);
            })};
}

Routes smallest_singular_value(const MuonValueArguments& given) {
    const std::vector<std::array<Real, 3>> triples = triples_of(given);
    return {enclosure(RouteKind::closed_form, "recursion",
                      [=](long bits, const Context& context) -> Answer {
                          const SingularRange range =
                              range_after(triples, given.lower, bits + loss_of(given), context);
                          const Ball size = min(abs(range.least), abs(range.most));
                          if (range.least.is_positive() || range.most.is_negative()) return size;
                          const bool crosses = range.least.is_nonpositive() && range.most.is_nonnegative();
                          return crosses ? Ball(0) : Ball::interval(Ball(0), size);
                      }),
            enclosure(RouteKind::definition, "arb_taylor", [=](long bits, const Context& context) -> Answer {
                if (const char* why = beyond_search(given)) return {Status::unable, why};
                // The largest of c - p, for a c above all values, is c less the least value.
                const Ball most = range_after(triples, given.lower, 256, context).most;
                const Formula c{std::ceil(std::max(most.upper_double(), 0.0)) + 1};
                const Answer rest = supremum_of_magnitude(c - after_all(triples), given.lower.at(bits + 64),
                                                          Ball(1).at_precision(bits + 64), bits, context);
                if (rest.status != Status::ok) return rest;
                const Ball least = c.constant().at(bits + 64) - rest.value;
                if (!least.is_positive())
                    return {Status::unable, "a singular value may become 0 or change its sign"};
                return least;
            })};
}

// ---- the update

Routes update_rms(const MuonUpdateArguments& given) {
    const Formula rows = whole(given.n), columns = whole(given.m);
    const Formula longer = given.n > given.m ? rows : columns, shorter = given.n > given.m ? columns : rows;
    const auto factor = [&]() -> Formula {
        switch (given.rule) {
            case MuonRule::none: return 1;
            case MuonRule::keller: return given.n > given.m ? sqrt(rows / columns) : Formula(1);
            case MuonRule::moonlight: return Formula(Real(Rational(1) / Rational(5))) * sqrt(longer);
            case MuonRule::spectral: return sqrt(rows / columns);
        }
        return 1;
    }();
    // A matrix with so many singular values that are 1: their squares add up to those of the entries.
    return {constant(RouteKind::closed_form, "closed_form", factor / sqrt(longer)),
            constant(RouteKind::definition, "recursion", sqrt(pow(factor, 2) * shorter / (rows * columns)))};
}

// ---- the best polynomials

Routes best_coefficients(const MuonBestArguments& given) {
    const auto by = [given](QuinticProof proof) {
        return [=](long bits, const Context& context) -> Answer {
            const BestSteps best = best_steps(given.steps, given.lower, given.cushion, proof, bits, context);
            if (best.status != Status::ok) return {best.status, best.reason};
            const auto which = static_cast<std::size_t>(given.coefficient.value_or(MuonCoefficient::a));
            return best.polynomials.back()[which];
        };
    };
    if (compare(given.lower, 1) == 0)
        return without_value({Status::domain, "on one point every polynomial through it is exact"},
                             "recursion");
    return {enclosure(RouteKind::closed_form, "interval_newton", by(QuinticProof::signs)),
            enclosure(RouteKind::definition, "recursion", by(QuinticProof::box))};
}

Routes best_error(const MuonBestArguments& given) {
    const auto by = [given](QuinticProof proof) {
        return [=](long bits, const Context& context) -> Answer {
            const BestSteps best = best_steps(given.steps, given.lower, given.cushion, proof, bits, context);
            if (best.status != Status::ok) return {best.status, best.reason};
            return 1 - best.lower;
        };
    };
    if (compare(given.lower, 1) == 0)
        return without_value({Status::domain, "the interval is a point"}, "recursion");
    return {enclosure(RouteKind::closed_form, "interval_newton", by(QuinticProof::signs)),
            enclosure(RouteKind::definition, "recursion", by(QuinticProof::box))};
}

}  // namespace

std::vector<Quantity> muon_quantities() {
    return {quantity("muon.smallest_singular_value", smallest_singular_value),
            quantity("muon.largest_singular_value", largest_singular_value),
            quantity("muon.update_rms", update_rms), quantity("muon.best_coefficients", best_coefficients),
            quantity("muon.best_error", best_error)};
}

}  // namespace sigprop
