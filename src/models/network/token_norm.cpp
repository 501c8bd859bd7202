#include "models/network/token_norm.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "models/network/token_operations.hpp"

namespace sigprop {
namespace {

template <class Scalar>
std::size_t token_count(const Tokens<Scalar>& tokens) {
    return static_cast<std::size_t>(tokens.cols());
}

/// inverse from |c|^2 of each token; false when a token has no norm.
bool invert(double width, double epsilon, std::span<const double> squares, std::vector<double>& inverse) {
    inverse.resize(squares.size());
    for (std::size_t t = 0; t < squares.size(); ++t) {
        const double square = squares[t] + width * epsilon;
        if (!(square > 0) || !std::isfinite(square)) return false;
        inverse[t] = std::sqrt(width / square);
        if (!std::isfinite(inverse[t])) return false;
    }
    return true;
}

template <class Scalar>
void scale(const Tokens<Scalar>& in, const NormScales& scales, double factor, Tokens<Scalar>& out) {
    std::vector<double> factors = scales.inverse;
    for (double& one : factors) one *= factor;
    shift_and_scale(in, scales.means, factors, out);
}

/// Coefficients of J^T gradient = factors[t] gradient + along[t] in + shifts[t].
struct Projection {
    std::vector<double> factors, along, shifts;
};

/// The coefficients of factors[t] (g - mean(g) - (in - means[t]) lengths[t]^2 (in - means[t]) . g / width).
template <class Scalar>
Projection projection(const TokenNorm& norm, const Tokens<Scalar>& in, std::span<const double> means,
                      std::span<const double> lengths, std::vector<double> factors,
                      const Tokens<Scalar>& gradient) {
    const std::size_t tokens = token_count(in);
    const auto width = static_cast<double>(in.rows());
    std::vector<double> along(tokens);
    feature_products(in, gradient, along);
    std::vector<double> shifts(tokens, 0.0);
    if (norm.kind == NormKind::layer_norm) feature_sums(gradient, shifts);
    for (std::size_t t = 0; t < tokens; ++t) {
        const double sum = shifts[t];
        along[t] = -factors[t] * lengths[t] * lengths[t] * (along[t] - means[t] * sum) / width;
        shifts[t] = -factors[t] * sum / width - along[t] * means[t];
    }
    return {std::move(factors), std::move(along), std::move(shifts)};
}

template <class Scalar>
Projection projection(const TokenNorm& norm, const Tokens<Scalar>& in, const NormScales& scales,
                      double factor, const Tokens<Scalar>& gradient) {
    std::vector<double> factors = scales.inverse;
    for (double& one : factors) one *= factor;
    return projection<Scalar>(norm, in, scales.means, scales.inverse, std::move(factors), gradient);
}

}  // namespace

template <class Scalar>
bool norm_scales(const TokenNorm& norm, const Tokens<Scalar>& in, std::span<const double> squares,
                 NormScales& scales) {
    const auto width = static_cast<double>(in.rows());
    scales.means.assign(token_count(in), 0);
    if (norm.kind == NormKind::rms_norm) return invert(width, norm.epsilon, squares, scales.inverse);
    feature_sums(in, scales.means);
    // Rounded as the subtraction will use it.
    for (double& mean : scales.means) mean = static_cast<double>(static_cast<Scalar>(mean / width));
    std::vector<double> centred(token_count(in));
    shifted_squares(in, scales.means, centred);
    for (std::size_t t = 0; t < centred.size(); ++t) {
        // The squares do not exceed the rounding of the mean: the token is constant.
        const double rounding = scales.means[t] * std::numeric_limits<Scalar>::epsilon();
        if (norm.epsilon == 0 && centred[t] <= width * rounding * rounding) return false;
    }
    return invert(width, norm.epsilon, centred, scales.inverse);
}

template <class Scalar>
bool normalise(const TokenNorm& norm, const Tokens<Scalar>& in, std::span<const double> squares,
               double factor, Tokens<Scalar>& out, NormScales& scales) {
    if (!norm_scales(norm, in, squares, scales)) return false;
    scale(in, scales, factor, out);
    return true;
}

template <class Scalar>
bool normalise(const TokenNorm& norm, const Tokens<Scalar>& in, double factor, Tokens<Scalar>& out,
               NormScales& scales) {
    std::vector<double> squares(token_count(in));
    if (norm.kind == NormKind::rms_norm) feature_products(in, in, squares);
    return normalise<Scalar>(norm, in, squares, factor, out, scales);
}

template <class Scalar>
void norm_backward(const TokenNorm& norm, const Tokens<Scalar>& in, const NormScales& scales, double factor,
                   const Tokens<Scalar>& gradient, Tokens<Scalar>& out) {
    const Projection by = projection(norm, in, scales, factor, gradient);
    weighted_sum(by.factors, gradient, by.along, in, by.shifts, out);
}

template <class Scalar>
void add_norm_backward(const TokenNorm& norm, const Tokens<Scalar>& in, const NormScales& scales,
                       double factor, const Tokens<Scalar>& gradient, double out_factor, Tokens<Scalar>& out,
                       std::span<double> squares) {
    const Projection by = projection(norm, in, scales, factor, gradient);
    add_weighted_sum(out_factor, by.factors, gradient, by.along, in, by.shifts, out, squares);
}

template <class Scalar>
void norm_backward_from_output(const TokenNorm& norm, const Tokens<Scalar>& output, const NormScales& scales,
                               const Tokens<Scalar>& gradient, Tokens<Scalar>& out) {
    const std::vector<double> zeros(token_count(output), 0.0);
    const std::vector<double> ones(token_count(output), 1.0);
    const Projection by = projection<Scalar>(norm, output, zeros, ones, scales.inverse, gradient);
    weighted_sum(by.factors, gradient, by.along, output, by.shifts, out);
}

template bool normalise(const TokenNorm&, const Tokens<float>&, double, Tokens<float>&, NormScales&);
template bool normalise(const TokenNorm&, const Tokens<double>&, double, Tokens<double>&, NormScales&);
template bool normalise(const TokenNorm&, const Tokens<float>&, std::span<const double>, double,
                        Tokens<float>&, NormScales&);
template bool normalise(const TokenNorm&, const Tokens<double>&, std::span<const double>, double,
                        Tokens<double>&, NormScales&);
template bool norm_scales(const TokenNorm&, const Tokens<float>&, std::span<const double>, NormScales&);
template void norm_backward(const TokenNorm&, const Tokens<float>&, const NormScales&, double,
                            const Tokens<float>&, Tokens<float>&);
template bool norm_scales(const TokenNorm&, const Tokens<double>&, std::span<const double>, NormScales&);
template void norm_backward(const TokenNorm&, const Tokens<double>&, const NormScales&, double,
                            const Tokens<double>&, Tokens<double>&);
template void add_norm_backward(const TokenNorm&, const Tokens<float>&, const NormScales&, double,
                                const Tokens<float>&, double, Tokens<float>&, std::span<double>);
template void norm_backward_from_output(const TokenNorm&, const Tokens<float>&, const NormScales&,
                                        const Tokens<float>&, Tokens<float>&);
template void add_norm_backward(const TokenNorm&, const Tokens<double>&, const NormScales&, double,
                                const Tokens<double>&, double, Tokens<double>&, std::span<double>);
template void norm_backward_from_output(const TokenNorm&, const Tokens<double>&, const NormScales&,
                                        const Tokens<double>&, Tokens<double>&);

}  // namespace sigprop
