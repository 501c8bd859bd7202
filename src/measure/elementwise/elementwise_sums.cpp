// The sums over rows at one parameter for each feature.

#include <algorithm>
#include <cmath>

#include "measure/elementwise/fit.hpp"

namespace sigprop {
namespace {

constexpr double largest_a = 0x1p498;  // stands for infinity: its square and that of a x are finite

/// f, z f' and z f' + z^2 f'': the value and its first two derivatives in log a.
struct FormJet {
    double value, first, second;
};

template <ReplacementForm form>
FormJet jet(double z) {
    if constexpr (form == ReplacementForm::dyt) {
        const double value = std::tanh(z);
        const double first = z * (1 - value * value);
        // Far out the slope is exactly 0, however large z is.
        return {value, first, first * (1 - 2 * z * value)};
    } else {
        const double q = 1 / std::sqrt(1 + z * z);
        const double value = z * q;
        const double first = value * q * q;
        return {value, first, first * (1 - 3 * value * value)};
    }
}

template <ReplacementForm form>
void add_jets(FormSums& sums, const RowSlice& slice) {
    const double* a = sums.a.data() + slice.first;
    double* square = sums.square.data() + slice.first;
    double* slope = sums.slope.data() + slice.first;
    double* curvature = sums.curvature.data() + slice.first;
    slice.for_each_row([&](const double* x, const double* u) {
        for (std::size_t j = 0; j < slice.width; ++j) {
            const FormJet f = jet<form>(a[j] * x[j]);
            const double residual = f.value - u[j];
            square[j] += residual * residual;
            slope[j] += residual * f.first;
            curvature[j] += f.first * f.first + residual * f.second;
        }
    });
}

}  // namespace

FormSums::FormSums(ReplacementForm which, std::vector<double> parameters)
    : form(which), a(std::move(parameters)), square(a.size()), slope(a.size()), curvature(a.size()) {
    for (double& one : a) one = std::min(one, largest_a);  // NaN stays
}

void FormSums::add(const RowSlice& slice) {
    const auto begin = a.begin() + static_cast<std::ptrdiff_t>(slice.first);
    const auto end = begin + static_cast<std::ptrdiff_t>(slice.width);
    if (std::all_of(begin, end, [](double one) { return std::isnan(one); })) return;
    if (form == ReplacementForm::dyt) {
        add_jets<ReplacementForm::dyt>(*this, slice);
    } else {
        add_jets<ReplacementForm::dyisru>(*this, slice);
    }
}

}  // namespace sigprop
