// foreach_target.hpp compiles this file once per target, including it again with other vector types.

#include "models/network/token_operations.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "models/network/token_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/network/token_operations.cpp"
#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "models/network/token_operations-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
constexpr TokenTable<Scalar> table_of = {
    sum_all<Scalar>, products_all<Scalar>,   squares_all<Scalar>,        scale_all<Scalar>,
    mix_all<Scalar>, mix_tokens_all<Scalar>, mix_and_sum_either<Scalar>, add_mixture_all<Scalar>};

const TokenTable<float>* float_table() { return &table_of<float>; }
const TokenTable<double>* double_table() { return &table_of<double>; }

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
namespace {

HWY_EXPORT(float_table);
HWY_EXPORT(double_table);

template <class Scalar>
const TokenTable<Scalar>& table() {
    if constexpr (std::is_same_v<Scalar, float>) {
        return *HWY_DYNAMIC_DISPATCH(float_table)();
    } else {
        return *HWY_DYNAMIC_DISPATCH(double_table)();
    }
}

template <class Scalar>
Size size_of(const Tokens<Scalar>& tokens) {
    return {static_cast<std::size_t>(tokens.rows()), static_cast<std::size_t>(tokens.cols())};
}

template <class Scalar>
std::vector<Scalar> rounded(std::span<const double> values) {
    std::vector<Scalar> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(),
                   [](double value) { return static_cast<Scalar>(value); });
    return result;
}

}  // namespace

template <class Scalar>
void feature_sums(const Tokens<Scalar>& a, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().sum(a.data(), size_of(a), sums.data());
}

template <class Scalar>
void feature_products(const Tokens<Scalar>& a, const Tokens<Scalar>& b, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().products(a.data(), b.data(), size_of(a), sums.data());
}

template <class Scalar>
void shifted_squares(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().squares(a.data(), shifts.data(), size_of(a), sums.data());
}

template <class Scalar>
void shift_and_scale(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<const double> factors,
                     Tokens<Scalar>& out) {
    table<Scalar>().scale(a.data(), rounded<Scalar>(shifts).data(), rounded<Scalar>(factors).data(),
                          size_of(a), out.data());
}

template <class Scalar>
void weighted_sum(double a_factor, const Tokens<Scalar>& a, double b_factor, const Tokens<Scalar>& b,
                  Tokens<Scalar>& out) {
    table<Scalar>().mix(static_cast<Scalar>(a_factor), a.data(), static_cast<Scalar>(b_factor), b.data(),
                        static_cast<std::size_t>(a.size()), out.data());
}

template <class Scalar>
void weighted_sum(std::span<const double> a_factors, const Tokens<Scalar>& a,
                  std::span<const double> b_factors, const Tokens<Scalar>& b, std::span<const double> shifts,
                  Tokens<Scalar>& out) {
    const std::vector<Scalar> first = rounded<Scalar>(a_factors);
    const std::vector<Scalar> second = rounded<Scalar>(b_factors);
    const std::vector<Scalar> shift = rounded<Scalar>(shifts);
    table<Scalar>().mix_tokens({first.data(), second.data(), shift.data()}, a.data(), b.data(), size_of(a),
                               out.data());
}

template <class Scalar>
void weighted_sum(double a_factor, const Tokens<Scalar>& a, double b_factor, const Tokens<Scalar>& b,
                  Tokens<Scalar>& out, std::span<double> squares, std::span<double> products) {
    std::fill(squares.begin(), squares.end(), 0.0);
    std::fill(products.begin(), products.end(), 0.0);
    table<Scalar>().mix_and_sum(
        {static_cast<Scalar>(a_factor), a.data(), static_cast<Scalar>(b_factor), b.data()}, size_of(a),
        out.data(), {squares.data(), products.empty() ? nullptr : products.data()});
}

template <class Scalar>
void add_weighted_sum(double out_factor, std::span<const double> a_factors, const Tokens<Scalar>& a,
                      std::span<const double> b_factors, const Tokens<Scalar>& b,
                      std::span<const double> shifts, Tokens<Scalar>& out, std::span<double> squares) {
    const std::vector<Scalar> first = rounded<Scalar>(a_factors);
    const std::vector<Scalar> second = rounded<Scalar>(b_factors);
    const std::vector<Scalar> shift = rounded<Scalar>(shifts);
    std::fill(squares.begin(), squares.end(), 0.0);
    table<Scalar>().add_mixture(static_cast<Scalar>(out_factor), {first.data(), second.data(), shift.data()},
                                a.data(), b.data(), size_of(a), out.data(), squares.data());
}

double total(std::span<const double> sums) {
    double result = 0;
    for (const double sum : sums) result += sum;
    return result;
}

template void feature_sums(const Tokens<float>&, std::span<double>);
template void feature_products(const Tokens<float>&, const Tokens<float>&, std::span<double>);
template void shifted_squares(const Tokens<float>&, std::span<const double>, std::span<double>);
template void shift_and_scale(const Tokens<float>&, std::span<const double>, std::span<const double>,
                              Tokens<float>&);
template void weighted_sum(double, const Tokens<float>&, double, const Tokens<float>&, Tokens<float>&);
template void weighted_sum(std::span<const double>, const Tokens<float>&, std::span<const double>,
                           const Tokens<float>&, std::span<const double>, Tokens<float>&);
template void weighted_sum(double, const Tokens<float>&, double, const Tokens<float>&, Tokens<float>&,
                           std::span<double>, std::span<double>);
template void add_weighted_sum(double, std::span<const double>, const Tokens<float>&, std::span<const double>,
                               const Tokens<float>&, std::span<const double>, Tokens<float>&,
                               std::span<double>);
template void feature_sums(const Tokens<double>&, std::span<double>);
template void feature_products(const Tokens<double>&, const Tokens<double>&, std::span<double>);
template void shifted_squares(const Tokens<double>&, std::span<const double>, std::span<double>);
template void shift_and_scale(const Tokens<double>&, std::span<const double>, std::span<const double>,
                              Tokens<double>&);
template void weighted_sum(double, const Tokens<double>&, double, const Tokens<double>&, Tokens<double>&);
template void weighted_sum(std::span<const double>, const Tokens<double>&, std::span<const double>,
                           const Tokens<double>&, std::span<const double>, Tokens<double>&);
template void weighted_sum(double, const Tokens<double>&, double, const Tokens<double>&, Tokens<double>&,
                           std::span<double>, std::span<double>);
template void add_weighted_sum(double, std::span<const double>, const Tokens<double>&,
                               std::span<const double>, const Tokens<double>&, std::span<const double>,
                               Tokens<double>&, std::span<double>);

}  // namespace sigprop
#endif
