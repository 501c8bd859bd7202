// RMSNorm and LayerNorm of a row of n entries, forward and backward from x. With the exact mean c (0 of
// rms_norm), v the mean of (x - c)^2 and r = 1/sqrt(v + epsilon),
//
//     y_i = (x_i - c) r g_i + b_i
//     dx_i = r (h_i - A - x^_i Q),   h = dy g, x^ = (x - c) r, A = mean h (0 of rms_norm), Q = mean h x^.
//
// The kernel's mean c^ has an error of at most e. Of the variance taken in two passes only its square shows,
// since sum (x - c^)^2 = sum (x - c)^2 + n (c - c^)^2: that is the theorem which keeps the bound sharp where
// the mean is large. In one pass, E x^2 - c^2, the roundings are those of the squares, (h + 4) u E x^2, and
// of c^2: 2 |c| (h + 2) u E |x|, which is at most 2 (h + 2) u E x^2.

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {
namespace {

/// c and r as the kernel has them.
struct Statistics {
    KernelInterval centre = KernelInterval::exact(0);
    KernelInterval scale;  ///< r
};

class NormRow {
public:
    /// With c and r as they were given.
    NormRow(const KernelArithmetic& kernel, const NormKernel& norm, std::span<const double> x,
            const SavedNorm& given)
        : kernel_(kernel), norm_(norm), x_(x), n_(static_cast<double>(x.size())) {
        if (norm.centred) found_.centre = KernelInterval::exact(given.mean);
        found_.scale = KernelInterval::exact(given.scale);
    }
    /// `saved`: c and r are those that a forward pass has kept.
    NormRow(const KernelArithmetic& kernel, const NormKernel& norm, std::span<const double> x,
            bool saved = false)
        : kernel_(kernel), norm_(norm), x_(x), n_(static_cast<double>(x.size())) {
        if (norm.centred) take_centre();
        take_scale();
        for (KernelInterval* const one : {&found_.centre, &found_.scale}) {
            *one = kernel.stored(*one, "norm.statistics");
            if (saved) *one = kernel.stored(*one, "norm.saved");
        }
    }

    [[nodiscard]] const Statistics& statistics() const { return found_; }
    [[nodiscard]] KernelInterval gain(std::size_t i) const {
        if (norm_.weight.empty()) return KernelInterval::exact(1);
        const KernelInterval weight = KernelInterval::exact(norm_.weight[i]);
        if (norm_.weight_offset == 0) return weight;
        return kernel_.stored(kernel_.rounded(KernelInterval::exact(norm_.weight_offset) + weight, 1),
                              "norm.gain");
    }
    [[nodiscard]] static double beyond_one(KernelInterval x) { return std::max(x.size(), 1.0); }
    /// x_i - c, with the rounding of the difference.
    [[nodiscard]] KernelInterval difference(std::size_t i) const {
        const KernelInterval x = KernelInterval::exact(x_[i]);
        return norm_.centred ? kernel_.rounded(x - found_.centre, 1) : x;
    }

private:
    void take_centre() {
        PlainSum sum;
        for (const double one : x_) sum.add(one);
        const KernelInterval total = kernel_.sum(KernelInterval::exact(sum.total), x_.size(), sum.size);
        // by n, or times a rounded 1/n
        found_.centre = kernel_.rounded(total / KernelInterval::exact(n_), 2);
    }

    void take_scale() {
        // sum (x - c)^2 around a double m that is nearly c: sum (x - m)^2 - n (c - m)^2
        PlainSum mean;
        if (norm_.centred)
            for (const double one : x_) mean.add(one);
        const double m = mean.total / n_;
        PlainSum squares, plain;
        for (const double one : x_) {
            const double d = one - m;
            squares.add(d * d);
            plain.add(one * one);
        }
        const double ours = (n_ + 8) * 0x1p-52;
        const double off = mean.size * ours / n_;  // of m, beside the exact mean
        KernelInterval v =
            KernelInterval{std::max(squares.total * (1 - ours) - n_ * off * off, 0.0),
                           squares.total * (1 + ours) + 2 * off * std::sqrt(n_ * squares.total)};
        // The sum in the computing type, and what each term has on its way.
        const double of_sum = kernel_.of_sum(x_.size());
        const auto of_squares = [&](double sums, double own, double size) {
            const double of_terms = kernel_.growth(own);
            return error_term("rounding.norm.squares",
                              (sums * of_sum * (1 + of_terms) + of_terms) * size + n_ * kernel_.lost(1, 1));
        };
        if (norm_.centred) {
            const double e = std::max(found_.centre.upper - m, m - found_.centre.lower) + off;
            const double shift = error_term("rounding.norm.shifted_mean", n_ * e * e);
            v.upper = up(v.upper + shift);
        }
        const double own = norm_.centred ? 3 : 1;  // two of the difference, one of the square
        double error = of_squares(1, own, v.upper);
        if (kernel_.contract().one_pass && norm_.centred)
            error = std::max(error, of_squares(3, 10, plain.total * (1 + ours)));
        if (!(of_sum < 0.5) || !(up(v.upper + error) <= kernel_.largest())) {
            found_.scale = KernelInterval::unknown();
            return;
        }
        v = v.within(error);
        if (!v.is_known()) {
            found_.scale = KernelInterval::unknown();
            return;
        }
        v.lower = std::max(v.lower, 0.0);
        KernelInterval inside = kernel_.rounded(v / KernelInterval::exact(n_), 3);  // with the sum's storage
        const FunctionError root = kernel_.contract().error_of("rsqrt");
        const KernelInterval epsilon = kernel_.rounded(KernelInterval::exact(norm_.epsilon), 1);
        if (norm_.epsilon_outside) {
            const KernelInterval spread =
                kernel_.rounded({std::sqrt(std::max(inside.lower, 0.0)) * (1 - 0x1p-51),
                                 std::sqrt(inside.upper) * (1 + 0x1p-51)},
                                1);
            const KernelInterval divisor = kernel_.rounded(spread + epsilon, 1);
            found_.scale = kernel_.rounded(KernelInterval::exact(1) / divisor, 1);
        } else {
            inside = kernel_.rounded(inside + epsilon, 1);
            found_.scale = kernel_.function(reciprocal_root(inside), root);
        }
    }

    const KernelArithmetic& kernel_;
    const NormKernel& norm_;
    std::span<const double> x_;
    double n_;
    Statistics found_;
};

}  // namespace

void norm_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                 RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (x.empty() || !all_finite(x)) return KernelArithmetic::know_nothing(y);
    const NormRow row(kernel, norm, x);
    const Statistics& found = row.statistics();
    if (!found.scale.is_known() || !found.centre.is_known()) return KernelArithmetic::know_nothing(y);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval gain = row.gain(i);
        const KernelInterval difference = row.difference(i);
        const double reach =
            NormRow::beyond_one(difference) * NormRow::beyond_one(found.scale) * NormRow::beyond_one(gain);
        const bool is_last = norm.weight.empty() && norm.bias.empty();
        KernelInterval normalised = difference * found.scale;
        normalised = kernel.rounded(normalised, is_last ? kernel.before_storage(1) : 1, reach);
        normalised = kernel.stored(normalised, "norm.normalised");
        // two products; the second is the last rounding where no bias follows
        const bool has_bias = !norm.bias.empty();
        const double products = norm.weight.empty() ? 0 : 1;
        KernelInterval value = normalised * gain;
        // x^ g, or (x - c)(r g): the same roundings, of which one may be of what underflows before
        if (products > 0)
            value = kernel.regrouped(kernel.rounded(value, has_bias ? 1 : kernel.before_storage(1)), reach);
        if (has_bias) {
            value = value + KernelInterval::exact(norm.bias[i]);
            value = kernel.rounded(value, kernel.before_storage(1));
        }
        if (contract.affine) {  // x (gain r) + (bias - c gain r): of the sizes of its terms
            const double scale = up(found.scale.size() * gain.size());
            const double size = up((std::abs(x[i]) + found.centre.size()) * scale) +
                                (has_bias ? std::abs(norm.bias[i]) : 0.0);
            value = kernel.rounded_terms(value, 3, size);
        }
        kernel.store(value, y, i);
    }
}

void norm_backward_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                          std::span<const double> dy, RowBounds dx, const std::optional<SavedNorm>& saved) {
    const KernelArithmetic kernel(contract);
    if (x.empty() || !all_finite(x) || !all_finite(dy)) return KernelArithmetic::know_nothing(dx);
    const NormRow row = saved ? NormRow(kernel, norm, x, *saved) : NormRow(kernel, norm, x, true);
    const Statistics& found = row.statistics();
    if (!found.scale.is_known() || !found.centre.is_known()) return KernelArithmetic::know_nothing(dx);
    const auto n = static_cast<double>(x.size());
    // D = sum h (x - c^) and H = sum h, as intervals: each term has the roundings of its factors.
    KernelInterval along = KernelInterval::exact(0), total = KernelInterval::exact(0);
    double along_size = 0, total_size = 0, largest_h = 1, largest_x = 1, apart = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval h =
            kernel.rounded(KernelInterval::exact(dy[i]) * row.gain(i), norm.weight.empty() ? 0 : 1);
        const KernelInterval difference = row.difference(i);
        const KernelInterval summed = norm.means_without_gain ? KernelInterval::exact(dy[i]) : h;
        const KernelInterval product = summed * difference;
        along.lower += product.lower;
        along.upper += product.upper;
        total.lower += summed.lower;
        total.upper += summed.upper;
        along_size += product.size();
        apart += summed.size() * up(std::abs(x[i]) + found.centre.size());
        total_size += summed.size();
        largest_h = std::max(largest_h, h.size());
        largest_x = std::max(largest_x, difference.size());
    }
    // D as sum h x - c sum h, and then x and c of x^ Q apart
    const bool is_affine = contract.affine && norm.centred;
    if (is_affine) along_size = std::max(along_size, apart);
    // Without a fused kernel the gradients of the square, the mean and the root are steps of their own.
    const bool is_composite = contract.stores_steps;
    along = kernel.sum(along, x.size(), along_size, is_composite ? 4 : is_affine ? 3 : 1);
    total = kernel.sum(total, x.size(), total_size);
    // x^ Q as (x - c) r (r D / n), or (x - c) (D r^3 / n) / r ...: five products in any order
    const KernelInterval scale = found.scale;
    const double root = NormRow::beyond_one(scale);
    const double reach = largest_h * largest_x * std::max(along_size, 1.0) * root * root * root;
    KernelInterval q = kernel.rounded(along * scale * scale / KernelInterval::exact(n), 4);
    KernelInterval mean =
        norm.centred ? kernel.rounded(total / KernelInterval::exact(n), 2) : KernelInterval::exact(0);
    if (norm.along_share != 1) q = norm.along_share * q;
    if (norm.mean_share != 1) mean = norm.mean_share * mean;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval h =
            kernel.rounded(KernelInterval::exact(dy[i]) * row.gain(i), norm.weight.empty() ? 0 : 1);
        const KernelInterval own = kernel.rounded(row.difference(i) * q, 2);
        const double own_size =
            is_affine ? up(q.size() * up(std::abs(x[i]) + found.centre.size())) : own.size();
        const double terms = up(scale.size() * (h.size() + mean.size() + own_size));
        KernelInterval value = scale * (h - mean - own);
        // each term times r, and the differences, in any order
        value = kernel.rounded_terms(value,
                                     is_composite   ? 12
                                     : is_affine    ? 5
                                     : norm.centred ? 3
                                                    : 2,
                                     terms, reach);
        value = kernel.stored(value, "norm.gradient");
        kernel.store(kernel.rounded(value, kernel.before_storage(1)), dx, i);
    }
}

// sum dy (x - c) r: the products in any order, x^ as the forward pass has it.
void norm_weight_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                        std::span<const double> dy, std::span<const SavedNorm> saved, RowBounds dweight) {
    const KernelArithmetic kernel(contract);
    const std::size_t n = dweight.lower.size(), rows = x.size() / n;
    if (!all_finite(x) || !all_finite(dy)) return KernelArithmetic::know_nothing(dweight);
    std::vector<KernelInterval> totals(n, KernelInterval::exact(0));
    std::vector<double> sizes(n), lost(n);
    for (std::size_t r = 0; r < rows; ++r) {
        const std::span<const double> one = x.subspan(r * n, n);
        const NormRow row =
            saved.empty() ? NormRow(kernel, norm, one, true) : NormRow(kernel, norm, one, saved[r]);
        const Statistics& found = row.statistics();
        if (!found.scale.is_known() || !found.centre.is_known())
            return KernelArithmetic::know_nothing(dweight);
        for (std::size_t i = 0; i < n; ++i) {
            const double factor = dy[r * n + i];
            const KernelInterval difference = row.difference(i);
            const double reach = NormRow::beyond_one(difference) * NormRow::beyond_one(found.scale) *
                                 std::max(1.0, std::abs(factor));
            KernelInterval normalised = kernel.rounded(difference * found.scale, 1, reach);
            if (contract.affine && norm.centred)
                normalised = kernel.rounded_terms(
                    normalised, 3, up((std::abs(one[i]) + found.centre.size()) * found.scale.size()));
            const KernelInterval product =
                kernel.stored(normalised, "norm.normalised") * KernelInterval::exact(factor);
            if (!(reach <= kernel.largest())) totals[i] = KernelInterval::unknown();
            totals[i] = {totals[i].lower + product.lower, totals[i].upper + product.upper};
            sizes[i] += product.size();
            lost[i] += kernel.lost(2, reach);
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        const KernelInterval sum = kernel.sum_of("norm.weight_sums", totals[i], rows, sizes[i], 1);
        kernel.store(kernel.finite(sum.within(up(lost[i]))), dweight, i);
    }
}

}  // namespace sigprop
