#include "report/diff.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <utility>

#include "core/ball/text.hpp"
#include "report/diagnosis.hpp"
#include "report/outcome.hpp"
#include "report/points.hpp"
#include "report/text_width.hpp"
#include "report/training_text.hpp"

namespace sigprop {
namespace {

// Whether two numbers from two reports can be the same number, and the words for it when they cannot.

/// A value as a report has it; without a midpoint there is no value.
struct Point {
    Kind kind = Kind::enclosure;
    std::optional<std::string> midpoint, radius;
    std::string rounding = "0";  ///< how far rounding may have moved the midpoint off its centre
};

constexpr std::size_t significant_digits_of_a_double = 15;

long bits_for(const Point& a, const Point& b) {
    constexpr std::size_t guard = 128;
    return static_cast<long>(4 * std::max(a.midpoint->size(), b.midpoint->size()) + guard);
}

std::string shown(const Point& point) {
    if (!point.midpoint) return "nothing";
    return *point.midpoint + " ± " + point.radius.value_or("?");
}

/// Half a unit of the last printed digit if the digits are (or may be) rounded; zero for an exact 0.5.
std::string rounding_of(const std::string& decimal, double radius) {
    const std::size_t mark = decimal.find_first_of("eE");
    const std::string mantissa = decimal.substr(0, mark);
    const std::size_t dot = mantissa.find('.');
    const std::size_t decimals = dot == mantissa.npos ? 0 : mantissa.size() - dot - 1;
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == mantissa.npos) return "0";
    if (radius <= 0 && mantissa.size() - first <= significant_digits_of_a_double) return "0";
    const long long exponent = mark == decimal.npos ? 0 : std::atoll(decimal.c_str() + mark + 1);
    return "5e" + std::to_string(exponent - static_cast<long long>(decimals) - 1);
}

Ball interval_of(const Point& point, long bits) {
    return ball_from_decimals(*point.midpoint, point.radius.value_or("0"), bits)
        // widening: arithmetic
        .widened(ball_from_decimals(point.rounding, "0", bits));
}

bool samples_agree(const Point& before, const Point& after, long bits) {
    const Ball a = ball_from_decimals(*before.midpoint, "0", bits);
    const Ball b = ball_from_decimals(*after.midpoint, "0", bits);
    const Ball error_a = ball_from_decimals(before.radius.value_or("0"), "0", bits);
    const Ball error_b = ball_from_decimals(after.radius.value_or("0"), "0", bits);
    const Ball allowed =
        Ball(6) * sqrt(error_a * error_a + error_b * error_b) + max(abs(a), abs(b)) * Ball::power_of_two(-40);
    return !(abs(a - b) - allowed).is_positive();
}

Point point_of(const Series& series, std::size_t i) {
    Point point;
    point.kind = series.kind;
    if (!series.radius[i]) return point;
    const double radius = *series.radius[i];
    if (series.value[i]) {
        point.midpoint = series.value[i];
    } else if (series.number[i]) {
        point.midpoint = shortest(*series.number[i]);
    } else {
        return point;
    }
    point.radius = shortest(radius);
    point.rounding = rounding_of(*point.midpoint, radius);
    return point;
}

/// "n = 64, std = 2": the coordinates of the i-th point of the grid.
std::string coordinates_text(const Series& series, std::size_t i) {
    const std::vector<std::string> values = coordinates(series, i);
    std::string text;
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
        text += (axis == 0 ? "" : ", ") + series.axes[axis].name + " = " + values[axis];
    }
    return text;
}

/// "3.384 ± 0.020" of a sample, the proved digits of a number that has some.
std::string value_text(const Record& record) {
    if (record.computed.decimal) return *record.computed.decimal;
    for (const EvidenceRecord& one : record.evidence) {
        if (one.count) return count_text(*one.count);
        if (one.status == Status::ok && one.midpoint) return shown({one.kind, one.midpoint, one.radius});
    }
    return record.status ? word(*record.status) : "nothing";
}

/// The value at the last point, which of training is the last step or the last sublayer.
std::string last_value(const Series& series) {
    if (series.status.empty()) return "nothing";
    const std::size_t last = series.status.size() - 1;
    const std::string where = " at " + coordinates_text(series, last);
    if (series.status[last] != Status::ok) return word(series.status[last]) + where;
    const bool is_short = series.number[last] && (series.kind == Kind::sample || !series.radius[last]);
    return (is_short ? mean_text(*series.number[last], series.radius[last]) : shown(point_of(series, last))) +
           where;
}

/// The words in which two texts differ, between what they have in common at both ends.
std::string differing_words(const std::string& before, const std::string& after) {
    const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("_.=+-\"").find(c) != std::string_view::npos;
    };
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t front = 0;
    while (front < shorter && before[front] == after[front]) ++front;
    while (front > 0 && is_part(before[front - 1])) --front;
    std::size_t back = 0;
    while (back < shorter - front && before[before.size() - 1 - back] == after[after.size() - 1 - back])
        ++back;
    while (back > 0 && is_part(before[before.size() - back])) --back;
    const auto of = [&](const std::string& text) {
        const std::string words = text.substr(front, text.size() - back - front);
        return words.empty() ? std::string("nothing") : words;
    };
    return of(before) + " → " + of(after);
}

/// Why two points of the same kind are not the same number; nothing when they may be.
/// Errors   InputError for a text that is no decimal
std::optional<std::string> disagreement(const Point& before, const Point& after) {
    if (!before.midpoint && !after.midpoint) return std::nullopt;
    if (!before.midpoint || !after.midpoint) return shown(before) + " → " + shown(after);
    const long bits = bits_for(before, after);
    if (before.kind == Kind::sample) {
        if (samples_agree(before, after, bits)) return std::nullopt;
        return shown(before) + " and " + shown(after) + " differ by more than 6 standard errors";
    }
    if (interval_of(before, bits).overlaps(interval_of(after, bits))) return std::nullopt;
    return shown(before) + " and " + shown(after) + " do not overlap";
}

/// Makes names unique: the n-th of several equal names gets the suffix n.
template <class T, class NameOf>
std::vector<std::string> unique_names(const std::vector<T>& items, NameOf name_of) {
    std::map<std::string, std::size_t> seen;
    std::vector<std::string> names;
    for (const T& item : items) {
        std::string name = name_of(item);
        const std::size_t n = ++seen[name];
        names.push_back(n == 1 ? std::move(name) : name + " #" + std::to_string(n));
    }
    return names;
}

/// Calls gone(name), both(name, old, new) and come(name), each in the order of its report.
template <class T, class NameOf, class Gone, class Both, class Come>
void match(const std::vector<T>& before, const std::vector<T>& after, NameOf name_of, Gone gone, Both both,
           Come come) {
    const std::vector<std::string> old_names = unique_names(before, name_of);
    const std::vector<std::string> new_names = unique_names(after, name_of);
    std::map<std::string_view, const T*> old_items;
    std::map<std::string_view, const T*> new_items;
    for (std::size_t i = 0; i < before.size(); ++i) old_items.emplace(old_names[i], &before[i]);
    for (std::size_t i = 0; i < after.size(); ++i) new_items.emplace(new_names[i], &after[i]);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!new_items.contains(old_names[i])) gone(old_names[i]);
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto found = old_items.find(new_names[i]);
        if (found == old_items.end()) {
            come(new_names[i]);
        } else {
            both(new_names[i], *found->second, after[i]);
        }
    }
}

class Comparison {
public:
    explicit Comparison(Diff& diff) : diff_(&diff) {}

    void records(const std::vector<Record>& before, const std::vector<Record>& after) {
        match(
            before, after, [](const Record& record) { return record.id; },
            [this](const std::string& name) { diff_->removed.push_back(name); },
            [this](const std::string& name, const Record& a, const Record& b) {
                id_ = name;
                ++diff_->compared;
                record(a, b);
            },
            [this](const std::string& name) { diff_->added.push_back(name); });
    }

    void series(const std::vector<Series>& before, const std::vector<Series>& after) {
        match(
            before, after, [](const Series& one) { return one.id + " (" + one.method + ")"; },
            [this](const std::string& name) { diff_->removed.push_back(name); },
            [this](const std::string& name, const Series& a, const Series& b) {
                id_ = name;
                ++diff_->compared;
                curve(a, b);
            },
            [this](const std::string& name) { diff_->added.push_back(name); });
    }

private:
    void changed(std::string what, std::string why) {
        diff_->changed.push_back({id_, std::move(what), std::move(why)});
    }

    bool text(const char* what, const std::string& before, const std::string& after) {
        if (before == after) return true;
        const auto shown = [](const std::string& one) { return one.empty() ? std::string("nothing") : one; };
        changed(what, shown(before) + " → " + shown(after));
        return false;
    }

    void expression_change(const std::string& before, const std::string& after, std::string values) {
        text("expression", before, after);
        diff_->changed.back().words = differing_words(before, after);
        diff_->changed.back().values = std::move(values);
    }

    /// Records a change unless the two points can be the same number.
    void value(const std::string& what, const Point& before, const Point& after) {
        try {
            if (auto why = disagreement(before, after)) changed(what, std::move(*why));
        } catch (const InputError& error) {
            throw InputError(id_ + ": " + what + ": " + error.what());
        }
    }

    void record(const Record& a, const Record& b) {
        const bool same_question = a.expression == b.expression;
        text("stated", stated_text(a), stated_text(b));
        text("kind", word(a.kind), word(b.kind));
        text("says", word(a.says.value_or(Says::equals)), word(b.says.value_or(Says::equals)));
        text("expected", word(a.expected), word(b.expected));
        if (!text("verdict", word(a.verdict), word(b.verdict)) && has_diagnosis(b))
            diff_->changed.back().why += " (" + diagnosis_line(b) + ")";
        text("strength", word(a.strength), word(b.strength));
        text("status", word(a.status), word(b.status));
        if (!same_question) {
            expression_change(a.expression, b.expression, value_text(a) + " → " + value_text(b));
            return;
        }
        value("computed", {Kind::enclosure, a.computed.midpoint, a.computed.radius},
              {Kind::enclosure, b.computed.midpoint, b.computed.radius});
        match(
            a.evidence, b.evidence,
            [](const EvidenceRecord& one) { return "evidence " + word(one.route) + "/" + one.method; },
            [this](const std::string& name) { changed(name, "is missing"); },
            [this](const std::string& name, const EvidenceRecord& x, const EvidenceRecord& y) {
                if (!text((name + ": kind").c_str(), word(x.kind), word(y.kind))) return;
                if (!text((name + ": status").c_str(), word(x.status), word(y.status))) return;
                value(name, {x.kind, x.midpoint, x.radius}, {y.kind, y.midpoint, y.radius});
                const auto counted = [](const EvidenceRecord& one) {
                    return one.count ? count_text(*one.count) : std::string();
                };
                text(name.c_str(), counted(x), counted(y));
            },
            [this](const std::string& name) { changed(name, "is new"); });
    }

    bool same_axes(const Series& a, const Series& b) {
        const auto shown = [](const Series& one) {
            std::string list;
            for (const Axis& axis : one.axes) {
                list += (list.empty() ? "" : "; ") + axis.name + " = ";
                for (std::size_t i = 0; i < axis.values.size(); ++i) {
                    list += (i == 0 ? "" : ", ") + axis.values[i];
                }
            }
            return list;
        };
        return text("axes", shown(a), shown(b));
    }

    void curve(const Series& a, const Series& b) {
        const bool same_question = a.expression == b.expression;
        if (!same_question)
            expression_change(a.expression, b.expression, last_value(a) + " → " + last_value(b));
        if (!text("kind", word(a.kind), word(b.kind)) || !same_axes(a, b) || !same_question) return;
        std::size_t count = 0;
        std::string first;
        for (std::size_t i = 0; i < a.status.size(); ++i) {
            const auto why = point_change(a, b, i);
            if (why && count++ == 0) first = "at " + coordinates_text(a, i) + ": " + *why;
        }
        if (count > 0) {
            changed("points",
                    std::to_string(count) + " of " + std::to_string(a.status.size()) + " differ; " + first);
        }
    }

    std::optional<std::string> point_change(const Series& a, const Series& b, std::size_t i) {
        if (a.status[i] != b.status[i]) return word(a.status[i]) + " → " + word(b.status[i]);
        try {
            return disagreement(point_of(a, i), point_of(b, i));
        } catch (const InputError& error) {
            throw InputError(id_ + ": " + error.what());
        }
    }

    Diff* diff_;
    std::string id_;
};

}  // namespace

Diff compare(const Report& before, const Report& after) {
    Diff diff;
    Comparison comparison(diff);
    comparison.records(before.records, after.records);
    comparison.series(before.series, after.series);
    return diff;
}

std::string diff_text(const Diff& diff) {
    constexpr std::size_t longest = 400;
    std::string text;
    const auto count = [](std::size_t n, const char* what) { return std::to_string(n) + " " + what; };
    const auto line = [&text](const char* head, const std::string& rest) {
        text += head + cut(printable(rest), longest) + "\n";
    };
    std::map<std::string, std::vector<const Change*>> asked_otherwise;
    for (const Change& change : diff.changed) {
        if (!change.words.empty()) asked_otherwise[change.words].push_back(&change);
    }
    for (const Change& change : diff.changed) {
        if (change.words.empty()) {
            line("changed  ", change.id + ": " + change.what + ": " + change.why);
            continue;
        }
        const auto together = asked_otherwise.find(change.words);
        if (together == asked_otherwise.end()) continue;  // it stands below the first of them
        const std::size_t size = together->second.size();
        line("changed  ", count(size, size == 1 ? "expression: " : "expressions: ") + change.words);
        for (const Change* one : together->second) line("           ", one->id + ": " + one->values);
        asked_otherwise.erase(together);
    }
    for (const std::string& id : diff.added) line("added    ", id);
    for (const std::string& id : diff.removed) line("removed  ", id);
    if (diff.empty()) return "nothing changed (" + std::to_string(diff.compared) + " compared)\n";
    return text + count(diff.changed.size(), diff.changed.size() == 1 ? "change, " : "changes, ") +
           count(diff.added.size(), "added, ") + count(diff.removed.size(), "removed (") +
           count(diff.compared, "compared)\n");
}

}  // namespace sigprop
