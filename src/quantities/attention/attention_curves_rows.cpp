// Means over rows of normal logits x = s z as functions of s. With a = softmax(s z), a' = a (z - m) and m' =
// V, m and V the mean and the variance of z under the weights a:
//   E log S rises, E sum a z = s (1 - Y) by Stein's lemma being its slope, Y = E sum a^2;
//   H falls for every z, H' = -s V;
//   sum a^p rises for every z and p > 1, as p times the covariance of z and a^(p-1), which rises with z; so
//   do its square for p = 2, and max a = 1/sum e^(s (z_j - max z)); E sum a x = s^2 (1 - Y) rises, with the
//   slope E[sum a z + s V].
// Slopes in means that are known: dE phi(s z)/ds = s E of the sum of phi's second derivatives, which for sum
// a^2 are 2 sum a^2 - 8 sum a^3 + 6 (sum a^2)^2. The Jacobian's norm J is not monotone: |J''| <= 26 V, from
// P'' in
// [-2 V, 4 V] for P = sum a^2, C'' in [-3 V, 9 V] for C = sum a^3 and P'^2 <= 4 V; and E V is also at most E
// max z^2, which is below 4 log(n sqrt 2). Reference: own derivation.

#include "catalogue/attention.hpp"
#include "methods/roots/monotone_function.hpp"
#include "methods/softmax/extremes.hpp"
#include "quantities/attention/attention_curves.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/exact_real.hpp"

#include <algorithm>
#include <memory>

#include "core/ball/count.hpp"

namespace sigprop {
namespace {

const char* const in_range = "[0.001, 64]";  // of std

struct Row {
    std::uint64_t n;
    RowMask mask;
};

Ball ball_of(const Answer& answer) {
    return answer.status == Status::ok ? answer.value : Ball::indeterminate();
}

/// The means of one kind of row as functions of s, at points and over intervals.
class RowCurves {
public:
    RowCurves(const Row& row, const Context& context) : row_(row), context_(context) {
        for (const RowMean what : {RowMean::log_partition, RowMean::participation, RowMean::spread,
                                   RowMean::sum_cubes, RowMean::participation_squared}) {
            at_.push_back({what, remembered([this, what](const Ball& s, long bits) {
                               return mean_at(what, s, bits);
                           })});
        }
        entropy_ = remembered([this](const Ball& s, long bits) {
            return ball_of(row_entropy(EntropyForm::stein, law(s), row_.n, row_.mask, bits, context_));
        });
    }
    RowCurves(const RowCurves&) = delete;
    RowCurves& operator=(const RowCurves&) = delete;

    Ball entropy_at(const Ball& s, long bits) const { return entropy_(s, bits); }
    Ball at(RowMean what, const Ball& s, long bits) const {
        return std::ranges::find(at_, what, &Mean::what)->value(s, bits);
    }
    /// Over all of s, for a mean that is monotone.
    Ball over(RowMean what, const Ball& s, long bits) const {
        if (s.is_exact()) return at(what, s, bits);
        const long useful = useful_bits(s, bits);
        return Ball::interval(at(what, s.lower(), useful), at(what, s.upper(), useful)).at_precision(bits);
    }

    /// Y' = s E[2 P - 8 C + 6 P^2].
    Ball participation_slope(const Ball& s, long bits) const {
        return s * (2 * over(RowMean::participation, s, bits) - 8 * over(RowMean::sum_cubes, s, bits) +
                    6 * over(RowMean::participation_squared, s, bits));
    }
    Ball log_partition_slope(const Ball& s, long bits) const { return s * over(RowMean::spread, s, bits); }
    /// E V = 1 - Y - s Y'.
    Ball variance(const Ball& s, long bits) const {
        return over(RowMean::spread, s, bits) - s * participation_slope(s, bits);
    }
    Ball entropy_slope(const Ball& s, long bits) const { return -s * variance(s, bits); }
    Ball mean_logit_slope(const Ball& s, long bits) const {
        return s * (over(RowMean::spread, s, bits) + variance(s, bits));
    }

    Ball jacobian(const Ball& s, long bits) const {
        return over(RowMean::participation, s, bits) - 2 * over(RowMean::sum_cubes, s, bits) +
               over(RowMean::participation_squared, s, bits);
    }
    /// J'(x) = (J(b) - J(a))/(b - a) within |J''| (b - a), for all x in [a, b].
    Ball jacobian_slope(const Ball& s, long bits) const {
        const Ball reach = Ball::power_of_two(-bits / 3);
        const Ball from = s.lower();
        const Ball to = (s.upper() + reach).at_precision(bits).upper();
        const Ball all = Ball::interval(from, to).at_precision(bits);
        const Ball length = (to - from).at_precision(bits);
        const Ball most = 4 * log(count_ball(row_.n, bits) * sqrt(Ball(2).at_precision(bits)));
        const Ball known = abs(variance(all, bits)).upper();
        const Ball bend = 26 * (known.is_finite() ? min(known, most) : most) * length;
        return (jacobian(to, bits) - jacobian(from, bits)) / length +
               Ball::interval(-bend, bend).at_precision(bits);
    }

private:
    struct Mean {
        RowMean what;
        PointValue value;
    };

    static LogitLaw law(const Ball& s) { return LogitLaw::normal(real_of_exact(s)); }
    Ball mean_at(RowMean what, const Ball& s, long bits) const {
        return ball_of(row_mean(what, law(s), row_.n, row_.mask, bits, context_));
    }

    Row row_;
    const Context& context_;
    std::vector<Mean> at_;
    PointValue entropy_;
};

long slope_bits(long bits) { return bits / 2 + 32; }  // Newton's method doubles the bits of a root

using At = Ball (*)(const RowCurves& row, const Ball& s, long bits);

struct Entry {
    const char* name;
    int direction;
    At value, slope;  ///< at points, and over intervals; no slope: null
    const char* because;
};

const char* const sharper =
    "rises strictly with std for every row of z, since the larger weights grow at the cost of the smaller";

template <RowMean What>
Ball mean_at(const RowCurves& row, const Ball& s, long bits) {
    return row.at(What, s, bits);
}

const std::vector<Entry>& entries() {
    static const std::vector<Entry> table = {
        {"entropy", -1,
         [](const RowCurves& row, const Ball& s, long bits) { return row.entropy_at(s, bits); },
         [](const RowCurves& row, const Ball& s, long bits) { return row.entropy_slope(s, bits); },
         "falls strictly with std for every row of z, whose entropy has the slope -std Var_a(z)"},
        {"log_partition", 1, mean_at<RowMean::log_partition>,
         [](const RowCurves& row, const Ball& s, long bits) { return row.log_partition_slope(s, bits); },
         "rises strictly with std, with the slope std (1 - E sum a^2) by Stein's lemma"},
        {"mean_logit", 1,
         [](const RowCurves& row, const Ball& s, long bits) {
             return pow(s.at_precision(bits + 16), 2) * row.at(RowMean::spread, s, bits);
         },
         [](const RowCurves& row, const Ball& s, long bits) { return row.mean_logit_slope(s, bits); },
         "rises strictly with std: its slope is std times 1 - E sum a^2 plus a mean variance"},
        {"participation", 1, mean_at<RowMean::participation>,
         [](const RowCurves& row, const Ball& s, long bits) { return row.participation_slope(s, bits); },
         sharper},
        {"sum_cubes", 1, mean_at<RowMean::sum_cubes>, nullptr, sharper},
        {"participation_squared", 1, mean_at<RowMean::participation_squared>, nullptr, sharper},
        {"jacobian_norm", 0,
         [](const RowCurves& row, const Ball& s, long bits) { return row.jacobian(s, bits); },
         [](const RowCurves& row, const Ball& s, long bits) { return row.jacobian_slope(s, bits); },
         "three means that rise with std, and a bound of the second derivative"},
    };
    return table;
}

int is_in_range(const Ball& s, long) { return NumberRange(in_range).admits(s); }

/// Tables of the integrals are made for stds that quantities have, and for those that rounding puts just
/// outside.
bool is_near_range(const Ball& s) { return s.is_finite() && NumberRange("[0.00099, 64.1]").admits(s) > 0; }

SearchedFunction row_function(const Entry& entry, const Row& row, const Context& context) {
    const auto curves = std::make_shared<const RowCurves>(row, context);
    const PointValue at = [curves, value = entry.value](const Ball& s, long bits) {
        return is_near_range(s) ? value(*curves, s, bits) : Ball::indeterminate();
    };
    SearchedFunction function = monotone_function(at, entry.direction);
    if (entry.direction == 0) function = {at, {}};
    function.slope = [curves, slope = entry.slope](const Ball& s, long bits) {
        if (slope == nullptr || !is_near_range(s)) return Ball::indeterminate();
        return slope(*curves, s, slope_bits(bits));
    };
    function.domain = is_in_range;
    return function;
}

std::optional<ParameterCurve> of_row(const Entry& entry, const AttentionRowArguments& given) {
    if (given.softcap || given.sink) return std::nullopt;
    const Row row{row_length(given.n), given.mask};
    return [&entry, row](const Context& context) { return row_function(entry, row, context); };
}

std::optional<ParameterCurve> of_max_weight(const AttentionRowArguments& given) {
    if (given.softcap || given.mask != RowMask::full) return std::nullopt;
    return [n = row_length(given.n)](const Context& context) {
        const PointValue at = [n, &context](const Ball& s, long bits) {
            if (!is_near_range(s)) return Ball::indeterminate();
            return ball_of(mean_max_weight({real_of_exact(s), n}, bits, context));
        };
        SearchedFunction function = monotone_function(remembered(at), 1);
        function.domain = is_in_range;
        return function;
    };
}

}  // namespace

std::vector<KnownCurve> attention_row_curves() {
    std::vector<KnownCurve> all;
    for (const Entry& entry : entries()) {
        all.push_back({std::string("attention.") + entry.name, "std",
                       [&entry](const AttentionRowArguments& given) { return of_row(entry, given); },
                       entry.because,
                       std::string_view(entry.name) == "entropy" ? "no softcap, no sink" : "no softcap"});
    }
    all.push_back({"attention.max_weight", "std", of_max_weight, sharper, "no softcap, mask=full"});
    return all;
}

}  // namespace sigprop
