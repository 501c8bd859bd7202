#pragma once
// dx and y, judged row by row, beside what each mistake would give in that row.

#include <algorithm>
#include <optional>
#include <vector>

#include "measure/gradient/pass.hpp"

namespace sigprop {

template <class Scalar>
class RowOutput {
public:
    RowOutput(const JacobianTask& task, JudgedOutput& output)
        : task_(task),
          output_(output),
          errors_(output, task.groups.size),
          user_(task.groups.size),
          change_(task.groups.size),
          right_(task.groups.size),
          wrong_(task.groups.size) {}

    /// `exact` has no gain and bias; `row` holds the same numbers in double. Mistakes are looked for only in
    /// rows that are `projected`.
    void judge(std::size_t group, const NormInput<Scalar>& input, const NormGroup<Scalar>& exact,
               const RowNumbers& row, bool projected) {
        is_projected_ = projected;
        take_right(input, exact);
        task_.groups.read(output_.tensor->view, group, user_);
        const RowErrorBound bound(output_.model, row);
        for (std::size_t j = 0; j < user_.size(); ++j) {
            const double bias = nearest_double(input.bias[j]);
            const double value = nearest_double(right_[j]);
            errors_.judge(j, user_[j], value, nearest_double(Scalar(user_[j]) - right_[j]),
                          is_gradient() ? bound.gradient_terms(j) : bound.output_terms(j, bias),
                          allowed(output_.model, bound, j, value, bias), task_.groups.element(group, j));
        }
        common_square_ = bound.common_square();
        if (output_.kind == JacobianOutput::y && output_.model.bits < 24) compare_casts(input, row);
        locate(group);
        judge_lossy(LossyComputation::low_sums, input, row);
        judge_lossy(LossyComputation::one_pass_variance, input, row);
        judge_lossy(LossyComputation::single_precision, input, row);
        if (is_projected_) output_.fit.begin(judged());
    }

    void add_mistake(std::size_t mistake, const RowWithMistake<Scalar>& mistaken) {
        if (!is_projected_ || (task_.mistakes[mistake].outputs & bit(output_.kind)) == 0) return;
        if (is_gradient()) {
            mistaken.gradient(wrong_);
        } else {
            for (std::size_t j = 0; j < wrong_.size(); ++j) wrong_[j] = mistaken.output(j);
        }
        for (std::size_t j = 0; j < change_.size(); ++j) change_[j] = nearest_double(wrong_[j] - right_[j]);
        output_.fit.add(mistake, judged(), change_);
    }

    /// To be called after the last mistake: adds the right answer itself, for a factor other than 1.
    void add_factor() {
        if (!is_projected_) return;
        for (std::size_t j = 0; j < change_.size(); ++j) change_[j] = nearest_double(right_[j]);
        output_.fit.add(task_.mistakes.size(), judged(), change_);
    }

    [[nodiscard]] const NamedTensor& tensor() const { return *output_.tensor; }
    [[nodiscard]] bool is_any_beyond() const { return output_.statistics.beyond > 0; }

private:
    [[nodiscard]] bool is_gradient() const { return output_.kind == JacobianOutput::dx; }
    [[nodiscard]] RowComparison judged() const { return errors_.row(common_square_); }

    void take_right(const NormInput<Scalar>& input, const NormGroup<Scalar>& exact) {
        for (std::size_t i = 0; i < right_.size(); ++i) {
            right_[i] =
                is_gradient() ? input.gain[i] * input.dy[i] : exact.output(i) * input.gain[i] + input.bias[i];
        }
        if (!is_gradient()) return;
        right_ = exact.transposed(right_);
        for (std::size_t i = 0; i < right_.size(); ++i) right_[i] = right_[i] + input.skip[i];
    }

    [[nodiscard]] double allowed(const RoundingModel& model, const RowErrorBound& bound, std::size_t j,
                                 double exact, double bias) const {
        const RoundingEffects effects = is_gradient() ? bound.gradient(j, exact) : bound.output(j, bias);
        return model.allowed(exact, effects, task_.lambda, bound.repeats()) +
               (is_gradient() ? bound.underflow(j) : 0);
    }

    /// Records where excessive errors lie: in a row never written, or a tail that the last tile left out.
    void locate(std::size_t group) {
        JacobianStatistics& found = output_.statistics;
        bool any = false;
        for (std::size_t j = 0; j < user_.size(); ++j) {
            if (!errors_.is_beyond(j)) continue;
            found.min_entry = std::min(found.min_entry, j);
            found.max_entry = std::max(found.max_entry, j);
            any = true;
        }
        if (!any) return;
        if (found.rows_beyond == 0) found.first_row = group;
        found.last_row = group;
        ++found.rows_beyond;
    }

    void compare_casts(const NormInput<Scalar>& input, const RowNumbers& row) {
        const RoundingModel& model = output_.model;
        for (std::size_t j = 0; j < user_.size(); ++j) {
            const double bias = nearest_double(input.bias[j]);
            const double last = model.nearest(row.normalised[j] * row.gain[j] + bias);
            const double before =
                model.nearest(model.nearest(model.nearest(row.normalised[j]) * row.gain[j]) + bias);
            if (last == before) continue;
            ++output_.statistics.casts_differ;
            if (user_[j] == last) ++output_.statistics.rounded_last;
            if (user_[j] == before) ++output_.statistics.rounded_before_gain;
        }
    }

    /// Counts the excessive errors that a lossy computation would not explain.
    void judge_lossy(LossyComputation how, const NormInput<Scalar>& input, const RowNumbers& row) {
        if (output_.model.is(how)) return;
        std::optional<RowErrorBound> bound;
        const RoundingModel lossy = output_.model.of(how);
        for (std::size_t j = 0; j < user_.size(); ++j) {
            if (!errors_.is_beyond(j)) continue;
            if (!bound) bound.emplace(lossy, row);
            errors_.judge_lossy(
                how, j, allowed(lossy, *bound, j, nearest_double(right_[j]), nearest_double(input.bias[j])));
        }
    }

    const JacobianTask& task_;
    JudgedOutput& output_;
    OutputErrors errors_;
    std::vector<double> user_, change_;
    std::vector<Scalar> right_, wrong_;
    double common_square_ = 0;
    bool is_projected_ = false;
};

}  // namespace sigprop
