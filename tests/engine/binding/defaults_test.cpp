// docs/defaults.md against the catalogue that `sigprop list --json` prints: every default has one row, with
// its value, and what a name implies is what the page says.

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/binding/assumed.hpp"
#include "engine/binding/binder.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/activation/table.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

using Cells = std::vector<std::string>;
/// The rows of its tables, by the heading above.
using Page = std::map<std::string, std::vector<Cells>>;

std::vector<std::string> split(const std::string& text, char divider) {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, divider);) {
        const std::size_t begin = part.find_first_not_of(' ');
        const std::size_t end = part.find_last_not_of(' ');
        parts.push_back(begin == std::string::npos ? "" : part.substr(begin, end + 1 - begin));
    }
    return parts;
}

std::string without_ticks(std::string text) {
    std::erase(text, '`');
    return text;
}

Page read_page() {
    std::ifstream file(std::string(SIGPROP_SOURCE_DIR) + "/docs/defaults.md");
    REQUIRE(file.is_open());
    Page page;
    std::string heading;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) heading = line.substr(3);
        if (!line.starts_with("| ") || line.starts_with("| of |") || line.starts_with("| call |")) continue;
        Cells cells = split(line.substr(1), '|');
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) cells[i] = without_ticks(cells[i]);
        page[heading].push_back(cells);
    }
    return page;
}

constexpr const char* implied = "What a name implies";
constexpr const char* dependent = "Defaults that depend on other arguments";
constexpr const char* factors = "Factors that stand in another place";

bool covers(const std::string& patterns, const std::string& name) {
    return std::ranges::any_of(split(patterns, ','), [&](const std::string& pattern) {
        if (!pattern.ends_with("*")) return pattern == name;
        return name.starts_with(pattern.substr(0, pattern.size() - 1));
    });
}

/// Whether its meaning tells what holds where it is left out.
bool depends(const Parameter& parameter) {
    const std::string& meaning = parameter.meaning;
    return parameter.optional &&
           (meaning.find("default ") != std::string::npos || meaning.find("default:") != std::string::npos ||
            meaning.find("left out") != std::string::npos);
}

class Audit {
public:
    explicit Audit(const Page& page) {
        for (const auto& [heading, rows] : page) {
            if (heading == implied || heading == factors) continue;
            for (const Cells& row : rows) (heading == dependent ? said_ : written_).push_back({row});
        }
        for (const Quantity& quantity : catalogue()) look_at(quantity.name, quantity.parameters);
        for (const ActivationEntry& entry : activation_table()) look_at(entry.name, entry.parameters);
        for (const auto* rows : {&written_, &said_}) {
            for (const Row& row : *rows) {
                if (row.cells.size() != 4 || row.cells[3].empty())
                    findings += "no source: " + row.cells[1] + "\n";
                if (!row.is_used) findings += "no parameter: " + row.cells[0] + " " + row.cells[1] + "\n";
            }
        }
    }
    std::string findings;
    int parameters = 0;

private:
    struct Row {
        Cells cells;
        bool is_used = false;
    };

    void look_at(const std::string& owner, const std::vector<Parameter>& all) {
        for (const Parameter& one : all) {
            if (one.fallback) {
                check(owner, one, written_, [&](const std::string& cell) { return cell == *one.fallback; });
            } else if (one.optional) {
                check(owner, one, said_, [&](const std::string& cell) {
                    return !cell.empty() && one.meaning.find(cell) != std::string::npos;
                });
            }
        }
    }

    template <class Agrees>
    void check(const std::string& owner, const Parameter& one, std::vector<Row>& rows, const Agrees& agrees) {
        ++parameters;
        int found = 0;
        for (Row& row : rows) {
            if (row.cells.at(1) != one.name || !covers(row.cells[0], owner)) continue;
            row.is_used = true;
            ++found;
            if (!agrees(row.cells.at(2))) findings += owner + " " + one.name + ": not " + row.cells[2] + "\n";
        }
        const bool may_have_none = !one.fallback && !depends(one);
        if (found > 1 || (found == 0 && !may_have_none))
            findings += owner + " " + one.name + ": " + std::to_string(found) + " rows\n";
    }

    std::vector<Row> written_, said_;
};

std::string full(std::string call) {
    const std::string word = "SMALL";
    const std::size_t at = call.find(word);
    if (at != std::string::npos) call.replace(at, word.size(), "width=32, batch=2, length=8, networks=8");
    return call;
}

/// Both proved to 30 digits, or the very same mean of the same networks.
bool is_same(const std::string& call, const std::string& other) {
    const bool is_sampled = call.starts_with("network.") || call.starts_with("training.");
    const std::string methods = is_sampled ? "network" : answers::proofs;
    const Result a = answers::ask(full(call), 30, methods);
    const Result b = answers::ask(full(other), 30, methods);
    if (!is_sampled)
        return answers::matches(a, b.enclosure()->value) && answers::matches(b, a.enclosure()->value);
    const Evidence& one = a.evidence().front();
    const Evidence& two = b.evidence().front();
    return one.status == Status::ok && two.status == Status::ok &&
           one.value.to_double() == doctest::Approx(two.value.to_double()).epsilon(1e-12);
}

}  // namespace

TEST_CASE("every default has one row, with its value and its source") {
    const Audit audit(read_page());
    CHECK(audit.findings == "");
    CHECK(audit.parameters > 2000);
}

TEST_CASE("a row that is missing, twice there, wrong or about nothing is found") {
    const Page right = read_page();
    const auto finds = [&](const char* what, const auto& change) {
        Page page = right;
        change(page["Optimisers"], page[dependent]);
        return Audit(page).findings.find(what) != std::string::npos;
    };
    using Rows = std::vector<Cells>;
    const auto of_training = [](Rows& rows) {
        return std::ranges::find_if(rows, [](const Cells& row) { return row[1] == "adam_epsilon"; });
    };
    CHECK(finds("adam_epsilon: 0 rows", [&](Rows& rows, Rows&) { rows.erase(of_training(rows)); }));
    CHECK(finds("adam_epsilon: 2 rows", [&](Rows& rows, Rows&) { rows.push_back(*of_training(rows)); }));
    CHECK(finds("adam_epsilon: not 1e-7", [&](Rows& rows, Rows&) { (*of_training(rows))[2] = "1e-7"; }));
    CHECK(finds("no source: adam_epsilon", [&](Rows& rows, Rows&) { (*of_training(rows))[3] = ""; }));
    CHECK(finds("no parameter: training.* adam", [&](Rows& rows, Rows&) {
        rows.push_back({"training.*", "adam", "0", "nowhere"});
    }));
    CHECK(finds("init.std activation: not identity", [&](Rows&, Rows& rows) {
        std::ranges::find_if(rows, [](const Cells& row) { return row[1] == "activation"; })->at(2) =
            "identity for he";
    }));
}

TEST_CASE("a name implies what the page says") {
    const std::vector<Cells> rows = read_page().at(implied);
    CHECK(rows.size() >= 20);
    for (const Cells& row : rows) {
        const std::string call = row.at(0), other = row.at(1);
        CAPTURE(call);
        CAPTURE(other);
        CHECK(is_same(call, other));
    }
}

TEST_CASE("another default than the implied one has another value") {
    CHECK_FALSE(is_same("init.std(he, fan_in=768)", "init.std(lecun, fan_in=768)"));
    CHECK_FALSE(is_same("network.score_second_moment(pre_norm, 1, init=t5, SMALL)",
                        "network.score_second_moment(pre_norm, 1, init=t5, scores=scaled, SMALL)"));
    CHECK_FALSE(is_same("training.loss(pre_norm, 1, optimizer=adamw, steps=2, SMALL)",
                        "training.loss(pre_norm, 1, optimizer=adamw, weight_decay=0, steps=2, SMALL)"));
}

TEST_CASE("every quantity says the defaults that a call leaves to it, and none that the call gives") {
    int said = 0;
    for (const Quantity& quantity : catalogue()) {
        std::string call = quantity.name + "(";
        for (const Parameter& one : quantity.parameters) {
            if (!one.fallback && !one.optional) call += one.name + "=1, ";
        }
        const auto assumed = [&](const std::string& more) {
            const std::string text = call + more + ")";
            return assumed_arguments(quantity, parse_expression(text), text);
        };
        std::string all = call.ends_with(", ") ? call.substr(0, call.size() - 2) + ")" : call + ")";
        const std::string words = ", " + assumed_arguments(quantity, parse_expression(all), all) + ",";
        const bool is_cut = words.find(" more, which show " + quantity.name) != std::string::npos;
        for (const Parameter& one : quantity.parameters) {
            if (!one.fallback || !one.only_with.empty() || !one.when_default.empty()) continue;
            const std::string word = ", " + one.name + " " + *one.fallback + ",";
            const bool is_nothing = *one.fallback == "false" || *one.fallback == "none";
            CAPTURE(quantity.name);
            CAPTURE(word);
            if (!is_cut) CHECK((words.find(word) != std::string::npos) == !is_nothing);
            CHECK((", " + assumed(one.name + "=1") + ",").find(word) == std::string::npos);
            said += is_nothing ? 0 : 1;
        }
    }
    CHECK(said > 1000);
}

TEST_CASE("what the name of a choice implies is said first, and only with that choice") {
    const auto assumed = [](const char* call) { return bind_expression(call).leaves.front().assumed; };
    CHECK(assumed("init.std(he, fan_in=8)") == "activation relu, mode fan_in");
    CHECK(assumed("init.std(kaiming, fan_in=8, mode=fan_in)") == "activation relu");
    CHECK(assumed("init.std(xavier, fan_in=8, fan_out=8)") == "activation identity");
    CHECK(assumed("init.std(he, fan_in=8, activation=relu, mode=fan_in)") == "");
    CHECK(assumed("init.std(lecun, fan_in=8)") == "mode fan_in");
    CHECK(assumed("init.std(bert)") == "");
    CHECK(assumed("init.std(mup, role=embedding)") == "base_std 1");
    CHECK(
        assumed("network.loss(pre_norm, 1, init=t5)").starts_with("scale 1, as t5's queries are drawn with"));
    CHECK(assumed("network.loss(pre_norm, 1, init=t5, scores=scaled)").starts_with("branch_scale 1"));
    CHECK(assumed("training.loss(pre_norm, 1, optimizer=adamw)").find("weight_decay 0.01") !=
          std::string::npos);
}
