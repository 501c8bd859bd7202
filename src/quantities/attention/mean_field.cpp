// Attention over many keys that are uniform on a sphere: a sum over keys becomes the mean over the sphere,
// Z = E e^(z cos theta), a Bessel function. Exact as the number of keys grows at fixed z.

#include "quantities/attention/mean_field.hpp"

#include <cmath>

#include "core/ball/bessel.hpp"
#include "methods/mean/mean.hpp"

#include "methods/bessel/bessel.hpp"
#include "methods/mean/gsl.hpp"
#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

struct MeanField {
    std::int64_t dim;
    Real z;
};

enum class What : std::uint8_t { log_partition, alignment, deficit };

MeanField mean_field(const Arguments& arguments) { return {arguments.integer("dim"), arguments.real("z")}; }

/// The requested number, from log Z and the alignment A.
template <class Scalar>
Scalar from(What what, const Scalar& log_partition, const Scalar& alignment, const Scalar& z) {
    if (what == What::log_partition) return log_partition;
    return what == What::alignment ? alignment : log_partition - z * alignment;
}

// ---- closed form

/// Number of terms of the 0F1 series until each is at most half of the one before, unless its argument is so
/// large that the asymptotic series is used.
double terms_of_series(std::int64_t dim, double z) {
    const double nu = static_cast<double>(dim) / 2;
    if (z > 4 * nu * nu + 1000) return 0;
    return z * z / (nu + std::sqrt(nu * nu + 2 * z * z));
}

Answer by_bessel(What what, std::int64_t dimension, const Ball& z, const Context& context) {
    if (terms_of_series(dimension, z.upper_double()) > static_cast<double>(context.budget)) {
        return {Status::unable, "the series of the Bessel function exceeds the budget of " +
                                    std::to_string(context.budget) + " terms"};
    }
    const Ball dim = Ball(dimension).at_precision(z.precision());
    const Ball below = hypergeometric_0f1(dim / 2, pow(z, 2) / 4);
    const Ball above = hypergeometric_0f1(dim / 2 + 1, pow(z, 2) / 4);
    return from(what, log(below), z * above / (dim * below), z);
}

// ---- definition

/// The integrals over the angle theta between query and key, whose density is sin^(dim-2) theta: of the
/// density, of e^(z cos) times it, of cos e^(z cos) times it; the latter two are divided by their maximum.
Route by_angle(What what, const MeanField& field) {
    const Formula theta = Formula::variable();
    const std::int64_t k = field.dim - 2;
    const double z = field.z.to_double();
    const double root = std::sqrt(static_cast<double>(k) * static_cast<double>(k) + 4 * z * z);
    // where z cos + k log sin is largest
    const double c = z > 0 ? 2 * z / (static_cast<double>(k) + root) : 0;
    const double s =
        z > 0 && k > 0 ? std::sqrt(2 * static_cast<double>(k) / (static_cast<double>(k) + root)) : 1;
    const auto density = [&](double unit) {
        return k == 0 ? Formula(1) : k == 1 ? sin(theta) / unit : pow(sin(theta) / unit, k);
    };
    const Formula weighted = exp(Formula(field.z) * (cos(theta) - c)) * density(s);
    const Formula log_partition = log(Formula::variable(1) / Formula::variable(0)) + Formula(field.z) * c +
                                  Formula(Real(Rational(k))) * log(Formula(s));
    const Formula alignment = Formula::variable(2) / Formula::variable(1);
    const Law angle = Law::uniform(0, Real("pi", [](long bits) { return Ball::pi(bits); }));
    return expectation({density(1), weighted, cos(theta) * weighted}, angle,
                       from(what, log_partition, alignment, Formula(field.z)));
}

/// In one dimension there are two keys, at cos = 1 and cos = -1.
Route by_two_points(What what, const MeanField& field) {
    const Formula z{field.z};
    const Formula sum = exp(z) + exp(-z);
    return constant(RouteKind::definition, "recursion",
                    from(what, log(sum / 2), (exp(z) - exp(-z)) / sum, z));
}

// ---- Boost and GSL

using Bessel = Answer (*)(double order, double z);

/// log Z = log Gamma(nu) + (nu - 1) log(2/z) + log I_(nu-1)(z), A = I_nu(z)/I_(nu-1)(z), nu = dim/2.
Answer from_doubles(What what, const MeanField& field, Bessel bessel) {
    const double z = field.z.to_double();
    const Ball nu = Ball(field.dim).at_precision(64) / 2;
    const Answer below = bessel(nu.to_double() - 1, z);
    if (below.status != Status::ok) return below;
    const Answer above = bessel(nu.to_double(), z);
    if (above.status != Status::ok) return above;
    const Ball log_partition =
        log_gamma(nu) + (nu - 1) * log(2 / Ball(z).at_precision(64)) + log(below.value) + Ball(z);
    const Ball value = from(what, log_partition, above.value / below.value, Ball(z).at_precision(64));
    // z was rounded to a double; A <= 1, and z A' <= A because A lies below its tangents.
    // widening: estimate
    return value.widened(Ball(what == What::alignment ? 0x1p-52 : 0x1p-52 * z));
}

Route estimated(const char* method, What what, const MeanField& field, Bessel bessel) {
    return DirectRoute{RouteKind::closed_form, method, Kind::estimate,
                       [=](long, const Context&) { return from_doubles(what, field, bessel); }};
}

template <What Wanted>
std::vector<Route> mean_field_routes(const Arguments& arguments) {
    const MeanField field = mean_field(arguments);
    DirectRoute exact;
    exact.value = [field](long bits, const Context& context) {
        return by_bessel(Wanted, field.dim, field.z.at(bits), context);
    };
    std::vector<Route> plans = {exact,
                                field.dim == 1 ? by_two_points(Wanted, field) : by_angle(Wanted, field)};
    if (compare(field.z, 0).value_or(0) > 0) {
        plans.push_back(estimated("boost_cyl_bessel_i", Wanted, field, boost_bessel_i_scaled));
        if (gsl_is_available()) {
            plans.push_back(estimated("gsl_bessel_inu", Wanted, field, gsl_bessel_i_scaled));
        }
    }
    return plans;
}

// ---- large dim

/// At fixed l = z/dim: the maximum of l c + (1/2) log(1 - c^2), attained where l (1 - c^2) = c.
std::vector<Route> per_dim_routes(const Arguments& arguments) {
    const Real& scale = arguments.real("scale");
    const Formula l{scale};
    const auto alignment = [](const Formula& t) { return 2 * t / (1 + sqrt(1 + 4 * pow(t, 2))); };
    const Formula c = alignment(l);
    // The alignment is the derivative of log Z: log Z/dim is the integral of c from 0 to l.
    return {
        constant(RouteKind::closed_form, "closed_form", log(1 - pow(c, 2)) / 2),
        expectation({alignment(Formula::variable())}, Law::uniform(0, scale), l * (Formula::variable() - c))};
}

Quantity quantity(const char* name, const char* summary, const char* formula, const char* units,
                  NumberRange values, std::vector<Route> (*routes)(const Arguments&)) {
    return {
        .name = std::string("attention.mean_field_") + name,
        .summary = summary,
        .formula = formula,
        .units = std::string(units) +
                 "; the limit of n -> infinity keys at fixed z, without its log n: E log S = log n + log Z, "
                 "E H = log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below "
                 "log n: see attention.freezing_ratio",
        .limit = "n -> inf keys at this z",
        .source =
            "Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); "
            "Mardia and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)",
        // The square of z must be a double, in which the integrals over the angle are laid out.
        .parameters = {{.name = "dim",
                        .kind = ParameterKind::integer,
                        .meaning = "dimension of queries and keys",
                        .range = "[1, 10^9]"},
                       {.name = "z",
                        .meaning = "scale |q| |k|, the largest logit; scale dim for |q| = |k| = sqrt(dim)",
                        .range = "[0, 1e150]"}},
        .values = std::move(values),
        .route_notes = {"closed_form: 0F1(; dim/2; z^2/4) and its neighbour in balls; Boost's cyl_bessel_i "
                        "and GSL's bessel_Inu_scaled are estimates of the same Bessel functions",
                        "definition: the integrals over the angle, whose density is sin^(dim-2); dim = 1: "
                        "the sum over cos = 1 and -1"},
        .theorems = {"bessel_integral", "trapezoidal_rectangle", "gauss_legendre_ellipse", "mean_field_in_z"},
        .routes = routes};
}

}  // namespace

Answer mean_field_deficit(std::int64_t dim, const Ball& z, const Context& context) {
    return by_bessel(What::deficit, dim, z, context);
}

std::vector<Quantity> attention_mean_field_quantities() {
    std::vector<Quantity> all = {
        quantity("log_partition", "Mean field of attention over keys on a sphere: log E e^(z cos theta).",
                 R"(\log Z = \log\left(\Gamma(\nu) \left(\frac{2}{z}\right)^{\nu-1} I_{\nu-1}(z)\right) = )"
                 R"(\log {}_0F_1\left(; \nu; \frac{z^2}{4}\right), \quad \nu = \frac{\mathrm{dim}}{2})",
                 "nats", "[0, inf)", mean_field_routes<What::log_partition>),
        quantity("alignment",
                 "Mean field of attention over keys on a sphere: the mean cosine between query and key, each "
                 "weighed by its attention.",
                 R"(A = \frac{I_\nu(z)}{I_{\nu-1}(z)} = \frac{d \log Z}{dz}, \quad \nu = )"
                 R"(\frac{\mathrm{dim}}{2})",
                 "dimensionless, 0 to 1", "[0, 1]", mean_field_routes<What::alignment>),
        quantity("deficit",
                 "Mean field of attention over keys on a sphere: by how much the entropy differs from log n.",
                 R"(\log Z - z A \le 0)", "nats", "(-inf, 0]", mean_field_routes<What::deficit>)};
    all.push_back(
        {.name = "attention.mean_field_deficit_per_dim",
         .summary =
             "The mean field's entropy deficit per dimension when the dimension is large and scale stays.",
         .formula = R"(\lim_{\mathrm{dim} \to \infty} \frac{\mathrm{deficit}(\mathrm{dim}, )"
                    R"(\mathrm{scale}\,\mathrm{dim})}{\mathrm{dim}} = \frac{1}{2} \log(1 - c^2), \quad c = )"
                    R"(\frac{-1 + \sqrt{1 + 4\,\mathrm{scale}^2}}{2\,\mathrm{scale}})",
         .units = "nats, negative; -scale^2/2 for small scale, -(1/2) log(scale) for large: not linear in "
                  "scale. The published 0.24 is the value at scale = 1, -(1/2) log((sqrt 5 - 1)/2). At scale "
                  "= 1/sqrt(dim) the deficit is -1/2 in all",
         .limit = "n -> inf keys, then dim -> inf at this scale",
         .source = "Su 2021, kexue.fm/archives/8823 (0.24 scale dim, by Laplace's method); own derivation: "
                   "Laplace's method at any scale",
         .parameters = {{.name = "scale",
                         .meaning = "of the logits scale q.k with |q| = |k| = sqrt(dim); z/dim",
                         .range = "(0, inf)"}},
         .values = "(-inf, 0]",
         .route_notes = {"closed_form: the formula",
                         "definition: log Z/dim as the integral of the alignment from 0 to scale"},
         .theorems = {"bessel_integral", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = per_dim_routes});
    return all;
}

}  // namespace sigprop
