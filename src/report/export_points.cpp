// One row for each point of a sweep: what a plot or a data frame needs.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "formats/csv.hpp"
#include "report/export.hpp"

#include "report/outcome.hpp"
#include "report/points.hpp"
#include "report/words.hpp"

namespace sigprop {
namespace {

using Row = std::vector<std::string>;

/// An interval in double precision that holds the enclosure: number and difference are each rounded once.
double outward(double number, double radius, double direction) {
    double end = number + std::copysign(radius, direction);
    for (int rounding = 0; rounding < 2; ++rounding) end = std::nextafter(end, direction);
    return end;
}

struct PointValue {
    std::string value = {}, lower = {}, upper = {}, kind = {};
};

/// What a series says at a point: an enclosure with its ends, a sample with its interval of 95 %, an
/// estimate.
PointValue value_of(const Series& series, std::size_t point) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double quantile = 1.959963984540054;  // Phi^-1(0.975)
    const std::optional<double> number = series.number[point];
    const std::optional<double> radius = series.radius[point];
    PointValue shown{series.value[point].value_or(number ? shortest(*number) : "")};
    shown.kind = word(series.kind);
    if (!number || !radius || series.kind == Kind::estimate) return shown;
    const bool exact = *radius == 0 && shortest(*number) == shown.value;
    if (exact) {
        shown.lower = shown.upper = shown.value;
    } else if (series.kind == Kind::enclosure) {
        shown.lower = shortest(outward(*number, *radius, -infinity));
        shown.upper = shortest(outward(*number, *radius, infinity));
    } else {
        shown.lower = shortest(*number - quantile * *radius);
        shown.upper = shortest(*number + quantile * *radius);
    }
    return shown;
}

/// The narrowest enclosure, or else the most precise sample, or else an estimate; without a value why there
/// is none.
PointValue best_of(const SweptCurve& curve, std::size_t point) {
    const auto worth = [](Kind kind) { return kind == Kind::enclosure ? 0 : kind == Kind::sample ? 1 : 2; };
    const Series* best = nullptr;
    std::size_t place = 0;
    PointValue none;
    for (const Series& one : curve.methods) {
        const std::size_t part = part_of_grid(one.axes, *curve.grid, point);
        if (one.status[part] != Status::ok) {
            if (none.kind.empty() || one.kind == Kind::enclosure) none.kind = word(one.status[part]);
            continue;
        }
        const double wide = one.radius[part].value_or(HUGE_VAL);
        const bool better = best == nullptr || worth(one.kind) < worth(best->kind) ||
                            (one.kind == best->kind && wide < best->radius[place].value_or(HUGE_VAL));
        if (!better) continue;
        best = &one;
        place = part;
    }
    return best == nullptr ? none : value_of(*best, place);
}

}  // namespace

void write_points_csv(const std::vector<Series>& series, const TextSink& out) {
    const std::vector<SweptCurve> curves = curves_of(series);
    std::vector<std::string> names;
    for (const SweptCurve& curve : curves) {
        for (const Axis& axis : *curve.grid)
            if (std::ranges::find(names, axis.name) == names.end()) names.push_back(axis.name);
    }
    const bool several = curves.size() > 1;
    Row header = several ? Row{"id", "expression"} : Row{};
    header.insert(header.end(), names.begin(), names.end());
    header.insert(header.end(), {"value", "lower", "upper", "kind"});
    std::string text = shown_csv_row(header);
    for (const SweptCurve& curve : curves) {
        std::size_t points = 1;
        for (const Axis& axis : *curve.grid) points *= axis.values.size();
        for (std::size_t point = 0; point < points; ++point) {
            Row row = several ? Row{curve.methods[0].id, curve.methods[0].expression} : Row{};
            const std::vector<std::string> where = coordinates(*curve.grid, point);
            for (const std::string& name : names) {
                const auto axis = std::ranges::find(*curve.grid, name, &Axis::name);
                row.push_back(axis == curve.grid->end()
                                  ? ""
                                  : where[static_cast<std::size_t>(axis - curve.grid->begin())]);
            }
            const PointValue shown = best_of(curve, point);
            row.insert(row.end(), {shown.value, shown.lower, shown.upper, shown.kind});
            text += shown_csv_row(std::move(row));
            if (text.size() < text_piece) continue;
            out(text);
            text.clear();
        }
    }
    out(text);
}

}  // namespace sigprop
