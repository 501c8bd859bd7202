// Attention over many keys that are uniform on a sphere: a sum over keys becomes the mean over the sphere,
// Z = E e^(z cos theta), a Bessel function. Exact as the number of keys grows at fixed z.

#include "quantities/attention/mean_field.hpp"

#include <cmath>

#include "core/ball/bessel.hpp"
#include "methods/mean/mean.hpp"

#include "catalogue/attention.hpp"
#include "methods/bessel/bessel.hpp"
#include "methods/mean/gsl.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

/// The requested number, from log Z and the alignment A.
template <class Scalar>
Scalar from(MeanField what, const Scalar& log_partition, const Scalar& alignment, const Scalar& z) {
    if (what == MeanField::log_partition) return log_partition;
    return what == MeanField::alignment ? alignment : log_partition - z * alignment;
}

// ---- closed form

/// Number of terms of the 0F1 series until each is at most half of the one before, unless its argument is so
/// large that the asymptotic series is used.
double terms_of_series(std::int64_t dim, double z) {
    const double nu = static_cast<double>(dim) / 2;
    if (z > 4 * nu * nu + 1000) return 0;
    return z * z / (nu + std::sqrt(nu * nu + 2 * z * z));
}

// ---- definition

/// The integrals over the angle theta between query and key, whose density is sin^(dim-2) theta: of the
/// density, of e^(z cos) times it, of cos e^(z cos) times it; the latter two are divided by their maximum. It
/// is found in doubles, where z^2 must not overflow: z is at most 10^150.
Route by_angle(MeanField what, const MeanFieldArguments& given) {
    const Formula theta = Formula::variable();
    const std::int64_t k = given.dim - 2;
    const double z = given.z.to_double();
    const double root = std::sqrt(static_cast<double>(k) * static_cast<double>(k) + 4 * z * z);
    // where z cos + k log sin is largest
    const double c = z > 0 ? 2 * z / (static_cast<double>(k) + root) : 0;
    const double s =
        z > 0 && k > 0 ? std::sqrt(2 * static_cast<double>(k) / (static_cast<double>(k) + root)) : 1;
    const auto density = [&](double unit) {
        return k == 0 ? Formula(1) : k == 1 ? sin(theta) / unit : pow(sin(theta) / unit, k);
    };
    const Formula weighted = exp(Formula(given.z) * (cos(theta) - c)) * density(s);
    const Formula log_partition = log(Formula::variable(1) / Formula::variable(0)) + Formula(given.z) * c +
                                  Formula(Real(Rational(k))) * log(Formula(s));
    const Formula alignment = Formula::variable(2) / Formula::variable(1);
    const Law angle = Law::uniform(0, Real("pi", [](long bits) { return Ball::pi(bits); }));
    return expectation({density(1), weighted, cos(theta) * weighted}, angle,
                       from(what, log_partition, alignment, Formula(given.z)));
}

/// In one dimension there are two keys, at cos = 1 and cos = -1.
Route by_two_points(MeanField what, const MeanFieldArguments& given) {
    const Formula z{given.z};
    const Formula sum = exp(z) + exp(-z);
    return constant(RouteKind::definition, "recursion",
                    from(what, log(sum / 2), (exp(z) - exp(-z)) / sum, z));
}

// ---- Boost and GSL

using Bessel = Answer (*)(double order, double z);

/// log Z = log Gamma(nu) + (nu - 1) log(2/z) + log I_(nu-1)(z), A = I_nu(z)/I_(nu-1)(z), nu = dim/2.
Answer from_doubles(MeanField what, const MeanFieldArguments& given, Bessel bessel) {
    const double z = given.z.to_double();
    const Ball nu = Ball(given.dim).at_precision(64) / 2;
    const Answer below = bessel(nu.to_double() - 1, z);
    if (below.status != Status::ok) return below;
    const Answer above = bessel(nu.to_double(), z);
    if (above.status != Status::ok) return above;
    const Ball log_partition =
        log_gamma(nu) + (nu - 1) * log(2 / Ball(z).at_precision(64)) + log(below.value) + Ball(z);
    const Ball value = from(what, log_partition, above.value / below.value, Ball(z).at_precision(64));
    // z was rounded to a double; A <= 1, and z A' <= A because A lies below its tangents.
    // widening: estimate
    return value.widened(Ball(what == MeanField::alignment ? 0x1p-52 : 0x1p-52 * z));
}

Route estimated(const char* method, MeanField what, const MeanFieldArguments& given, Bessel bessel) {
    return DirectRoute{RouteKind::closed_form, method, Kind::estimate,
                       [=](long, const Context&) { return from_doubles(what, given, bessel); }};
}

template <MeanField Wanted>
std::vector<Route> mean_field_routes(const MeanFieldArguments& given) {
    DirectRoute exact;
    exact.value = [given](long bits, const Context& context) {
        return mean_field_number(Wanted, given.dim, given.z.at(bits), context);
    };
    std::vector<Route> plans = {exact,
                                given.dim == 1 ? by_two_points(Wanted, given) : by_angle(Wanted, given)};
    if (compare(given.z, 0).value_or(0) > 0) {
        plans.push_back(estimated("boost_cyl_bessel_i", Wanted, given, boost_bessel_i_scaled));
        if (gsl_is_available()) {
            plans.push_back(estimated("gsl_bessel_inu", Wanted, given, gsl_bessel_i_scaled));
        }
    }
    return plans;
}

// ---- large dim

/// At fixed l = z/dim: the maximum of l c + (1/2) log(1 - c^2), attained where l (1 - c^2) = c.
std::vector<Route> per_dim_routes(const MeanFieldPerDimArguments& given) {
    const Formula l{given.scale};
    const auto alignment = [](const Formula& t) { return 2 * t / (1 + sqrt(1 + 4 * pow(t, 2))); };
    const Formula c = alignment(l);
    // The alignment is the derivative of log Z: log Z/dim is the integral of c from 0 to l.
    return {constant(RouteKind::closed_form, "closed_form", log(1 - pow(c, 2)) / 2),
            expectation({alignment(Formula::variable())}, Law::uniform(0, given.scale),
                        l * (Formula::variable() - c))};
}

}  // namespace

Answer mean_field_number(MeanField what, std::int64_t dimension, const Ball& z, const Context& context) {
    if (terms_of_series(dimension, z.upper_double()) > static_cast<double>(context.budget)) {
        return {Status::unable, "the series of the Bessel function exceeds the budget of " +
                                    std::to_string(context.budget) + " terms"};
    }
    const Ball dim = Ball(dimension).at_precision(z.precision());
    const Ball below = hypergeometric_0f1(dim / 2, pow(z, 2) / 4);
    const Ball above = hypergeometric_0f1(dim / 2 + 1, pow(z, 2) / 4);
    return from(what, log(below), z * above / (dim * below), z);
}

std::vector<Quantity> attention_mean_field_quantities() {
    return {quantity("attention.mean_field_log_partition", mean_field_routes<MeanField::log_partition>),
            quantity("attention.mean_field_alignment", mean_field_routes<MeanField::alignment>),
            quantity("attention.mean_field_deficit", mean_field_routes<MeanField::deficit>),
            quantity("attention.mean_field_deficit_per_dim", per_dim_routes)};
}

}  // namespace sigprop
