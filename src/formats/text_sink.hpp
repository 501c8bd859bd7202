#pragma once
// Where a long text goes, piece by piece, so that it is never held as a whole.

#include <functional>
#include <string_view>

namespace sigprop {

using TextSink = std::function<void(std::string_view piece)>;
/// Hands a whole text to its argument.
using TextSource = std::function<void(const TextSink&)>;

/// About the size of a piece: writers gather smaller ones.
inline constexpr std::size_t text_piece = std::size_t{1} << 16;

}  // namespace sigprop
