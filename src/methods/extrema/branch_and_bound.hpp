#pragma once
// The largest |h| on an interval without switches, by branch and bound: a box whose slope keeps its sign has
// its largest values at its ends, one around a critical point is narrowed by Newton's operator, one that
// stays below what was found elsewhere is dropped. Several pieces share one record, so that what one attains
// drops the boxes of the next. The wrong tool for a function that vanishes: its boxes shrink no faster than
// its values; there Taylor models (taylor_supremum.hpp).

#include <cstdint>
#include <sigprop/core/base/context.hpp>

#include "core/formula/pieces.hpp"

namespace sigprop {

/// What is known of a supremum of |h|: some value is at least `least`, none that was looked at is above
/// `most`.
class SupremumRecord {
public:
    /// An enclosure of |h| at a point, or at some point of a box; finite.
    void attained(const Ball& magnitude);
    /// An enclosure of |h| over a place whose values need not be attained. One that is not finite leaves the
    /// supremum without a bound, whatever follows.
    void bounded(const Ball& magnitude);

    [[nodiscard]] bool is_bounded() const { return most_.is_finite(); }
    [[nodiscard]] const Ball& least() const { return least_; }
    /// Of a bounded record: a value is not above the supremum for rounding.
    [[nodiscard]] Ball most() const;

private:
    Ball least_ = 0, most_ = 0;
};

/// Brings into the record all that |h| is on the piece.
/// Accuracy the record's ends agree to about `bits` bits of what the piece attains
/// Errors   false when the budget ran out (it is 0) or h has no finite value somewhere
[[nodiscard]] bool search_piece(const Piece& piece, long bits, std::uint64_t& budget, SupremumRecord& record,
                                const Context& context);

}  // namespace sigprop
