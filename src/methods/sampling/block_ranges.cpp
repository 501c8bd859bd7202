#include "methods/sampling/block_ranges.hpp"

#include <algorithm>
#include <stdexcept>

namespace sigprop {

void BlockRanges::add(BlockRange range) {
    if (range.begin >= range.end) return;
    const auto after = std::lower_bound(ranges_.begin(), ranges_.end(), range);
    const bool overlaps = (after != ranges_.end() && after->begin < range.end) ||
                          (after != ranges_.begin() && (after - 1)->end > range.begin);
    if (overlaps) throw std::logic_error("a block of samples was counted twice");
    const auto place = ranges_.insert(after, range);
    const auto next = place + 1;
    if (next != ranges_.end() && next->begin == place->end) {
        place->end = next->end;
        ranges_.erase(next);
    }
    if (place != ranges_.begin() && (place - 1)->end == place->begin) {
        (place - 1)->end = place->end;
        ranges_.erase(place);
    }
}

void BlockRanges::add(const BlockRanges& other) {
    for (const BlockRange& range : other.ranges_) add(range);
}

std::uint64_t BlockRanges::size() const noexcept {
    std::uint64_t blocks = 0;
    for (const BlockRange& range : ranges_) blocks += range.end - range.begin;
    return blocks;
}

BlockRanges BlockRanges::missing_below(std::uint64_t count) const {
    BlockRanges missing;
    std::uint64_t from = 0;
    for (const BlockRange& range : ranges_) {
        missing.add({from, std::min(range.begin, count)});
        from = std::max(from, range.end);
    }
    missing.add({from, count});
    return missing;
}

BlockRanges BlockRanges::part(std::uint64_t skipped, std::uint64_t count) const {
    BlockRanges chosen;
    for (const BlockRange& range : ranges_) {
        const std::uint64_t size = range.end - range.begin;
        const std::uint64_t leave = std::min(skipped, size);
        const std::uint64_t take = std::min(count, size - leave);
        chosen.add({range.begin + leave, range.begin + leave + take});
        skipped -= leave;
        count -= take;
    }
    return chosen;
}

std::uint64_t BlockRanges::at(std::uint64_t place) const {
    for (const BlockRange& range : ranges_) {
        const std::uint64_t size = range.end - range.begin;
        if (place < size) return range.begin + place;
        place -= size;
    }
    throw std::logic_error("a place beyond the blocks");
}

}  // namespace sigprop
