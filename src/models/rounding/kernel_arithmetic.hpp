#pragma once
// Sums of intervals as a kernel takes them, and its roundings, with the names of their error terms.
//
// Jeannerod and Rump 2013 (SIAM J. Matrix Anal. Appl. 34, 338): with u the unit roundoff, a sum of n numbers
// in any order has an error of at most (n - 1) u sum |t|, without terms of second order, and of height h at
// most h u sum |t|; for an inner product n u sum |a b|. Additions do not underflow. What this program itself
// loses, in double, has the same form with 2^-53.

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
          unit_(contract.unit()),
          underflow_(contract.flushes ? least_normal_of(contract.computing)
                                      : least_of(contract.computing) / 2),
          rounding_(error_term("rounding.kernel.rounding", unit_)),
          sum_(error_term("rounding.kernel.sum", unit_)),
          function_(error_term("rounding.kernel.function", unit_)) {}

    [[nodiscard]] const KernelContract& contract() const { return contract_; }
    [[nodiscard]] double unit() const { return unit_; }
    [[nodiscard]] bool stores_what_it_computes() const { return contract_.storage == contract_.computing; }

    /// After k roundings of products and quotients, in whatever order they were taken.
    [[nodiscard]] KernelInterval rounded(KernelInterval x, double k) const {
        if (k <= 0) return finite(x);
        return finite(x.scaled(k * rounding_ / (1 - k * unit_)).within(underflow_));
    }
    /// After k roundings of numbers whose sizes add up to `size`, and whose sum may be smaller.
    [[nodiscard]] KernelInterval rounded_terms(KernelInterval x, double k, double size) const {
        return finite(x.within(up(k * rounding_ / (1 - k * unit_) * size) + underflow_));
    }
    /// The same, or nothing that is known where the computing type overflows.
    [[nodiscard]] KernelInterval finite(KernelInterval x) const {
        return x.size() <= largest_of(contract_.computing) ? x : KernelInterval::unknown();
    }
    /// The last rounding of a result that has been computed up to `k` roundings, the last included: one less
    /// where it is the rounding to storage.
    [[nodiscard]] double before_storage(double k) const { return stores_what_it_computes() ? k - 1 : k; }

    /// A sum of `terms` numbers between the ends, whose sizes add up to `size`, each with `own` roundings:
    /// those change the sizes that the sum's error is made of, too.
    [[nodiscard]] KernelInterval sum(KernelInterval exact, std::uint64_t terms, double size,
                                     double own = 0) const {
        const double height = contract_.order.height(terms);
        const double ours = static_cast<double>(terms + 2) * 0x1p-53;  // of this program's own sums
        const double of_terms = own * rounding_ / (1 - own * unit_);
        const double error = up((height * sum_ * (1 + of_terms) + of_terms + ours) * up(size));
        if (!(up(size * (1 + of_terms)) + error <= largest_of(contract_.computing)))
            return KernelInterval::unknown();  // a partial sum may overflow
        return exact.within(error + static_cast<double>(terms) * underflow_);
    }

    /// What a contract says of an intermediate number: its rounding to storage is replayed, or joined.
    [[nodiscard]] KernelInterval stored(KernelInterval x, std::string_view intermediate) const {
        switch (contract_.rounding_of(intermediate)) {
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
        KernelInterval made = value.scaled(error.units * function_).within(error.absolute + least);
        if (error.flushed > 0 && made.lower < error.flushed && made.upper > -error.flushed)
            made = hull(made, KernelInterval::exact(0));
        return made;
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
    double unit_, underflow_;
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

}  // namespace sigprop
