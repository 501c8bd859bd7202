#pragma once
// The plan of softmax/extremes_fraction_above.cpp: its contour, the steps and limits of its grids, the
// precision of its tables. It is found in doubles and proves nothing: a poor plan only widens the result.

#include "methods/softmax/extremes.hpp"

namespace sigprop {

struct ContourPlan {
    double std = 0, n = 0, level = 0;  ///< level: l
    double goal = 0;                   ///< relative accuracy e^-goal
    double c = 0, widest = 0;          ///< the contour is Re z = c; b < widest is the half width of its strip
    double step = 0, strip_u = 0, strip_v = 0;
    std::int64_t first_u = 0, last_u = 0, first_v = 0, last_v = 0;
    long bits = 0, table_bits = 0;

    ContourPlan(const NormalRow& row, double log_odds, long wanted);
    [[nodiscard]] double terms() const {
        return static_cast<double>(last_u - first_u + 1) * static_cast<double>(last_v - first_v + 1);
    }

private:
    [[nodiscard]] double log_g(double u) const;
    [[nodiscard]] double growth(double a) const;
    void find_step(double goal_v);
    [[nodiscard]] double find_range(double accuracy, double& left, double& right) const;
};

}  // namespace sigprop
