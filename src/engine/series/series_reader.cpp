#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/series.hpp>
#include <sigprop/engine/series/sweep.hpp>
#include <span>
#include <type_traits>

#include "core/base/suggest.hpp"
#include "formats/place.hpp"

#include "core/base/embedded.hpp"
#include "core/base/known_methods.hpp"
#include "core/base/limits.hpp"
#include "core/base/words.hpp"
#include "formats/ids.hpp"
#include "formats/json.hpp"

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
        check_keys(root, file_keys, "a series file");
        const Json& list = required(root, "series", R"(write {"series": [ … ]})");
        std::vector<SeriesPlan> plans;
        for (const Json& one : items(list, "series")) {
            subject_ = "series " + std::to_string(plans.size() + 1) + ": ";
            plans.push_back(plan(one));
        }
        return plans;
    }

private:
    SeriesPlan plan(const Json& json) {
        check_keys(json, plan_keys, "a series");
        SeriesPlan plan;
        plan.file = name_;
        plan.line = line_column(text_, json.offset()).line;
        plan.id = read_id(required(json, "id", "give the series a name, such as activation.moments"));
        plan.statement =
            text(required(json, "statement", "say in a sentence what the curves show"), "statement");
        read_axes(plan, required(json, "over", R"(write a list of axes, such as ["std=0.5:4:x2"])"));
        if (const Json* digits = json.find("digits")) plan.digits = read_digits(*digits);
        if (const Json* methods = json.find("methods")) {
            plan.methods =
                at(*methods, [&] { return chosen_methods(text(*methods, "methods"), "methods="); });
        }
        read_expressions(plan, required(json, "expressions", "write a list of expressions"));
        return plan;
    }

    std::string read_id(const Json& json) {
        std::string id = text(json, "id");
        if (!is_id(id)) {
            fail(json, "the id '" + id.substr(0, 60) + "' must be 1 to 200 letters, digits, '.', '_' or '-'");
        }
        subject_ = "series '" + id + "': ";
        const std::size_t line = line_column(text_, json.offset()).line;
        const auto [before, fresh] = lines_.emplace(id, line);
        if (!fresh) {
            fail(json,
                 "the id is taken by the series in line " + std::to_string(before->second) + ": rename one");
        }
        return id;
    }

    void read_axes(SeriesPlan& plan, const Json& json) const {
        for (const Json& one : items(json, "over")) {
            Axis axis = at(one, [&] { return parse_axis(text(one, "an axis")); });
            const bool twice =
                std::ranges::any_of(plan.axes, [&](const Axis& other) { return other.name == axis.name; });
            if (twice) fail(one, "the axis " + axis.name + " is given twice: put its values into one list");
            plan.axes.push_back(std::move(axis));
        }
    }

    void read_expressions(SeriesPlan& plan, const Json& json) const {
        for (const Json& one : items(json, "expressions")) {
            std::string expression = text(one, "an expression");
            if (std::ranges::find(plan.expressions, expression) != plan.expressions.end())
                fail(one, "the expression is given twice");
            at(one, [&] { check_sweep(expression, plan.axes); });
            plan.expressions.push_back(std::move(expression));
        }
    }

    std::int64_t read_digits(const Json& json) const {
        const std::int64_t digits =
            json.is_integer() ? at(json, [&] { return json.as_integer("digits"); }) : 0;
        if (digits < 1 || digits > limits::digits)
            fail(json, "digits must be a whole number from 1 to " + std::to_string(limits::digits) +
                           ", without quotes");
        return digits;
    }

    /// Reports errors in the meaning of a text at the place where it is written.
    template <class Work>
    std::invoke_result_t<const Work&> at(const Json& json, const Work& work) const {
        try {
            return work();
        } catch (const InputError& error) {
            if (error.place().source == name_) throw;
            fail(json, error.what());
        }
    }

    const Json& required(const Json& object, std::string_view key, std::string_view fix) const {
        const Json* value = object.find(key);
        if (value == nullptr)
            fail(object, "the key '" + std::string(key) + "' is missing: " + std::string(fix));
        return *value;
    }

    const std::vector<Json>& items(const Json& json, std::string_view what) const {
        if (!json.is_array()) fail(json, std::string(what) + " must be a list [ … ]");
        if (json.size() == 0) fail(json, "the list '" + std::string(what) + "' is empty");
        return json.as_array();
    }

    std::string text(const Json& json, std::string_view what) const {
        const bool filled =
            json.is_string() && json.as_string().find_first_not_of(" \t\r\n") != std::string::npos;
        if (!filled) fail(json, std::string(what) + " must be a string that says something");
        return json.as_string();
    }

    void check_keys(const Json& object, std::span<const std::string_view> known,
                    std::string_view what) const {
        if (!object.is_object()) fail(object, std::string(what) + " must be an object {…}");
        for (const JsonMember& member : object.as_object()) {
            if (std::ranges::find(known, member.key) != known.end()) continue;
            const std::optional<std::string> nearest = nearest_name(member.key, known);
            fail(member.key_offset,
                 "unknown key '" + member.key + "' in " + std::string(what) +
                     (nearest ? ": did you mean '" + *nearest + "'?" : "; known are " + joined(known)));
        }
    }

    [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
        throw input_error_at(text_, offset, 1, name_, subject_ + message);
    }
    [[noreturn]] void fail(const Json& json, const std::string& message) const {
        fail(json.offset(), message);
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
                             "': the id is taken in another file of src/series");
        }
    }
    return all;
}

}  // namespace sigprop
