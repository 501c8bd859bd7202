// The ranges and relations in the tables of all quantities: what lies beyond an end is refused, with the
// argument pointed at, and what lies at an end that belongs to the range is not. The cases are made from the
// tables; that the tables have the right ends is what tests/vectors/parameter_ranges.tsv is for, which
// tools/docs/rows.py makes.

#include <doctest/doctest.h>

#include "engine/binding/conditions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "engine/binding/arguments.hpp"
#include "engine/binding/binder.hpp"
#include "engine/binding/catalogue.hpp"
#include "tests/support/every_call.hpp"

using namespace sigprop;

namespace {

using every_call::mentions;
using every_call::Values;

bool is_number(const Parameter& one) {
    return one.kind == ParameterKind::real || one.kind == ParameterKind::integer ||
           one.kind == ParameterKind::reals;
}

bool admits(const Parameter& one, const std::string& number) {
    return one.range.admits(Real(Rational::from_decimal(number))) > 0;
}

/// Numbers of the parameter's range, the smallest first.
std::vector<std::string> samples_of(const Parameter& one) {
    std::vector<std::string> all;
    for (const char* number : {"0.5", "1", "2", "3", "4"}) {
        const bool fits = one.kind != ParameterKind::integer || number[1] == '\0';
        if (fits && admits(one, number)) all.emplace_back(number);
    }
    return all;
}

std::string sample_of(const Parameter& one) {
    if (!is_number(one)) return every_call::candidates(one).front();
    const std::vector<std::string> numbers = samples_of(one);
    REQUIRE_MESSAGE(!numbers.empty(), "no sample lies in the range of " << one.name);
    return numbers.front();
}

/// The arguments that must be given, with numbers in their ranges. What else the quantity asks is of no
/// concern: ranges and relations are checked before.
Values needed(const Quantity& quantity) {
    Values values;
    for (const Parameter& one : quantity.parameters) {
        if (every_call::must_be_given(one)) values[one.name] = sample_of(one);
    }
    return values;
}

struct Refusal {
    std::string message;
    std::string at;  ///< what the caret stands under
};

/// The refusal by binding, as every command sees it.
std::optional<Refusal> refusal_by_binding(const std::string& text) {
    try {
        (void)bind_expression(text);
    } catch (const InputError& error) {
        return Refusal{error.what(), error.place().text.substr(error.place().offset, error.place().length)};
    }
    return std::nullopt;
}

/// The parameters that conditions refuse; none where they hold. Nothing is computed.
std::vector<std::string> refused_by_conditions(const Quantity& quantity, const Values& values) {
    const std::string text = every_call::text_of(quantity, values);
    const Arguments arguments = bind_arguments(quantity, parse_expression(text), text);
    try {
        check_conditions(quantity, arguments);
    } catch (const InputError& error) {
        return error.parameters();
    }
    return {};
}

struct End {
    std::string number;
    bool is_upper = false, is_included = false;

    [[nodiscard]] bool is_infinite() const { return number.ends_with("inf"); }
};

/// Both ends, read from the text by other code than NumberRange's.
std::vector<End> ends_of(const std::string& range) {
    REQUIRE(range.find(" or ") == std::string::npos);
    const std::size_t comma = range.find(", ");
    REQUIRE(comma != std::string::npos);
    return {{range.substr(1, comma - 1), false, range.front() == '['},
            {range.substr(comma + 2, range.size() - comma - 3), true, range.back() == ']'}};
}

/// The nearest number that the end leaves out.
std::string beyond(const End& end, const Parameter& one) {
    if (end.is_infinite() || !end.is_included) return end.number;
    const std::string step = one.kind == ParameterKind::integer ? "1" : "1e-30";
    return end.number + (end.is_upper ? " + " : " - ") + step;
}

struct Counts {
    int beyond = 0, at_end = 0, relations = 0;
};

void check_end(const Quantity& quantity, const Parameter& one, const End& end, Counts& counts) {
    const bool lets_infinity_in = end.is_infinite() && end.is_included;
    const bool is_no_integer = end.is_infinite() && one.kind == ParameterKind::integer;
    Values values = needed(quantity);
    if (!lets_infinity_in && !is_no_integer) {
        const std::string number = beyond(end, one);
        values[one.name] = one.kind == ParameterKind::reals ? "[" + number + "]" : number;
        const std::string text = every_call::text_of(quantity, values);
        CAPTURE(text);
        const auto refusal = refusal_by_binding(text);
        REQUIRE(refusal);
        CHECK(refusal->message.find(quantity.name + ": " + one.name + " must be ") == 0);
        CHECK(refusal->at == values[one.name]);
        ++counts.beyond;
    }
    if (!end.is_included) return;
    values[one.name] = one.kind == ParameterKind::reals ? "[" + end.number + "]" : end.number;
    CAPTURE(one.name);
    CAPTURE(end.number);
    const std::vector<std::string> refused = refused_by_conditions(quantity, values);
    // A relation may speak of it, too.
    CHECK((refused.empty() || refused.size() == 2));
    ++counts.at_end;
}

const Parameter& named(const Quantity& quantity, const std::string& name) {
    const auto found = std::ranges::find(quantity.parameters, name, &Parameter::name);
    REQUIRE(found != quantity.parameters.end());
    return *found;
}

void check_relation(const Quantity& quantity, const Relation& relation, Counts& counts) {
    std::vector<std::string> both;
    for (const std::string& number : samples_of(named(quantity, relation.left))) {
        const auto right = samples_of(named(quantity, relation.right));
        if (std::ranges::find(right, number) != right.end()) both.push_back(number);
    }
    REQUIRE(both.size() >= 2);
    Values values = needed(quantity);
    const auto refused = [&](const std::string& left, const std::string& right) {
        values[relation.left] = left;
        values[relation.right] = right;
        const auto refusal = refusal_by_binding(every_call::text_of(quantity, values));
        if (!refusal) return false;
        CHECK(refusal->at == left);
        return refusal->message.find(relation.text() + " is required") != std::string::npos;
    };
    CAPTURE(quantity.name);
    CAPTURE(relation.text());
    CHECK(refused(both[1], both[0]));
    CHECK(!refused_by_conditions(quantity, values).empty());
    const std::vector<std::string> of_this = {relation.left, relation.right};
    values[relation.left] = values[relation.right] = both[0];
    CHECK((refused_by_conditions(quantity, values) == of_this) == (relation.sign == "<"));
    values[relation.right] = both[1];
    CHECK(refused_by_conditions(quantity, values) != of_this);
    counts.relations += 3;
}

}  // namespace

TEST_CASE("what lies beyond an end of a range is refused, and what lies at an end of it is not") {
    Counts counts;
    for (const Quantity& quantity : catalogue()) {
        for (const Parameter& one : quantity.parameters) {
            if (!is_number(one) || one.range.is_everything()) continue;
            CAPTURE(quantity.name);
            for (const End& end : ends_of(one.range.text())) check_end(quantity, one, end, counts);
        }
        for (const Relation& one : quantity.relations) check_relation(quantity, one, counts);
    }
    MESSAGE(counts.beyond << " numbers beyond an end, " << counts.at_end << " at one, " << counts.relations
                          << " of relations");
    CHECK(counts.beyond >= 2000);
    CHECK(counts.at_end >= 1000);
    CHECK(counts.relations >= 100);
}

TEST_CASE("a default lies in its range") {
    int defaults = 0;
    for (const Quantity& quantity : catalogue()) {
        for (const Parameter& one : quantity.parameters) {
            if (!is_number(one) || !one.fallback) continue;
            Values values = needed(quantity);
            values[one.name] = *one.fallback;
            CAPTURE(quantity.name);
            CAPTURE(one.name);
            CHECK(refused_by_conditions(quantity, values).size() != 1);
            ++defaults;
        }
    }
    CHECK(defaults >= 1000);
}

TEST_CASE("show tells a range before what a semicolon divides off") {
    const auto told = [](const char* quantity, const char* parameter) {
        return named(*find_quantity(quantity), parameter).description();
    };
    CHECK(told("attention.rule_factor", "kappa") ==
          "factor of kappa_log, > 0; sqrt(dim)/log reference by default");
    CHECK(told("attention.entropy", "std") == "standard deviation of a logit, 0.001 to 64");
    CHECK(told("optimizer.adam_signal_update", "snr") == "mean over standard deviation of a gradient");
    CHECK(told("truncated_normal.mass", "upper") == "upper limit, absolute; inf allowed");
}

TEST_CASE("the control of the cases: an end that lets more in is seen") {
    Quantity quantity = *find_quantity("optimizer.gradient_descent_rate");
    const std::vector<std::string> itself = {"condition"};
    REQUIRE(refused_by_conditions(quantity, {{"condition", "1 - 1e-30"}}) == itself);
    quantity.parameters.front().range = "[0.5, inf)";
    CHECK(refused_by_conditions(quantity, {{"condition", "1 - 1e-30"}}).empty());
    quantity.parameters.front().range = "(1, inf)";
    CHECK(refused_by_conditions(quantity, {{"condition", "1"}}) == itself);
}
