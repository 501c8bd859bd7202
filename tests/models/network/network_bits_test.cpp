// Which settings change a network's numbers, and which must not.

#include <doctest/doctest.h>

#include "models/network/measure_network.hpp"
#include "models/network/network_design.hpp"
#include "tests/models/network/network_samples.hpp"
#include "tests/support/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

TEST_CASE("the same bits from every vector set") {
    for (const NetworkDesign& design : designs()) {
        const NetworkProfile first = measure_network(design, {7, 2}, everything, context(0));
        on_every_target([&] { CHECK(same(measure_network(design, {7, 2}, everything, context(0)), first)); });
        CHECK_FALSE(same(measure_network(design, {7, 3}, everything, context(0)), first));
    }
}

TEST_CASE("what is wanted changes no number, and deeper networks begin as shallower ones") {
    for (const NetworkDesign& design : designs()) {
        const NetworkProfile all = measure_network(design, {7, 2}, everything, context(0));
        for (const Observable what : everything) {
            const NetworkProfile one = measure_network(design, {7, 2}, {what}, context(0));
            CHECK(one[what] == all[what]);
        }
        NetworkDesign deeper = design;
        deeper.steps.push_back(design.steps.front());
        const std::vector<double> more =
            measure_network(deeper, {7, 2}, {}, context(0))[Observable::second_moment];
        const std::vector<double>& fewer = all[Observable::second_moment];
        CHECK(std::equal(fewer.begin(), fewer.end(), more.begin()));
    }
}

TEST_CASE("V is part of what identifies a gated network, and of no plain one") {
    using Change = void (*)(NetworkDesign&);
    const Change changes[] = {[](NetworkDesign& d) { d.stds.up *= 2; },
                              [](NetworkDesign& d) { d.multipliers.up = 2; }};
    NetworkDesign plain = mlp_network(3, pre_norm);
    plain.step_rate = 1e-3;
    const NetworkDesign gated = with_gates(plain);
    CHECK(identity_of(gated) != identity_of(plain));
    for (const Change change : changes) {
        NetworkDesign other = gated;
        change(other);
        CHECK(identity_of(other) != identity_of(gated));
        CHECK_FALSE(same(measure_network(other, {7, 2}, everything, context(0)),
                         measure_network(gated, {7, 2}, everything, context(0))));
        other.gated = false;
        CHECK(identity_of(other) == identity_of(plain));
        CHECK(same(measure_network(other, {7, 2}, everything, context(0)),
                   measure_network(plain, {7, 2}, everything, context(0))));
    }
}
