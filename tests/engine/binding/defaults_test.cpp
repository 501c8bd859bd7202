// What a name implies is what docs/reference/defaults.md says, and what a call leaves to its defaults is
// printed. The page's other tables are made from the rows (tools/docs/rows.py).

#include <fstream>

#include "engine/binding/assumed.hpp"
#include "engine/binding/binder.hpp"
#include "engine/binding/catalogue.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

/// The calls of the first table of the page, each with the one that it is.
std::vector<std::pair<std::string, std::string>> implied_calls() {
    std::ifstream file(std::string(SIGPROP_SOURCE_DIR) + "/docs/reference/defaults.md");
    REQUIRE(file.is_open());
    std::vector<std::pair<std::string, std::string>> calls;
    for (std::string line; std::getline(file, line) && line != "## Calls of frameworks";) {
        if (!line.starts_with("| `")) continue;
        std::vector<std::string> parts;
        for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1))
            parts.push_back(line.substr(at + 1, line.find('`', at + 1) - at - 1));
        calls.emplace_back(parts.at(0), parts.at(2));  // between them stands what parts the cells
    }
    return calls;
}

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

TEST_CASE("a name implies what the page says") {
    const auto calls = implied_calls();
    CHECK(calls.size() >= 20);
    for (const auto& one : calls) {
        const std::string call = one.first, other = one.second;
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
        const bool is_cut = words.find(" more (sigprop show " + quantity.name) != std::string::npos;
        for (const Parameter& one : quantity.parameters) {
            if (!one.fallback || !one.only_with.empty() || !one.when_default.empty()) continue;
            const std::string word = ", " + one.name + "=" + *one.fallback + ",";
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
    CHECK(assumed("init.std(he, fan_in=8)") == "activation=relu, mode=fan_in");
    CHECK(assumed("init.std(kaiming, fan_in=8, mode=fan_in)") == "activation=relu");
    CHECK(assumed("init.std(xavier, fan_in=8, fan_out=8)") == "activation=identity");
    CHECK(assumed("init.std(he, fan_in=8, activation=relu, mode=fan_in)") == "");
    CHECK(assumed("init.std(lecun, fan_in=8)") == "mode=fan_in");
    CHECK(assumed("init.std(bert)") == "");
    CHECK(assumed("init.std(mup, role=embedding)") == "base_std=1");
    CHECK(assumed("network.loss(pre_norm, 1, init=t5)")
              .starts_with("2 residual additions in 1 layer, scale=1, as t5's queries are drawn with"));
    CHECK(assumed("network.loss(pre_norm, 1, init=t5, scores=scaled)")
              .starts_with("2 residual additions in 1 layer, branch_scale=1"));
    CHECK(assumed("training.loss(pre_norm, 1, optimizer=adamw)").find("weight_decay=0.01") !=
          std::string::npos);
}

TEST_CASE("a depth says how many residual additions it makes, for who counts the other") {
    const auto begins = [](const std::string& call, const std::string& words) {
        return bind_expression(call).leaves.front().assumed.starts_with(words);
    };
    CHECK(begins("residual.second_moment(pre_norm, 12)", "24 residual additions in 12 layers, "));
    CHECK(begins("residual.second_moment(pre_norm, layers=12)", "24 residual additions in 12 layers, "));
    CHECK(begins("residual.second_moment(pre_norm, sublayers=12)", "12 residual additions in 6 layers, "));
    CHECK(begins("residual.second_moment(pre_norm, sublayers=1)",
                 "1 residual addition, of which a layer has two, "));
    // Another depth has no such additions, and a depth that is no number is not counted.
    for (const char* other :
         {"activation.variance_at_depth(gelu, 12, 2)", "residual.second_moment(pre_norm, 2 * 6)"})
        CHECK(bind_expression(other).leaves.front().assumed.find("addition") == std::string::npos);
}
