#pragma once
// A set of numbered blocks of samples, kept as disjoint ranges in ascending order: those that are finished,
// that are left, or that a rank is to do next.

#include <compare>
#include <cstdint>
#include <vector>

namespace sigprop {

/// Blocks begin, …, end - 1.
struct BlockRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    friend auto operator<=>(const BlockRange&, const BlockRange&) = default;
};

class BlockRanges {
public:
    BlockRanges() = default;
    explicit BlockRanges(BlockRange range) { add(range); }

    /// Added ranges are joined with adjacent ones; they must not overlap those in the set (std::logic_error).
    void add(BlockRange range);
    void add(const BlockRanges& other);
    [[nodiscard]] std::uint64_t size() const noexcept;
    [[nodiscard]] bool empty() const noexcept { return ranges_.empty(); }
    [[nodiscard]] const std::vector<BlockRange>& ranges() const noexcept { return ranges_; }
    /// The blocks below `count` that are not in the set.
    [[nodiscard]] BlockRanges missing_below(std::uint64_t count) const;
    /// The blocks after the first `skipped` in ascending order, at most `count` of them.
    [[nodiscard]] BlockRanges part(std::uint64_t skipped, std::uint64_t count) const;
    /// The block at that place in ascending order; place < size().
    [[nodiscard]] std::uint64_t at(std::uint64_t place) const;

    friend bool operator==(const BlockRanges&, const BlockRanges&) = default;

private:
    std::vector<BlockRange> ranges_;
};

}  // namespace sigprop
