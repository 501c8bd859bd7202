#include "measure/gradient/pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <sigprop/core/base/errors.hpp>

#include "core/base/short_number.hpp"
#include "formats/list_text.hpp"
#include "measure/gradient/columns.hpp"
#include "measure/gradient/rows.hpp"

namespace sigprop {
namespace {

/// How many elements of dx mistakes are projected on: more rows add little.
constexpr std::size_t max_projected = std::size_t{1} << 22U;

/// The number of significant bits that a number needs.
int bits_of(double value) {
    const std::uint64_t fraction = std::bit_cast<std::uint64_t>(value) << 12U;
    return fraction == 0 ? 1 : 65 - std::countr_zero(fraction);
}

template <class Scalar>
class Pass {
public:
    Pass(const JacobianTask& task, std::vector<JudgedOutput>& outputs)
        : task_(task),
          groups_(task.groups),
          input_(groups_.size),
          x_(groups_.size),
          dy_(groups_.size),
          skip_(task.tensors.dskip ? groups_.size : 0),
          gain_(groups_.size),
          normalised_(groups_.size) {
        input_.epsilon = Scalar(task.epsilon);
        stride_ = 1 + groups_.count * groups_.size / max_projected;
        read_parameters(task.tensors.weight, weight_, "weight");
        read_parameters(task.tensors.bias, bias_, "bias");
        for (JudgedOutput& one : outputs) {
            const bool summed = one.kind == JacobianOutput::dweight || one.kind == JacobianOutput::dbias;
            if (summed) sums_.emplace_back(task, one);
            if (!summed) rows_.emplace_back(task, one);
        }
    }

    JacobianInput run() {
        for (std::size_t group = 0; group < groups_.count; ++group) {
            task_.context.check_interrupted();
            if (read(group)) judge(group);
            release(group);
            if (task_.stops_early && (found_.bad_rows > 0 || is_any_beyond())) return found_;
        }
        if (found_.bad_rows == 0) {
            for (ParameterSums<Scalar>& sums : sums_) sums.finish();
        }
        return found_;
    }

private:
    void read_parameters(const std::optional<NamedTensor>& tensor, std::vector<double>& out,
                         const char* role) {
        if (!tensor) return;
        out.resize(groups_.parameters);
        tensor->view.read(0, out);
        const auto bad = std::ranges::find_if(out, [](double one) { return !std::isfinite(one); });
        if (bad == out.end()) return;
        throw InputError(fmt::format("{}: {}[{}] is {}, so the layer has no gradient", tensor->name, role,
                                     bad - out.begin(), std::isnan(*bad) ? "NaN" : "infinite"));
    }

    void count_bad(std::string why) {
        if (found_.bad_rows == 0) found_.bad = std::move(why);
        ++found_.bad_rows;
    }

    [[nodiscard]] bool is_finite(std::size_t group, std::span<const double> values, const char* role) {
        const auto bad = std::ranges::find_if(values, [](double one) { return !std::isfinite(one); });
        if (bad == values.end()) return true;
        const auto i = static_cast<std::size_t>(bad - values.begin());
        count_bad(fmt::format("{}{} is {}", role,
                              place_text(task_.tensors.x.view.shape(), groups_.element(group, i)),
                              std::isnan(*bad) ? "NaN" : "infinite"));
        return false;
    }

    [[nodiscard]] bool is_any_beyond() const {
        return std::ranges::any_of(rows_, [](const RowOutput<Scalar>& one) { return one.is_any_beyond(); });
    }

    /// Sums of the rows beside this one, where a mistake takes their statistics.
    void take_sums(std::size_t group) {
        const auto at = [&](StatisticsOf of) -> NormGroupSums<Scalar>& {
            return input_.sums[static_cast<std::size_t>(of)];
        };
        at(StatisticsOf::row_before) = group > 0 ? at(StatisticsOf::this_row) : sums_of(groups_.count - 1);
        at(StatisticsOf::this_row) = NormGroupSums<Scalar>::of(input_.x);
        if (group == 0) at(StatisticsOf::first_row) = at(StatisticsOf::this_row);
        at(StatisticsOf::row_after) = sums_of((group + 1) % groups_.count);
    }
    [[nodiscard]] NormGroupSums<Scalar> sums_of(std::size_t group) const {
        if (task_.mistakes.empty() || groups_.count < 2) return {};
        std::vector<double> values(groups_.size);
        groups_.read(task_.tensors.x.view, group, values);
        std::vector<Scalar> x;
        x.reserve(values.size());
        for (const double one : values) x.emplace_back(one);
        return NormGroupSums<Scalar>::of(x);
    }

    bool read(std::size_t group) {
        groups_.read(task_.tensors.x.view, group, x_);
        groups_.read(task_.tensors.dy.view, group, dy_);
        if (task_.tensors.dskip) groups_.read(task_.tensors.dskip->view, group, skip_);
        if (!is_finite(group, x_, "x") || !is_finite(group, dy_, "dy")) return false;
        if (!is_finite(group, skip_, "dskip")) return false;
        for (std::size_t i = 0; i < x_.size(); ++i) {
            const std::size_t p = groups_.parameter(group, i);
            input_.x[i] = Scalar(x_[i]);
            input_.dy[i] = Scalar(dy_[i]);
            if (!weight_.empty()) input_.gain[i] = Scalar(task_.offset) + Scalar(weight_[p]);
            if (!bias_.empty()) input_.bias[i] = Scalar(bias_[p]);
            if (!skip_.empty()) input_.skip[i] = Scalar(skip_[i]);
            gain_[i] = nearest_double(input_.gain[i]);
            found_.bits = std::max({found_.bits, bits_of(x_[i]), bits_of(dy_[i])});
            found_.constant_dy = found_.constant_dy && dy_[i] == dy_[0];
        }
        return true;
    }

    /// Whether the layer has a derivative at this group.
    bool is_defined(std::size_t group, const NormStatistics<Scalar>& found) {
        const double divisor = nearest_double(found.divisor);
        const double spread = nearest_double(found.spread);
        const bool outside = task_.rule.epsilon_place == EpsilonPlace::outside_root;
        if (std::isfinite(divisor) && divisor > 0 && !(outside && spread == 0)) return true;
        const std::string place = place_text(task_.tensors.x.view.shape(), groups_.element(group, 0));
        if (!std::isfinite(divisor)) {
            count_bad(
                fmt::format("the squares of the {} of x at {} overflow float64", groups_.name(), place));
        } else {
            const char* const what = task_.rule.centre == NormCentre::mean ? "constant" : "0";
            count_bad(fmt::format("the {} of x at {} is {}, for which the layer is not defined with eps {}",
                                  groups_.name(), place, what, shortest_number(task_.epsilon)));
        }
        return false;
    }

    [[nodiscard]] RowNumbers numbers(const NormGroup<Scalar>& group) const {
        const NormStatistics<Scalar>& found = group.statistics();
        const double n = static_cast<double>(x_.size());
        RowNumbers row = {
            .rule = task_.rule, .x = x_, .dy = dy_, .gain = gain_, .normalised = normalised_, .skip = skip_};
        row.centre = nearest_double(found.centre);
        row.spread = nearest_double(found.spread);
        row.divisor = nearest_double(found.divisor);
        row.centre_slope = nearest_double(group.centre_slope(0));
        row.lambda = task_.lambda;
        const double free = task_.rule.spread == NormSpread::length ? 1 : n - task_.rule.correction;
        const bool outside = task_.rule.epsilon_place == EpsilonPlace::outside_root;
        row.factor = found.is_floored ? 0 : (outside ? row.divisor / row.spread : 1) / free;
        return row;
    }

    void judge(std::size_t group) {
        take_sums(group);
        const NormGroup<Scalar> exact(task_.rule, input_.x, input_.epsilon);
        if (!is_defined(group, exact.statistics())) return;
        for (std::size_t i = 0; i < x_.size(); ++i) normalised_[i] = nearest_double(exact.output(i));
        const RowNumbers row = numbers(exact);
        for (RowOutput<Scalar>& rows : rows_) {
            rows.judge(group, input_, exact, row, group % stride_ == 0);
        }
        const Mistake none;
        const RowWithMistake<Scalar> plain(none, task_.rule, input_);
        for (ParameterSums<Scalar>& sums : sums_) sums.add(group, input_, plain, row);
        for (std::size_t m = 0; m < task_.mistakes.size(); ++m) {
            const RowWithMistake<Scalar> mistaken(task_.mistakes[m], task_.rule, input_);
            for (ParameterSums<Scalar>& sums : sums_) sums.add_mistake(m, group, input_, mistaken);
            for (RowOutput<Scalar>& rows : rows_) rows.add_mistake(m, mistaken);
        }
        for (RowOutput<Scalar>& rows : rows_) rows.add_factor();
    }

    /// Releases contiguous rows that are no longer needed.
    void release(std::size_t group) {
        if (groups_.axes == NormAxes::batch) return;
        const auto done = [&](const NamedTensor& tensor) {
            if (tensor.done && !tensor.view.is_fortran_order()) tensor.done((group + 1) * groups_.size);
        };
        done(task_.tensors.x);
        done(task_.tensors.dy);
        if (task_.tensors.dskip) done(*task_.tensors.dskip);
        for (const RowOutput<Scalar>& rows : rows_) done(rows.tensor());
    }

    const JacobianTask& task_;
    const NormGroups& groups_;
    NormInput<Scalar> input_;
    std::vector<double> x_, dy_, skip_, gain_, normalised_;
    std::vector<double> weight_, bias_;
    std::vector<ParameterSums<Scalar>> sums_;
    std::vector<RowOutput<Scalar>> rows_;
    std::size_t stride_ = 1;  ///< mistakes are looked for in one row out of this many
    JacobianInput found_;
};

}  // namespace

template <class Scalar>
JacobianInput judge_outputs(const JacobianTask& task, std::vector<JudgedOutput>& outputs) {
    JacobianInput found = Pass<Scalar>(task, outputs).run();
    for (JudgedOutput& one : outputs) {
        const double n = static_cast<double>(one.statistics.elements - one.statistics.not_finite);
        if (n == 0) continue;
        one.statistics.mean_units /= n;
        one.statistics.rms_units = std::sqrt(one.statistics.rms_units / n);
    }
    return found;
}

JacobianInput judge(const JacobianTask& task, std::vector<JudgedOutput>& outputs) {
    bool in_double = true;
    for (const JudgedOutput& one : outputs) in_double = in_double && one.model.bits < 53;
    return in_double ? judge_outputs<double>(task, outputs) : judge_outputs<TwoDoubles>(task, outputs);
}

template JacobianInput judge_outputs<double>(const JacobianTask&, std::vector<JudgedOutput>&);
template JacobianInput judge_outputs<TwoDoubles>(const JacobianTask&, std::vector<JudgedOutput>&);

}  // namespace sigprop
