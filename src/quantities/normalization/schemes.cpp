#include "quantities/normalization/schemes.hpp"

#include <cmath>

namespace sigprop {
namespace {

/// Complex numbers with explicit operations: std::complex's division and roots depend on the library.
struct Stepped {
    double re = 0, im = 0;

    Stepped() = default;
    Stepped(double real, double imaginary = 0) : re(real), im(imaginary) {}
};

Stepped operator+(const Stepped& a, const Stepped& b) { return {a.re + b.re, a.im + b.im}; }
Stepped operator-(const Stepped& a, const Stepped& b) { return {a.re - b.re, a.im - b.im}; }
Stepped operator*(const Stepped& a, const Stepped& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Stepped operator/(const Stepped& a, const Stepped& b) {
    const double squares = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / squares, (a.im * b.re - a.re * b.im) / squares};
}
Stepped sqrt(const Stepped& z) {
    const double length = std::sqrt(z.re * z.re + z.im * z.im);
    if (z.re >= 0) {
        const double root = std::sqrt((length + z.re) / 2);
        return {root, root > 0 ? z.im / (2 * root) : 0};
    }
    const double root = std::sqrt((length - z.re) / 2);
    return {std::fabs(z.im) / (2 * root), std::copysign(root, z.im)};
}
double norm_order(const Stepped& z) { return z.re; }

/// All outputs with x_j replaced by `moved`.
template <class Scalar>
std::vector<Scalar> outputs(const SchemeInput& input, std::size_t j, const Scalar& moved) {
    std::vector<Scalar> x(input.x.begin(), input.x.end());
    x[j] = moved;
    const NormGroup<Scalar> group(input.rule, x, Scalar(input.epsilon));
    std::vector<Scalar> y;
    y.reserve(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y.push_back(group.output(i));
    return y;
}

std::vector<double> difference(const SchemeInput& input, std::size_t j, double ahead, double back) {
    std::vector<double> result = outputs(input, j, input.x[j] + ahead);
    const std::vector<double> before = outputs(input, j, input.x[j] - back);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = (result[i] - before[i]) / (ahead + back);
    return result;
}

/// Central differences at step, step/2, step/4 and step/8, extrapolated to the order step^8.
std::vector<double> extrapolated(const SchemeInput& input, std::size_t j) {
    std::vector<std::vector<double>> rows;
    for (double step = input.step; rows.size() < 4; step /= 2)
        rows.push_back(difference(input, j, step, step));
    double power = 4;
    for (std::size_t level = 1; level < 4; ++level, power *= 4) {
        for (std::size_t row = 3; row >= level; --row) {
            for (std::size_t i = 0; i < rows[row].size(); ++i)
                rows[row][i] += (rows[row][i] - rows[row - 1][i]) / (power - 1);
        }
    }
    return rows[3];
}

}  // namespace

std::vector<double> scheme_column(const SchemeInput& input, std::size_t j) {
    std::vector<double> column;
    switch (input.scheme) {
        case JacobianScheme::forward: return difference(input, j, input.step, 0);
        case JacobianScheme::central: return difference(input, j, input.step, input.step);
        case JacobianScheme::richardson: return extrapolated(input, j);
        case JacobianScheme::complex_step:
            for (const Stepped& y : outputs(input, j, Stepped(input.x[j], input.step)))
                column.push_back(y.im / input.step);
            return column;
        case JacobianScheme::dual:
            for (const Dual& y : outputs(input, j, Dual(input.x[j], 1))) column.push_back(y.slope);
            return column;
    }
    return column;
}

double usual_step(JacobianScheme scheme) {
    switch (scheme) {
        case JacobianScheme::forward: return 0x1p-26;
        case JacobianScheme::central: return 0x1p-17;
        case JacobianScheme::richardson: return 0x1p-5;
        case JacobianScheme::complex_step: return 0x1p-333;
        case JacobianScheme::dual: return 0;
    }
    return 0;
}

}  // namespace sigprop
