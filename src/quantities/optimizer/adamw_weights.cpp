// How large weights become under AdamW, and how long they remember their first values.
//
// Noise g_t of variance v drives m <- b m + (1 - b) g and w <- r w - rate m/sqrt(v), r = 1 - rate decay, once
// v has settled: a linear recursion of (w, m) with the matrix A = [r, -rate b; 0, b] and the input (-rate, 1)
// (1 - b). Its covariance P solves P = A P A' + Q; doubling gives S_2n = S_n + A^n S_n A^n', and since P =
// S_n + A^n P A^n', every entry of P - S_n is at most |A^n|^2 |S_n| / (1 - |A^n|^2) in size, |.| the
// Frobenius norm.

#include <array>

#include "catalogue/optimizer.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Matrix2 = std::array<std::array<Ball, 2>, 2>;

constexpr int max_doublings_of_time = 128;  // 2^128 steps

Matrix2 times(const Matrix2& a, const Matrix2& b) {
    Matrix2 c;
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
    return c;
}

Matrix2 transposed(const Matrix2& a) { return {{{a[0][0], a[1][0]}, {a[0][1], a[1][1]}}}; }

Ball square_norm(const Matrix2& a) {
    return pow(a[0][0], 2) + pow(a[0][1], 2) + pow(a[1][0], 2) + pow(a[1][1], 2);
}

/// The weight's entry of P, in units of rate^2.
Answer settled_by_doubling(const AdamwWeightArguments& given, long bits, const Context& context) {
    const long working = 2 * bits + 64;  // the sum may be 2^bits times its first term
    const Ball b = given.beta1.at(working);
    const Ball r = 1 - given.rate.at(working) * given.decay.at(working);
    Matrix2 power = {{{r, -b}, {Ball(0).at_precision(working), b}}};
    const Ball input = pow(1 - b, 2);
    Matrix2 sum = {{{input, -input}, {-input, input}}};
    for (int step = 0; step < max_doublings_of_time; ++step) {
        context.check_cancelled();
        const Ball size = square_norm(power);
        if (!size.is_finite()) return {Status::unable, "the recursion of the weights overflows"};
        const Ball left = size * sqrt(square_norm(sum)) / (1 - size);
        if ((1 - size).is_positive() && (sum[0][0] * Ball::power_of_two(-bits) - left).is_positive())
            return Ball::interval(sum[0][0] - left, sum[0][0] + left).at_precision(bits + 32);
        const Matrix2 more = times(times(power, sum), transposed(power));
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) sum[i][j] = sum[i][j] + more[i][j];
        power = times(power, power);
    }
    return {Status::unable, "the weights do not settle within 2^128 steps"};
}

std::vector<Route> weight_second_moment(const AdamwWeightArguments& given) {
    const std::optional<int> order = compare(given.rate * given.decay, 2);
    if (!order)
        throw InputError::about({"rate", "decay"},
                                "rate * decay is too close to 2 to decide which is larger");
    if (*order >= 0)
        return without_value({Status::domain, "weights grow without bound: rate * decay is 2 or more"},
                             "recursion");
    const Formula rate{given.rate};
    const Formula b{given.beta1};
    const Formula share = rate * Formula(given.decay);
    const Formula r = 1 - share;
    const Formula value =
        pow(rate, 2) * (1 - b) / (1 + b) * (1 + r * b) / (share * (2 - share) * (1 - r * b));
    return {
        constant(RouteKind::closed_form, "closed_form", value),
        enclosure(RouteKind::definition, "recursion", [given](long bits, const Context& context) -> Answer {
            Answer settled = settled_by_doubling(given, bits, context);
            if (settled.status == Status::ok)
                settled.value = settled.value * pow(given.rate.at(bits + 32), 2);
            return settled;
        })};
}

/// r^steps by squaring.
Ball power_by_squaring(Ball base, std::int64_t steps) {
    Ball product = Ball(1).at_precision(base.precision());
    for (; steps > 0; steps /= 2) {
        if (steps % 2 == 1) product = product * base;
        base = base * base;
    }
    return product;
}

std::vector<Route> weight_memory(const WeightMemoryArguments& given) {
    const Formula by_logarithm =
        exp(whole(given.steps) * log(1 - Formula(given.rate) * Formula(given.decay)));
    std::vector<Route> routes;
    if (compare(given.rate * given.decay, 1).value_or(1) < 0)
        routes.push_back(constant(RouteKind::closed_form, "closed_form", by_logarithm));
    routes.push_back(
        enclosure(RouteKind::definition, "recursion", [given](long bits, const Context&) -> Answer {
            const long working = bits + 128;
            return power_by_squaring(1 - given.rate.at(working) * given.decay.at(working), given.steps);
        }));
    return routes;
}

}  // namespace

std::vector<Quantity> adamw_weight_quantities() {
    return {quantity("optimizer.adamw_weight_second_moment", weight_second_moment),
            quantity("optimizer.weight_memory", weight_memory)};
}

}  // namespace sigprop
