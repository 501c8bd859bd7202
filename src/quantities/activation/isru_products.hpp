#pragma once
// Means of x/sqrt(x^2 + c) under a centred normal. With K_n = E (x^2 + c)^-n for x ~ N(0, s^2),
//
//     K_0 = 1,  K_1 = sqrt(pi/(2c))/s e^q erfc(sqrt q),  q = c/(2 s^2)
//     K_(n+1) = (K_(n-1) - (c - (2n - 1) s^2) K_n) / (2n c s^2)
//
// where the recurrence is E x g = s^2 E g' (by parts) for g = x (x^2 + c)^-n. Then E f^2 = 1 - c K_1 and, as
// f' = c (x^2 + c)^(-3/2), E f'^2 = c^2 K_3. E f' itself is a Tricomi function; for a mean other than 0 there
// is no closed form here.
// Source   own derivation; K_1 is Gradshteyn and Ryzhik 3.466.1

#include "quantities/activation/closed_forms.hpp"

namespace sigprop {

/// Whether there is a closed form: means of f, f^2 and f'^2 only.
[[nodiscard]] bool has_isru_mean(Moment moment);
/// For f = x/sqrt(x^2 + c), c > 0, s > 0. Not finite when q is above 2^40.
[[nodiscard]] Ball isru_mean(Moment moment, const Ball& c, const Ball& s, long bits);

}  // namespace sigprop
