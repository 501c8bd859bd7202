#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "measure/model/copies.hpp"

namespace sigprop {
namespace {

/// Equal for copies; of different random tensors all but never.
auto key_of(const ModelPart& part) {
    const WeightStatistics& found = part.statistics();
    return std::tuple(part.seen.type, found.count, std::bit_cast<std::uint64_t>(found.std),
                      std::bit_cast<std::uint64_t>(found.mean), std::bit_cast<std::uint64_t>(found.min),
                      std::bit_cast<std::uint64_t>(found.max));
}

bool are_equal(const ModelPart& a, const ModelPart& b, const TensorFiles& files) {
    const OpenTensor open_a = files.open(a.tensor);
    const OpenTensor open_b = files.open(b.tensor);
    const TensorView view_a = view_of(a, open_a);
    const TensorView view_b = view_of(b, open_b);
    constexpr std::size_t block = 4096;
    std::vector<double> numbers_a(block);
    std::vector<double> numbers_b(block);
    for (std::size_t first = 0; first < view_a.numbers(); first += block) {
        const std::size_t count = std::min(block, view_a.numbers() - first);
        view_a.read(first, std::span(numbers_a).first(count));
        view_b.read(first, std::span(numbers_b).first(count));
        if (!std::equal(numbers_a.begin(), numbers_a.begin() + static_cast<std::ptrdiff_t>(count),
                        numbers_b.begin()))
            return false;
    }
    open_a.done_with(open_a.view().numbers());
    open_b.done_with(open_b.view().numbers());
    return true;
}

}  // namespace

std::vector<std::vector<std::size_t>> copies_in(const ModelScan& scan, const TensorFiles& files) {
    std::map<decltype(key_of(scan.parts[0])), std::vector<std::vector<std::size_t>>> seen;
    for (std::size_t i = 0; i < scan.parts.size(); ++i) {
        const ModelPart& part = scan.parts[i];
        if (!is_informative(part.seen)) continue;
        std::vector<std::vector<std::size_t>>& sets = seen[key_of(part)];
        const auto same = std::ranges::find_if(sets, [&](const std::vector<std::size_t>& set) {
            const ModelPart& other = scan.parts[set.front()];
            return other.seen.shape == part.seen.shape && are_equal(other, part, files);
        });
        if (same == sets.end()) {
            sets.push_back({i});
        } else {
            same->push_back(i);
        }
    }
    std::vector<std::vector<std::size_t>> copies;
    for (const auto& [key, sets] : seen) {
        for (const std::vector<std::size_t>& set : sets) {
            if (set.size() > 1) copies.push_back(set);
        }
    }
    std::ranges::sort(copies);
    return copies;
}

}  // namespace sigprop
