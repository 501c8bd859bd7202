#pragma once
// Whether GSL testifies: the library can be built without it (SIGPROP_WITH_GSL=OFF) and is then free of the GPL.
// Every method of GSL is declared in both builds; without GSL a file `without_gsl_*.cpp` answers for it.

namespace sigprop {

[[nodiscard]] bool gsl_is_available();

/// What GSL's methods say in a library that was built without it.
inline constexpr const char* reason_without_gsl = "built without GSL (SIGPROP_WITH_GSL=OFF)";

}  // namespace sigprop
