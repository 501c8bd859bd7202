#include "engine/composite.hpp"

#include <algorithm>
#include <sigprop/core/ball_text.hpp>
#include <sigprop/core/errors.hpp>
#include <sigprop/engine/engine.hpp>

namespace sigprop {
namespace {

constexpr std::int64_t most_points = 1'000'000;
constexpr std::int64_t most_bits =
    3'500;  // of one point, written out in an expression: x1.01 fits over two decades

[[noreturn]] void bad_axis(std::string_view text, const std::string& message) {
    throw InputError("--over " + std::string(text) + ": " + message +
                     "; write n=64:1048576:x2 (geometric), std=0.5:4:+0.5 (linear) or n=1,2,5 (list)");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string shown(const Rational& x) { return x.to_decimal().value_or(x.to_string()); }

/// a, a + step, … or a, a factor, … up to and including b.
std::vector<std::string> range(std::string_view text, const std::vector<std::string_view>& parts) {
    const Rational first = Rational::from_decimal(parts[0]);
    const Rational last = Rational::from_decimal(parts[1]);
    const bool geometric = !parts[2].empty() && parts[2].front() == 'x';
    const bool linear = !parts[2].empty() && parts[2].front() == '+';
    if (!geometric && !linear) bad_axis(text, "the step begins with x or +");
    const Rational step = Rational::from_decimal(parts[2].substr(1));
    if (linear && step.sign() <= 0) bad_axis(text, "the step must be positive");
    if (geometric && (step <= Rational(1) || first.sign() <= 0)) {
        bad_axis(text, "a geometric range needs a positive start and a factor above 1");
    }
    if (linear && (last - first) / step > Rational(most_points)) bad_axis(text, "more than 10^6 points");
    std::vector<std::string> values;
    for (Rational x = first; x <= last; x = geometric ? x * step : x + step) {
        if (x.bit_size() > most_bits)
            bad_axis(text, "the powers of the factor grow too long to be written out");
        values.push_back(shown(x));
    }
    if (values.empty()) bad_axis(text, "the start lies beyond the end");
    return values;
}

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

/// The next position in row-major order; false after the last.
bool advance(std::vector<std::size_t>& position, const std::vector<Axis>& axes) {
    for (std::size_t i = axes.size(); i-- > 0;) {
        if (++position[i] < axes[i].values.size()) return true;
        position[i] = 0;
    }
    return false;
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
        series.radius.emplace_back(error_of(evidence, series.value.back()));
    }

    std::string id_, expression_;
    const std::vector<Axis>& axes_;
    long digits_;
    std::size_t points_ = 0;
    std::vector<Series> found_;
};

}  // namespace

Axis parse_axis(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) bad_axis(text, "a name and '=' are missing");
    Axis axis;
    axis.name = text.substr(0, equals);
    if (axis.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
        std::string::npos) {
        bad_axis(text, "'" + axis.name + "' is not a name");
    }
    const std::string_view body = text.substr(equals + 1);
    try {
        const auto parts = split(body, ':');
        if (parts.size() == 3) {
            axis.values = range(text, parts);
        } else if (parts.size() == 1) {
            for (const std::string_view value : split(body, ','))
                axis.values.push_back(shown(Rational::from_decimal(value)));
        } else {
            bad_axis(text, "a range has a start, an end and a step");
        }
    } catch (const InputError& error) {
        if (std::string_view(error.what()).substr(0, 6) == "--over") throw;
        bad_axis(text, error.what());
    }
    return axis;
}

std::vector<Series> sweep(std::string_view id, std::string_view expression, const std::vector<Axis>& axes,
                          const Context& context) {
    const Expression tree = parse_expression(expression);
    std::int64_t points = 1;
    for (const Axis& axis : axes) {
        if (!mentions(tree, axis.name)) {
            throw InputError("--over " + axis.name + ": the expression does not contain the variable '" +
                             axis.name + "'");
        }
        points *= static_cast<std::int64_t>(axis.values.size());
        if (points > most_points) throw InputError("the grid has more than 10^6 points");
    }
    Collector collector(id, canonical_text(tree), axes, context.digits);
    std::vector<std::size_t> position(axes.size(), 0);
    do {
        context.check_cancelled();
        Expression point = tree;
        substitute(point, axes, position);
        collector.add(
            reconcile(evidence_of(bound_point(point, expression, axes, position), context)).evidence);
    } while (advance(position, axes));
    return collector.take();
}

}  // namespace sigprop
