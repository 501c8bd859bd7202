#include <doctest/doctest.h>

#include <sigprop/core/base/context.hpp>

using namespace sigprop;

TEST_CASE("globs match whole names") {
    struct Row {
        const char *pattern, *text;
        bool matches;
    };
    for (const Row& row :
         {Row{"*", "", true}, Row{"*", "a.b/c", true}, Row{"arb_*", "arb_trapezoid", true},
          Row{"arb_*", "my_arb_", false}, Row{"arb", "arb_trapezoid", false}, Row{"?", "", false},
          Row{"a?c", "abc", true}, Row{"[a-c]x", "bx", true}, Row{"[!a-c]x", "bx", false},
          Row{"[!a-c]x", "dx", true}, Row{"*_*_*", "a_b", false}, Row{"", "", true}, Row{"", "a", false}}) {
        CAPTURE(row.pattern);
        CAPTURE(row.text);
        CHECK(glob_match(row.pattern, row.text) == row.matches);
    }
}

TEST_CASE("a list of globs selects methods, an exclusion wins wherever it stands") {
    const auto selects = [](const char* methods, const char* method) {
        Context context;
        context.methods = methods;
        return context.selects(method);
    };
    CHECK(Context().selects("closed_form"));
    CHECK(selects("arb_*,monte_carlo", "monte_carlo"));
    CHECK_FALSE(selects("arb_*,monte_carlo", "gsl_qagp"));
    CHECK(selects("!monte_carlo", "gsl_qagp"));
    CHECK_FALSE(selects("!monte_carlo", "monte_carlo"));
    const auto names = [](const char* methods, const char* method) {
        return Context{.methods = methods}.names(method);
    };
    CHECK(names("monte_carlo", "monte_carlo"));
    CHECK(names("arb_*,monte_carlo,!gsl_*", "monte_carlo"));
    for (const char* methods :
         {"*", "monte_*", "", "!arb_*", "monte_carlo_float32", "carlo", "monte_carlo,!monte_*"})
        CHECK_FALSE(names(methods, "monte_carlo"));
    CHECK_FALSE(selects("*,!gsl_*", "gsl_qagp"));
    CHECK_FALSE(selects("!gsl_*,*", "gsl_qagp"));
    CHECK(selects("!gsl_*,arb_*", "arb_integral"));
    CHECK_FALSE(selects("!gsl_*,arb_*", "boost_tanh_sinh"));
    CHECK(selects("arb_*,", "arb_integral"));
    CHECK_FALSE(selects("ARB_*", "arb_integral"));
}

TEST_CASE("precision covers the digits, and cancellation interrupts") {
    for (const long digits : {1L, 30L, 1000L, 10'000L}) {
        CHECK(static_cast<double>(Context::bits_for(digits)) > static_cast<double>(digits) * 3.3219281 + 16);
    }
    Context context;
    context.check_cancelled();
    std::atomic<bool> cancelled = false;
    context.cancelled = &cancelled;
    context.check_cancelled();
    cancelled = true;
    CHECK_THROWS_AS(context.check_cancelled(), Interrupted);
}
