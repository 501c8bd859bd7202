#include "engine/composite.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sigprop/core/ball_text.hpp>
#include <sigprop/core/errors.hpp>
#include <sigprop/engine/engine.hpp>

namespace sigprop {
namespace {

constexpr std::size_t most_points = 1'000'000;
constexpr std::size_t points_at_once = 4096;  // whose evidence is held in memory

/// The expression with the axes' names replaced by their values.
void substitute(Expression& e, const std::vector<Axis>& axes, const std::vector<std::size_t>& position) {
    if (e.kind == Expression::Kind::name) {
        for (std::size_t i = 0; i < axes.size(); ++i) {
            if (axes[i].name == e.name) {
                Expression value = parse_expression(axes[i].values[position[i]]);
                value.offset = e.offset;
                value.length = e.length;
                e = std::move(value);
                return;
            }
        }
    }
    for (Argument& argument : e.arguments) substitute(argument.value, axes, position);
}

bool mentions(const Expression& e, const std::string& name) {
    if (e.kind == Expression::Kind::name && e.name == name) return true;
    return std::ranges::any_of(e.arguments, [&](const Argument& a) { return mentions(a.value, name); });
}

/// Where a point of the grid lies on each axis; row-major order.
std::vector<std::size_t> position_of(std::size_t point, const std::vector<Axis>& axes) {
    std::vector<std::size_t> position(axes.size());
    for (std::size_t i = axes.size(); i-- > 0; point /= axes[i].values.size())
        position[i] = point % axes[i].values.size();
    return position;
}

/// Bad arguments name the point of the grid: lower >= upper may hold at one only.
BoundExpression bound_point(const Expression& point, std::string_view text, const std::vector<Axis>& axes,
                            const std::vector<std::size_t>& position) {
    try {
        return bind_expression(point, text);
    } catch (const InputError& error) {
        std::string where;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            where += (i > 0 ? ", " : "at ") + axes[i].name + " = " + axes[i].values[position[i]];
        }
        throw InputError((axes.empty() ? "" : where + ": ") + error.what(), error.place());
    }
}

/// The next decimal of three digits: a radius needs no more, and files of curves hold many.
double rounded_up(double radius) {
    if (radius == 0 || !std::isfinite(radius)) return radius;
    const auto three_digits = [](double x) {
        std::array<char, 32> text{};
        const char* end =
            std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific, 2).ptr;
        double read = 0;
        std::from_chars(text.data(), end, read);
        return read;
    };
    constexpr double above = 1.006;  // rounding takes away half a percent at most
    for (const double rounded : {three_digits(radius), three_digits(radius * above)}) {
        if (rounded >= radius && std::isfinite(rounded)) return rounded;
    }
    return radius;  // at the ends of the range of doubles
}

/// What is proved twice and differently can be shown, not relied upon.
std::vector<Evidence> reconciled(std::vector<Evidence> evidence) {
    Reconciliation all = reconcile(std::move(evidence));
    if (all.contradiction.empty()) return std::move(all.evidence);
    for (Evidence& one : all.evidence) {
        if (one.status == Status::ok) one.status = Status::unreliable;
    }
    return std::move(all.evidence);
}

class Collector {
public:
    Collector(std::string_view id, std::string expression, const std::vector<Axis>& axes, long digits)
        : id_(id), expression_(std::move(expression)), axes_(axes), digits_(digits) {}

    void add(const std::vector<Evidence>& evidence) {
        for (const Evidence& one : evidence) append(series_for(one), one);
        ++points_;
        for (Series& series : found_) pad(series, points_);
    }
    std::vector<Series> take() { return std::move(found_); }

private:
    Series& series_for(const Evidence& evidence) {
        for (Series& series : found_) {
            if (series.method == evidence.method) return series;
        }
        Series series;
        series.id = id_;
        series.expression = expression_;
        series.method = evidence.method;
        series.kind = to_string(evidence.kind);
        series.axes = axes_;
        pad(series, points_);
        found_.push_back(std::move(series));
        return found_.back();
    }

    /// A method that has nothing to say about a point says so.
    static void pad(Series& series, std::size_t size) {
        while (series.status.size() < size) {
            series.value.emplace_back();
            series.number.emplace_back();
            series.radius.emplace_back();
            series.status.emplace_back(to_string(Status::unable));
        }
    }

    /// For an enclosure the distance that the printed value can have from the true one, rounding included.
    static double error_of(const Evidence& evidence, const std::optional<std::string>& printed) {
        if (evidence.kind != Kind::enclosure || !printed) return evidence.value.radius_double();
        const long bits = std::max(evidence.value.precision(), 64L);
        return (evidence.value - Ball::from_rational(Rational::from_decimal(*printed), bits))
            .magnitude()
            .upper_double();
    }

    void append(Series& series, const Evidence& evidence) const {
        const bool ok = evidence.status == Status::ok || evidence.status == Status::unreliable;
        const bool proof = evidence.kind == Kind::enclosure;
        series.status.emplace_back(to_string(evidence.status));
        if (!ok) {
            series.value.emplace_back();
            series.number.emplace_back();
            series.radius.emplace_back();
            return;
        }
        series.value.push_back(proof ? proved_decimal(evidence.value, digits_)
                                     : std::optional(decimal_ball(evidence.value, digits_).midpoint));
        series.number.push_back(nearest_double(evidence.value));
        series.radius.emplace_back(rounded_up(error_of(evidence, series.value.back())));
    }

    std::string id_, expression_;
    const std::vector<Axis>& axes_;
    long digits_;
    std::size_t points_ = 0;
    std::vector<Series> found_;
};

/// An expression over a grid.
class Grid {
public:
    Grid(std::string_view expression, const std::vector<Axis>& axes)
        : text_(expression), tree_(parse_expression(expression)), axes_(axes) {
        for (const Axis& axis : axes) {
            if (!mentions(tree_, axis.name)) {
                throw InputError("--over " + axis.name + ": the expression does not contain the variable '" +
                                 axis.name + "'");
            }
            points_ *= axis.values.size();
            if (points_ > most_points) throw InputError("the grid has more than 10^6 points");
        }
    }

    [[nodiscard]] std::size_t points() const { return points_; }
    [[nodiscard]] std::string canonical() const { return canonical_text(tree_); }
    [[nodiscard]] BoundExpression at(std::size_t point) const {
        const std::vector<std::size_t> position = position_of(point, axes_);
        Expression there = tree_;
        substitute(there, axes_, position);
        return bound_point(there, text_, axes_, position);
    }

private:
    std::string_view text_;
    Expression tree_;
    const std::vector<Axis>& axes_;
    std::size_t points_ = 1;
};

}  // namespace

void run_in_order(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

void check_sweep(std::string_view expression, const std::vector<Axis>& axes) {
    (void)Grid(expression, axes).at(0);
}

std::vector<Series> sweep(std::string_view id, std::string_view expression, const std::vector<Axis>& axes,
                          const Context& context, const Executor& execute) {
    const Grid grid(expression, axes);
    Collector collector(id, grid.canonical(), axes, context.digits);
    for (std::size_t first = 0; first < grid.points(); first += points_at_once) {
        std::vector<std::vector<Evidence>> found(std::min(points_at_once, grid.points() - first));
        execute(found.size(), [&](std::size_t i) {
            context.check_interrupted();
            found[i] = reconciled(evidence_of(grid.at(first + i), context));
        });
        for (const std::vector<Evidence>& evidence : found) collector.add(evidence);
    }
    return collector.take();
}

}  // namespace sigprop
