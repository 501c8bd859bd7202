// Each kind of wrong row is refused with its place, and the right row beside it is read. What is refused is
// made from the right one by one replacement, so that a check that no longer looks is seen.

#include "tools/catalogue/rows.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "quantities/rows.hpp"
#include "quantities/tables.hpp"
#include "tools/catalogue/written.hpp"

namespace {

using Files = std::map<std::string, std::string>;

const std::string right = R"json({
  "parameters": {
    "std": {"default": "1", "range": "(0, inf)", "meaning": "standard deviation of the input"},
    "std.small": {"like": "std", "range": "(0, 1]"},
    "kind": {"type": "choice", "default": "one", "choices": ["one", "two"], "meaning": "which number"}
  },
  "lists": {"both": ["std", "kind"]},
  "quantities": [
    {
      "source": "own derivation", "arguments": "RightArguments",
      "routes": ["closed_form: one"],
      "quantities": [
        {"name": "test.first", "summary": "The first.", "formula": "x", "parameters": ["@both"]},
        {"name": "test.second", "aliases": ["test.last"], "summary": ["The", "second."], "formula": "y", "values": "[0, 1]",
         "parameters": ["std.small", {"name": "to", "optional": true, "meaning": "where it ends", "range": "[1, 2^63]"}],
         "relations": ["std < to"], "source": "another work"}
      ]
    }
  ]
})json";

std::string refusal(const Files& files) {
    try {
        static_cast<void>(catalogue::rows_of(files));
    } catch (const catalogue::WrongRow& error) {
        return error.what();
    }
    return "";
}

/// A row whose choice has the words of an enumeration, and the enumeration.
const std::string typed = R"json({"quantities": [
  {"formula": "x", "source": "own", "routes": ["one"], "arguments": "TestArguments", "quantities": [
    {"name": "test.first", "summary": "First.", "parameters": [
      {"name": "std", "default": "1", "meaning": "standard deviation"}, {"name": "task", "words": "TaskKind", "meaning": "which task"}]},
    {"name": "test.second", "summary": "Second.", "parameters": [
      {"name": "std", "meaning": "standard deviation"}, {"name": "task", "words": "TaskKind", "choices": ["copying"], "meaning": "which task"},
      {"name": "tied", "type": "choice", "default": "false", "choices": ["false", "true"], "meaning": "whether it is tied"}]}]}]})json";
const std::string words =
    R"({"TaskKind": {"header": "models/task.hpp", "words": {"copy": "copy", "copying": "copy", "sum": "sum"}}})";

std::string replaced(const std::string& whole, const std::string& from, const std::string& to) {
    const std::size_t at = whole.find(from);
    REQUIRE_MESSAGE(at != std::string::npos, from);
    return std::string(whole).replace(at, from.size(), to);
}

std::string replaced(const std::string& from, const std::string& to) { return replaced(right, from, to); }

struct Wrong {
    const char *from, *to, *message;
};

const std::vector<Wrong> wrong = {
    {R"("name": "test.first", )", "", "test.json, /quantities/0/quantities/0: a quantity has no name"},
    {R"("name": "test.first")", R"("name": "first")",
     "'first' is not a name with its group, like selu.alpha"},
    {R"("name": "test.first")", R"("name": "test.second")", "two rows have the name test.second"},
    {R"(["test.last"])", R"(["test.first"])", "two rows have the name test.first"},
    {R"("summary": "The first.", )", "", "/quantities/0/quantities/0 test.first: has no summary"},
    {R"("summary": "The first.", )", R"("sumary": "The first.", )",
     "/quantities/0/quantities/0: has no key 'sumary'; the keys are aliases, "},
    {R"("formula": "x", )", "", "test.first: has no formula"},
    {R"("source": "own derivation",)", "", "test.first: has no source"},
    {R"("routes": ["closed_form: one"],)", "", "test.first: has no routes"},
    {R"(["The", "second."])", R"(["The", 2])", "test.second summary: each line must be a string"},
    {R"("values": "[0, 1]")", R"("values": "[0; 1]")",
     "test.second values: the range '[0; 1]' is not two numbers between brackets"},
    {R"("range": "[1, 2^63]")", R"("range": "[1, ten]")",
     "test.second to: the range '[1, ten]' is not two numbers"},
    {R"("std < to")", R"("std > to")", "the relation 'std > to' is not 'left < right' or 'left <= right'"},
    {R"("std < to")", R"("std < end")", "the relation 'std < end' names 'end', which is no parameter"},
    {R"("name": "to", )", "", "test.second: a parameter has no name"},
    {R"("name": "to", )", R"("name": "std", )", "test.second: has the parameter 'std' twice"},
    {R"("name": "to", )", R"("name": "the end", )",
     "test.second the end: a name is letters, digits and underscores"},
    {R"("optional": true, )", R"("optional": "yes", )", "test.second to optional: must be true or false"},
    {R"("optional": true, )", R"("optional": true, "default": "1", )",
     "test.second to: an optional parameter has no default"},
    {R"("type": "choice", )", R"("type": "choise", )", "test.first kind: there is no type 'choise'"},
    {R"("type": "choice", )", "", "test.first kind: type choice needs choices, and no other type has any"},
    {R"("choices": ["one", "two"], )", "", "test.first kind: type choice needs choices"},
    {R"("default": "one")", R"("default": "three")",
     "test.first kind: the default 'three' is none of the choices"},
    {R"(["one", "two"])", R"(["one", "one"])", "test.first kind: a choice stands twice"},
    {R"("which number")", R"("of them")", "test.first kind: the meaning begins with 'of': name what it is"},
    {R"("which number")", R"("as they have it; of PyTorch")",
     "the meaning 'as they have it; of PyTorch' has no noun"},
    {R"(, "meaning": "which number")", "", "test.first kind: has no meaning"},
    {R"("@both")", R"("@all")", "test.first: there is no shared list 'all'"},
    {R"("std.small", )", R"("std.tiny", )", "test.second: there is no shared parameter 'std.tiny'"},
    {R"("std.small", )", R"({"name": "std", "meaning": "spread"}, )",
     "test.json parameters: 'std.small' is used by no row: remove it"},
    {R"("lists": {)", R"("lists": {"none": ["std"], )",
     "test.json lists: 'none' is used by no row: remove it"},
    {R"("parameters": ["@both"])", R"("parameters": "@both")", "test.first: parameters must be a list"},
    {R"(, "arguments": "RightArguments")", "",
     "test.first: has parameters: name the struct that its mathematics takes, \"arguments\""},
    {R"("std": {"default": "1")", R"("std": {"like": "std.small", "default": "1")",
     "what is shared as 'std' takes over from itself"},
    {R"("both": ["std", "kind"])", R"("both": ["std", "@both"])",
     "what is shared as 'both' takes over from itself"},
    {R"("lists": {)", R"("lists": {"both": ["std"], )",
     "test.json: the key 'both' stands twice in one object"},
    {R"("lists")", R"("list")",
     "test.json: has no key 'list'; the keys are activations, lists, parameters, quantities"},
    {R"("formula": "y",)", R"x("formula": "y", "laws": {"weight": "normal(std)"},)x",
     "test.second: has laws, which are its mathematics: remove \"arguments\""},
    {R"("formula": "y",)", R"("formula": "y", "terms": {"fan": "std"},)",
     "test.second: has terms, and no laws that could use them"},
    {R"("formula": "y",)", R"x("formula": "y", "laws": ["normal(std)"],)x",
     "test.second laws: must be an object: expressions by name"},
    {R"("formula": "y",)", R"("formula": "y", "signature": "std 2x",)",
     "test.second: '2x' in the signature is none of name, name=value and *"},
    {"}\n  ]\n}", "}\n  ]\n}}", "test.json: [json.exception.parse_error.101] parse error at line "},
};

}  // namespace

TEST_CASE("of several laws one is a parameter's choice") {
    const std::string laws = R"json({"quantities": [
      {"name": "test.Layer", "module": "test.nn", "summary": "A layer.", "formula": "x", "source": "own", "routes": ["one"],
       "signature": "out bias=True * name", "parameters": [{"name": "out", "meaning": "outputs"}],
       "terms": {"fan": "2*out"}, "laws": {"weight": "uniform(1/fan)", "bias": ["constant", "(0)"]}}]})json";
    const auto row = catalogue::rows_of({{"test.json", laws}}).quantities.front();
    CHECK(row.aliases == std::vector<std::string>{"test.nn.Layer"});
    CHECK(row.signature == std::vector<std::string>{"out", "bias=True", "*", "name"});
    REQUIRE(row.parameters.size() == 2);
    CHECK(row.parameters[1].name == "parameter");
    CHECK(row.parameters[1].choices == std::vector<std::string>{"weight", "bias"});
    CHECK(row.parameters[1].fallback == "weight");
    REQUIRE(row.laws.size() == 2);
    CHECK(row.laws[1].second == "constant (0)");
    CHECK(row.terms.front() == std::pair<std::string, std::string>("fan", "2*out"));
}

TEST_CASE("a right row is read with what it shares") {
    const std::vector<catalogue::QuantityRow> rows = catalogue::rows_of({{"test.json", right}}).quantities;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].name == "test.first");
    CHECK(rows[0].source == "own derivation");
    REQUIRE(rows[0].parameters.size() == 2);
    CHECK(rows[0].parameters[0].name == "std");
    CHECK(rows[0].parameters[1].choices == std::vector<std::string>{"one", "two"});
    CHECK(rows[1].source == "another work");
    CHECK(rows[1].summary == "The second.");
    CHECK(rows[1].parameters[0].name == "std");
    CHECK(rows[1].parameters[0].fallback == "1");
    CHECK(rows[1].parameters[0].range == "(0, 1]");
    CHECK(rows[1].parameters[0].meaning == "standard deviation of the input");
}

TEST_CASE("each kind of wrong row is refused with its place") {
    for (const Wrong& one : wrong) {
        const std::string message = refusal({{"test.json", replaced(one.from, one.to)}});
        CHECK_MESSAGE(message.find(one.message) != std::string::npos, std::string(one.to),
                      " says: ", message);
    }
}

TEST_CASE("what several files share stands once") {
    const std::string shared = R"({"parameters": {"std": {"meaning": "standard deviation"}}})";
    CHECK(refusal({{"test.json", right}, {"shared.json", shared}}) ==
          "test.json: parameters has 'std', which shared.json has, too");
    const std::string other = R"({"parameters": {"mean": {"meaning": "mean of the input"}}})";
    CHECK(refusal({{"test.json", right}, {"shared.json", other}}) ==
          "shared.json parameters: 'mean' is used by no row: remove it");
    CHECK(refusal({{"test.json", replaced(R"("std.small", )", R"("std.small", "mean", )")},
                   {"shared.json", other}}) == "");
}

TEST_CASE("a wrong activation is refused with its place") {
    const std::string rows = R"({"activations": [{"source": "own", "activations": [
        {"name": "one", "aliases": ["first"], "formula": "a * x", "parameters": [{"name": "a", "default": "1", "meaning": "slope"}]},
        {"name": "gate", "formula": "f", "gated": true, "parameters": [{"name": "f", "type": "activation", "meaning": "the gate"}]}]}]})";
    const auto of = [&](const char* from, const char* to) {
        return refusal({{"activations.json", replaced(rows, from, to)}});
    };
    const std::vector<catalogue::ActivationRow> read =
        catalogue::rows_of({{"activations.json", rows}}).activations;
    REQUIRE(read.size() == 2);
    CHECK(read[0].source == "own");
    CHECK(read[0].parameters[0].fallback == "1");
    const std::string first = "activations.json, /activations/0/activations/0";
    CHECK(of(R"("name": "one", )", "") == first + ": an activation has no name");
    CHECK(of(R"("name": "one")", R"("name": "One")") ==
          first + " One: 'One' is not a name of small letters, digits and underscores");
    CHECK(of(R"("formula": "a * x", )", "") == first + " one: has no formula");
    CHECK(of("a * x", "2 * x") == first + " one: the formula '2 * x' has no 'a', which is a parameter");
    CHECK(of(R"("name": "gate")", R"("name": "first")") == "two rows have the name first");
    CHECK(of(R"("gated": true, )", "") ==
          "activations.json, /activations/0/activations/1 gate f: a parameter is a real number, or the "
          "activation of a gate");
    CHECK(of(R"("gated")", R"("gate")").find("has no key 'gate'; the keys are activations, aliases, ") !=
          std::string::npos);
    CHECK(of(R"({"activations": [{"source")", R"({"quantities": [], "activations": [{"source")") ==
          "activations.json: must have either quantities or activations");
}

TEST_CASE("every row has its mathematics, and is what the build wrote") {
    std::map<std::string, int> rows;
    for (const sigprop::QuantityRow& row : sigprop::quantity_rows()) ++rows[row.name];
    for (const auto& table : sigprop::quantity_tables)
        for (const sigprop::Quantity& one : table()) {
            --rows[one.name];
            for (const sigprop::Parameter& each : one.parameters)
                CHECK_MESSAGE((each.kind == sigprop::ParameterKind::choice) != each.choices.empty(), one.name,
                              ": ", each.name);
        }
    for (const auto& [name, difference] : rows) CHECK_MESSAGE(difference == 0, name);
    CHECK_THROWS_AS(static_cast<void>(sigprop::quantity("activation.gian", nullptr)), std::logic_error);
}

TEST_CASE("choices are the words of an enumeration, and arguments a struct") {
    const catalogue::Rows rows = catalogue::rows_of({{"test.json", typed}, {"words.json", words}});
    CHECK(rows.quantities[0].parameters[1].choices == std::vector<std::string>{"copy", "copying", "sum"});
    CHECK(rows.quantities[1].parameters[1].choices == std::vector<std::string>{"copying"});
    const std::map<std::string, std::string> files = catalogue::written_arguments(rows);
    const std::string& header = files.at("catalogue/test.hpp");
    for (const char* line :
         {"#include \"models/task.hpp\"", "/// Of test.first, test.second.\nstruct TestArguments {",
          "    Real std;  ///< standard deviation", "    TaskKind task;", "    ::std::optional<bool> tied;",
          "        bool std;"})
        CHECK_MESSAGE(header.find(line) != std::string::npos, std::string(line), " is not in ", header);
    CHECK(files.at("catalogue/words.hpp").find("TaskKind") == std::string::npos);
    const std::string open =
        replaced(typed, R"("default": "false", "choices": ["false", "true"])", R"("choices": [])");
    CHECK(catalogue::written_arguments(catalogue::rows_of({{"test.json", open}, {"words.json", words}}))
              .at("catalogue/test.hpp")
              .find("::std::optional<::std::string> tied;") != std::string::npos);
    const auto own = catalogue::written_arguments(catalogue::rows_of(
        {{"test.json", typed}, {"words.json", replaced(words, R"("header": "models/task.hpp", )", "")}}));
    CHECK(own.at("catalogue/words.hpp").find("enum class TaskKind : std::uint8_t { copy, sum };") !=
          std::string::npos);
}

TEST_CASE("a group is a member of the structs that it names, optional where one of them lacks it") {
    const std::string rows =
        R"json({"quantities": [{"formula": "x", "source": "own", "routes": ["one"], "quantities": [
      {"name": "test.first", "summary": "First.", "arguments": "FirstArguments", "parameters": [
        {"name": "std", "default": "1", "meaning": "standard deviation"}, {"name": "seen", "meaning": "number of keys"}]},
      {"name": "test.second", "summary": "Second.", "arguments": "SecondArguments", "parameters": [
        {"name": "std", "meaning": "standard deviation"}]}]}]})json";
    const std::string groups =
        R"({"SpreadArguments": {"member": "spread", "in": ["FirstArguments", "SecondArguments"], "parameters": ["std", "seen"]}})";
    const auto written = [&](const std::string& group) {
        return catalogue::written_arguments(
            catalogue::rows_of({{"test.json", rows}, {"groups.json", group}}));
    };
    const std::map<std::string, std::string> files = written(groups);
    CHECK(files.at("catalogue/groups.hpp")
              .find("struct SpreadArguments {\n    Real std;  ///< standard deviation\n    "
                    "::std::optional<Real> seen;") != std::string::npos);
    CHECK(files.at("catalogue/test.hpp").find("struct FirstArguments {\n    SpreadArguments spread;\n") !=
          std::string::npos);
    CHECK(files.at("quantity_arguments.cpp").find(": spread(all)") != std::string::npos);
    const auto refused = [&](const char* from, const char* to) {
        try {
            static_cast<void>(written(replaced(groups, from, to)));
        } catch (const catalogue::WrongRow& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(refused("SecondArguments", "OtherArguments") ==
          "groups.json SpreadArguments: no row has the arguments OtherArguments");
    CHECK(refused(R"("seen")", R"("scene")") ==
          "groups.json SpreadArguments: no row has the parameter 'scene'");
    CHECK(refused(R"(["std", "seen"])", R"(["seen"])") ==
          "groups.json SpreadArguments: SecondArguments has none of its parameters");
    CHECK(refused(R"("member": "spread", )", "") == "groups.json SpreadArguments: has no member");
    CHECK(refused("SpreadArguments", "spread") ==
          "groups.json spread: is not the name of a struct, like TaskArguments");
    CHECK(refused(R"("member")", R"("as")") ==
          "groups.json SpreadArguments: has no key 'as'; the keys are in, member, options, parameters");
}

TEST_CASE("a group is a list of a file, so that a parameter is named once") {
    const auto group = [](const std::string& list) {
        const std::string groups =
            R"({"BothArguments": {"member": "both", "in": ["RightArguments"], "parameters": [")" + list +
            R"(", "to"]}})";
        return catalogue::rows_of({{"test.json", right}, {"groups.json", groups}}).groups.front().parameters;
    };
    CHECK(group("@test.both") == std::vector<std::string>{"std", "kind", "to"});
    CHECK(group("std.small") == std::vector<std::string>{"std", "to"});
    for (const char* wrong_list : {"@test.all", "@other.both", "@both"})
        CHECK_THROWS_WITH_AS(static_cast<void>(group(wrong_list)),
                             ("groups.json BothArguments: there is no list '" + std::string(wrong_list) +
                              "', as @training.task is one")
                                 .c_str(),
                             catalogue::WrongRow);
}

TEST_CASE("wrong words and structs are refused with their place") {
    const auto refused = [](const std::string& rows, const std::string& all_words) {
        try {
            static_cast<void>(catalogue::written_arguments(
                catalogue::rows_of({{"test.json", rows}, {"words.json", all_words}})));
        } catch (const catalogue::WrongRow& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(refused(typed, words) == "");
    CHECK(refused(replaced(typed, "TaskKind", "Task"), words) ==
          "test.json, /quantities/0/quantities/0 test.first task: there are no words 'Task' in words.json");
    CHECK(
        refused(replaced(typed, R"(["copying"])", R"(["paste"])"), words) ==
        "test.json, /quantities/0/quantities/1 test.second task: the choice 'paste' is no word of TaskKind");
    CHECK(refused(replaced(typed, "TestArguments", "test arguments"), words)
              .find("'test arguments' is not the name of a struct") != std::string::npos);
    CHECK(refused(replaced(typed, R"("name": "std", "meaning")",
                           R"("name": "std", "type": "integer", "meaning")"),
                  words) ==
          "test.second: std is ::std::int64_t, and Real in test.first, which takes the same TestArguments");
    CHECK(refused(typed, replaced(words, R"("sum": "sum")", R"("sum": "the sum")")) ==
          "words.json TaskKind: 'the sum' is no enumerator: write {word: enumerator}");
    CHECK(refused(typed, replaced(words, "words", "word")) ==
          "words.json TaskKind: has no key 'word'; the keys are header, words");
    CHECK(refused(typed, replaced(words, "TaskKind", "task kind")) ==
          "words.json task kind: is not the name of an enumeration, like TaskKind");
    CHECK(refused(typed, R"({"TaskKind": {"words": []}})") == "words.json TaskKind: has no words");
}
