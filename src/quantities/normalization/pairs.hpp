#pragma once
// A group normalised by the differences of its pairs alone: with n entries, x_i - mean is the mean over j of
// x_i - x_j, and by Lagrange's identity sum (x - mean)^2 = sum over pairs (x_i - x_j)^2 / n. It is the
// second way to every statistic of normalization/rule.hpp and, over BallDual, to proved derivatives. Equal
// entries are stored once with a count, so that a group of 10^9 entries may be a dozen. Not for long lists:
// O(m^2) for m values.

#include <sigprop/models/normalization/rule.hpp>
#include <vector>

namespace sigprop {

/// A ball, and a ball around its derivative along one direction.
struct BallDual {
    Ball value, slope;

    BallDual() = default;
    BallDual(double constant) : value(constant) {}
    BallDual(Ball point, Ball direction) : value(std::move(point)), slope(std::move(direction)) {}
};

[[nodiscard]] inline BallDual operator+(const BallDual& a, const BallDual& b) {
    return {a.value + b.value, a.slope + b.slope};
}
[[nodiscard]] inline BallDual operator-(const BallDual& a, const BallDual& b) {
    return {a.value - b.value, a.slope - b.slope};
}
[[nodiscard]] inline BallDual operator*(const BallDual& a, const BallDual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
[[nodiscard]] inline BallDual operator/(const BallDual& a, const BallDual& b) {
    const Ball quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
}
[[nodiscard]] inline BallDual sqrt(const BallDual& u) {
    const Ball root = sqrt(u.value);
    // Where the direction is zero the slope stays zero, even if the derivative is infinite.
    const bool still = u.slope.is_exact() && u.slope.contains_zero();
    return {root, still ? Ball(0) : u.slope / (2 * root)};
}
[[nodiscard]] inline double norm_order(const BallDual& x) { return x.value.to_double(); }

/// `count` equal entries, and whether pRMSNorm uses them.
template <class Scalar>
struct NormEntries {
    Scalar value;
    double count = 1;
    bool is_leading = true;
};

/// Shapes   at least one entry; std: more entries than rule.correction
/// Errors   none: where the divisor may be zero it contains zero
template <class Scalar>
class PairedGroup {
public:
    PairedGroup(const NormRule& rule, std::vector<NormEntries<Scalar>> entries, const Scalar& epsilon)
        : rule_(rule), entries_(std::move(entries)) {
        for (const NormEntries<Scalar>& one : entries_) size_ += one.count;
        set_divisor(epsilon);
    }

    [[nodiscard]] const Scalar& divisor() const { return divisor_; }

    /// The output for an entry of this index.
    [[nodiscard]] Scalar output(std::size_t index) const {
        const Scalar& x = entries_[index].value;
        if (rule_.centre == NormCentre::none) return x / divisor_;
        if (rule_.centre == NormCentre::minimum) return (x - entries_[lowest()].value) / divisor_;
        Scalar sum(0.0);
        for (const NormEntries<Scalar>& other : entries_) sum = sum + Scalar(other.count) * (x - other.value);
        return sum / (Scalar(size_) * divisor_);
    }

private:
    [[nodiscard]] bool precedes(std::size_t a, std::size_t b) const {
        return norm_order(entries_[a].value) < norm_order(entries_[b].value);
    }
    [[nodiscard]] std::size_t lowest() const {
        std::size_t found = 0;
        for (std::size_t i = 1; i < entries_.size(); ++i) found = precedes(i, found) ? i : found;
        return found;
    }
    [[nodiscard]] Scalar range() const {
        std::size_t highest = 0;
        for (std::size_t i = 1; i < entries_.size(); ++i) highest = precedes(highest, i) ? i : highest;
        return entries_[highest].value - entries_[lowest()].value;
    }

    [[nodiscard]] Scalar square() const {
        const bool about_mean = rule_.spread == NormSpread::std;
        Scalar pairs(0.0), sum(0.0);
        double seen = 0;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (!about_mean && !entries_[i].is_leading) continue;
            seen += entries_[i].count;
            sum = sum + Scalar(entries_[i].count) * entries_[i].value;
            for (std::size_t j = 0; j < i; ++j) {
                if (!about_mean && !entries_[j].is_leading) continue;
                const Scalar difference = entries_[i].value - entries_[j].value;
                pairs =
                    pairs + Scalar(entries_[i].count) * Scalar(entries_[j].count) * difference * difference;
            }
        }
        if (about_mean) return pairs / (Scalar(size_) * Scalar(size_ - rule_.correction));
        const Scalar squares = (pairs + sum * sum) / Scalar(seen);
        return rule_.spread == NormSpread::length ? squares : squares / Scalar(seen);
    }

    void set_divisor(const Scalar& epsilon) {
        const Scalar spread = rule_.spread == NormSpread::range ? range() : Scalar(0.0);
        const Scalar squared = rule_.spread == NormSpread::range ? spread * spread : square();
        switch (rule_.epsilon_place) {
            case EpsilonPlace::inside_root: divisor_ = sqrt(squared + epsilon); return;
            case EpsilonPlace::outside_root: divisor_ = sqrt(squared) + epsilon; return;
            case EpsilonPlace::floor: {
                const Scalar root = sqrt(squared);
                divisor_ = norm_order(root) < norm_order(epsilon) ? epsilon : root;
                return;
            }
            case EpsilonPlace::floor_of_square:
                divisor_ = sqrt(norm_order(squared) < norm_order(epsilon) ? epsilon : squared);
                return;
        }
    }

    NormRule rule_;
    std::vector<NormEntries<Scalar>> entries_;
    double size_ = 0;
    Scalar divisor_{};
};

}  // namespace sigprop
