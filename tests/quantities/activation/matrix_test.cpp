// Every activation's means against another program's, by every route that proves them.

#include "tests/quantities/activation/matrix.hpp"
#include "quantities/activation/table.hpp"

using namespace sigprop;
using answers::ask;
using matrix::call;

TEST_CASE("every entry of the table is sampled") {
    for (const ActivationEntry& entry : activation_table()) {
        if (entry.gated) continue;  // tests/quantities/activation/gated_test.cpp
        CAPTURE(entry.name);
        CHECK(std::ranges::any_of(matrix::activations(), [&](const std::string& f) {
            return f.substr(0, f.find('(')) == entry.name;
        }));
    }
}

TEST_CASE("the four means of every activation, proved twice or more") {
    for (const matrix::Row& row : matrix::rows()) {
        for (std::size_t i = 0; i < matrix::moments.size(); ++i) {
            const std::string expression = call(matrix::moments[i], row.f, row.std, row.mean);
            CAPTURE(expression);
            const Result result = ask(expression);
            CHECK(answers::enclosures(result.evidence()) >= 2);
            CHECK(answers::matches(result, answers::printed(row.values[i])));
        }
    }
    CHECK_FALSE(
        answers::matches(ask(call("mean", "relu")), answers::printed("0.398942280401432677939946069934")));
}

TEST_CASE("the share of the linear part") {
    for (const matrix::Row& row : matrix::rows()) {
        if (row.std == "1/2") continue;
        const Ball m = answers::printed(row.values[0]), m2 = answers::printed(row.values[1]);
        const Ball linear = answers::printed(row.values[4]);
        CAPTURE(row.f);
        const Result share = ask(call("linear_share", row.f, row.std, row.mean), 25);
        CHECK(answers::matches(share, pow(linear, 2) / (m2 - pow(m, 2))));
    }
    CHECK(ask(call("linear_share", "\"3*x - 1\"", "2", "7")).value() == 1);
    CHECK(ask(call("linear_share", "\"x^2\"")).decimal() == "0");
    // Jumps count: E f' without them would be smaller.
    const double with_jumps = ask(call("linear_share", "hardshrink")).value().value_or(0);
    const double without =
        ask(call("derivative_mean", "hardshrink") + "^2 / " + call("variance", "hardshrink"))
            .value()
            .value_or(1);
    CHECK(with_jumps > without + 0.1);
}
