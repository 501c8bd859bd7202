#pragma once
// Arrays as NumPy stores them: one .npy file is mapped, its header read, and its numbers converted to double
// block by block, so that a file of any size takes the memory of one block. The file is input from anywhere:
// its header is held against its size before anything is read. Refused are integers, strings, structures, and
// pickled objects, which can run code. The wrong tool for archives (.npz) and for files that change while
// they are read: a mapped file that shrinks ends the process.
// Reference: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays", and numpy.lib.format.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

enum class ElementType : std::uint8_t { float16, bfloat16, float32, float64, complex64, complex128 };

[[nodiscard]] std::string_view to_string(ElementType type);

/// Bytes of one element.
[[nodiscard]] std::size_t size_of(ElementType type) noexcept;

/// Somebody else's bytes, seen as an array of shape [d0, d1, …]. Numbers are doubles: one an element, or two
/// (real, imaginary) of a complex one; every type here converts exactly, NaN and infinities included.
class TensorView {
public:
    struct Layout {
        std::vector<std::size_t> shape;
        ElementType type = ElementType::float64;
        bool big_endian = false;
        bool fortran_order = false;  ///< the first axis runs fastest
    };
    /// Errors   std::logic_error unless the bytes are those of the shape
    TensorView(Layout layout, std::span<const std::byte> bytes);

    [[nodiscard]] const std::vector<std::size_t>& shape() const noexcept { return layout_.shape; }
    [[nodiscard]] ElementType type() const noexcept { return layout_.type; }
    [[nodiscard]] bool is_big_endian() const noexcept { return layout_.big_endian; }
    [[nodiscard]] bool is_fortran_order() const noexcept { return layout_.fortran_order; }
    [[nodiscard]] bool is_complex() const noexcept { return components_ == 2; }
    /// Elements: the product of the shape, 1 for a scalar.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / size_of(layout_.type); }
    /// size(), or twice that where elements are complex.
    [[nodiscard]] std::size_t numbers() const noexcept { return size() * components_; }

    /// out[k] = number first + k of the array in row-major order (the last axis fastest), however the file
    /// has it. Errors   std::logic_error beyond the end
    void read(std::size_t first, std::span<double> out) const;
    /// The same in the order of the file: faster for Fortran order, for where the order is of no account.
    void read_stored(std::size_t first, std::span<double> out) const;
    /// The indices [i0, i1, …] of the element that is the k-th in the file.
    [[nodiscard]] std::vector<std::size_t> indices_of_stored(std::size_t element) const;

private:
    Layout layout_;
    std::span<const std::byte> bytes_;
    std::size_t components_;
};

struct NpyOptions {
    bool bfloat16 = false;  ///< 16-bit integers and opaque 2-byte elements hold bfloat16
};

/// The array in the bytes of a whole .npy file, version 1, 2 or 3.
/// Errors   InputError "name: what is wrong, and the fix"
[[nodiscard]] TensorView parse_npy(std::span<const std::byte> bytes, const std::string& name,
                                   NpyOptions options = {});

/// A mapped file and the array in it; views end with it.
class NpyFile {
public:
    /// Errors   IoError when it is missing, unreadable, or no regular file (a folder, a pipe); InputError as
    /// above
    explicit NpyFile(const std::string& path, NpyOptions options = {});
    NpyFile(const NpyFile&) = delete;
    NpyFile& operator=(const NpyFile&) = delete;
    ~NpyFile();

    [[nodiscard]] const TensorView& view() const noexcept { return view_; }
    /// Says that the first so many numbers in the order of the file are done with: their memory is given
    /// back until somebody reads them again.
    void done_with(std::size_t numbers) const noexcept;

private:
    std::span<const std::byte> bytes_;
    TensorView view_;
};

}  // namespace sigprop
