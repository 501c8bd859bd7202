// Means of the largest, the largest in magnitude and the k-th smallest of n independent standard normal
// numbers, for n up to 2^63.

#include "quantities/normal/expected.hpp"

#include "catalogue/normal.hpp"
#include "core/ball/count.hpp"
#include "quantities/normal/expected_order.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// Errors   InputError unless it is an integer; its range is asked before
std::uint64_t whole_count(const Real& n, const char* name) {
    const Rational* exact = n.rational();
    if (exact == nullptr || !exact->is_integer())
        throw InputError::about({name}, std::string(name) + " must be an integer, not " + n.text());
    const auto small = exact->to_int64();
    return small ? static_cast<std::uint64_t>(*small) : std::uint64_t{1} << 63;
}

Formula sqrt_pi() {
    return sqrt(Formula(Real("pi", [](long bits) { return Ball::pi(bits); })));
}

/// n (n - 1) divided by a number, as a formula.
Formula pairs(const Real& n) { return Formula(n * (n - Real(1))); }

Routes both(const Formula& closed) {
    return {constant(RouteKind::closed_form, "closed_form", closed),
            constant(RouteKind::definition, "recursion", closed)};
}

/// A mean under the normal law as our algebra has it.
Route by_algebra(const Formula& integrand, const Formula& combine) {
    Route route = expectation({integrand}, Law::normal(), combine);
    std::get<Expectation>(route).route = RouteKind::closed_form;
    return route;
}

/// Powers this high are beyond the checker of certificates, which bounds tails by other means: routes of so
/// many numbers offer it no formula.
Routes offered(std::uint64_t n, Routes routes) {
    constexpr std::uint64_t most_that_are_checked = std::uint64_t{1} << 20;
    if (n <= most_that_are_checked) return routes;
    for (Route& route : routes) {
        auto& means = std::get<Expectation>(route);
        means.combine = [combine = means.combine](std::span<const Ball> values) { return combine(values); };
    }
    return routes;
}

// ---- the largest

Routes expected_max(const ExpectedMaxArguments& given) { return expected_max_routes(given.n); }

Routes expected_absmax(const ExpectedMaxArguments& given) {
    const std::uint64_t n = whole_count(given.n, "n");
    const Formula x = Formula::variable(), mean = Formula::variable();
    const auto others = static_cast<std::int64_t>(n - 1);
    const Formula size = abs(x);
    const Formula share = erf(size / sqrt(Formula(2)));
    const Route definition =
        expectation({n == 1 ? size : size * pow(share, others)}, Law::normal(), Formula(given.n) * mean);
    if (n == 1)
        return {constant(RouteKind::closed_form, "closed_form", sqrt(Formula(2)) / sqrt_pi()), definition};
    if (n == 2) return {constant(RouteKind::closed_form, "closed_form", 2 / sqrt_pi()), definition};
    return offered(
        n, {by_algebra(pow(erf(size / 2), others - 1), pairs(given.n) / sqrt_pi() * mean), definition});
}

// ---- any of the order

/// As a mean under the normal law, which an independent program can check: of so few numbers.
constexpr std::uint64_t most_in_a_formula = 64;

Route order_by_definition(std::uint64_t n, std::uint64_t k) {
    const Formula x = Formula::variable(), mean = Formula::variable();
    const auto below = static_cast<std::int64_t>(k - 1), above = static_cast<std::int64_t>(n - k);
    Rational places(static_cast<std::int64_t>(n));  // n times n - 1 over k - 1
    for (std::int64_t i = 1; i <= below; ++i) places = places * Rational(above + i) / Rational(i);
    return expectation({x * pow(normal_cdf(x), below) * pow(normal_cdf(-x), above)}, Law::normal(),
                       Formula(Real(places)) * mean);
}

Routes expected_order(const ExpectedOrderArguments& given) {
    const std::uint64_t n = whole_count(given.n, "n"), k = whole_count(given.k, "k");
    const std::uint64_t from_top = n + 1 - k, j = std::min(k, from_top);
    if (k == from_top) return both(Formula(0));  // the median of an odd number
    const int sign = k > from_top ? 1 : -1;
    const UpperOrder order{n, j};
    const auto signed_value = [sign](Answer value) {
        if (value.status == Status::ok && sign < 0) value.value = -value.value;
        return value;
    };
    const auto integral = [=](OrderIntegrand integrand) {
        return [=](long bits, const Context& context) {
            return signed_value(order_by_integral(order, integrand, bits, context));
        };
    };
    return {enclosure(RouteKind::closed_form, "recursion",
                      [=](long bits, const Context& context) {
                          return signed_value(order_by_moments(order, bits, context));
                      }),
            enclosure(RouteKind::closed_form, "arb_integral", integral(OrderIntegrand::by_parts)),
            n <= most_in_a_formula
                ? order_by_definition(n, k)
                : enclosure(RouteKind::definition, "arb_integral", integral(OrderIntegrand::mean))};
}

// ---- for large n

/// b - (log log n + log 4 pi - 2 gamma)/(2 b) with b = sqrt(2 log n): Gumbel's law about its centre.
Routes asymptotic(const AsymptoticMaxArguments& given) {
    (void)whole_count(given.n, "n");
    const Formula log_n = log(Formula(given.n)), root = sqrt(2 * log_n);
    const Formula gamma(Real("Euler's gamma", [](long bits) { return Ball::euler_gamma(bits); }));
    const Formula pi(Real("pi", [](long bits) { return Ball::pi(bits); }));
    const auto centre_and_mean = [n = given.n](long bits, const Context&) -> Answer {
        const Ball log_of_n = log(n.at(bits + 16));
        const Ball rate = sqrt(2 * log_of_n);  // of the exponential tail
        const Ball centre = rate - log(4 * Ball::pi(bits + 16) * log_of_n) / (2 * rate);
        return centre + Ball::euler_gamma(bits + 16) / rate;
    };
    return {constant(RouteKind::closed_form, "closed_form",
                     root - (log(log_n) + log(4 * pi) - 2 * gamma) / (2 * root)),
            enclosure(RouteKind::definition, "recursion", centre_and_mean)};
}

}  // namespace

std::vector<Route> expected_max_routes(const Real& numbers) {
    const std::uint64_t n = whole_count(numbers, "n");
    const Formula x = Formula::variable(), mean = Formula::variable();
    if (n == 1) return both(Formula(0));
    const auto others = static_cast<std::int64_t>(n - 1);
    const Route definition =
        expectation({x * pow(normal_cdf(x), others)}, Law::normal(), Formula(numbers) * mean);
    if (n == 2) return {constant(RouteKind::closed_form, "closed_form", 1 / sqrt_pi()), definition};
    // By parts, with pdf(x)^2 = pdf(sqrt(2) x)/sqrt(2 pi).
    return offered(n, {by_algebra(pow(normal_cdf(x / sqrt(Formula(2))), others - 1),
                                  pairs(numbers) / (2 * sqrt_pi()) * mean),
                       definition});
}

std::vector<Quantity> normal_quantities() {
    return {quantity("normal.expected_max", expected_max),
            quantity("normal.expected_absmax", expected_absmax),
            quantity("normal.expected_order", expected_order),
            quantity("normal.expected_max_asymptotic", asymptotic)};
}

}  // namespace sigprop
