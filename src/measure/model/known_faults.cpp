#include "measure/model/known_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/base/method_filter.hpp>

#include "core/base/embedded.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"
#include "measure/model/family.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 1> faults_file_keys = {"faults"};
constexpr std::array<std::string_view, 8> fault_keys = {"entry", "library", "families", "names",
                                                        "axes",  "law",     "scale",    "says"};

KnownFault read_known_fault(const Json& json) {
    check_keys(json, fault_keys, "a fault");
    KnownFault fault;
    fault.entry = filled(needed(json, "entry"), "entry");
    fault.library = filled(needed(json, "library"), "library");
    for (const Json& one : items(needed(json, "families"), "families"))
        fault.families.push_back(filled(one, "a family"));
    fault.names = filled(needed(json, "names"), "names");
    fault.is_matrix = needed(json, "axes").as_integer("axes") > 1;
    const std::optional<TensorLaw> law = read_tensor_law(json);
    if (!law) refuse(needed(json, "law"), "a fault must name tensors with a law");
    fault.law = *law;
    if (const Json* scale = json.find("scale")) fault.scale = filled(*scale, "scale");
    fault.says = filled(needed(json, "says"), "says");
    return fault;
}

}  // namespace

std::vector<KnownFault> read_known_faults(std::string_view json_text, std::string_view source) {
    const Json root = parse_json(json_text, source);
    try {
        check_keys(root, faults_file_keys, "a file of faults");
        std::vector<KnownFault> faults;
        for (const Json& one : items(needed(root, "faults"), "faults"))
            faults.push_back(read_known_fault(one));
        return faults;
    } catch (const InputError& error) {
        throw located(error, json_text, source);
    }
}

const std::vector<KnownFault>& shipped_known_faults() {
    static const std::vector<KnownFault> all = [] {
        std::vector<KnownFault> faults;
        for (const embedded::File& file : embedded::found()) {
            std::vector<KnownFault> some =
                read_known_faults(file.text, "src/found/" + std::string(file.name) + ".json");
            faults.insert(faults.end(), some.begin(), some.end());
        }
        return faults;
    }();
    return all;
}

std::vector<ModelFinding> known_faults_of(const ModelAudit& audit) {
    std::vector<ModelFinding> findings;
    if (!audit.holds_expected() || audit.expected->family == nullptr) return findings;
    const ModelFamily& family = *audit.expected->family;
    for (const KnownFault& fault : shipped_known_faults()) {
        if (fault.library != family.library ||
            std::ranges::find(fault.families, family.name) == fault.families.end())
            continue;
        std::vector<std::size_t> parts;
        for (const std::size_t i : audit.expected->known) {
            const ModelPart& part = audit.scan.parts[i];
            const bool is_matrix = part.seen.shape.size() > 1;
            const FamilyLaw* const law = family.law_of(numberless(part.whole_name()), is_matrix);
            if (is_matrix == fault.is_matrix && law != nullptr && law->law == fault.law &&
                (fault.scale.empty() || fault.scale == law->scale) && audit.expected->agrees(i) &&
                glob_match(fault.names, part.seen.name))
                parts.push_back(i);
        }
        if (parts.empty()) continue;
        const std::string& first = audit.scan.parts[parts.front()].seen.name;
        const std::size_t rest = parts.size() - 1;
        const std::string called =
            rest == 0 ? first : fmt::format("{} and {} other{}", first, rest, rest == 1 ? "" : "s");
        std::string text = fmt::format("{}: {}. The code of {} {} says so; docs/explanation/found.md: {}",
                                       called, fault.says, family.library, family.version, fault.entry);
        findings.push_back({"known fault", std::move(parts), std::move(text), false});
    }
    return findings;
}

}  // namespace sigprop
