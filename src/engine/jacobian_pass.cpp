#include "engine/jacobian_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <sigprop/core/errors.hpp>

#include "engine/jacobian_columns.hpp"

namespace sigprop::detail {
namespace {

/// Elements of dx that mistakes are projected on: more rows tell little more.
constexpr std::size_t most_projected = std::size_t{1} << 22U;

/// Bits of the significand that a number needs.
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
          gain_(groups_.size),
          normalised_(groups_.size),
          user_(groups_.size),
          change_(groups_.size),
          wrong_(groups_.size) {
        input_.epsilon = Scalar(task.epsilon);
        stride_ = 1 + groups_.count * groups_.size / most_projected;
        read_parameters(task.tensors.weight, weight_, "weight");
        read_parameters(task.tensors.bias, bias_, "bias");
        for (JudgedOutput& one : outputs) {
            const bool summed = one.kind == JacobianOutput::dweight || one.kind == JacobianOutput::dbias;
            if (summed) sums_.emplace_back(one, ParameterSums<Scalar>(task, one));
            if (!summed) rows_.emplace_back(one, OutputErrors(one, groups_.size));
        }
    }

    JacobianInput run() {
        for (std::size_t group = 0; group < groups_.count; ++group) {
            task_.context.check_interrupted();
            if (read(group)) judge(group);
            release(group);
        }
        if (found_.bad_rows == 0) {
            for (auto& [output, sums] : sums_) sums.finish();
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
        throw InputError(fmt::format("{}: {}[{}] is {}, and a layer with it has no gradient", tensor->name,
                                     role, bad - out.begin(), std::isnan(*bad) ? "NaN" : "infinite"));
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

    bool read(std::size_t group) {
        groups_.read(task_.tensors.x.view, group, x_);
        groups_.read(task_.tensors.dy.view, group, dy_);
        if (!is_finite(group, x_, "x") || !is_finite(group, dy_, "dy")) return false;
        for (std::size_t i = 0; i < x_.size(); ++i) {
            const std::size_t p = groups_.parameter(group, i);
            input_.x[i] = Scalar(x_[i]);
            input_.dy[i] = Scalar(dy_[i]);
            if (!weight_.empty()) input_.gain[i] = Scalar(task_.offset) + Scalar(weight_[p]);
            if (!bias_.empty()) input_.bias[i] = Scalar(bias_[p]);
            gain_[i] = nearest_double(input_.gain[i]);
            found_.bits = std::max({found_.bits, bits_of(x_[i]), bits_of(dy_[i])});
            found_.constant_dy = found_.constant_dy && dy_[i] == dy_[0];
        }
        return true;
    }

    /// Whether the layer has a derivative there.
    bool is_defined(std::size_t group, const NormStatistics<Scalar>& found) {
        const double divisor = nearest_double(found.divisor);
        const double spread = nearest_double(found.spread);
        const bool outside = task_.rule.epsilon_place == EpsilonPlace::outside_root;
        if (std::isfinite(divisor) && divisor > 0 && !(outside && spread == 0)) return true;
        const std::string row = place_text(task_.tensors.x.view.shape(), groups_.element(group, 0));
        if (!std::isfinite(divisor)) {
            count_bad("the squares of the row of x at " + row + " overflow float64");
        } else {
            const char* const what = task_.rule.centre == NormCentre::mean ? "constant" : "0";
            count_bad(fmt::format("the row of x at {} is {}, where the layer is not defined with eps {}", row,
                                  what, shortest_text(task_.epsilon)));
        }
        return false;
    }

    [[nodiscard]] RowNumbers numbers(const NormGroup<Scalar>& group) const {
        const NormStatistics<Scalar>& found = group.statistics();
        const double n = static_cast<double>(x_.size());
        RowNumbers row = {.rule = task_.rule, .x = x_, .dy = dy_, .gain = gain_, .normalised = normalised_};
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
        input_.take_sums();
        const NormGroup<Scalar> exact(task_.rule, input_.x, input_.epsilon);
        if (!is_defined(group, exact.statistics())) return;
        for (std::size_t i = 0; i < x_.size(); ++i) normalised_[i] = nearest_double(exact.output(i));
        const RowNumbers row = numbers(exact);
        std::vector<JudgedRow> judged;
        std::vector<std::vector<Scalar>> right;
        for (auto& [output, errors] : rows_) {
            const RowReach reach(output.model, row);
            right.push_back(exact_row(output.kind, exact));
            compare(group, output, errors, reach, right.back());
            locate(group, output, errors);
            judge_low(output, errors, row, right.back());
            judged.push_back(errors.row(reach.common_square()));
            if (group % stride_ == 0) output.fit.begin(judged.back());
        }
        const Mistake none;
        const MistakenRow<Scalar> plain(none, task_.rule, input_);
        for (auto& [output, sums] : sums_) sums.add(group, input_, plain, RowReach(output.model, row));
        add_mistakes(group, judged, right);
    }

    std::vector<Scalar> exact_row(JacobianOutput kind, const NormGroup<Scalar>& exact) const {
        std::vector<Scalar> values(x_.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = kind == JacobianOutput::dx ? input_.gain[i] * input_.dy[i]
                                                   : exact.output(i) * input_.gain[i] + input_.bias[i];
        }
        return kind == JacobianOutput::dx ? exact.transposed(values) : values;
    }

    void compare(std::size_t group, JudgedOutput& output, OutputErrors& errors, const RowReach& reach,
                 const std::vector<Scalar>& right) {
        groups_.read(output.tensor->view, group, user_);
        const bool is_gradient = output.kind == JacobianOutput::dx;
        for (std::size_t j = 0; j < user_.size(); ++j) {
            const double exact = nearest_double(right[j]);
            const double terms =
                is_gradient ? reach.gradient_terms(j) : reach.output_terms(j, nearest_double(input_.bias[j]));
            errors.judge(j, user_[j], exact, nearest_double(Scalar(user_[j]) - right[j]), terms,
                         allowed(output, output.model, reach, j, exact), groups_.element(group, j));
        }
    }

    /// Where what is beyond lies: in a row that was not written, in a tail that the last block left out.
    void locate(std::size_t group, JudgedOutput& output, const OutputErrors& errors) const {
        JacobianStatistics& found = output.statistics;
        bool any = false;
        for (std::size_t j = 0; j < user_.size(); ++j) {
            if (!errors.is_beyond(j)) continue;
            found.least_entry = std::min(found.least_entry, j);
            found.most_entry = std::max(found.most_entry, j);
            any = true;
        }
        if (!any) return;
        if (found.rows_beyond == 0) found.first_row = group;
        found.last_row = group;
        ++found.rows_beyond;
    }

    [[nodiscard]] double allowed(const JudgedOutput& output, const RoundingModel& model,
                                 const RowReach& reach, std::size_t j, double exact) const {
        const bool is_gradient = output.kind == JacobianOutput::dx;
        const Reach reached =
            is_gradient ? reach.gradient(j, exact) : reach.output(j, nearest_double(input_.bias[j]));
        return model.allowed(exact, reached, task_.lambda, reach.repeats()) +
               (is_gradient ? reach.underflow(j) : 0);
    }

    /// Would sums in 16 bits explain what is beyond?
    void judge_low(const JudgedOutput& output, OutputErrors& errors, const RowNumbers& row,
                   const std::vector<Scalar>& right) {
        if (output.model.working == 1) return;
        std::optional<RowReach> reach;
        const RoundingModel low = output.model.low();
        for (std::size_t j = 0; j < user_.size(); ++j) {
            if (!errors.is_beyond(j)) continue;
            if (!reach) reach.emplace(low, row);
            errors.judge_low(j, allowed(output, low, *reach, j, nearest_double(right[j])));
        }
    }

    void add_mistakes(std::size_t group, const std::vector<JudgedRow>& judged,
                      const std::vector<std::vector<Scalar>>& right) {
        const bool is_projected = group % stride_ == 0;
        for (std::size_t m = 0; m < task_.mistakes.size(); ++m) {
            const MistakenRow<Scalar> mistaken(task_.mistakes[m], task_.rule, input_);
            for (auto& [output, sums] : sums_) sums.add_mistake(m, group, input_, mistaken);
            for (std::size_t k = 0; k < rows_.size() && is_projected; ++k) {
                JudgedOutput& output = rows_[k].first;
                if ((task_.mistakes[m].outputs & bit(output.kind)) == 0) continue;
                write(output.kind, mistaken);
                for (std::size_t j = 0; j < change_.size(); ++j) {
                    change_[j] = nearest_double(wrong_[j] - right[k][j]);
                }
                output.fit.add(m, judged[k], change_);
            }
        }
        for (std::size_t k = 0; k < rows_.size() && is_projected; ++k) {
            for (std::size_t j = 0; j < change_.size(); ++j) change_[j] = nearest_double(right[k][j]);
            rows_[k].first.fit.add(task_.mistakes.size(), judged[k], change_);
        }
    }

    void write(JacobianOutput kind, const MistakenRow<Scalar>& mistaken) {
        if (kind == JacobianOutput::dx) return mistaken.gradient(wrong_);
        for (std::size_t j = 0; j < wrong_.size(); ++j) wrong_[j] = mistaken.output(j);
    }

    /// Rows that lie one after the other are not needed any more.
    void release(std::size_t group) {
        if (groups_.axes == NormAxes::batch) return;
        const auto done = [&](const NamedTensor& tensor) {
            if (tensor.done && !tensor.view.is_fortran_order()) tensor.done((group + 1) * groups_.size);
        };
        done(task_.tensors.x);
        done(task_.tensors.dy);
        for (const auto& one : rows_) done(*one.first.tensor);
    }

    template <class Work>
    using WithOutput = std::vector<std::pair<JudgedOutput&, Work>>;

    const JacobianTask& task_;
    const NormGroups& groups_;
    NormInput<Scalar> input_;
    std::vector<double> x_, dy_, gain_, normalised_, user_, change_;
    std::vector<Scalar> wrong_;
    std::vector<double> weight_, bias_;
    WithOutput<ParameterSums<Scalar>> sums_;
    WithOutput<OutputErrors> rows_;
    std::size_t stride_ = 1;  ///< mistakes are looked for in every so manieth row
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

template JacobianInput judge_outputs<double>(const JacobianTask&, std::vector<JudgedOutput>&);
template JacobianInput judge_outputs<TwoDoubles>(const JacobianTask&, std::vector<JudgedOutput>&);

}  // namespace sigprop::detail
