#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/series.hpp>
#include <sigprop/engine/series/sweep.hpp>

#include "formats/place.hpp"

#include "core/base/embedded.hpp"
#include "core/base/known_methods.hpp"
#include "core/base/limits.hpp"
#include "formats/field.hpp"
#include "formats/ids.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 1> file_keys = {"series"};
constexpr std::array<std::string_view, 6> plan_keys = {"id",   "statement", "expressions",
                                                       "over", "digits",    "methods"};

class Reader {
public:
    Reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    std::vector<SeriesPlan> operator()() {
        const Json root = parse_json(text_, name_);
        std::vector<SeriesPlan> plans;
        try {
            check_keys(root, file_keys, "a series file");
            for (const Json& one : items(needed(root, "series", R"(write {"series": [ … ]})"), "series")) {
                subject_ = "series " + std::to_string(plans.size() + 1) + ": ";
                plans.push_back(plan(one));
            }
        } catch (const InputError& error) {
            throw located(error, text_, name_, subject_);
        }
        return plans;
    }

private:
    SeriesPlan plan(const Json& json) {
        check_keys(json, plan_keys, "a series");
        SeriesPlan plan;
        plan.file = name_;
        plan.line = line_column(text_, json.offset()).line;
        plan.id = read_id(needed(json, "id", "give the series a name, such as activation.moments"));
        plan.statement =
            filled(needed(json, "statement", "say in one sentence what the curves show"), "statement");
        read_axes(plan, needed(json, "over", R"(write a list of axes, such as ["std=0.5:4:x2"])"));
        if (const Json* digits = json.find("digits")) plan.digits = read_digits(*digits);
        if (const Json* methods = json.find("methods")) {
            plan.methods =
                told_at(*methods, [&] { return chosen_methods(filled(*methods, "methods"), "methods="); });
        }
        read_expressions(plan, needed(json, "expressions", "write a list of expressions"));
        return plan;
    }

    std::string read_id(const Json& json) {
        std::string id = filled(json, "id");
        if (!is_id(id)) {
            refuse(json,
                   "the id '" + id.substr(0, 60) + "' must have 1 to 200 letters, digits, '.', '_' or '-'");
        }
        subject_ = "series '" + id + "': ";
        const std::size_t line = line_column(text_, json.offset()).line;
        const auto [before, fresh] = lines_.emplace(id, line);
        if (!fresh) {
            refuse(json, "the id is already used in line " + std::to_string(before->second) +
                             ": rename one of them");
        }
        return id;
    }

    void read_axes(SeriesPlan& plan, const Json& json) const {
        for (const Json& one : items(json, "over")) {
            Axis axis = told_at(one, [&] { return parse_axis(filled(one, "an axis")); });
            const bool twice =
                std::ranges::any_of(plan.axes, [&](const Axis& other) { return other.name == axis.name; });
            if (twice)
                refuse(one, "the axis " + axis.name + " is given twice: put all its values into one list");
            plan.axes.push_back(std::move(axis));
        }
    }

    void read_expressions(SeriesPlan& plan, const Json& json) const {
        for (const Json& one : items(json, "expressions")) {
            std::string expression = filled(one, "an expression");
            if (std::ranges::find(plan.expressions, expression) != plan.expressions.end())
                refuse(one, "the expression is given twice");
            told_at(one, [&] { check_sweep(expression, plan.axes); });
            plan.expressions.push_back(std::move(expression));
        }
    }

    std::int64_t read_digits(const Json& json) const {
        const std::int64_t digits =
            json.is_integer() ? told_at(json, [&] { return json.as_integer("digits"); }) : 0;
        if (digits < 1 || digits > limits::digits)
            refuse(json, "digits must be a whole number from 1 to " + std::to_string(limits::digits) +
                             ", without quotes");
        return digits;
    }

    std::string_view text_;
    std::string name_;
    std::string subject_;
    std::map<std::string, std::size_t> lines_;  ///< lines of the ids read so far
};

}  // namespace

std::vector<SeriesPlan> read_series(std::string_view json_text, std::string_view file_name) {
    return Reader(json_text, file_name)();
}

std::vector<SeriesFile> builtin_series() {
    std::vector<SeriesFile> all;
    std::set<std::string> ids;
    for (const embedded::File& file : embedded::series()) {
        const std::string name(file.name);
        all.push_back({name, read_series(file.text, "src/series/" + name + ".json")});
        for (const SeriesPlan& plan : all.back().plans) {
            if (ids.insert(plan.id).second) continue;
            throw InputError(plan.file + ":" + std::to_string(plan.line) + ": series '" + plan.id +
                             "': the id is already used in another file of src/series");
        }
    }
    return all;
}

}  // namespace sigprop
