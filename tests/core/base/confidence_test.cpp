#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/base/errors.hpp>

using sigprop::critical_value;
using sigprop::max_standard_errors;

namespace {

struct Row {
    double outside;
    int degrees_of_freedom;
    double value;  // by mpmath, to 17 digits
};

constexpr Row rows[] = {
    {0.3, 0, 1.0364333894937896},    {0.05, 0, 1.9599639845400542},    {0.001, 0, 3.2905267314918948},
    {1e-9, 0, 6.1094102048693971},   {1e-50, 0, 14.979477571624335},   {0.3, 1, 1.9626105055051506},
    {0.3, 2, 1.386206560167344},     {0.3, 3, 1.2497781050332252},     {0.3, 31, 1.0540644187002899},
    {0.3, 99, 1.0418907592517834},   {0.3, 999, 1.0369716493679415},   {0.05, 1, 12.706204736174705},
    {0.05, 2, 4.3026527297494639},   {0.05, 3, 3.1824463052837096},    {0.05, 31, 2.0395134463964085},
    {0.05, 99, 1.9842169515864175},  {0.05, 999, 1.96234146113345},    {0.001, 1, 636.61924876871962},
    {0.001, 2, 31.599054576443621},  {0.001, 3, 12.923978636687483},   {0.001, 31, 3.6334563497583311},
    {0.001, 99, 3.3915288333636506}, {0.001, 999, 3.3002924403987355}, {1e-9, 1, 636619772.36758134},
    {1e-9, 2, 31622.776577966711},   {1e-9, 3, 1301.6371672916928},    {1e-9, 31, 8.6122229102893568},
    {1e-9, 99, 6.7529480130701131},  {1e-9, 999, 6.1684898152657535},
};

bool close(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

}  // namespace

TEST_CASE("critical values of the normal law and of Student's") {
    for (const Row& row : rows) {
        CAPTURE(row.outside);
        CAPTURE(row.degrees_of_freedom);
        CHECK(close(critical_value(row.outside, row.degrees_of_freedom), row.value));
        CHECK_FALSE(close(critical_value(row.outside * (1 + 1e-6), row.degrees_of_freedom), row.value));
        CHECK_FALSE(close(critical_value(row.outside, row.degrees_of_freedom + 1), row.value));
    }
}

TEST_CASE("6 standard errors, and what is as rare") {
    CHECK(max_standard_errors(0) == 6);
    CHECK(close(critical_value(1.9731752900753964e-9), 6));
    CHECK(close(max_standard_errors(1), 322637210.982));
    CHECK(close(max_standard_errors(4), 234.819018784));
    CHECK(close(max_standard_errors(15), 12.7051610098));
    CHECK(close(max_standard_errors(99), 6.60840036466));
}

TEST_CASE("levels that are none") {
    for (const double outside : {0.0, 1.0, -0.5, 2.0, std::nan("")}) {
        CHECK_THROWS_AS((void)critical_value(outside), sigprop::InputError);
    }
    CHECK_THROWS_AS((void)critical_value(0.05, -1), sigprop::InputError);
}
