#pragma once
// The tensors of what NumPy saves: one array in a .npy file (numpy.save), several in an .npz archive
// (numpy.savez and savez_compressed). The checksum of an entry is compared before its numbers are used; one
// that is compressed is unpacked into a temporary file when it is opened, so that memory stays flat.

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// Errors   InputError "path: what is wrong, and the fix"
[[nodiscard]] TensorListing read_npy(const TensorSource& source);
[[nodiscard]] TensorListing read_npz(const TensorSource& source);

}  // namespace sigprop
