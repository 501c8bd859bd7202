#pragma once
// The tensors of a file of torch.save (.pt, .pth, .bin, .ckpt): an archive with a pickle and a file for each
// storage, or, before PyTorch 1.6, pickles with the storages behind them. The pickle is read as a tree
// (formats/pickle.hpp): nothing of it runs. A tensor is a view of a storage with an offset and strides, which
// several may share; one whose elements follow each other is read where it lies in the file.

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// Whether the entries of this archive are those of torch.save.
[[nodiscard]] bool is_torch_archive(const TensorSource& source);
/// Whether the bytes begin as torch.save began them before PyTorch 1.6.
[[nodiscard]] bool is_torch_stream(const TensorSource& source);

/// Errors   InputError "path: what is wrong, and the fix"
[[nodiscard]] TensorListing read_torch_archive(const TensorSource& source);
[[nodiscard]] TensorListing read_torch_stream(const TensorSource& source);

}  // namespace sigprop
