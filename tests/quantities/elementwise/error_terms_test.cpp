// The error terms of the best element-wise map and of its second moment.

#include "tests/support/error_terms.hpp"
#include "quantities/elementwise/best_map.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

TEST_CASE("the map at an x that is not exact") {
    // f* is nearly linear near zero, so that it moves by f*/x times the distance; the term is twice that, for
    // x down to half its midpoint.
    const Ball low = 0.00999, high = 0.01001;
    const auto run = [&] { return best_map(10, Ball::interval(low, high).at_precision(80)); };
    sharp("elementwise.best_map.rounded_x", 0.45, run, best_map(10, low.at_precision(80)));
}

TEST_CASE("the series of the second moment with few terms") {
    // The bound is that of the hypergeometric series with the ratios (k + 1)/(k + b): the ratios here are
    // their squares.
    const auto run = [] { return best_map_second_moment(8, 60); };
    const Ball exact = best_map_second_moment(8, 300);
    const Redesigned few_terms("elementwise.best_map.series_bits", 0.2),
        at_once("elementwise.best_map.recurrence", 0);
    sharp("elementwise.best_map.series_rest", 0.3, run, exact);
}
