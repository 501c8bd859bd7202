#pragma once
// Pieces of work that do not depend on each other, shared by the ranks of a run: each piece is computed by
// one rank, whose finding the others take over as text. Which rank computes it depends on the piece alone, so
// that ranks need not talk before all are done. Not for pieces that call the ranks themselves: these must
// meet in every piece.

#include <cstddef>
#include <functional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <string_view>

namespace sigprop {

struct SharedPieces {
    std::size_t count = 0;
    std::function<void(std::size_t)> compute;
    std::function<std::string(std::size_t)> text;  ///< what another rank needs of a computed piece
    std::function<void(std::size_t, std::string_view text)> take;  ///< instead of computing it
    /// Pieces with the same number are computed by the same rank; none: every piece is on its own.
    std::function<std::size_t(std::size_t)> group = nullptr;
};

/// Whether there is another rank to share with.
[[nodiscard]] bool has_other_ranks(const Ranks* ranks);

/// Every piece is computed or taken over when this returns. Collective if there are other ranks. `execute`
/// runs the pieces of this rank.
/// Errors   those of compute: an InputError is that of the first piece in order that has one, on all ranks;
///          IoError for a rank that was lost
void compute_shared(const SharedPieces& pieces, Ranks* ranks, const Executor& execute);

}  // namespace sigprop
