#include "measure/model/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "formats/list_text.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {
namespace {

struct Trend {
    const char* text;
    double (*of)(double number);  ///< layer + 1
};
constexpr std::array trends = {
    Trend{"the same in all layers", [](double) { return 1.0; }},
    Trend{"falls as 1/sqrt(layer + 1)", [](double number) { return 1 / std::sqrt(number); }},
    Trend{"falls as 1/(layer + 1)", [](double number) { return 1 / number; }},
    Trend{"rises as sqrt(layer + 1)", [](double number) { return std::sqrt(number); }},
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// The parts whose std is not the common one times the trend, by more than chance.
std::vector<std::size_t> leaving(const Trend& trend, const ModelScan& scan,
                                 const std::vector<std::size_t>& parts) {
    std::vector<double> ratios;
    for (const std::size_t i : parts)
        ratios.push_back(scan.parts[i].statistics().std /
                         trend.of(static_cast<double>(scan.parts[i].layer.value_or(0) + 1)));
    const double common = median(ratios);
    std::vector<std::size_t> unlike;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const ModelPart& part = scan.parts[parts[k]];
        const WeightStatistics& found = part.statistics();
        // The fourth moment of a few numbers, of which the error is made, says little.
        constexpr std::uint64_t enough = 32;
        if (found.std > 0 && found.finite() < enough) continue;
        const double relative = found.std > 0 ? found.standard_error / found.std : 0;
        // Both the part and the median that it is held against vary.
        const double slack =
            accepted_errors_among(scan.family) * relative * std::sqrt(2.0) + 2 * part.rounding().relative;
        if (std::abs(ratios[k] - common) > slack * common) unlike.push_back(parts[k]);
    }
    return unlike;
}

void find_trend(ModelGroup& group, const ModelScan& scan) {
    std::vector<std::size_t> layered;
    for (const std::size_t i : group.parts) {
        if (scan.parts[i].layer && scan.parts[i].statistics().has_std() &&
            !scan.parts[i].statistics().first_bad)
            layered.push_back(i);
    }
    if (layered.size() < 2 || !(group.max_std > 0)) return;
    const Trend* best = nullptr;
    for (const Trend& one : trends) {
        std::vector<std::size_t> unlike = leaving(one, scan, layered);
        if (best != nullptr && unlike.size() >= group.unlike.size()) continue;
        best = &one;
        group.unlike = std::move(unlike);
    }
    constexpr std::size_t few = 3;
    if (group.unlike.size() * few <= layered.size()) {
        group.trend = best->text;
    } else {
        group.trend = "varies from layer to layer";
        group.unlike.clear();
    }
}

/// The initialiser that is likely for most parts, by the sum of log-likelihoods.
std::string common_law(const ModelGroup& group, const ModelScan& scan) {
    struct Votes {
        std::size_t parts = 0;
        double log_likelihood = 0;
        double prior = 0;
        std::size_t order = 0;
        // One number was read for all of them, so that it is paid for once.
        [[nodiscard]] double log_odds() const { return log_likelihood - prior; }
    };
    std::map<std::string, Votes> votes;
    std::size_t telling = 0;
    for (const std::size_t i : group.parts) {
        const ModelPart& part = scan.parts[i];
        if (is_informative(part.seen)) ++telling;
        for (std::size_t k = 0; k < part.likely.size(); ++k) {
            Votes& one = votes[part.likely[k].name];
            ++one.parts;
            one.order += k;
            one.log_likelihood += part.likely[k].log_likelihood;
            one.prior = std::max(one.prior, part.likely[k].prior);
        }
    }
    const auto best = std::ranges::max_element(votes, [](const auto& a, const auto& b) {
        if (a.second.parts != b.second.parts) return a.second.parts < b.second.parts;
        if (a.second.log_odds() != b.second.log_odds()) return a.second.log_odds() < b.second.log_odds();
        return a.second.order > b.second.order;
    });
    if (best == votes.end() || best->second.parts * 2 <= telling) return "";
    if (best->second.parts == telling) return best->first;
    return fmt::format("{} ({} of {})", best->first, best->second.parts, telling);
}

std::string law_of_group(const ModelGroup& group, const ModelScan& scan) {
    std::map<std::string, std::size_t> constants;
    std::map<SeenLaw::Form, std::size_t> forms;
    for (const std::size_t i : group.parts) {
        const SeenLaw& law = scan.parts[i].law;
        ++forms[law.form];
        if (law.form == SeenLaw::Form::constant || law.form == SeenLaw::Form::table) ++constants[law.text];
    }
    if (constants.size() == 1 && constants.begin()->second == group.parts.size())
        return constants.begin()->first;
    if (std::string known = common_law(group, scan); !known.empty()) return known;
    const auto most = std::ranges::max_element(forms, {}, [](const auto& one) { return one.second; });
    std::string text;
    switch (most->first) {
        case SeenLaw::Form::normal: text = "normal"; break;
        case SeenLaw::Form::truncated: text = "truncated normal"; break;
        case SeenLaw::Form::uniform: text = "uniform"; break;
        case SeenLaw::Form::constant: text = "constant"; break;
        case SeenLaw::Form::spiked: text = "normal, with weights at a limit"; break;
        case SeenLaw::Form::table: text = "a fixed table"; break;
        case SeenLaw::Form::few: return "too few weights for a law";
        case SeenLaw::Form::none: return "no finite weight";
        case SeenLaw::Form::bounded:
        case SeenLaw::Form::structured: text = "no initialiser's law: trained?"; break;
    }
    if (most->second < group.parts.size())
        text += fmt::format(" ({} of {})", most->second, group.parts.size());
    return text;
}

}  // namespace

std::vector<ModelGroup> groups_of(const ModelScan& scan) {
    std::vector<ModelGroup> groups;
    std::map<std::pair<std::string, std::vector<std::size_t>>, std::size_t> places;
    for (std::size_t i = 0; i < scan.parts.size(); ++i) {
        const ModelPart& part = scan.parts[i];
        const auto [place, is_new] = places.try_emplace({part.group, part.seen.shape}, groups.size());
        if (is_new)
            groups.push_back({.name = part.group,
                              .role = part.role.role,
                              .shape = part.seen.shape,
                              .parts = {},
                              .law = {},
                              .trend = {},
                              .unlike = {}});
        groups[place->second].parts.push_back(i);
    }
    for (ModelGroup& group : groups) {
        bool first = true;
        for (const std::size_t i : group.parts) {
            const double std = scan.parts[i].statistics().std;
            group.min_std = first ? std : std::min(group.min_std, std);
            group.max_std = first ? std : std::max(group.max_std, std);
            first = false;
        }
        if (group.parts.size() == 1) group.name = scan.parts[group.parts.front()].seen.name;
        find_trend(group, scan);
        group.law = law_of_group(group, scan);
    }
    return groups;
}

std::vector<ModelApart> apart_in(const ModelScan& scan, const std::vector<ModelGroup>& groups) {
    // Layers have a finding of their own, which knows how a std may go with the depth.
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> by_shape;
    for (const ModelGroup& group : groups) {
        if (group.parts.size() > 1) continue;
        const ModelPart& part = scan.parts[group.parts.front()];
        const bool is_drawn = part.is_matrix() && is_informative(part.seen) && !part.is_coarse() &&
                              part.law.form != SeenLaw::Form::table && part.statistics().has_std() &&
                              !part.statistics().first_bad && part.statistics().std > 0;
        if (is_drawn) by_shape[part.seen.shape].push_back(group.parts.front());
    }
    std::vector<ModelApart> all;
    constexpr std::size_t few = 3;  // of fewer tensors none is the odd one
    for (const auto& [shape, parts] : by_shape) {
        if (parts.size() < few) continue;
        ModelApart one{.odd = leaving(trends.front(), scan, parts), .like = {}};
        if (one.odd.empty() || one.odd.size() * few > parts.size()) continue;
        std::vector<double> stds;
        for (const std::size_t i : parts) {
            if (std::ranges::find(one.odd, i) != one.odd.end()) continue;
            one.like.push_back(i);
            stds.push_back(scan.parts[i].statistics().std);
        }
        constexpr int digits = 2;  // as a person writes a std
        one.claim = "--std " + number_text(median(stds), digits);
        all.push_back(std::move(one));
    }
    return all;
}

std::string text_of(const ModelApart& apart, const ModelScan& scan) {
    std::string text;
    for (const std::size_t i : apart.odd)
        text += fmt::format("{}{}: std {}", text.empty() ? "" : ", ", scan.parts[i].seen.name,
                            number_text(scan.parts[i].statistics().std));
    const auto std_of = [&](std::size_t i) { return scan.parts[i].statistics().std; };
    const auto [least, most] = std::ranges::minmax(apart.like, {}, std_of);
    return text + fmt::format("; the {} others of shape {}: {} to {}", apart.like.size(),
                              list_text(scan.parts[apart.odd.front()].seen.shape), number_text(std_of(least)),
                              number_text(std_of(most)));
}

}  // namespace sigprop
