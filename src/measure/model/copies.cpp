#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
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

/// Whether the numbers [first_a, first_a + count) are those from first_b on.
bool are_equal(const TensorView& a, std::size_t first_a, const TensorView& b, std::size_t first_b,
               std::size_t count) {
    constexpr std::size_t block = 4096;
    std::vector<double> numbers_a(block);
    std::vector<double> numbers_b(block);
    for (std::size_t done = 0; done < count; done += block) {
        const std::span<double> some_a = std::span(numbers_a).first(std::min(block, count - done));
        const std::span<double> some_b = std::span(numbers_b).first(some_a.size());
        a.read(first_a + done, some_a);
        b.read(first_b + done, some_b);
        if (!std::ranges::equal(some_a, some_b)) return false;
    }
    return true;
}

bool are_equal(const ModelPart& a, const ModelPart& b, const TensorFiles& files) {
    const OpenTensor open_a = files.open(a.tensor);
    const OpenTensor open_b = files.open(b.tensor);
    const TensorView view_a = view_of(a, open_a);
    if (!are_equal(view_a, 0, view_of(b, open_b), 0, view_a.numbers())) return false;
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

std::vector<std::vector<std::size_t>> equal_experts(const ModelPart& part, const TensorFiles& files) {
    constexpr std::size_t axes = 3;
    if (part.seen.shape.size() != axes || part.seen.name.find("expert") == std::string::npos ||
        !is_informative(part.seen))
        return {};
    const OpenTensor open = files.open(part.tensor);
    const TensorView view = view_of(part, open);
    const std::size_t experts = part.seen.shape.front();
    const std::size_t each = view.numbers() / experts;
    // Of different random matrices the first numbers differ, so that little is read.
    constexpr std::size_t probe = 16;
    std::vector<double> first(std::min(each, probe));
    std::map<std::vector<double>, std::vector<std::vector<std::size_t>>> seen;
    for (std::size_t i = 0; i < experts; ++i) {
        view.read(i * each, first);
        std::vector<std::vector<std::size_t>>& sets = seen[first];
        const auto same = std::ranges::find_if(sets, [&](const std::vector<std::size_t>& set) {
            return are_equal(view, set.front() * each, view, i * each, each);
        });
        if (same == sets.end()) {
            sets.push_back({i});
        } else {
            same->push_back(i);
        }
    }
    std::vector<std::vector<std::size_t>> copies;
    for (const auto& [numbers, sets] : seen)
        std::ranges::copy_if(sets, std::back_inserter(copies),
                             [](const auto& set) { return set.size() > 1; });
    std::ranges::sort(copies);
    return copies;
}

}  // namespace sigprop
