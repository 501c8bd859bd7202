#pragma once
// Ends of the process that no exception reaches: no memory for the arithmetic, or an error where none may
// pass. They say what happened and leave no partial file; a checkpoint stands as it was last written.

namespace sigprop::tool {

/// What a run without enough memory says.
inline constexpr const char* out_of_memory =
    "out of memory: give it more (ulimit -v, the limit of the container), or fewer --threads or --digits";

/// Installs both, and takes the places of standard streams that were closed, so that no file of ours is
/// opened as one.
void prepare_endings() noexcept;

}  // namespace sigprop::tool
