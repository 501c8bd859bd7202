// The axes `samples` and `seed`: values that are not a number of samples or a seed are refused.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/series.hpp>
#include <sigprop/engine/series/sweep.hpp>

using namespace sigprop;

namespace {

std::string failure(const std::string& expression, const std::vector<std::string>& over) {
    try {
        std::vector<Axis> axes;
        for (const std::string& axis : over) axes.push_back(parse_axis(axis));
        check_sweep(expression, axes);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("values and names that make no sense are refused, with the axis and the value") {
    const std::string f = "activation.mean(tanh)";
    for (const char* value : {"0", "1", "-2", "2.5", "0.1:3:+0.1", "1e30", "9223372036854775809", "relu"}) {
        const std::string said = failure(f, {"samples=" + std::string(value)});
        CAPTURE(said);
        CHECK(said.starts_with("--over samples: '" + std::string(value).substr(0, 3)));
    }
    CHECK(failure(f, {"samples=1"}) == "--over samples: '1' is not a whole number from 2 to 2^63");
    CHECK(failure(f, {"samples=2,1e3"}) == "");
    for (const char* value : {"-1", "0.5", "18446744073709551616", "1e20", "gelu"})
        CHECK(failure(f, {"seed=" + std::string(value)}).starts_with("--over seed: '"));
    CHECK(failure(f, {"seed=18446744073709551615,0"}) == "");
    CHECK(failure("1/sqrt(samples)", {"samples=4"}).starts_with("--over samples: the name is reserved"));
    CHECK(failure("activation.mean(tanh, std=seed)", {"seed=4"})
              .starts_with("--over seed: the name is reserved"));
    CHECK(failure("seeds + 1", {"seeds=4"}) == "");
    CHECK(failure(f, {"seeds=4"}).find("does not contain the variable 'seeds'") != std::string::npos);
    CHECK(failure(f, {"samples=2:2000:+1", "seed=0:999:+1"}).find("10^6 points") != std::string::npos);
}

TEST_CASE("a file of series may have them") {
    const auto file = [](const std::string& axis) {
        return R"~({"series": [{"id": "a", "statement": "s", "expressions": ["activation.mean(tanh)"], "over": [")~" +
               axis + R"("]}]})";
    };
    CHECK(read_series(file("samples=4:64:x4"), "c.json").at(0).axes.at(0).values ==
          std::vector<std::string>{"4", "16", "64"});
    CHECK_THROWS_WITH_AS((void)read_series(file("samples=1:64:x4"), "c.json"),
                         doctest::Contains("series 'a': --over samples: '1' is not a whole number"),
                         InputError);
}
