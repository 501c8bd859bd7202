#include "measure/model/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/words.hpp"

namespace sigprop {
namespace {

/// The statistics without a row of zeros. The mean of random weights is far below their std, so that zeros
/// count as entries at the mean.
MeasuredWeights without_padding(const ModelPart& part) {
    MeasuredWeights seen = part.seen;
    WeightStatistics& found = seen.statistics;
    const std::uint64_t row = found.count / part.look.rows;
    const double share = static_cast<double>(found.count) / static_cast<double>(found.count - row);
    found.count -= row;
    found.zeros -= std::min(found.zeros, row);
    found.mean *= share;
    found.std *= std::sqrt(share);
    found.standard_error *= std::sqrt(share);
    found.kurtosis /= share;
    found.mean_magnitude *= share;
    found.rms *= std::sqrt(share);
    return seen;
}

/// Whether its rows are looked up, so that one may stand for padding.
bool is_table(const ModelPart& part) {
    const std::string& role = part.role.role;
    return role == "embedding" || role == "position" || role == "head" ||
           part.seen.name.find("emb") != std::string::npos;
}

bool is_padded(const ExpectedLaw& law, const ModelPart& part) {
    return law.form != TensorLaw::constant && part.look.zero_rows == 1 && part.look.rows > 1 &&
           is_table(part);
}

/// A row of a narrow matrix may be lost without a trace in the moments.
bool has_lost_rows(const ExpectedLaw& law, const ModelPart& part) {
    constexpr std::size_t wide = 8;
    return law.form != TensorLaw::constant && part.look.zero_rows > 0 && !is_padded(law, part) &&
           part.statistics().count / std::max<std::uint64_t>(part.look.rows, 1) >= wide;
}

}  // namespace

std::string against(const ExpectedLaw& law, const ModelPart& part) {
    const bool padded = is_padded(law, part);
    std::vector<std::string> reasons = law.against(padded ? without_padding(part) : part.seen);
    if (has_lost_rows(law, part))
        reasons.push_back(fmt::format("{} of {} rows are 0; the first is row {}", part.look.zero_rows,
                                      part.look.rows, *part.look.first_zero));
    constexpr std::size_t most = 3;
    return joined(std::span(reasons).first(std::min(most, reasons.size())), "; ");
}

bool agrees(const ExpectedLaw& law, const ModelPart& part) {
    if (has_lost_rows(law, part)) return false;
    return is_padded(law, part) ? law.agrees(without_padding(part)) : law.agrees(part.seen);
}

std::string Difference::expected() const {
    std::string text = law.text();
    if (written.find_first_not_of("0123456789.e+-") != std::string::npos)
        text += (law.form == TensorLaw::constant ? ", " : ", std ") + written;
    return text + others;
}

bool has_depth(std::string_view written) {
    constexpr std::string_view layer = "layer";
    for (std::size_t at = written.find(layer); at != written.npos; at = written.find(layer, at + 1)) {
        const std::string_view rest = written.substr(at + layer.size());
        if (rest.empty() || rest.front() != '_') return true;
    }
    return false;
}

void ModelExpectation::judge(std::size_t i, const ModelPart& part, const ExpectedLaw& law,
                             const std::string& scale, const std::string& written, bool by_depth,
                             const std::string& others) {
    known.insert(i);
    const bool is_random = law.form != TensorLaw::constant;
    if (is_random) random.insert(i);
    if (sigprop::agrees(law, part)) {
        if (is_random) agreements.push_back({i, written, scale, law.log_likelihood_of(part.seen)});
        return;
    }
    different.emplace(i, differences.size());
    differences.push_back({i, written, others, law, by_depth});
}

void ModelExpectation::add_kind(std::size_t part, const std::string& kind) {
    kinds.emplace(part, kind);
    KindCount& count = counts[kind];
    ++count.all;
    if (difference(part) != nullptr) ++count.wrong;
}

bool ModelExpectation::accuses(std::size_t part) const {
    if (!accuses()) return false;
    if (!is_namesake()) return true;
    const auto of = kinds.find(part);
    if (of == kinds.end()) return false;
    const KindCount& count = counts.at(of->second);
    return count.wrong * 2 < count.all;
}

std::string ModelExpectation::whose() const {
    return is_namesake() ? "by its names this is " + says + ", whose code" : says;
}

const Difference* ModelExpectation::difference(std::size_t part) const {
    const auto found = different.find(part);
    return found == different.end() ? nullptr : &differences[found->second];
}

}  // namespace sigprop
