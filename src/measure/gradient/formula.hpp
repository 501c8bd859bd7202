#pragma once
// The backward pass of one group with one mistake or none: the formula of gradient/mistakes.hpp.

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <vector>

#include "core/base/two_doubles.hpp"
#include "measure/gradient/mistakes.hpp"

namespace sigprop {

/// The order by which normalization/rule.hpp chooses extremes and floors.
[[nodiscard]] inline double norm_order(const TwoDoubles& x) { return x.to_double(); }

}  // namespace sigprop

namespace sigprop {

/// The mean of x; sum x^2; sum (x - mean)^2; the largest |x| and |x - mean|.
template <class Scalar>
struct NormGroupSums {
    Scalar mean{}, squares{}, centred{};
    double largest = 0, farthest = 0;

    static NormGroupSums of(std::span<const Scalar> x) {
        NormGroupSums sums;
        Scalar sum(0.0);
        for (const Scalar& one : x) sum = sum + one;
        sums.mean = sum / Scalar(static_cast<double>(x.size()));
        for (const Scalar& one : x) {
            const Scalar from = one - sums.mean;
            sums.squares = sums.squares + one * one;
            sums.centred = sums.centred + from * from;
            sums.largest = std::max(sums.largest, std::abs(norm_order(one)));
            sums.farthest = std::max(sums.farthest, std::abs(norm_order(from)));
        }
        return sums;
    }
};

/// One group in the scalar of the computation; dy, gain, bias and dskip are given entry by entry.
template <class Scalar>
struct NormInput {
    std::vector<Scalar> x, dy, gain, bias, skip;
    Scalar epsilon{};
    std::array<NormGroupSums<Scalar>, 4> sums = {};  ///< by StatisticsOf

    explicit NormInput(std::size_t n = 0) : x(n), dy(n), gain(n, Scalar(1.0)), bias(n), skip(n) {}
};

template <class Scalar>
class RowWithMistake {
public:
    RowWithMistake(const Mistake& mistake, const NormRule& right, const NormInput<Scalar>& input)
        : mistake_(mistake), input_(input) {
        const NormRule rule = mistake.rule.value_or(right);
        const NormGroupSums<Scalar>& sums = input.sums[static_cast<std::size_t>(mistake.of)];
        Scalar epsilon = mistake.epsilon ? Scalar(*mistake.epsilon) : input.epsilon;
        if (mistake.epsilon_of_largest) {
            const Scalar largest(rule.centre == NormCentre::mean ? sums.farthest : sums.largest);
            epsilon = epsilon * largest * largest;
        }
        const bool is_std = rule.spread == NormSpread::std;
        const auto n = static_cast<double>(input.x.size());
        const double correction = is_std ? rule.correction : 0;
        const double free = rule.spread == NormSpread::length ? 1 : n - correction - mistake.freedom;
        const Scalar square = (is_std ? sums.centred : sums.squares) / Scalar(free);
        if (rule.centre == NormCentre::mean) centre_ = sums.mean;
        if (rule.centre == NormCentre::mean) centre_slope_ = Scalar(1.0) / Scalar(n);
        set_divisor(rule.epsilon_place, square, epsilon, free);
        inverse_ = Scalar(1.0) / divisor_;
    }

    /// Writes dx.
    void gradient(std::span<Scalar> dx) const {
        Scalar sum(0.0);
        Scalar inner(0.0);
        for (std::size_t i = 0; i < dx.size(); ++i) {
            const Scalar dy = cotangent(i);
            const Scalar g = gain(i) * dy;
            sum = sum + (mistake_.mean_of_dy ? dy : g);
            inner = inner + normalised(mistake_.inner, i) * (mistake_.inner_of_dy ? dy : g);
        }
        Scalar scale = mistake_.power == 0 ? Scalar(1.0) : inverse_;
        if (mistake_.power == 2) scale = scale * inverse_;
        const Scalar direct(mistake_.direct);
        const Scalar residual(mistake_.residual);
        const Scalar level = Scalar(mistake_.mean_term) * centre_slope_ * sum;
        const Scalar along = Scalar(mistake_.inner_term) * factor_ * inner;
        for (std::size_t j = 0; j < dx.size(); ++j) {
            const Scalar g = mistake_.direct_of_dy ? cotangent(j) : gain(j) * cotangent(j);
            dx[j] = (direct * g - level - along * normalised(mistake_.outer, j)) * scale;
            if (mistake_.residual != 0) dx[j] = dx[j] + residual * input_.dy[j];
            if (mistake_.skip != 0) dx[j] = dx[j] + Scalar(mistake_.skip) * input_.skip[j];
        }
    }

    /// The contribution of entry i to dweight or dbias.
    [[nodiscard]] Scalar term(JacobianOutput output, std::size_t i) const {
        const bool with_input = (output == JacobianOutput::dweight) != mistake_.crossed;
        Scalar one = with_input ? normalised(mistake_.summed, i) * input_.dy[i] : input_.dy[i];
        if (mistake_.gain_applied) one = one * input_.gain[i];
        return mistake_.share == 1 ? one : one * Scalar(mistake_.share);
    }

    /// y_i, gain and bias applied
    [[nodiscard]] Scalar output(std::size_t i) const {
        const Scalar one = normalised(Normalised::right, i) * gain(i);
        return mistake_.bias_forgotten ? one : one + input_.bias[i];
    }

private:
    void set_divisor(EpsilonPlace place, const Scalar& square, const Scalar& epsilon, double free) {
        using std::sqrt;
        const Scalar spread = sqrt(square);
        factor_ = Scalar(1.0) / Scalar(free);
        switch (place) {
            case EpsilonPlace::inside_root: divisor_ = sqrt(square + epsilon); return;
            case EpsilonPlace::outside_root:
                divisor_ = spread + epsilon;
                if (!mistake_.slope_inside) factor_ = factor_ * divisor_ / spread;
                return;
            case EpsilonPlace::floor: divisor_ = epsilon; break;
            case EpsilonPlace::floor_of_square: divisor_ = sqrt(epsilon); break;
        }
        const bool is_floored = norm_order(spread) < norm_order(divisor_);
        if (is_floored) factor_ = Scalar(0.0);
        if (!is_floored) divisor_ = spread;
    }
    [[nodiscard]] Scalar cotangent(std::size_t i) const {
        return mistake_.skip_inside ? input_.dy[i] + input_.skip[i] : input_.dy[i];
    }
    [[nodiscard]] Scalar gain(std::size_t i) const {
        switch (mistake_.gain) {
            case Gain::right: return input_.gain[i];
            case Gain::none: return Scalar(1.0);
            case Gain::shifted: return input_.gain[i] + Scalar(mistake_.shift);
            case Gain::twice: return input_.gain[i] * input_.gain[i];
        }
        return Scalar(1.0);
    }
    [[nodiscard]] Scalar normalised(Normalised which, std::size_t i) const {
        const Scalar from_centre = input_.x[i] - centre_;
        switch (which) {
            case Normalised::right: return from_centre * inverse_;
            case Normalised::centred_input: return from_centre;
            case Normalised::input: return input_.x[i];
            case Normalised::after_gain: return from_centre * inverse_ * input_.gain[i] + input_.bias[i];
        }
        return from_centre;
    }

    const Mistake& mistake_;
    const NormInput<Scalar>& input_;
    Scalar centre_{}, divisor_{}, inverse_{};
    Scalar factor_{};        ///< dr/dx_j = factor x-hat_j
    Scalar centre_slope_{};  ///< dc/dx_j
};

}  // namespace sigprop
