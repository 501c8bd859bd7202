// Filters of methods are values: deriving one filter from another leaves the first unchanged.

#include <doctest/doctest.h>

#include <sigprop/core/base/context.hpp>

using sigprop::Context, sigprop::MethodFilter;

TEST_CASE("a filter keeps its text") {
    for (const char* text : {"*", "", "arb_*,!monte_carlo", "!gsl_*", "closed_form,[a-b]*,?"}) {
        CHECK(MethodFilter(text).text() == text);
        CHECK(MethodFilter(text) == MethodFilter(std::string(text)));
    }
    CHECK(MethodFilter("!arb_*") != MethodFilter("arb_*"));
    CHECK(Context().methods == "*");
}

TEST_CASE("without a method it selects what it did, but that method") {
    for (const char* text : {"*", "", "arb_*", "!gsl_*", "arb_trapezoid,arb_integral"}) {
        CAPTURE(text);
        const MethodFilter all = text;
        const MethodFilter fewer = all.without("arb_integral");
        for (const char* method : {"arb_trapezoid", "gsl_qagp", "closed_form", "arb_integral_of_more"})
            CHECK(fewer.selects(method) == all.selects(method));
        CHECK(all.selects("arb_integral"));  // unchanged
        CHECK_FALSE(fewer.selects("arb_integral"));
        CHECK_FALSE(fewer.names("arb_integral"));
        CHECK(MethodFilter(fewer.text()) == fewer);
    }
    CHECK(MethodFilter("").without("a").without("b").text() == "!a,!b");
}
