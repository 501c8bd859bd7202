#include "models/jacobian_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <string>

#include "core/block_norm.hpp"
#include "core/block_target.hpp"
#include "core/pairwise_sum.hpp"
#include "core/workers.hpp"

namespace sigprop {
namespace {

using detail::add_errors;
using detail::lane_count;
using detail::NormColumn;
using detail::NormCorner;
using detail::NormErrors;

constexpr double unit = 0x1p-53;
constexpr double cube_root_of_unit = 0x1p-17;
constexpr double infinity = std::numeric_limits<double>::infinity();

void require_input(std::span<const double> x) {
    if (x.empty()) throw InputError("a Jacobian is checked at an input of at least one entry");
    if (!std::ranges::all_of(x, [](double one) { return std::isfinite(one); })) {
        throw InputError("a Jacobian is checked at finite inputs");
    }
}

void require_group(const NormRule& rule, std::span<const double> x, double epsilon) {
    require_input(x);
    if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
        throw InputError("epsilon must be >= 0 and finite");
    }
    if (rule.leading > x.size()) throw InputError("the leading entries are more than there are");
    if (rule.spread == NormSpread::std && x.size() <= static_cast<std::size_t>(rule.correction)) {
        throw InputError("of " + std::to_string(x.size()) +
                         " entries no standard deviation with divisor n - " +
                         std::to_string(rule.correction) + " can be had");
    }
}

double chosen_step(const JacobianCheckOptions& options, double length) {
    if (options.step < 0 || !std::isfinite(options.step)) {
        throw InputError("the step of a difference must be > 0 (0: a usual one)");
    }
    return options.step > 0 ? options.step : cube_root_of_unit * length;
}

/// The largest error of a right claim at entries with |y| <= largest_output that change over `length`.
double tolerance_at(double step, double length, double largest_output, double per_entry, std::size_t count) {
    const double relative = step / length;
    const double roundings = std::log2(static_cast<double>(count)) + 8;
    return relative * relative * per_entry + roundings * unit * (largest_output / step + per_entry);
}

/// Per column, so that neither the order of threads nor their number shows.
struct ColumnErrors {
    std::vector<double> squares, largest;
    explicit ColumnErrors(std::size_t count) : squares(count), largest(count) {}

    void set(std::size_t j, double sum, double most) {
        squares[j] = sum;
        largest[j] = std::isfinite(sum) ? most : infinity;
    }
    [[nodiscard]] std::size_t worst() const {
        return static_cast<std::size_t>(std::ranges::max_element(largest) - largest.begin());
    }
    [[nodiscard]] double frobenius() const { return std::sqrt(PairwiseSum(squares).total()); }
};

/// One group whose divisor is a function of sum x and sum x^2: of nothing else in it does one entry change.
class Group {
public:
    Group(const NormRule& rule, std::span<const double> x, double epsilon)
        : rule_(rule),
          epsilon_(epsilon),
          x_(x),
          is_centred_(rule.centre == NormCentre::mean),
          shift_(is_centred_ || rule.spread == NormSpread::std ? mean(x) : 0.0),
          t_(shifted(x, shift_)),
          sum_(t_),
          squares_(squared(t_)) {
        divisor_ = pass(sum_.total(), squares_.total()).divisor;
        const double s = std::sqrt(square(sum_.total(), squares_.total()));
        const bool is_smoothed = rule.epsilon_place == EpsilonPlace::inside_root;
        length_ =
            (is_smoothed ? divisor_ : s) * std::sqrt(rule.spread == NormSpread::length ? 1.0 : freedom());
    }

    static bool has(const NormRule& rule) {
        const bool is_plain = rule.centre == NormCentre::none && rule.leading == 0 &&
                              (rule.spread == NormSpread::rms || rule.spread == NormSpread::length);
        return is_plain || (rule.centre == NormCentre::mean && rule.spread == NormSpread::std);
    }

    struct Pass {
        double shift, divisor;
    };
    /// The forward pass with x_j replaced: y_i = (t_i - shift) / divisor.
    [[nodiscard]] Pass pass_with(std::size_t j, double t) const {
        return pass(is_centred_ ? sum_.total_with(j, t) : 0.0, squares_.total_with(j, t * t));
    }
    [[nodiscard]] Pass pass() const { return pass(sum_.total(), squares_.total()); }
    [[nodiscard]] const std::vector<double>& t() const { return t_; }
    [[nodiscard]] double t_at(double x) const { return x - shift_; }
    [[nodiscard]] double x(std::size_t j) const { return x_[j]; }
    [[nodiscard]] double divisor() const { return divisor_; }
    [[nodiscard]] double length() const { return length_; }

private:
    static double mean(std::span<const double> x) {
        return PairwiseSum(x).total() / static_cast<double>(x.size());
    }
    static std::vector<double> shifted(std::span<const double> x, double shift) {
        std::vector<double> t(x.size());
        std::ranges::transform(x, t.begin(), [shift](double one) { return one - shift; });
        return t;
    }
    static std::vector<double> squared(std::span<const double> t) {
        std::vector<double> squares(t.size());
        std::ranges::transform(t, squares.begin(), [](double one) { return one * one; });
        return squares;
    }
    [[nodiscard]] double count() const { return static_cast<double>(x_.size()); }
    [[nodiscard]] double freedom() const {
        return rule_.spread == NormSpread::std ? count() - rule_.correction : count();
    }
    /// s^2; the sum of t is all but 0, so that nothing cancels.
    [[nodiscard]] double square(double sum, double squares) const {
        if (rule_.spread == NormSpread::length) return squares;
        return rule_.spread == NormSpread::std ? std::fmax(squares - sum * sum / count(), 0.0) / freedom()
                                               : squares / count();
    }
    [[nodiscard]] Pass pass(double sum, double squares) const {
        const double s2 = square(sum, squares);
        const double shift = is_centred_ ? sum / count() : 0.0;
        switch (rule_.epsilon_place) {
            case EpsilonPlace::inside_root: return {shift, std::sqrt(s2 + epsilon_)};
            case EpsilonPlace::outside_root: return {shift, std::sqrt(s2) + epsilon_};
            case EpsilonPlace::floor: return {shift, std::fmax(std::sqrt(s2), epsilon_)};
            case EpsilonPlace::floor_of_square: return {shift, std::sqrt(std::fmax(s2, epsilon_))};
        }
        return {shift, 0};
    }

    NormRule rule_;
    double epsilon_;
    std::span<const double> x_;
    bool is_centred_;
    double shift_;
    std::vector<double> t_;
    PairwiseSum sum_, squares_;
    double divisor_ = 0, length_ = 0;
};

/// Columns of differences of a group against a claim; errors in units of 1 / divisor.
class GroupColumns {
public:
    GroupColumns(const Group& group, const NormJacobian& claim, double step)
        : group_(group), claim_(claim), step_(step), count_(group.t().size()) {
        const auto [shift, divisor] = group.pass();
        t_.resize((count_ + lane_count - 1) / lane_count);
        y_.resize(t_.size());
        for (std::size_t i = 0; i < count_; ++i) {
            t()[i] = group.t()[i];
            y()[i] = (t()[i] - shift) * (1 / divisor);
        }
    }

    /// Columns that take turns at a tile of rows while it is in the L1 cache.
    static constexpr std::size_t together = 16;

    void run(std::size_t first, std::size_t end, ColumnErrors& to) const {
        std::array<Moved, together> moved;
        std::array<NormErrors, together> errors;
        for (std::size_t j = first; j < end; ++j) moved[j - first] = move(j);
        constexpr std::size_t tile = 32 * lane_count;
        for (std::size_t row = 0; row < count_; row += tile) {
            const std::size_t last = std::min(row + tile, count_);
            for (std::size_t j = first; j < end; ++j)
                add_rows(row, last, j, moved[j - first], errors[j - first]);
        }
        for (std::size_t j = first; j < end; ++j) {
            to.set(j, errors[j - first].squares.total(), errors[j - first].largest.largest());
        }
    }
    /// The row of the largest error of column j.
    [[nodiscard]] std::size_t worst_row(std::size_t j, double largest) const {
        const Moved moved = move(j);
        for (std::size_t first = 0; first < count_; first += lane_count) {
            NormErrors errors;
            add_errors(moved.column, corner_at(first, j, moved), errors);
            for (std::size_t l = 0; l < lane_count; ++l) {
                const bool is_it = std::isfinite(largest) ? errors.largest.values[l] == largest
                                                          : !std::isfinite(errors.squares.values[l]);
                if (is_it) return first + l;
            }
        }
        return j;
    }
    [[nodiscard]] double largest_output() const {
        double largest = 0;
        for (std::size_t i = 0; i < count_; ++i) largest = std::fmax(largest, std::fabs(y()[i]));
        return largest;
    }

private:
    [[nodiscard]] double* t() { return t_[0].values; }
    [[nodiscard]] double* y() { return y_[0].values; }
    [[nodiscard]] const double* t() const { return t_[0].values; }
    [[nodiscard]] const double* y() const { return y_[0].values; }

    struct Moved {
        NormColumn column;
        double above, below;  ///< t of entry j
    };

    /// Rows of column j, in order: those that only the divisor moves, the corner about j, the ragged end.
    void add_rows(std::size_t row, std::size_t last, std::size_t j, const Moved& moved,
                  NormErrors& errors) const {
        const std::size_t corner = j / lane_count * lane_count;
        const std::size_t whole = last / lane_count * lane_count;
        const auto plain = [&](std::size_t from, std::size_t to) {
            if (from < to) add_errors(moved.column, t() + from, y() + from, to - from, errors);
        };
        if (corner >= row && corner < whole) {
            plain(row, corner);
            add_errors(moved.column, corner_at(corner, j, moved), errors);
            plain(corner + lane_count, whole);
        } else {
            plain(row, whole);
        }
        if (whole < last) add_errors(moved.column, corner_at(whole, j, moved), errors);
    }
    [[nodiscard]] Moved move(std::size_t j) const {
        const double above = group_.x(j) + step_;
        const double below = group_.x(j) - step_;
        Moved moved{{}, group_.t_at(above), group_.t_at(below)};
        const auto up = group_.pass_with(j, moved.above);
        const auto down = group_.pass_with(j, moved.below);
        const double scale = group_.divisor();
        moved.column = {up.shift,
                        1 / up.divisor,
                        down.shift,
                        1 / down.divisor,
                        scale / (above - below),
                        claim_.along[j] * scale,
                        claim_.constant[j] * scale};
        return moved;
    }
    [[nodiscard]] NormCorner corner_at(std::size_t first, std::size_t j, const Moved& moved) const {
        NormCorner corner;
        std::copy_n(t() + first, lane_count, corner.above);
        std::copy_n(t() + first, lane_count, corner.below);
        std::copy_n(y() + first, lane_count, corner.y);
        std::fill_n(corner.beside, lane_count, 0.0);
        for (std::size_t l = count_ - std::min(count_, first); l < lane_count; ++l) {  // no such rows
            corner.above[l] = moved.column.shift_above;
            corner.below[l] = moved.column.shift_below;
            corner.beside[l] = -moved.column.constant;
        }
        if (j >= first && j - first < lane_count) {
            corner.above[j - first] = moved.above;
            corner.below[j - first] = moved.below;
            corner.beside[j - first] = claim_.diagonal[j] * group_.divisor();
        }
        return corner;
    }

    const Group& group_;
    const NormJacobian& claim_;
    double step_;
    std::size_t count_;
    std::vector<detail::Lanes> t_, y_;  // which lie on lines of the cache, as vectors want them
};

void require_divisor(double divisor) {
    if (!(divisor > 0) || !std::isfinite(divisor)) {
        throw InputError(
            "there is no derivative where the divisor is " +
            std::string(divisor == 0 ? "0: an epsilon > 0 or another input is needed" : "not a number"));
    }
}

JacobianCheck check_group(const Group& group, const NormJacobian& claim,
                          const JacobianCheckOptions& options) {
    detail::prepare_target();
    require_divisor(group.divisor());
    require_divisor(group.length());
    JacobianCheck found;
    found.step = chosen_step(options, group.length());
    const GroupColumns columns(group, claim, found.step);
    const std::size_t count = group.t().size();
    ColumnErrors errors(count);
    constexpr std::size_t share = GroupColumns::together;
    for_each_index((count + share - 1) / share, options.threads,
                   [&](std::size_t k) { columns.run(k * share, std::min(count, (k + 1) * share), errors); });
    found.column = errors.worst();
    found.row = columns.worst_row(found.column, errors.largest[found.column]);
    found.largest = errors.largest[found.column] / group.divisor();
    found.frobenius = errors.frobenius() / group.divisor();
    found.tolerance =
        tolerance_at(found.step, group.length(), columns.largest_output(), 1 / group.divisor(), count);
    return found;
}

}  // namespace

NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon) {
    require_group(rule, x, epsilon);
    const NormGroup<double> group(rule, x, epsilon);
    const double divisor = group.statistics().divisor;
    require_divisor(divisor);
    NormJacobian exact;
    for (std::size_t j = 0; j < x.size(); ++j) {
        exact.diagonal.push_back(1 / divisor);
        exact.constant.push_back(-group.centre_slope(j) / divisor);
        exact.along.push_back(-group.divisor_slope(j) / divisor);
    }
    return exact;
}

JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                             const NormJacobian& claim, const JacobianCheckOptions& options) {
    require_group(rule, x, epsilon);
    for (const std::vector<double>* part : {&claim.diagonal, &claim.constant, &claim.along}) {
        if (part->size() != x.size())
            throw InputError("the claimed Jacobian has another size than the input");
    }
    if (Group::has(rule)) return check_group(Group(rule, x, epsilon), claim, options);
    const NormGroup<double> group(rule, x, epsilon);
    require_divisor(group.statistics().divisor);
    const auto forward = [&](std::span<const double> at, std::span<double> y) {
        const NormGroup<double> there(rule, at, epsilon);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = there.output(i);
    };
    const auto column = [&](std::size_t j, std::span<double> to) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = claim.constant[j] + claim.along[j] * group.output(i);
        to[j] += claim.diagonal[j];
    };
    return check_jacobian(forward, column, x, group.statistics().divisor, options);
}

JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                             std::span<const double> x, double length, const JacobianCheckOptions& options) {
    require_input(x);
    if (!(length > 0) || !std::isfinite(length))
        throw InputError("the length of a Jacobian's check must be > 0");
    JacobianCheck found;
    found.step = chosen_step(options, length);
    ColumnErrors errors(x.size());
    std::vector<std::size_t> rows(x.size());
    double largest_output = 0;
    std::vector<double> moved(x.begin(), x.end());
    std::vector<double> above(x.size()), below(x.size()), column(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) {
        moved[j] = x[j] + found.step;
        forward(moved, above);
        moved[j] = x[j] - found.step;
        forward(moved, below);
        const double width = (x[j] + found.step) - moved[j];
        moved[j] = x[j];
        claim(j, column);
        double squares = 0;
        double largest = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double error = std::fabs((above[i] - below[i]) / width - column[i]);
            squares += error * error;
            largest_output = std::fmax(largest_output, std::fabs(above[i]));
            if (error <= largest) continue;
            largest = error;
            rows[j] = i;
        }
        errors.set(j, squares, largest);
    }
    found.column = errors.worst();
    found.row = rows[found.column];
    found.largest = errors.largest[found.column];
    found.frobenius = errors.frobenius();
    found.tolerance = tolerance_at(found.step, length, largest_output, 1 / length, x.size());
    return found;
}

}  // namespace sigprop
