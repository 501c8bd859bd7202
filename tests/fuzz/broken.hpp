#pragma once
// The negative control of studies/fuzz/run.sh: a reader with a fault of the kind that fuzzing is for. It is
// part of the fuzzing program alone.

#include <string_view>

namespace sigprop::fuzz {

/// Reads a list such as "[1,2,3]", and one byte too far when the last item is an escape without its
/// character.
void run_broken(std::string_view bytes);

}  // namespace sigprop::fuzz
