#pragma once
// The maximum of |h| on an interval without switches, by branch and bound: where the slope keeps its sign on
// a box, the maximum is at an end; a box around a critical point is narrowed by Newton's operator; a box
// whose values stay below one found elsewhere is dropped. Several pieces share one record, so that values
// attained on one drop boxes of the next. The wrong tool for a function that vanishes identically, whose
// bounds shrink no faster than the boxes: use Taylor models (taylor_supremum.hpp).

#include <cstdint>
#include <sigprop/core/base/context.hpp>

#include "core/formula/pieces.hpp"

namespace sigprop {

/// The knowledge about a supremum of |h|: some value is at least `least`, and no value examined is above
/// `most`.
class SupremumRecord {
public:
    /// Takes a finite enclosure of |h| at a point, or at some point of a box.
    void attained(const Ball& magnitude);
    /// Takes an enclosure of |h| over a place whose values need not be attained. One that is not finite
    /// leaves the supremum without a bound for good.
    void bounded(const Ball& magnitude);

    [[nodiscard]] bool is_bounded() const { return most_.is_finite(); }
    [[nodiscard]] const Ball& least() const { return least_; }
    /// For a bounded record; never below least(), whatever the rounding.
    [[nodiscard]] Ball most() const;

private:
    Ball least_ = 0, most_ = 0;
};

/// Enters the values of |h| on the piece into the record.
/// Accuracy the record's ends agree to about `bits` bits of the piece's supremum
/// Errors   false when the budget ran out (it is then 0) or h has no finite value somewhere
[[nodiscard]] bool search_piece(const Piece& piece, long bits, std::uint64_t& budget, SupremumRecord& record,
                                const Context& context);

}  // namespace sigprop
