#pragma once
// The law that a sampler really draws: finitely many numbers of a type, each with its mass. Random bits make
// a whole number k from 0 to 2^bits - 1, k makes a number by the sampler's formula, and that is rounded; what
// rounds to a number of the type is an interval of k, whose ends are found exactly.

#include <optional>
#include <string>
#include <vector>

#include "methods/route.hpp"

namespace sigprop {

enum class SamplerKind : std::uint8_t;
enum class SamplerType : std::uint8_t;

/// A call of sampler.*, whose arguments fit together.
struct SamplerCall {
    SamplerKind kind;
    SamplerType type;
    std::int64_t bits;
    Real mean, std, lower, upper;
    bool wraps = false;
};

/// Of a type, exactly; else an enclosure.
struct DrawnNumber {
    Ball value, mass;
};

/// In ascending order, without numbers that are never drawn.
struct DrawnLaw {
    std::vector<DrawnNumber> numbers;
    Status status = Status::ok;
    std::string reason = {};
};

/// Without a type no more than 2^13 numbers are listed.
inline constexpr std::int64_t most_listed_bits = 13;

/// Every number with its mass; at few bits it may be that the masses are not told, and the status is unable.
/// Errors   none: unable for a law that cannot be listed
[[nodiscard]] DrawnLaw drawn_law(const SamplerCall& call, long bits);

/// Whether JAX's normal is made in the type, of uniform numbers that are numbers of the type.
[[nodiscard]] bool is_inverted_in_type(const SamplerCall& call);

/// Number k of 2^bits of a sampler that inverts the normal law: mean + std z, not rounded.
[[nodiscard]] Ball inverted_number(const SamplerCall& call, std::int64_t k, long bits);

}  // namespace sigprop
