// The columns of a normal law. Let G be the density of x and f one of y^p e^-y. The trapezoidal rule of inner
// step h over the whole line is
//     E f(x + u_k) = h sum_j G(j h) f(u_k + j h) + error,
// a correlation of two tables. Its error is proved as follows.
// 1. In |Im v| <= a < pi/2: |G(v + ia - u)| = e^(a^2/(2 s^2)) G(v - u) and |e^(p(v + ia)) exp(-e^(v + ia))| =
//    (cos a)^-p f(v + log cos a), so the error is at most trapezoid_error(a) e^(a^2/(2 s^2)) (cos a)^-p
//    phi_p(u + log cos a), as ColumnValues::relative states.
// 2. The deficit 1 - g(u) = E (1 - h(x + u)): |1 - h(v + ia)| = |1 - e^-w|, Re w >= 0, is at most min(2, |w|)
//    <= 2.32 (1 - h(v)): the largest quotient is 2/(1 - e^-2), at |w| = 2. So its error is
//    trapezoid_error(a) 2.32 e^(a^2/(2 s^2)) relative to the deficit itself. Where 1 - h is 1 to all digits,
//    the terms are those of the kernel alone, which are summed once for all u.
// 3. All these terms are log-concave in j. If T is the last term that is summed and T' the one before it, the
//    rest is at most T r / (1 - r), r = T/T'.

#include "core/ball/convolution.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/exponential_grid.hpp"
#include "methods/softmax/series.hpp"
#include "methods/softmax/table.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr double min_cut = 12;  // nats of relative accuracy that every value has

Ball ball_of(mag_srcptr size) {
    Ball ball = blank(MAG_BITS + 2);
    arf_set_mag(arb_midref(raw(ball)), size);
    return ball;
}

/// A table of balls with the logarithms of their sizes in doubles.
struct Factor {
    long first = 0, last = 0;
    ArbVector values;
    std::vector<double> logs;

    [[nodiscard]] arb_srcptr at(long i) const { return values.at(static_cast<std::size_t>(i - first)); }
    [[nodiscard]] double log_at(long i) const { return logs[static_cast<std::size_t>(i - first)]; }
};

class Magnitude {
public:
    Magnitude() { mag_init(value_); }
    Magnitude(const Magnitude&) = delete;
    Magnitude& operator=(const Magnitude&) = delete;
    ~Magnitude() { mag_clear(value_); }
    operator mag_ptr() { return value_; }

private:
    mag_t value_;
};

class Correlation {
public:
    Correlation(const LogitLaw& law, const SoftmaxPlan& plan, SoftmaxColumn which, long first)
        : plan_(plan),
          first_(first),
          which_(which),
          p_(power_of(which)),
          s_(law.std.at(plan.working)),
          h_(blank(plan.working)) {
        arb_const_log2(raw(h_), plan.working);
        arb_div_si(raw(h_), raw(h_), plan.steps * plan.refinement, plan.working);
        cut_ = nats_of_bits(plan.bits) + 8;
        make_kernel();
        make_function();
    }

    void operator()(ColumnValues& column, const Context& context) {
        if (plan_.convolves) convolve();
        for (long k = first_; k <= plan_.last; ++k) {
            if (k % 64 == 0) context.check_cancelled();
            point(column.values.at(static_cast<std::size_t>(k - plan_.first)), k);
        }
        discretisation(column);
    }

private:
    [[nodiscard]] double h() const { return plan_.inner_step(); }

    void make_kernel() {
        const double s = plan_.tails.s;
        const double half_width = s * std::sqrt(2 * cut_) + 1.5 * s;
        const double lowest = plan_.step() * static_cast<double>(first_);
        const double highest = plan_.step() * static_cast<double>(plan_.last);
        const double to_right = std::min(4 * s * s, 5 - lowest) + half_width;
        const double to_left = std::min(highest, 6 * s * s * static_cast<double>(plan_.working)) +
                               std::min(half_width, cut_ + 10);
        kernel_.first = -static_cast<long>(to_left / h()) - 1;
        kernel_.last = static_cast<long>(to_right / h()) + 1;
        const auto size = static_cast<std::size_t>(kernel_.last - kernel_.first + 1);
        kernel_.values = ArbVector(size);
        kernel_.logs.resize(size);
        if (which_ == SoftmaxColumn::moment) moments_ = ArbVector(size);
        const Ball ratio = h_ / s_;
        for (long j = kernel_.first; j <= kernel_.last; ++j) {
            const auto place = static_cast<std::size_t>(j - kernel_.first);
            const Ball z = Ball(static_cast<std::int64_t>(j)) * ratio;
            const double t = static_cast<double>(j) * h() / s;
            kernel_.logs[place] = -t * t / 2;
            Ball value = normal_pdf(z) * ratio;
            if (which_ == SoftmaxColumn::moment) {
                arb_mul_si(moments_.at(place), raw(value), j, plan_.working);
                arb_mul(moments_.at(place), moments_.at(place), raw(h_), plan_.working);
            }
            arb_swap(kernel_.values.at(place), raw(value));
        }
        if (p_ == 0) sum_kernel();
    }

    /// The sums of the kernel from j to infinity.
    void sum_kernel() {
        const std::size_t size = kernel_.logs.size();
        sums_ = ArbVector(size);
        arb_set(sums_.at(size - 1), kernel_.values.at(size - 1));
        add_rest(sums_.at(size - 1), kernel_.values.at(size - 1), kernel_.values.at(size - 2));
        for (std::size_t j = size - 1; j-- > 0;)
            arb_add(sums_.at(j), sums_.at(j + 1), kernel_.values.at(j), plan_.working);
    }

    void make_function() {
        const double lowest = plan_.step() * static_cast<double>(first_);
        const double half_width = plan_.tails.s * std::sqrt(2 * cut_) + 1.5 * plan_.tails.s;
        const auto left = static_cast<long>((lowest - std::min(half_width, cut_ + 10)) / h()) - 1;
        function_.first = std::max(left, first_ * plan_.refinement + kernel_.first);
        const double farthest = design("softmax.grid.function_end", 6.0 * static_cast<double>(plan_.working));
        function_.last = static_cast<long>(std::log(farthest) / h());
        const ExponentialGrid grid{plan_.steps * plan_.refinement, function_.first, function_.last,
                                   plan_.working};
        function_.values = p_ == 0 ? rises(grid) : powers_with_decay(grid, p_);
        for (long i = function_.first; i <= function_.last; ++i) {
            const double v = static_cast<double>(i) * h();
            function_.logs.push_back(p_ == 0 && v > -30 ? std::log(-std::expm1(-std::exp(v)))
                                                        : std::max(p_, 1) * v - std::exp(v));
        }
    }

    [[nodiscard]] double log_term(long j) const { return kernel_.log_at(j) + function_.log_at(offset_ + j); }

    /// Moves the window to the terms of u_k that matter; it moves little from one k to the next.
    void move_window(long k) {
        offset_ = k * plan_.refinement;
        const double unseen = std::min(plan_.unseen(k), cut_ - min_cut);
        bits_ = plan_.working - static_cast<long>(std::max(unseen, 0.0) / log_2);
        const long least = std::max(kernel_.first, function_.first - offset_);
        const long most = std::min(kernel_.last, function_.last - offset_);
        peak_ = std::clamp(peak_, least, most);
        while (peak_ > least && log_term(peak_ - 1) >= log_term(peak_)) --peak_;
        while (peak_ < most && log_term(peak_ + 1) > log_term(peak_)) ++peak_;
        double largest = log_term(peak_);
        if (p_ == 0 && peak_ == most) largest = std::max(largest, most < 0 ? 0.0 : kernel_.log_at(most));
        const double enough = largest - (cut_ - std::max(unseen, 0.0)) - log_of_tail_;
        low_ = std::clamp(low_, least, std::max(least, peak_ - 1));
        while (low_ > least && log_term(low_) > enough) --low_;
        while (low_ + 1 < peak_ && log_term(low_ + 1) < enough) ++low_;
        high_ = std::clamp(high_, peak_, most);
        while (high_ < most && log_term(high_) > enough) ++high_;
        while (high_ > peak_ && log_term(high_ - 1) < enough) --high_;
    }

    [[nodiscard]] const ArbVector& weights() const {
        return which_ == SoftmaxColumn::moment ? moments_ : kernel_.values;
    }

    /// The sums over all pairs that the tables have.
    void convolve() {
        constexpr long guard = 24;
        const std::size_t size = kernel_.logs.size();
        ArbVector reversed(size);
        for (std::size_t i = 0; i < size; ++i) arb_set(reversed.at(i), weights().at(size - 1 - i));
        products_ = convolution(function_.values, reversed, plan_.working + guard);
    }

    /// The sum at u_k over all terms of the tables.
    void whole(arb_ptr value, long k) {
        offset_ = k * plan_.refinement;
        low_ = std::max(kernel_.first, function_.first - offset_);
        high_ = std::min(kernel_.last, function_.last - offset_);
        const long place = kernel_.last + offset_ - function_.first;
        if (low_ > high_ || place < 0 || place >= products_->size()) return arb_indeterminate(value);
        arb_set_round(value, products_->at(static_cast<std::size_t>(place)), plan_.working);
    }

    void window(arb_ptr value, long k) {
        move_window(k);
        dot(value, weights().at(static_cast<std::size_t>(low_ - kernel_.first)), function_.at(offset_ + low_),
            1, high_ - low_ + 1, bits_);
    }

    void point(arb_ptr value, long k) {
        products_ ? whole(value, k) : window(value, k);
        add_rest(value, low_, low_ + 1);
        const bool is_clipped = p_ == 0 && offset_ + high_ == function_.last && high_ < kernel_.last;
        is_clipped ? add_sum(value) : add_rest(value, high_, high_ - 1);
    }

    /// Adds the terms beyond the function's last point, where the function lies between its last value and 1.
    void add_sum(arb_ptr value) {
        arb_srcptr last = function_.at(function_.last);
        Magnitude gap, sum;
        arb_sub_ui(raw(scratch_), last, 1, plan_.working);
        arb_get_mag(gap, raw(scratch_));
        const arb_srcptr rest = sums_.at(static_cast<std::size_t>(high_ + 1 - kernel_.first));
        arb_get_mag(sum, rest);
        mag_mul(gap, gap, sum);
        arb_add(value, value, rest, plan_.working);
        const Ball beyond = error_term("softmax.grid.beyond_the_function", ball_of(gap));
        arb_add_error(value, raw(beyond));  // widening: of terms
    }

    /// Adds the bound of the terms beyond `edge`, whose inner neighbour is `inner`, to the radius.
    void add_rest(arb_ptr value, long edge, long inner) {
        if (inner < low_ || inner > high_) return arb_indeterminate(value);
        arb_mul(raw(scratch_), kernel_.at(edge), function_.at(offset_ + edge), 64);
        arb_mul(raw(neighbour_), kernel_.at(inner), function_.at(offset_ + inner), 64);
        Magnitude x;
        if (which_ == SoftmaxColumn::moment) {
            arb_get_mag(x, raw(h_));
            mag_mul_ui(x, x, static_cast<ulong>(std::labs(edge)));
        }
        add_rest(value, raw(scratch_), raw(neighbour_), which_ == SoftmaxColumn::moment ? &x : nullptr);
    }

    /// With x, the terms have a further factor, which is |x| at the edge and grows by h per term.
    void add_rest(arb_ptr value, arb_srcptr edge, arb_srcptr inner, Magnitude* x = nullptr) {
        Magnitude term, ratio, remainder;
        arb_get_mag(term, edge);
        arb_get_mag_lower(ratio, inner);
        mag_div(ratio, term, ratio);
        mag_one(remainder);
        mag_sub_lower(remainder, remainder, ratio);
        mag_mul(term, term, ratio);
        mag_div(term, term, remainder);  // infinite where the ratio is not proved to be below 1
        if (x != nullptr) {
            Magnitude step;
            arb_get_mag(step, raw(h_));
            mag_div(step, step, remainder);
            mag_add(*x, *x, step);  // no radius
            mag_mul(term, term, *x);
        }
        const Ball rest = error_term("softmax.grid.rest", ball_of(term));
        arb_add_error(value, raw(rest));  // widening: of terms
    }

    void discretisation(ColumnValues& column) const {
        const InnerStrip strip = inner_strip(p_, plan_.tails.s, h());
        const Ball a = Ball(strip.a).at_precision(64);
        const Ball s = s_.at_precision(64);
        const Ball normal = normal_trapezoid_error(a, h_.at_precision(64), p_, s);
        const Ball error = p_ == 0 ? error_term("softmax.grid.deficit", normal * Ball(2.32)) : normal;
        if (which_ == SoftmaxColumn::moment) column.offset = a;
        if (p_ > 0) {
            column.relative = error;
            return;
        }
        // value = truth (1 ± error); widening: of terms
        const Ball spread = 1 / Ball(1).at_precision(plan_.working).widened(error);
        for (auto k = static_cast<std::size_t>(first_ - plan_.first); k < plan_.size(); ++k)
            arb_mul(column.values.at(k), column.values.at(k), raw(spread), plan_.working);
    }

    const SoftmaxPlan& plan_;
    long first_;  ///< the first point after those of the series
    SoftmaxColumn which_;
    int p_;
    Ball s_, h_;
    double cut_ = 0;
    long bits_ = 0;  ///< of the sum at the point
    double log_of_tail_ = 4;
    Factor kernel_, function_;
    ArbVector moments_;                  ///< j h times the kernel
    std::optional<ArbVector> products_;  ///< the sums at all offsets, where that is faster
    ArbVector sums_;                     ///< of the kernel from j on
    Ball scratch_, neighbour_;
    long offset_ = 0, peak_ = 0, low_ = 0, high_ = 0;
};

}  // namespace

ColumnValues normal_column(const LogitLaw& law, const SoftmaxPlan& plan, SoftmaxColumn which,
                           const Context& context) {
    ColumnValues column;
    column.values = ArbVector(plan.size());
    const long first = plan.first + static_cast<long>(fill_by_series(column.values, law, plan, which));
    Correlation(law, plan, which, first)(column, context);
    return column;
}

}  // namespace sigprop
