#pragma once
// dweight and dbias: for each gain a sum over all groups, beside the sums that each mistake would give.

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/doubles.hpp"
#include "measure/gradient/pass.hpp"

namespace sigprop {

template <class Scalar>
class ParameterSums {
public:
    ParameterSums(const JacobianTask& task, JudgedOutput& output)
        : task_(task), output_(output), columns_(task.groups.parameters), wrong_(task.mistakes.size()) {
        for (std::size_t m = 0; m < wrong_.size(); ++m) {
            if (shows(m)) wrong_[m].resize(columns_.size());
        }
    }

    void add(std::size_t group, const NormInput<Scalar>& input, const RowWithMistake<Scalar>& right,
             const RowNumbers& row) {
        const RowErrorBound bound(output_.model, row);
        const RoundingModel lossy = output_.model.of(LossyComputation::one_pass_variance);
        const RowErrorBound one_pass(lossy, row);
        const RoundingModel single = output_.model.of(LossyComputation::single_precision);
        std::optional<RowErrorBound> narrow;
        if (!output_.model.is(LossyComputation::single_precision)) narrow.emplace(single, row);
        for (std::size_t i = 0; i < input.x.size(); ++i) {
            Column& column = columns_[task_.groups.parameter(group, i)];
            const Scalar term = right.term(output_.kind, i);
            const double value = nearest_double(term);
            column.exact = column.exact + term;
            column.running.add(value);
            column.squares += value * value;
            column.least = std::min(column.least, value);
            column.most = std::max(column.most, value);
            if (output_.model.converts) column.effects.add(value);
            if (narrow) column.single.add(value);
            if (output_.kind != JacobianOutput::dweight) continue;
            column.effects = column.effects + bound.term(i);
            column.one_pass = column.one_pass + one_pass.term(i);
            if (narrow) column.single = column.single + narrow->term(i);
        }
        common_ += bound.common_square();
        groups_ += 1;
    }

    void add_mistake(std::size_t mistake, std::size_t group, const NormInput<Scalar>& input,
                     const RowWithMistake<Scalar>& wrong) {
        if (!shows(mistake)) return;
        std::vector<Scalar>& sums = wrong_[mistake];
        const bool last_only = task_.mistakes[mistake].last_only;
        for (std::size_t i = 0; i < input.x.size(); ++i) {
            Scalar& sum = sums[task_.groups.parameter(group, i)];
            const Scalar term = wrong.term(output_.kind, i);
            sum = last_only ? term : sum + term;
        }
    }

    void finish() {
        std::vector<double> user(columns_.size());
        output_.tensor->view.read(0, user);
        OutputErrors errors(output_, user.size());
        for (std::size_t p = 0; p < user.size(); ++p) {
            const Column& column = columns_[p];
            const RoundingModel& model = output_.model;
            const double exact = nearest_double(column.exact);
            const auto allowed = [&](const RoundingModel& one) {
                const bool is_narrow = one.bits < model.bits;
                const RoundingEffects& terms = one.one_pass ? column.one_pass
                                               : is_narrow  ? column.single
                                                            : column.effects;
                const RoundingEffects effects = terms + column.running.partial().times(one.working);
                return one.allowed(exact, effects, task_.lambda, column.least == column.most);
            };
            errors.judge(p, user[p], exact, nearest_double(Scalar(user[p]) - column.exact),
                         std::abs(exact) + std::sqrt(column.squares), allowed(model), p);
            for (const auto how : {LossyComputation::low_sums, LossyComputation::one_pass_variance,
                                   LossyComputation::single_precision}) {
                if (!model.is(how) && errors.is_beyond(p)) errors.judge_lossy(how, p, allowed(model.of(how)));
            }
        }
        const RowComparison row = errors.row(groups_ > 0 ? common_ / (groups_ * groups_) : 0);
        output_.fit.begin(row);
        std::vector<double> change(columns_.size());
        for (std::size_t m = 0; m <= wrong_.size(); ++m) {
            if (m < wrong_.size() && !shows(m)) continue;
            for (std::size_t p = 0; p < change.size(); ++p) {
                const Scalar& exact = columns_[p].exact;
                change[p] = nearest_double(m < wrong_.size() ? wrong_[m][p] - exact : exact);
            }
            output_.fit.add(m, row, change);
        }
    }

private:
    struct Column {
        Scalar exact{};
        RunningSum running;
        RoundingEffects effects, one_pass, single;  ///< effects of the terms
        double squares = 0;
        double least = infinity;
        double most = -infinity;
    };
    [[nodiscard]] bool shows(std::size_t mistake) const {
        return (task_.mistakes[mistake].outputs & bit(output_.kind)) != 0;
    }

    const JacobianTask& task_;
    JudgedOutput& output_;
    std::vector<Column> columns_;
    std::vector<std::vector<Scalar>> wrong_;
    double common_ = 0, groups_ = 0;
};

}  // namespace sigprop
