#include "methods/softmax/row_weights.hpp"

#include "core/ball/error_term.hpp"

#include <bit>
#include <cmath>

namespace sigprop {

RowWeights::RowWeights(const SoftmaxTable& table, const Rows& rows, const Context& context)
    : deficits_(table.function(SoftmaxColumn::deficit, context)),
      log_survivals_(table.log_survival(context)),
      rows_(rows),
      bits_(table.plan().working),
      log_n_(std::log(static_cast<double>(rows.n))) {
    if (rows.mask == RowMask::full && std::has_single_bit(rows.n)) {
        powers_ = &table.powers(std::countr_zero(rows.n), context);
        inverses_ = &table.inverse_survival(context);
    }
    for (const int keys : {1, 2})
        scales_[keys - 1] = rows.mask == RowMask::full ? largest(keys) : Ball(1).at_precision(bits_);
}

Ball RowWeights::deficit(std::size_t place) const {
    Ball q = blank(bits_);
    arb_set(raw(q), deficits_.column.values.at(place));
    return q;
}

Ball RowWeights::power(std::size_t place, std::uint64_t exponent, long bits) const {
    Ball result = blank(bits);
    if (is_far(place)) {
        const Ball g = 1 - deficit(place);
        arb_pow_ui(raw(result), raw(g), exponent, bits);
    } else {
        arb_mul_ui(raw(result), log_survivals_.column.values.at(place), exponent, bits);
        arb_exp(raw(result), raw(result), bits);
    }
    return result;
}

Ball RowWeights::one_less(std::size_t place, std::uint64_t exponent, long bits) const {
    if (is_far(place)) return 1 - power(place, exponent, bits_);
    Ball result = blank(bits);
    arb_mul_ui(raw(result), log_survivals_.column.values.at(place), exponent, bits);
    arb_expm1(raw(result), raw(result), bits);
    arb_neg(raw(result), raw(result));
    return result;
}

Ball RowWeights::series(const Ball& q, int keys) const {
    const std::uint64_t n = rows_.n;
    const Ball N = count_ball(n).at_precision(bits_);
    Ball term = N * (N + 1) * (keys == 1 ? Ball(0.5) : (N - 1) / 3);
    Ball sum = term;
    const auto j = static_cast<std::uint64_t>(keys);
    for (std::uint64_t k = 0; k + j < n; ++k) {
        const Ball quotient = Ball(static_cast<std::int64_t>(k + 1 + j)) * count_ball(n - j - k) /
                              Ball(static_cast<std::int64_t>((k + 1) * (k + 2 + j))).at_precision(bits_);
        term = -term * q * quotient;
        if (term.magnitude_exponent() < sum.magnitude_exponent() - design("softmax.row_weights.bits", bits_))
            return sum.widened(error_term("softmax.row_weights.rest", abs(term)));
        sum = sum + term;
    }
    return sum;
}

Ball RowWeights::causal(std::size_t place, int keys) const {
    const Ball q = deficit(place);
    const Ball N = count_ball(rows_.n).at_precision(bits_);
    Ball sum;
    if (deficits_.logs[place] + log_n_ < -1e-3) {
        sum = series(q, keys);
    } else if (keys == 1) {
        sum = (1 - power(place, rows_.n, bits_) * (1 + N * q)) / (q * q);
    } else {
        const Ball g = 1 - q;
        const Ball inner = 2 * g * g + 2 * (N + 1) * g * q + N * (N + 1) * q * q;
        sum = (2 - power(place, rows_.n - 1, bits_) * inner) / (q * q * q);
    }
    if (keys == 1) sum = sum - 1;
    return sum / N;
}

Ball RowWeights::by_powers(std::size_t place, int keys, long bits) const {
    Ball result = blank(bits);
    const arb_srcptr inverse = inverses_->at(place);
    arb_set(raw(result), powers_->at(place));
    if (place < powers_->split) {
        arb_sub_ui(raw(result), raw(result), 1, bits);
        arb_neg(raw(result), raw(result));
    }
    for (int key = 0; key < keys; ++key) arb_mul(raw(result), raw(result), inverse, bits);
    return result;
}

Ball RowWeights::scaled(std::size_t place, int keys, long bits) const {
    if (rows_.mask == RowMask::causal) return causal(place, keys);
    if (powers_ != nullptr && powers_->has(place) && !is_far(place)) return by_powers(place, keys, bits);
    return power(place, rows_.n - static_cast<std::uint64_t>(keys), bits);
}

Ball RowWeights::largest(int keys) const {
    const Ball N = count_ball(rows_.n).at_precision(bits_);
    if (rows_.mask == RowMask::full) return keys == 1 ? N : N * (N - 1);
    return keys == 1 ? (N + 1) / 2 - 1 / N : (N * N - 1) / 3;
}

Ball RowWeights::risen(std::size_t place, long bits) const {
    if (rows_.mask == RowMask::full) return one_less(place, rows_.n, bits);
    // (n - 1)/n - (g^2 + … + g^n)/n, where the sum is g^2 (1 - g^(n-1))/(1 - g)
    const Ball q = deficit(place), g = 1 - q, N = count_ball(rows_.n);
    return 1 - (1 + g * g * one_less(place, rows_.n - 1, bits_) / q) / N;
}

Ball RowWeights::survival_factor(std::size_t place) const {
    if (rows_.mask == RowMask::full) return power(place, rows_.n - 1, bits_).upper();
    return power(place, 1, bits_).upper();  // the average of g^m, 2 <= m <= n, is at most g^2
}

double RowWeights::log_at(std::size_t place, int keys) const {
    const double n = static_cast<double>(rows_.n);
    if (rows_.mask == RowMask::full) return keys * log_n_ + (n - keys) * log_g(place);
    const double sum = -(keys + 1) * std::max(deficits_.logs[place], -log_n_) - log_n_;
    return is_far(place) && keys == 1 ? sum + log_g(place) : sum;
}

double RowWeights::log_survival_factor(std::size_t place) const {
    return (rows_.mask == RowMask::full ? static_cast<double>(rows_.n) - 1 : 1) * log_g(place);
}

}  // namespace sigprop
