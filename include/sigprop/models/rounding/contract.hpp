#pragma once
// What a kernel promises of its roundings: in which type its numbers are stored, in which it computes, in
// what order it sums, which intermediate numbers it rounds to the type of storage, and how exact its
// functions are. A contract is what a tolerance follows from (models/rounding/bounds.hpp). It says nothing of
// time.
//
// Levels. `strict`: everything in float32 (float64 for float64), sums in any order, functions within 2 units
// of the last place, one rounding to storage at the end; the variance in two passes, the exponential of a
// softmax of x - m. Named contracts, such as torch_cpu, have been fitted to what a library does: a result
// outside of one is not what was seen of that version, and proves nothing about its source. `composite`:
// every primitive operation may round to storage, as unfused code does, with sums accumulated in the
// computing type.

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/base/dtype.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// In what order the terms of a sum are added. Its height h is the most additions that a term goes through:
/// the error of a sum of n terms is at most (n - 1) u sum |t| in any order (Jeannerod and Rump 2013, SIAM J.
/// Matrix Anal. Appl. 34, 338), and at most h u/(1 - h u) sum |t|.
struct SumOrder {
    enum class Kind : std::uint8_t {
        any,    ///< each order, as of atomic additions or one accumulator
        lanes,  ///< `size` accumulators, each in any order, whose sums are then added in pairs
        blocks  ///< runs of `size` terms in any order, whose sums are added in any order: a tiled product
    };
    Kind kind = Kind::any;
    std::uint64_t size = 1;

    [[nodiscard]] double height(std::uint64_t terms) const;
    [[nodiscard]] bool operator==(const SumOrder&) const = default;
};

/// "any", "lanes:64", "blocks:128"
[[nodiscard]] std::string to_string(const SumOrder& order);
/// The order that a text of that form says; none for another text, and for lanes and blocks of 0.
[[nodiscard]] std::optional<SumOrder> sum_order(std::string_view text);

/// Whether an intermediate number is rounded to the type of storage.
enum class StorageRounding : std::uint8_t { never, may, must };

/// What a function of the library may lose: |f^ - f| <= relative |f| + absolute, and results whose size is
/// below `flushed` may be 0.
struct FunctionError {
    double units = 4;     ///< of relative error, in u of the computing type: 2 units of the last place
    double absolute = 0;  ///< of exp, log, …
    double flushed = 0;
    double argument = 0;  ///< relative error of the argument, in units of u: exp(x) as 2^(x log2 e)

    [[nodiscard]] bool operator==(const FunctionError&) const = default;
};

struct KernelContract {
    std::string name = "strict";
    std::string says;  ///< one sentence: what it is, and of which version
    Dtype storage = Dtype::float32;
    Dtype computing = Dtype::float32;
    SumOrder order = {};
    /// By the name of the intermediate, one of kernel_intermediates(): what is not named is never rounded.
    std::map<std::string, StorageRounding, std::less<>> rounded = {};
    /// By name, one of kernel_functions(). What is not named has 4 units.
    std::map<std::string, FunctionError, std::less<>> functions = {};
    bool one_pass = false;      ///< the variance may be E x^2 - (E x)^2
    bool affine = false;        ///< a norm may be x (gain r) + (bias - mean gain r)
    bool stores_steps = false;  ///< every step may be rounded to storage, with sums in the computing type
    bool wide_inputs = false;   ///< inputs may be numbers of the computing type that storage does not have
    bool online = false;        ///< a softmax may rescale its sum at every new maximum
    bool flushes = false;       ///< subnormal numbers may count as 0
    double repeats = 0;         ///< fitted: so many more roundings of every output, in units of u

    [[nodiscard]] bool operator==(const KernelContract&) const = default;

    [[nodiscard]] double unit() const;  ///< u of the computing type
    [[nodiscard]] StorageRounding rounding_of(std::string_view intermediate) const;
    [[nodiscard]] FunctionError error_of(std::string_view function) const;
};

/// "softmax.sum", "norm.statistics" (mean and root of a norm), "norm.saved" (the same, for the backward pass
/// alone), …
[[nodiscard]] std::span<const std::string_view> kernel_intermediates();
/// "exp", "log", … and "attention.exp", an exponential that attention has for itself.
[[nodiscard]] std::span<const std::string_view> kernel_functions();

/// The names that `kernel_contract` knows, the strict one first.
[[nodiscard]] std::vector<std::string> kernel_contract_names();
/// Those that this type of storage has.
[[nodiscard]] std::vector<std::string> kernel_contract_names(Dtype storage);

/// The contract of this name for a type of storage.
/// Errors   InputError for an unknown name (with the nearest), and for a type that it does not have
[[nodiscard]] KernelContract kernel_contract(std::string_view name, Dtype storage);

/// Errors   InputError for a contract that contradicts itself: a computing type narrower than storage, or
///          wider than float32; lanes or blocks of size 0; a step that is never stored where every step may
///          be; a function more exact than its own rounding, or without a digit; and for an intermediate
///          number or a function that no kernel has (with the nearest)
void check_contract(const KernelContract& contract);

/// Significand bits, with the leading one: 11, 8, 24, 53.
[[nodiscard]] int significand_bits(Dtype dtype);
/// The largest finite number, the smallest normal and the smallest subnormal one.
[[nodiscard]] double largest_of(Dtype dtype);
[[nodiscard]] double least_normal_of(Dtype dtype);
[[nodiscard]] double least_of(Dtype dtype);
/// The number of the type that is nearest, of two the even one; beyond the largest by half a unit, infinity.
[[nodiscard]] double nearest_of(Dtype dtype, double x);

}  // namespace sigprop
