#pragma once
// Sums of intervals as a kernel takes them, and its roundings, with the names of their error terms.
//
// Jeannerod and Rump 2013 (SIAM J. Matrix Anal. Appl. 34, 338): with u the unit roundoff, a sum of n numbers
// in any order has an error of at most (n - 1) u sum |t|, without terms of second order. Of height h it is at
// most ((1 + u)^h - 1) sum |t| <= h u/(1 - h u) sum |t|, where the term of second order cannot be left out:
// with 3 bits sums of height 11 exceed h u sum |t|. Additions do not underflow. Products do: where several
// are taken in an order that is not known, what one loses to underflow is multiplied by the factors that are
// left. What this program itself loses, in double, has the same form with 2^-53.

#include <array>
#include <cmath>
#include <sigprop/models/rounding/bounds.hpp>

#include "core/ball/error_term.hpp"
#include "models/rounding/kernel_interval.hpp"

namespace sigprop {

/// A kernel's arithmetic under a contract, with the numbers that all its bounds need.
class KernelArithmetic {
public:
    explicit KernelArithmetic(const KernelContract& contract)
        : contract_(contract),
          unit_(contract.stores_steps ? std::ldexp(1.0, -significand_bits(contract.storage))
                                      : contract.unit()),
          underflow_(std::max(contract.flushes ? least_normal_of(contract.computing) : 0.0,
                              least_of(contract.stores_steps ? contract.storage : contract.computing) / 2)),
          largest_(largest_of(contract.stores_steps ? contract.storage : contract.computing)),
          rounding_(error_term("rounding.kernel.rounding", unit_)),
          sum_(error_term("rounding.kernel.sum", contract.unit())),
          function_(error_term("rounding.kernel.function", contract.unit())) {}

    [[nodiscard]] const KernelContract& contract() const { return contract_; }
    [[nodiscard]] double unit() const { return unit_; }
    [[nodiscard]] bool stores_what_it_computes() const {
        return contract_.storage == contract_.computing || contract_.stores_steps;
    }
    [[nodiscard]] double largest() const { return largest_; }

    /// After k roundings of products and quotients, in whatever order they were taken. `reach` is the product
    /// of those factors that are larger than 1: no partial product is larger, and what underflows on the way
    /// is multiplied by no more.
    [[nodiscard]] KernelInterval rounded(KernelInterval x, double k, double reach = 1) const {
        if (k <= 0) return finite(x);
        if (!(reach <= largest_) || k * unit_ >= 0.5) return KernelInterval::unknown();
        return finite(x.scaled(growth(k)).within(lost(k, reach)));
    }
    /// After k roundings of numbers whose sizes add up to `size`, and whose sum may be smaller.
    [[nodiscard]] KernelInterval rounded_terms(KernelInterval x, double k, double size,
                                               double reach = 1) const {
        if (!(std::max(reach, size) <= largest_) || k * unit_ >= 0.5) return KernelInterval::unknown();
        return finite(x.within(up(growth(k) * size) + lost(k, reach)));
    }
    /// The same, or nothing that is known where the computing type overflows.
    [[nodiscard]] KernelInterval finite(KernelInterval x) const {
        return x.size() <= largest_ ? x : KernelInterval::unknown();
    }
    /// A product whose factors another kernel takes in another order, up to `reach`.
    [[nodiscard]] KernelInterval regrouped(KernelInterval x, double reach) const {
        if (!(reach <= largest_)) return KernelInterval::unknown();
        return reach <= 1 ? x : x.within(lost(2, reach));
    }
    /// k u/(1 - k u), a bound of k relative roundings, k u < 1.
    [[nodiscard]] double growth(double k) const { return k * rounding_ / (1 - k * unit_); }
    /// By underflow of one of k products, when factors that reach so far are left.
    [[nodiscard]] double lost(double k, double reach) const {
        return reach <= 1 ? underflow_ : 2 * k * underflow_ * reach;
    }
    /// Relative to the sizes of the terms of a sum; `extra` additions come on top of the order's. At most
    /// 1/2, or infinite.
    [[nodiscard]] double of_sum(std::uint64_t terms, double extra = 0) const {
        const double height = contract_.order.height(terms) + extra;
        const double all = terms < 2 ? extra : static_cast<double>(terms - 1) + extra;
        const double u = contract_.unit();
        if (all * u >= 0.5) return HUGE_VAL;
        return std::min(height * sum_ / (1 - height * u), all * sum_);
    }
    /// The last rounding of a result that has been computed up to `k` roundings, the last included: one less
    /// where it is the rounding to storage.
    [[nodiscard]] double before_storage(double k) const { return stores_what_it_computes() ? k - 1 : k; }

    /// A sum of `terms` numbers between the ends, whose sizes add up to `size`, each with `own` roundings:
    /// those change the sizes that the sum's error is made of, too.
    [[nodiscard]] KernelInterval sum(KernelInterval exact, std::uint64_t terms, double size, double own = 0,
                                     double extra = 0) const {
        const double ours = static_cast<double>(terms + 2) * 0x1p-53;  // of this program's own sums
        const double of_terms = growth(own);
        const double error = up((of_sum(terms, extra) * (1 + of_terms) + of_terms + ours) * up(size));
        if (!(up(size * (1 + of_terms)) + error <= largest_))
            return KernelInterval::unknown();  // a partial sum may overflow
        const KernelInterval made = exact.within(error + static_cast<double>(terms) * underflow_);
        return contract_.stores_steps ? rounded(made, 1) : made;
    }

    /// The same with accumulators in the type of storage, to which the terms are added one after another, in
    /// any order and of any precision: n u sum |t| with the unit of storage (docs/explanation/rounding.md).
    [[nodiscard]] KernelInterval sum_in_storage(KernelInterval exact, std::uint64_t terms, double size,
                                                double own = 0) const {
        const double u = std::ldexp(1.0, -significand_bits(contract_.storage));
        const auto n = static_cast<double>(terms);
        const double of_terms = growth(own);
        const double relative = error_term("rounding.kernel.storage_sum", n * u * (1 + u) * (1 + of_terms));
        const double error = up((relative + of_terms + n * 0x1p-52) * up(size));
        if (!(up(size) + error <= largest_of(contract_.storage))) return KernelInterval::unknown();
        return exact.within(error + n * least_of(contract_.storage));
    }
    /// A sum whose partial sums a contract may let be stored: the intermediate's name.
    [[nodiscard]] KernelInterval sum_of(std::string_view partial_sums, KernelInterval exact,
                                        std::uint64_t terms, double size, double own = 0) const {
        const KernelInterval made = sum(exact, terms, size, own);
        if (contract_.rounding_of(partial_sums) == StorageRounding::never) return made;
        const KernelInterval in_storage = sum_in_storage(exact, terms, size, own);
        return made.is_known() && in_storage.is_known() ? hull(made, in_storage) : KernelInterval::unknown();
    }

    /// What a contract says of an intermediate number: its rounding to storage is replayed, or joined.
    [[nodiscard]] KernelInterval stored(KernelInterval x, std::string_view intermediate) const {
        return stored(x, contract_.rounding_of(intermediate));
    }
    [[nodiscard]] KernelInterval stored(KernelInterval x, StorageRounding rounding) const {
        switch (rounding) {
            case StorageRounding::never: return x;
            case StorageRounding::must: return to_storage(x);
            case StorageRounding::may: return hull(x, to_storage(x));
        }
        return x;
    }
    /// The last rounding, replayed. Beyond the largest number nothing is claimed.
    [[nodiscard]] KernelInterval to_storage(KernelInterval x) const {
        if (!x.is_known()) return KernelInterval::unknown();
        KernelInterval made = {nearest_of(contract_.storage, x.lower),
                               nearest_of(contract_.storage, x.upper)};
        if (contract_.flushes) {
            const double least = least_normal_of(contract_.storage);
            if (made.lower < least && made.upper > -least) made = hull(made, KernelInterval::exact(0));
        }
        return made;
    }
    /// f of a number, as the library computes it: x is the exact argument's enclosure, value that of f.
    [[nodiscard]] KernelInterval function(KernelInterval value, const FunctionError& error) const {
        const double least = std::max(underflow_, error.units * least_of(contract_.computing));
        // without a fused kernel it may be made of several: sqrt and 1/x, 1 + exp(-x) and 1/x
        constexpr double steps = 3;
        const double relative = error.units * function_ + (contract_.stores_steps ? growth(steps) : 0);
        KernelInterval made = finite(value.scaled(relative).within(error.absolute + least));
        if (!made.is_known()) return made;
        if (error.flushed > 0 && made.lower < error.flushed && made.upper > -error.flushed)
            made = hull(made, KernelInterval::exact(0));
        return made;
    }
    /// e^t, as the library computes it.
    [[nodiscard]] KernelInterval exponential(KernelInterval t, const FunctionError& error) const {
        return function(increasing([](double v) { return std::exp(v); }, t), error);
    }
    void store(KernelInterval x, RowBounds y, std::size_t i) const {
        const KernelInterval made =
            to_storage(contract_.repeats > 0 ? x.scaled(contract_.repeats * unit_) : x);
        y.lower[i] = made.lower;
        y.upper[i] = made.upper;
    }

    static void know_nothing(RowBounds y) {
        std::ranges::fill(y.lower, -HUGE_VAL);
        std::ranges::fill(y.upper, HUGE_VAL);
    }

private:
    const KernelContract& contract_;
    double unit_, underflow_, largest_;
    double rounding_, sum_, function_;  ///< u, of products and differences, of sums, of functions
};

/// Whether all are finite: kernels of infinities and of what is not a number are left alone.
[[nodiscard]] inline bool all_finite(std::span<const double> x) {
    return std::ranges::all_of(x, [](double one) { return std::isfinite(one); });
}

/// Sums of x and of |x|, each with this program's own error below (n + 1) 2^-53 of the latter.
struct PlainSum {
    double total = 0, size = 0;

    void add(double x) {
        total += x;
        size += std::abs(x);
    }
};

/// sum of a_i b_i, and of its sizes, in four accumulators that do not wait for each other.
[[nodiscard]] inline PlainSum inner_product(std::span<const double> a, const double* b) {
    constexpr std::size_t lanes = 4;
    std::array<PlainSum, lanes> parts;
    std::size_t i = 0;
    for (; i + lanes <= a.size(); i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) parts[k].add(a[i + k] * b[i + k]);
    for (; i < a.size(); ++i) parts[i % lanes].add(a[i] * b[i]);
    PlainSum made;
    for (const PlainSum& one : parts) {
        made.total += one.total;
        made.size += one.size;
    }
    return made;
}

}  // namespace sigprop
