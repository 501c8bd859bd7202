#pragma once
// The one place that knows where Arb lives (its own library beside FLINT 2, a part of FLINT 3) and that a
// Ball's storage is an arb_struct. Only for the ball*.cpp files of core and the ball methods.

#if (defined(SIGPROP_FLINT3) && SIGPROP_FLINT3) || (!defined(SIGPROP_FLINT3) && __has_include(<flint/acb.h>))
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/acb_hypgeom.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_poly.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_poly.h>
#endif

#include <algorithm>
#include <sigprop/core/ball/ball.hpp>

#include "core/ball/complex_ball.hpp"

namespace sigprop {

static_assert(sizeof(arb_struct) == 48 && alignof(arb_struct) <= 8);
static_assert(sizeof(acb_struct) == 96 && alignof(acb_struct) <= 8);

/// The working precision of exact literals when nothing else sets one.
inline constexpr long default_precision = 128;

struct BallAccess {
    static arb_ptr raw(Ball& ball) noexcept { return reinterpret_cast<arb_ptr>(ball.storage_); }
    static arb_srcptr raw(const Ball& ball) noexcept { return reinterpret_cast<arb_srcptr>(ball.storage_); }
    static acb_ptr raw(ComplexBall& ball) noexcept { return reinterpret_cast<acb_ptr>(ball.storage_); }
    static acb_srcptr raw(const ComplexBall& ball) noexcept {
        return reinterpret_cast<acb_srcptr>(ball.storage_);
    }
    static void set_precision(Ball& ball, long bits) noexcept { ball.precision_ = bits; }
    static void set_precision(ComplexBall& ball, long bits) noexcept { ball.precision_ = bits; }
};

inline arb_ptr raw(Ball& ball) noexcept { return BallAccess::raw(ball); }
inline arb_srcptr raw(const Ball& ball) noexcept { return BallAccess::raw(ball); }
inline acb_ptr raw(ComplexBall& ball) noexcept { return BallAccess::raw(ball); }
inline acb_srcptr raw(const ComplexBall& ball) noexcept { return BallAccess::raw(ball); }

/// The precision at which an operation on balls that carry `bits` works.
inline long working(long bits) noexcept { return bits > 0 ? bits : default_precision; }

/// A fresh zero that works at `bits`.
inline Ball blank(long bits) noexcept {
    Ball ball;
    BallAccess::set_precision(ball, bits);
    return ball;
}
inline ComplexBall blank_complex(long bits) noexcept {
    ComplexBall ball;
    BallAccess::set_precision(ball, bits);
    return ball;
}

}  // namespace sigprop
