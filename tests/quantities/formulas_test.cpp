// The formula of every quantity can be shown, as text and as MathML, and Temml reads the same in it.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "core/notation/notation.hpp"
#include "quantities/tables.hpp"
#include "tests/quantities/mathml_skeleton.hpp"

namespace {

using namespace sigprop;

std::vector<Quantity> all_quantities() {
    std::vector<Quantity> all;
    for (const auto& table : quantity_tables) {
        for (Quantity& one : table()) all.push_back(std::move(one));
    }
    return all;
}

/// What is wrong with the text of a formula: "" for nothing.
std::string fault_in_text(const std::string& text) {
    if (text.empty()) return "it is empty";
    if (text.find_first_of("\\$\n{}") != std::string::npos) return "LaTeX is left in " + text;
    if (text.find("  ") != std::string::npos || text.front() == ' ' || text.back() == ' ')
        return "blanks in " + text;
    std::string open;
    for (const char c : text) {
        if (c == '(' || c == '[') open += c;
        if (c != ')' && c != ']') continue;
        if (open.empty() || open.back() != (c == ')' ? '(' : '[')) return "parentheses in " + text;
        open.pop_back();
    }
    return open.empty() ? "" : "parentheses in " + text;
}

/// The formulas between the dollars of a note in which each dollar has its partner.
std::vector<std::string> formulas_in(const std::string& note) {
    std::vector<std::string> all;
    for (std::size_t open = note.find('$'); open != std::string::npos;) {
        const std::size_t close = note.find('$', open + 1);
        all.push_back(note.substr(open + 1, close - open - 1));
        open = note.find('$', close + 1);
    }
    return all;
}

std::string fault_in_formula(const std::string& latex) {
    try {
        static_cast<void>(mathml::skeleton(mathml_of_formula(latex)));
        return fault_in_text(text_of_formula(latex));
    } catch (const std::exception& error) {
        return error.what();
    }
}

/// What is wrong with the formula of a quantity and with its notes: "" for nothing.
std::string fault_in(const Quantity& quantity) {
    std::string fault = fault_in_formula(quantity.formula);
    for (const std::string& note : quantity.formula_notes) {
        if (!fault.empty()) return fault;
        try {
            fault = fault_in_text(text_of_prose(note));
            static_cast<void>(html_of_prose(note));
        } catch (const InputError& error) {
            return error.what();
        }
        for (const std::string& latex : formulas_in(note)) {
            if (fault.empty()) fault = fault_in_formula(latex);
        }
    }
    return fault;
}

/// By formula, its skeleton as Temml has it.
std::map<std::string, std::string> skeletons_of_temml() {
    std::map<std::string, std::string> all;
    std::ifstream file(std::string(SIGPROP_SOURCE_DIR) + "/tests/quantities/formulas_by_temml.tsv");
    for (std::string line; std::getline(file, line);) {
        const std::size_t tab = line.find('\t');
        all.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
    return all;
}

}  // namespace

TEST_CASE("every quantity has a formula that can be shown") {
    for (const Quantity& quantity : all_quantities()) {
        CAPTURE(quantity.name);
        CHECK(fault_in(quantity) == "");
    }
}

TEST_CASE("a formula that cannot be shown is seen") {
    const auto fault = [](const std::string& formula, const std::vector<std::string>& notes = {}) {
        Quantity quantity = all_quantities().front();
        quantity.formula = formula;
        quantity.formula_notes = notes;
        return fault_in(quantity);
    };
    CHECK(fault("x", {"relu: $x^2$"}) == "");
    CHECK(fault("").starts_with("it is empty"));
    CHECK(fault(R"(\frac{x}{2)").starts_with("formula: '}' is missing"));
    CHECK(fault(R"(\binom{n}{k})").starts_with(R"(formula: the command \binom is not in the subset)"));
    CHECK(fault("x", {"relu: $x"}).starts_with("formula: a '$' has no partner"));
    CHECK(fault("x", {"relu: $\\foo$"}).starts_with(R"(formula: the command \foo)"));
    CHECK(fault("x", {R"(relu: \sqrt{2})"}).starts_with("LaTeX is left in relu"));
    CHECK(fault(R"(x \text{ (})").starts_with("parentheses in"));
}

TEST_CASE("Temml sets every formula as core/notation does") {
    const std::map<std::string, std::string> by_temml = skeletons_of_temml();
    for (const auto& row : by_temml) {
        CAPTURE(row.first);
        CHECK(mathml::skeleton(mathml_of_formula(row.first)) == row.second);
    }
    std::set<std::string> formulas;
    for (const Quantity& quantity : all_quantities()) {
        formulas.insert(quantity.formula);
        for (const std::string& note : quantity.formula_notes)
            for (const std::string& latex : formulas_in(note)) formulas.insert(latex);
    }
    for (const std::string& latex : formulas)
        CHECK_MESSAGE(by_temml.contains(latex), latex,
                      ": formulas_by_temml.cjs --write build/release/sigprop");
    CHECK(by_temml.size() == formulas.size());
}

TEST_CASE("another formula has another skeleton") {
    const auto skeleton = [](const char* latex) { return mathml::skeleton(mathml_of_formula(latex)); };
    CHECK(skeleton(R"(\frac{1}{x_i^2})") == "frac{1}{subsup{x}{i}{2}}");
    CHECK(skeleton("a - b") != skeleton("a + b"));
    CHECK(skeleton(R"(\frac{a}{b c})") != skeleton(R"(\frac{a b}{c})"));
    CHECK(skeleton("x^{ab}") != skeleton("x^a b"));
    CHECK_THROWS(static_cast<void>(mathml::skeleton("<mrow><mi>x</mrow>")));
    CHECK_THROWS(static_cast<void>(mathml::skeleton("<mfrac><mi>x</mi></mfrac>")));
}
