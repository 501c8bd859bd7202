#include "methods/sampling/simulation_state.hpp"

#include <algorithm>
#include <stdexcept>

namespace sigprop {

void BatchRanges::add(BatchRange range) {
    if (range.begin >= range.end) return;
    const auto after = std::lower_bound(ranges_.begin(), ranges_.end(), range);
    const bool overlaps = (after != ranges_.end() && after->begin < range.end) ||
                          (after != ranges_.begin() && (after - 1)->end > range.begin);
    if (overlaps) throw std::logic_error("a batch of samples was counted twice");
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

void BatchRanges::add(const BatchRanges& other) {
    for (const BatchRange& range : other.ranges_) add(range);
}

std::uint64_t BatchRanges::size() const noexcept {
    std::uint64_t batches = 0;
    for (const BatchRange& range : ranges_) batches += range.end - range.begin;
    return batches;
}

BatchRanges BatchRanges::missing_below(std::uint64_t count) const {
    BatchRanges missing;
    std::uint64_t from = 0;
    for (const BatchRange& range : ranges_) {
        missing.add({from, std::min(range.begin, count)});
        from = std::max(from, range.end);
    }
    missing.add({from, count});
    return missing;
}

BatchRanges BatchRanges::part(std::uint64_t skipped, std::uint64_t count) const {
    BatchRanges chosen;
    for (const BatchRange& range : ranges_) {
        const std::uint64_t size = range.end - range.begin;
        const std::uint64_t leave = std::min(skipped, size);
        const std::uint64_t take = std::min(count, size - leave);
        chosen.add({range.begin + leave, range.begin + leave + take});
        skipped -= leave;
        count -= take;
    }
    return chosen;
}

std::uint64_t BatchRanges::at(std::uint64_t place) const {
    for (const BatchRange& range : ranges_) {
        const std::uint64_t size = range.end - range.begin;
        if (place < size) return range.begin + place;
        place -= size;
    }
    throw std::logic_error("a place lies beyond the batches");
}

}  // namespace sigprop
