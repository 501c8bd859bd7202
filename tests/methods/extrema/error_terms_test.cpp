// The error term of the second derivative over a box, in the search for a supremum.

#include "tests/support/error_terms.hpp"
#include "methods/extrema/taylor_supremum.hpp"

#include <memory>

#include "core/formula/evaluator.hpp"

using namespace sigprop;
using error_terms::sharp;

TEST_CASE("a box loses the maximum of |x^3 - x| when its curvature seems to vary too little") {
    const Formula x = Formula::variable();
    const auto jets = std::make_shared<Evaluator<Jet>>(x * x * x - x, 74);
    const std::vector<TaylorPiece> whole = {{[jets](const Jet& u) { return (*jets)(u); }, -0.9, 0.9}};
    const auto run = [&] {
        const Answer most = taylor_supremum(whole, 10, 74, Context());
        REQUIRE(most.status == Status::ok);
        return most.value;
    };
    // The box is cut to where Newton's operator leaves a critical point, and then halved: only a cut that
    // misses it by far is seen.
    sharp("extrema.taylor_supremum.bends", 0.2, run, 2 / sqrt(Ball(27).at_precision(200)));
}
