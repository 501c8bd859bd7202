#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/suggest.hpp"

using sigprop::edit_distance;
using sigprop::nearest_name;

namespace {

const std::vector<std::string_view> known = {
    "sqrt",
    "exp",
    "log",
    "erf",
    "erfc",
    "tanh",
    "pi",
    "e",
    "min",
    "max",
    "relu",
    "gelu",
    "gelu_tanh",
    "selu",
    "silu",
    "sigmoid",
    "leaky_relu",
    "truncated_normal.mean",
    "truncated_normal.variance",
    "truncated_normal.std",
    "truncated_normal.std_correction",
    "activation.mean",
    "activation.variance",
    "activation.gain",
    "activation.variance_gain",
    "activation.second_moment",
    "selu.alpha",
};

std::string suggestion(std::string_view wrong) { return nearest_name(wrong, known).value_or("-"); }

}  // namespace

TEST_CASE("distance counts insertions, deletions, replacements and swaps") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("gelu", "gelo") == 1);
    CHECK(edit_distance("gelu", "glu") == 1);
    CHECK(edit_distance("gelu", "geelu") == 1);
    CHECK(edit_distance("gelu", "gleu") == 1);
    CHECK(edit_distance("GeLU", "gelu") == 0);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("ca", "abc") == 3);  // restricted distance: a swapped pair is not edited again
}

TEST_CASE("a distance up to a limit is the distance, and one above it is told to be above") {
    std::vector<std::string_view> names(known.begin(), known.end());
    names.insert(names.end(), {"", "gleu", "lu_swihs", "ca", "abc", "bac", "abcd", "badc"});
    for (const auto a : names)
        for (const auto b : names) {
            const std::size_t all = edit_distance(a, b);
            for (std::size_t most = 0; most < 8; ++most) {
                const std::size_t found = edit_distance(a, b, most);
                CHECK((all <= most ? found == all : found > most));
            }
        }
}

TEST_CASE("distance is symmetric and obeys the parity of lengths") {
    for (const auto a : known) {
        for (const auto b : known) {
            CHECK(edit_distance(a, b) == edit_distance(b, a));
            CHECK(edit_distance(a, b) >= (a.size() > b.size() ? a.size() - b.size() : b.size() - a.size()));
            CHECK((edit_distance(a, b) == 0) == (a == b));
        }
    }
}

TEST_CASE("the nearest name is found") {
    CHECK(suggestion("gelo") == "gelu");
    CHECK(suggestion("SIGMOID") == "sigmoid");
    CHECK(suggestion("Sgimoid") == "sigmoid");
    CHECK(suggestion("sqr") == "sqrt");
    CHECK(suggestion("pt") == "pi");
    CHECK(suggestion("PI") == "pi");
    CHECK(suggestion("E") == "e");
    CHECK(suggestion("leakyrelu") == "leaky_relu");
    CHECK(suggestion("gelutanh") == "gelu_tanh");
    CHECK(suggestion("truncated_normal.varience") == "truncated_normal.variance");
    CHECK(suggestion("truncatednormal.std") == "truncated_normal.std");
    CHECK(suggestion("truncated_nrmal.mean") == "truncated_normal.mean");  // not a mean of another group
    CHECK(suggestion("actvation.men") == "activation.mean");
}

TEST_CASE("the group may be missing or another one") {
    CHECK(suggestion("gain") == "activation.gain");
    CHECK(suggestion("second_momnet") == "activation.second_moment");
    CHECK(suggestion("std_correction") == "truncated_normal.std_correction");
    CHECK(suggestion("act.gain") == "activation.gain");
    CHECK(suggestion("normal.variance") == "truncated_normal.variance");
    CHECK(suggestion("statistics.variance") == "activation.variance");
}

TEST_CASE("nothing is better than something far") {
    for (const std::string_view wrong : {"", "x", "zz", "q", "foo", "transformer", "zzzzzzzz", "."}) {
        CAPTURE(wrong);
        CHECK(suggestion(wrong) == "-");
    }
    CHECK(suggestion(std::string(5000, 'g')) == "-");
    CHECK(!nearest_name("gelu", std::vector<std::string>{}));
    CHECK(!nearest_name("gelu", std::vector<std::string>{"gelu"}));  // a name is no correction of itself
}

TEST_CASE("of equally near names the first is taken, and strings work like views") {
    CHECK(nearest_name("zelu", std::vector<std::string>{"selu", "gelu"}) == "selu");
    CHECK(nearest_name("zelu", std::vector<std::string>{"gelu", "selu"}) == "gelu");
}
