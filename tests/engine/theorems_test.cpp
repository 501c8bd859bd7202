// Every theorem that a proof rests on is in docs/explanation/theorems.md with its hypotheses, and each
// hypothesis is checked: a call that violates it alone is refused or has no value, one that satisfies it has
// one. The page is the data.

#include <doctest/doctest.h>

#include <sigprop/engine/evaluate.hpp>

#include "core/parallel/workers.hpp"
#include "engine/binding/catalogue.hpp"
#include "tests/support/theorem_page.hpp"

namespace {

using namespace sigprop;
using theorem_page::Faults;
using theorem_page::Said;
using theorem_page::Theorem;

const std::vector<Theorem>& page() {
    static const std::vector<Theorem> all =
        theorem_page::read(theorem_page::text_of("docs/explanation/theorems.md"));
    return all;
}

/// What sigprop says: "value" if anything is proved; no estimate and no sample counts.
std::string answer(const std::string& call, const std::string& methods, long digits) {
    Context context{.digits = digits, .methods = methods};
    context.proofs_only = true;
    try {
        const Result result = evaluate(call, context);
        if (result.enclosure() != nullptr) return "value";
        return std::string(to_string(result.status()));
    } catch (const InputError&) {
        return "refused";
    }
}

/// "" where the answer is what the page says: "value", "unable by METHOD", "value by METHOD at 400 digits".
std::string fault_in(const Said& said) {
    const std::size_t at = said.answer.find(" at ");
    const long digits = at == std::string::npos ? 8 : std::stol(said.answer.substr(at + 4));
    const std::string where = said.answer.substr(0, at);
    const std::size_t by = where.find(" by ");
    const std::string methods = by == std::string::npos ? "*" : where.substr(by + 4);
    const std::string wanted = where.substr(0, by);
    const std::string given = answer(said.call, methods, digits);
    return given == wanted ? "" : said.call + " is " + given + ", not " + said.answer;
}

Faults faults_of_answers(const std::vector<Said>& all) {
    Faults faults(all.size());
    for_each_index(all.size(), 2, [&](std::size_t i) { faults[i] = fault_in(all[i]); });
    std::erase(faults, "");
    return faults;
}

void check_none(const Faults& faults) {
    for (const std::string& one : faults) MESSAGE(one);
    CHECK(faults.empty());
}

}  // namespace

TEST_CASE("every theorem that a quantity names is on the page, and every theorem of the page is used") {
    check_none(theorem_page::faults_of_names(page(), catalogue()));
    check_none(theorem_page::faults_of_rows(page()));
    CHECK(page().size() >= 40);
}

TEST_CASE("each hypothesis: a call that violates it alone, and one that satisfies it") {
    std::vector<Said> all;
    for (const Theorem& theorem : page()) {
        for (const auto& one : theorem.hypotheses) {
            CAPTURE(theorem.name);
            CAPTURE(one.text);
            CHECK(one.without.answer != one.with.answer);
            all.push_back(one.without);
            all.push_back(one.with);
        }
    }
    CHECK(all.size() >= 170);
    check_none(faults_of_answers(all));
}

TEST_CASE("controls: a name without a section, a section without a use, a citation without a name") {
    std::vector<Quantity> quantities = {catalogue().front()};
    quantities.front().theorems = {"there_is_no_such_theorem"};
    Faults faults = theorem_page::faults_of_names({}, quantities);
    REQUIRE(faults.size() == 1);
    CHECK(faults.front().ends_with("rests on there_is_no_such_theorem: no section"));

    faults = theorem_page::faults_of_names({{"mehler_series", "", "", {}}}, {});
    REQUIRE(faults.size() == 1);
    CHECK(faults.front() == "nothing rests on mehler_series");

    for (const char* note : {"definition: Mehler's series", "definition: because V does not fall"}) {
        quantities.front().theorems = {};
        quantities.front().route_notes = {note};
        CHECK(theorem_page::faults_of_names({}, quantities).size() == 1);
    }
    quantities.front().summary = quantities.front().units = "";
    quantities.front().route_notes = {"simulation: the integral, sampled"};
    CHECK(theorem_page::faults_of_names({}, quantities).empty());
}

TEST_CASE("controls: a hypothesis without its check, and answers that are not the page's") {
    const auto rows = theorem_page::read(
        "### one\nIt holds.\nReference: none.\n\n"
        "| continuity<br>`src/methods/extrema/proved_jump.cpp` `is_no_function` | "
        "`activation.lipschitz(\"step(x)\")`<br>value | "
        "`activation.lipschitz(relu)`<br>domain by recursion |\n");
    REQUIRE(rows.size() == 1);
    REQUIRE(rows[0].hypotheses.size() == 1);
    CHECK(theorem_page::faults_of_rows(rows).size() == 1);
    const auto& hypothesis = rows[0].hypotheses[0];
    const Faults faults = faults_of_answers({hypothesis.without, hypothesis.with});
    REQUIRE(faults.size() == 2);
    CHECK(faults[0] == "activation.lipschitz(\"step(x)\") is domain, not value");
    CHECK(faults[1] == "activation.lipschitz(relu) is value, not domain by recursion");
    CHECK(theorem_page::faults_of_rows(theorem_page::read("### two\nIt holds.\n")).size() == 2);
}
