#include "measure/elementwise/fit.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/doubles.hpp"
#include "measure/elementwise/search.hpp"

namespace sigprop {
namespace {

constexpr int max_passes = 60;

template <ReplacementForm form>
double wanted(double u, double x) {
    const double size = std::min(std::abs(u), 1.0);
    const double z =
        form == ReplacementForm::dyt ? std::atanh(size) : size / std::sqrt((1 - size) * (1 + size));
    return u == 0 || std::signbit(u) != std::signbit(x) ? 0 : z / std::abs(x);
}

std::size_t index_of(ReplacementForm form) { return static_cast<std::size_t>(form); }

/// All fits of one form: one for each feature, in order, then the one for all features.
template <ReplacementForm form>
class Problems {
public:
    Problems(std::size_t dim, std::span<const double> weights)
        : weights_(weights),
          limits_(dim + 1),
          searches_(dim + 1),
          own_(form, std::vector<double>(dim, not_a_number)),
          shared_(form, std::vector<double>(dim, not_a_number)) {}

    void look(const RowSlice& slice) {
        slice.for_each_row([&](const double* x, const double* u) {
            for (std::size_t j = 0; j < slice.width; ++j) {
                if (x[j] != 0) limits_[slice.first + j].add(wanted<form>(u[j], x[j]));
            }
        });
    }

    void begin_grids() {
        const std::size_t dim = weights_.size();
        for (std::size_t j = 0; j < dim; ++j) {
            if (weights_[j] > 0) limits_[dim].add(limits_[j]);
        }
        points_.assign(dim + 1, 0);
        for (std::size_t i = 0; i <= dim; ++i) {
            searches_[i].start = limits_[i].first_point();
            const bool searched = searches_[i].start > 0 && searches_[i].start < infinity;
            if (searched) points_[i] = searches_[i].points(limits_[i]);
        }
        own_points_ = *std::max_element(points_.begin(), points_.end() - 1);
        grids_.assign((own_points_ + points_[dim]) * dim, 0.0);
    }

    /// Adds to the grid of each feature and to the shared one; every second point follows from the one before
    /// by tanh 2z = 2 tanh z / (1 + tanh^2 z).
    void add_grids(const RowSlice& slice) {
        const std::size_t dim = weights_.size();
        std::vector<double> f(slice.width);
        const std::array<double, 2> phases = {1.0, std::sqrt(2.0)};
        for (std::size_t chain = 0; chain < 4; ++chain) {
            const bool shared = chain >= 2;
            const std::size_t phase = chain % 2;
            double* sums = grids_.data() + (shared ? own_points_ * dim : 0) + slice.first;
            const auto own = points_.begin() + static_cast<std::ptrdiff_t>(slice.first);
            const std::size_t points =
                shared ? points_[dim]
                       : *std::max_element(own, own + static_cast<std::ptrdiff_t>(slice.width));
            if (points == 0) continue;
            slice.for_each_row([&](const double* x, const double* u) {
                for (std::size_t j = 0; j < slice.width; ++j) {
                    const double z = phases[phase] * searches_[shared ? dim : slice.first + j].start * x[j];
                    f[j] = form == ReplacementForm::dyt ? std::tanh(z) : z * z;
                }
                for (std::size_t k = phase; k < points; k += 2) {
                    add_point(f.data(), x, u, slice.width, sums + k * dim);
                }
            });
        }
    }

    void choose() {
        const std::size_t dim = weights_.size();
        for (std::size_t i = 0; i <= dim; ++i) {
            ElementwiseSearch& search = searches_[i];
            search.found = search.start;
            if (points_[i] == 0) continue;
            std::vector<double> squares(points_[i]);
            for (std::size_t k = 0; k < squares.size(); ++k) {
                squares[k] = i < dim ? grids_[k * dim + i] : total(grids_.data() + (own_points_ + k) * dim);
            }
            search.choose(squares, limits_[i]);
        }
        grids_ = {};
    }

    /// False when every parameter is found.
    bool begin_step() {
        const std::size_t dim = weights_.size();
        bool any = searches_[dim].running;
        for (std::size_t j = 0; j < dim; ++j) {
            own_.a[j] = searches_[j].running ? std::exp(searches_[j].at) : not_a_number;
            any = any || searches_[j].running;
        }
        const ElementwiseSearch& all = searches_[dim];
        own_ = FormSums(form, std::move(own_.a));
        shared_ = FormSums(form, std::vector<double>(dim, all.running ? std::exp(all.at) : not_a_number));
        return any;
    }
    void add(const RowSlice& slice) {
        own_.add(slice);
        shared_.add(slice);
    }
    void step() {
        const std::size_t dim = weights_.size();
        for (std::size_t j = 0; j < dim; ++j) {
            if (searches_[j].running) searches_[j].step(own_.slope[j], own_.curvature[j]);
        }
        if (!searches_[dim].running) return;
        searches_[dim].step(total(shared_.slope.data()), total(shared_.curvature.data()));
    }

    [[nodiscard]] std::vector<double> found() const {
        std::vector<double> a;
        for (const ElementwiseSearch& search : searches_) a.push_back(search.found);
        return a;
    }

private:
    /// Adds the squared residuals at one point and moves f to the next.
    static void add_point(double* f, const double* x, const double* u, std::size_t width, double* sums) {
        for (std::size_t j = 0; j < width; ++j) {
            if constexpr (form == ReplacementForm::dyt) {
                const double residual = f[j] - u[j];
                sums[j] += residual * residual;
                f[j] = 2 * f[j] / (1 + f[j] * f[j]);
            } else {
                const double size = std::sqrt(f[j] / (1 + f[j]));
                const double residual = (x[j] < 0 ? -size : size) - u[j];
                sums[j] += residual * residual;
                f[j] *= 4;
            }
        }
    }
    [[nodiscard]] double total(const double* sums) const {
        double sum = 0;
        for (std::size_t j = 0; j < weights_.size(); ++j) {
            if (weights_[j] > 0) sum += weights_[j] * sums[j];
        }
        return sum;
    }

    std::span<const double> weights_;
    std::vector<SearchLimits> limits_;
    std::vector<ElementwiseSearch> searches_;
    std::vector<std::size_t> points_;  ///< points of each grid; 0 where there is nothing to search for
    std::size_t own_points_ = 0;       ///< points of the longest grid of a feature
    std::vector<double> grids_;        ///< [points][d]: those of the features, then the shared one
    FormSums own_, shared_;
};

}  // namespace

FittedForms fit_forms(const ElementwiseRows& rows, std::span<const double> weights, const Context& context) {
    const std::size_t dim = rows.dim();
    Problems<ReplacementForm::dyt> dyt(dim, weights);
    Problems<ReplacementForm::dyisru> dyisru(dim, weights);
    FittedForms fitted;
    std::vector<double>& x_square = fitted.moments.x_square;
    std::vector<double>& u_square = fitted.moments.u_square;
    x_square.resize(dim);
    u_square.resize(dim);
    rows.pass([&](const RowSlice& slice) {
        dyt.look(slice);
        dyisru.look(slice);
        slice.for_each_row([&](const double* x, const double* u) {
            for (std::size_t j = 0; j < slice.width; ++j) {
                x_square[slice.first + j] += x[j] * x[j];
                u_square[slice.first + j] += u[j] * u[j];
            }
        });
    });
    dyt.begin_grids();
    dyisru.begin_grids();
    rows.pass([&](const RowSlice& slice) {
        dyt.add_grids(slice);
        dyisru.add_grids(slice);
    });
    dyt.choose();
    dyisru.choose();
    for (int passes = 0; passes < max_passes; ++passes) {
        context.check_interrupted();
        const bool first = dyt.begin_step();
        const bool second = dyisru.begin_step();
        if (!first && !second) break;
        rows.pass([&](const RowSlice& slice) {
            dyt.add(slice);
            dyisru.add(slice);
        });
        dyt.step();
        dyisru.step();
    }
    fitted.a[index_of(ReplacementForm::dyt)] = dyt.found();
    fitted.a[index_of(ReplacementForm::dyisru)] = dyisru.found();
    return fitted;
}

}  // namespace sigprop
