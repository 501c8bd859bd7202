#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/base/method_filter.hpp>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "measure/model/findings.hpp"

namespace sigprop {

std::span<const FindingKind> finding_kinds() {
    static constexpr auto kinds = std::to_array<FindingKind>({
        {"not-finite", "not finite", "NaN or infinite weights"},
        {"never-written", "never written", "numbers that look like uninitialised memory"},
        {"unlike-its-family", "unlike its family", "a law other than that of the library's code"},
        {"known-fault", "known fault",
         "a bug in the library's own code, described in docs/explanation/found.md"},
        {"unlike-the-recipe", "unlike the recipe", "a law other than that of the recipe"},
        {"never-initialised", "never initialised", "PyTorch's defaults in most of the model"},
        {"not-in-the-recipe", "not in the recipe", "a tensor that the given recipe does not have"},
        {"not-tied", "not tied", "a separate head, although config.json ties it"},
        {"tied", "tied", "a head and a table of embeddings with the same numbers"},
        {"copy", "copy", "tensors with the same numbers"},
        {"unlike-its-layers", "unlike its layers", "a std other than that of the other layers"},
        {"zeros", "zeros", "a matrix of zeros"},
        {"constant", "constant", "a matrix of one number"},
        {"zero-rows", "zero rows", "rows of zeros in a matrix"},
        {"gains-of-0", "gains of 0", "a norm's gains of 0"},
        {"layer-scale", "layer scale", "a LayerScale of 1"},
        {"last-norm", "last norm", "gains of the last norm far from those of the others"},
        {"not-an-initialisers", "not an initialiser's", "no initialiser's law, in a fresh model"},
        {"fresh-in-a-trained-model", "fresh in a trained model", "an initialiser's law, in a trained model"},
        {"orthogonal", "orthogonal", "orthogonal rows, although the entries should be independent"},
        {"not-independent", "not independent", "singular values that do not fit independent entries"},
        {"stray-weights", "stray weights", "weights that trunc_normal_ clamped to -2"},
        {"clipped", "clipped", "many weights exactly at the limits"},
        {"rounded", "rounded", "fewer distinct numbers than the type allows"},
    });
    return kinds;
}

IgnoredFindings read_ignored(const std::string& text, const std::string& flag) {
    const std::size_t colon = text.find(':');
    IgnoredFindings ignored{.id = text.substr(0, colon)};
    if (colon != std::string::npos) ignored.glob = text.substr(colon + 1);
    std::vector<std::string> ids;
    for (const FindingKind& one : finding_kinds()) ids.emplace_back(one.id);
    if (std::ranges::find(ids, ignored.id) == ids.end()) {
        const std::optional<std::string> nearest = nearest_name(ignored.id, ids);
        throw InputError(flag + text + ": no finding has the id '" + ignored.id + "'" +
                         (nearest ? "; did you mean '" + *nearest + "'?" : "; the ids are " + joined(ids)));
    }
    if (ignored.glob.empty())
        throw InputError(flag + text + ": write tensor names after the colon, such as " + ignored.id +
                         ":h.3.*");
    return ignored;
}

std::vector<std::size_t> leave_out(std::vector<ModelFinding>& findings,
                                   const std::vector<IgnoredFindings>& ignored, const ModelScan& scan) {
    std::vector<std::size_t> counts(ignored.size(), 0);
    const auto id_of = [](const ModelFinding& finding) {
        return std::ranges::find(finding_kinds(), finding.kind, &FindingKind::name)->id;
    };
    std::erase_if(findings, [&](const ModelFinding& finding) {
        for (std::size_t k = 0; k < ignored.size(); ++k) {
            const bool same =
                id_of(finding) == ignored[k].id && std::ranges::all_of(finding.parts, [&](std::size_t i) {
                    return glob_match(ignored[k].glob, scan.parts[i].seen.name);
                });
            if (!same) continue;
            ++counts[k];
            return true;
        }
        return false;
    });
    return counts;
}

}  // namespace sigprop
