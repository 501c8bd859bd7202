// A negative bound is a slip of the sign, and is not let through; a remainder may have either sign.

#include <doctest/doctest.h>

#include "core/ball/error_term.hpp"
#include "core/ball/error_term_sign.hpp"

using namespace sigprop;

TEST_CASE("a bound that is negative is refused with its name") {
    CHECK_THROWS_WITH_AS(static_cast<void>(error_term("ball.x.rest", Ball(-0x1p-60))),
                         "the error term ball.x.rest is negative", std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(checked_error_term("ball.x.rest", Ball(-1))), std::logic_error);
    for (const Ball& bound : {Ball(0), Ball(0x1p-60), Ball(0).widened(Ball(1))})
        CHECK(error_term("ball.x.rest", bound).overlaps(bound));
    CHECK(signed_error_term("ball.x.rest", Ball(-1)).is_negative());
}
