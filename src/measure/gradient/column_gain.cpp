#include "measure/gradient/column_gain.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

using Numbers = std::vector<double>;

/// Rows beyond this many elements add nothing to a fit.
constexpr std::size_t max_elements = std::size_t{1} << 22U;
/// Equations for each unknown, at least.
constexpr std::size_t min_equations = 2;
constexpr int max_steps = 100;
constexpr double converged = 1e-30;  ///< of the square of the gradient

double dot(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// r dx = A w, row by row, or y - bias = A w; columns of A are scaled to length 1.
class GainEquations {
public:
    GainEquations(const JudgedOutput& output, const JacobianTask& task)
        : task_(task), is_gradient_(output.kind == JacobianOutput::dx) {
        const NormGroups& groups = task.groups;
        const bool takes_all = groups.axes != NormAxes::features;
        for (std::size_t g = 0; g < groups.count; ++g) {
            if (!takes_all && g > 0 && g * groups.size >= max_elements) break;
            add_row(*output.tensor, g);
        }
        scales_.assign(groups.parameters, 0);
        for (const Row& row : rows_) {
            for (std::size_t i = 0; i < row.factor.size(); ++i) {
                scales_[row.parameter[i]] += row.factor[i] * row.factor[i];
            }
        }
        for (double& one : scales_) one = one > 0 ? 1 / std::sqrt(one) : 0;
    }

    [[nodiscard]] bool is_determined() const {
        const bool finite =
            std::ranges::all_of(target_, [](const Numbers& row) { return std::isfinite(dot(row, row)); });
        return finite && rows_.size() * task_.groups.size >= min_equations * task_.groups.parameters &&
               std::ranges::none_of(scales_, [](double one) { return one == 0 || !std::isfinite(one); });
    }

    /// Conjugate gradients on the normal equations.
    [[nodiscard]] Numbers solution() const {
        Numbers w(scales_.size());
        std::vector<Numbers> rest = target_;
        Numbers s = adjoint(rest);
        Numbers p = s;
        const double first = dot(s, s);
        double square = first;
        for (int step = 0; step < max_steps && square > converged * first; ++step) {
            const std::vector<Numbers> image = apply(p);
            double length = 0;
            for (const Numbers& row : image) length += dot(row, row);
            const double along = square / length;
            for (std::size_t j = 0; j < w.size(); ++j) w[j] += along * p[j];
            for (std::size_t r = 0; r < rest.size(); ++r) {
                for (std::size_t i = 0; i < rest[r].size(); ++i) rest[r][i] -= along * image[r][i];
            }
            s = adjoint(rest);
            const double next = dot(s, s);
            for (std::size_t j = 0; j < p.size(); ++j) p[j] = s[j] + next / square * p[j];
            square = next;
        }
        for (std::size_t j = 0; j < w.size(); ++j) w[j] *= scales_[j];
        return w;
    }

private:
    struct Row {
        Numbers x, factor;  ///< dy, or x-hat
        std::vector<std::size_t> parameter;
    };

    void add_row(const NamedTensor& user, std::size_t g) {
        const NormGroups& groups = task_.groups;
        const JacobianTensors& tensors = task_.tensors;
        Row row = {Numbers(groups.size), Numbers(groups.size), std::vector<std::size_t>(groups.size)};
        Numbers target(groups.size);
        groups.read(tensors.x.view, g, row.x);
        groups.read(tensors.dy.view, g, row.factor);
        groups.read(user.view, g, target);
        const NormGroup<double> group(task_.rule, row.x, task_.epsilon);
        Numbers given(groups.size);
        if (is_gradient_ && tensors.dskip) groups.read(tensors.dskip->view, g, given);
        Numbers bias(tensors.bias ? groups.parameters : 0);
        if (!is_gradient_ && tensors.bias) tensors.bias->view.read(0, bias);
        for (std::size_t i = 0; i < target.size(); ++i) {
            row.parameter[i] = groups.parameter(g, i);
            if (!is_gradient_) row.factor[i] = group.output(i);
            if (!is_gradient_ && tensors.bias) given[i] = bias[row.parameter[i]];
            target[i] = (target[i] - given[i]) * (is_gradient_ ? group.statistics().divisor : 1);
        }
        rows_.push_back(std::move(row));
        target_.push_back(std::move(target));
    }

    /// r J^T v, which is symmetric.
    [[nodiscard]] Numbers projected(const Row& row, const Numbers& v) const {
        if (!is_gradient_) return v;
        const NormGroup<double> group(task_.rule, row.x, task_.epsilon);
        Numbers found = group.transposed(v);
        for (double& one : found) one *= group.statistics().divisor;
        return found;
    }

    [[nodiscard]] std::vector<Numbers> apply(const Numbers& w) const {
        std::vector<Numbers> all;
        for (const Row& row : rows_) {
            Numbers v(row.factor.size());
            for (std::size_t i = 0; i < v.size(); ++i) {
                v[i] = row.factor[i] * w[row.parameter[i]] * scales_[row.parameter[i]];
            }
            all.push_back(projected(row, v));
        }
        return all;
    }

    [[nodiscard]] Numbers adjoint(const std::vector<Numbers>& all) const {
        Numbers sums(scales_.size());
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const Row& row = rows_[r];
            const Numbers v = projected(row, all[r]);
            for (std::size_t i = 0; i < v.size(); ++i) {
                sums[row.parameter[i]] += row.factor[i] * v[i] * scales_[row.parameter[i]];
            }
        }
        return sums;
    }

    const JacobianTask& task_;
    bool is_gradient_;
    std::vector<Row> rows_;
    std::vector<Numbers> target_;
    Numbers scales_;
};

}  // namespace

std::optional<std::vector<double>> fitted_gain(const JudgedOutput& output, const JacobianTask& task) {
    if (output.kind != JacobianOutput::dx && output.kind != JacobianOutput::y) return std::nullopt;
    const GainEquations equations(output, task);
    if (!equations.is_determined()) return std::nullopt;
    Numbers gain = equations.solution();
    if (!std::ranges::all_of(gain, [](double one) { return std::isfinite(one); })) return std::nullopt;
    return gain;
}

}  // namespace sigprop
