#include "report/page/offsets.hpp"

#include <doctest/doctest.h>

#include "tests/report/report_samples.hpp"

using sigprop::Offsets, sigprop::offsets_of;

TEST_CASE("distances far below a double's rounding are exact") {
    sigprop::Record record = samples::claim("a");
    record.computed.midpoint = "0.7737413035499232471799113676770000";
    record.evidence[0].midpoint = "0.7737413035499232471799113676770001";
    record.evidence[0].radius = "2e-34";
    const std::optional<Offsets> offsets = offsets_of(record);
    REQUIRE(offsets);
    CHECK(offsets->origin == *record.computed.midpoint);
    REQUIRE(offsets->evidence.size() == 3);
    REQUIRE(offsets->evidence[0]);
    CHECK(offsets->evidence[0]->middle == 1e-34);
    CHECK(offsets->evidence[0]->radius == 2e-34);
    CHECK_FALSE(offsets->evidence[2]);  // it did not converge
    CHECK(*offsets->stated_lower < 0);
    CHECK(*offsets->stated_upper > 0);
}

TEST_CASE("without an enclosure the first evidence is the origin, and without any there is none") {
    sigprop::Record record = samples::claim("a");
    record.computed = {};
    record.evidence.erase(record.evidence.begin());
    const std::optional<Offsets> offsets = offsets_of(record);
    REQUIRE(offsets);
    CHECK(offsets->origin == "0.7738");
    CHECK(offsets->evidence[0]->middle == 0);
    CHECK_FALSE(offsets_of(samples::external("x")));
}

TEST_CASE("numbers that no axis can show have no distance") {
    sigprop::Record record = samples::claim("a");
    record.evidence[0].midpoint = "1e99999";
    record.evidence[1].midpoint = "1e999999999";
    record.stated->lower = "1/3";
    const std::optional<Offsets> offsets = offsets_of(record);
    REQUIRE(offsets);
    CHECK_FALSE(offsets->evidence[0]);
    CHECK_FALSE(offsets->evidence[1]);
    CHECK_FALSE(offsets->stated_lower);
    CHECK(offsets->stated_upper);
}
