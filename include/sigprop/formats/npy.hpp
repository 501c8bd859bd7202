#pragma once
// Arrays as NumPy stores them: a .npy file is mapped, its header is read, and its numbers are converted to
// double in chunks, so that a file of any size needs the memory of one chunk. The file is not trusted: its
// header is checked against its size before anything is read. Integers, strings and structures are refused,
// and so are pickled objects, which can run code. The wrong tool for archives (.npz) and for files that
// change while they are read: a mapped file that shrinks ends the process.
// Reference: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays", and numpy.lib.format.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

enum class ElementType : std::uint8_t {
    float16,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128,
    float8_e4m3,  ///< no infinities, largest 448: OCP's E4M3, torch.float8_e4m3fn
    float8_e5m2,
};

[[nodiscard]] std::string_view to_string(ElementType type);

/// Bytes of one element.
[[nodiscard]] std::size_t size_of(ElementType type) noexcept;

/// A view of bytes that it does not own, as an array of shape [d0, d1, …]. Numbers are doubles: one per
/// element, two (real, imaginary) if it is complex; every type here converts exactly, NaN and infinities
/// included. Elements lie one behind the other, or, where `strides` are given, anywhere among the bytes:
/// every other column, a transposed or reversed array, one row that stands for many.
class TensorView {
public:
    struct Layout {
        std::vector<std::size_t> shape;
        ElementType type = ElementType::float64;
        bool big_endian = false;
        bool fortran_order = false;                ///< the first axis runs fastest
        std::vector<std::ptrdiff_t> strides = {};  ///< bytes from an element to the next, for each axis
        std::size_t offset = 0;                    ///< with strides: the byte where the first element begins
    };
    /// Errors   std::logic_error unless the number of bytes fits the shape, or holds all strides lead to
    TensorView(Layout layout, std::span<const std::byte> bytes);

    [[nodiscard]] const std::vector<std::size_t>& shape() const noexcept { return layout_.shape; }
    [[nodiscard]] ElementType type() const noexcept { return layout_.type; }
    [[nodiscard]] bool is_big_endian() const noexcept { return layout_.big_endian; }
    [[nodiscard]] bool is_fortran_order() const noexcept { return layout_.fortran_order; }
    [[nodiscard]] bool is_complex() const noexcept { return components_ == 2; }
    /// The number of elements: the product of the shape, 1 for a scalar.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// size(), or twice that if elements are complex.
    [[nodiscard]] std::size_t numbers() const noexcept { return size() * components_; }

    /// out[k] = number first + k of the array in row-major order (last axis fastest), whatever the file's
    /// order.
    /// Errors   std::logic_error beyond the end
    void read(std::size_t first, std::span<double> out) const;
    /// The same in the order of the file, for use where order does not matter: faster for Fortran order.
    /// With strides that order is row-major.
    void read_stored(std::size_t first, std::span<double> out) const;
    /// The indices [i0, i1, …] of the element at this position of the file.
    [[nodiscard]] std::vector<std::size_t> indices_of_stored(std::size_t element) const;
    /// The bytes, where the elements lie one behind the other in this machine's order; else empty.
    [[nodiscard]] std::span<const std::byte> plain_bytes() const noexcept {
        return layout_.big_endian || !layout_.strides.empty() ? std::span<const std::byte>() : bytes_;
    }
    /// The part whose index along an axis lies in [first, first + count): one matrix of a fused tensor.
    /// Errors   std::logic_error for an axis or a range that the array does not have
    [[nodiscard]] TensorView sliced(std::size_t axis, std::size_t first, std::size_t count) const;

private:
    void read_strided(std::size_t first, std::span<double> out) const;

    Layout layout_;
    std::span<const std::byte> bytes_;
    std::size_t components_;
    std::size_t size_;
    std::vector<std::ptrdiff_t> strides_;  ///< those given, or those of Fortran order; else empty
};

/// For files that were asked to be read as bfloat16.
/// Errors   InputError where none of them holds 16-bit integers, which alone can be read so
void check_read_as_bfloat16(std::span<const ElementType> types);

class MappedFile;

struct NpyOptions {
    bool bfloat16 = false;  ///< 16-bit integers and opaque 2-byte elements hold bfloat16
};

/// The array in the bytes of a whole .npy file, version 1, 2 or 3.
/// Errors   InputError "name: what is wrong, and the fix"
[[nodiscard]] TensorView parse_npy(std::span<const std::byte> bytes, const std::string& name,
                                   NpyOptions options = {});

/// A mapped file and the array in it; views must not outlive it.
class NpyFile {
public:
    /// Errors   IoError if it is missing, unreadable, or not a regular file (a folder, a pipe); InputError as
    ///          above
    explicit NpyFile(const std::string& path, NpyOptions options = {});
    NpyFile(const NpyFile&) = delete;
    NpyFile& operator=(const NpyFile&) = delete;
    ~NpyFile();

    [[nodiscard]] const TensorView& view() const noexcept { return view_; }
    /// Says that the first `numbers` numbers in the order of the file are no longer needed: their memory is
    /// released until they are read again.
    void done_with(std::size_t numbers) const noexcept;

private:
    std::unique_ptr<const MappedFile> file_;
    TensorView view_;
};

/// An array and its name in messages; `done` is told how many leading numbers of the array are no longer
/// needed.
struct NamedTensor {
    TensorView view;
    std::string name;
    std::function<void(std::size_t)> done = {};
};

}  // namespace sigprop
