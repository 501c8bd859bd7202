#include "formats/wrapped_names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "core/base/words.hpp"

namespace sigprop {
namespace {

struct Wrapper {
    std::string_view part, of;
    bool anywhere;  ///< before a block, too, if that was wrapped alone; else before the whole model
};
constexpr std::array wrappers = {
    Wrapper{"_orig_mod.", "torch.compile", true},
    Wrapper{"_fsdp_wrapped_module.", "FullyShardedDataParallel", true},
    Wrapper{"_checkpoint_wrapped_module.", "activation checkpointing", true},
    Wrapper{"module.", "DistributedDataParallel", false},
};

using Names = std::vector<std::string>;

/// Whether it was there.
bool remove_anywhere(Names& names, std::string_view part) {
    bool found = false;
    for (std::string& name : names) {
        for (std::size_t at = 0; (at = name.find(part, at)) != std::string::npos;) {
            const bool is_whole_part = at == 0 || name[at - 1] == '.';
            if (!is_whole_part || at + part.size() == name.size()) {
                at += part.size();
                continue;
            }
            name.erase(at, part.size());
            found = true;
        }
    }
    return found;
}

/// A counter that a wrapper keeps has no such name, and is no weight.
bool remove_before_all(Names& names, const std::vector<StoredTensor>& tensors, std::string_view part) {
    bool has_weights = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!tensors[i].type) continue;
        if (!names[i].starts_with(part) || names[i].size() == part.size()) return false;
        has_weights = true;
    }
    if (!has_weights) return false;
    for (std::string& name : names)
        if (name.starts_with(part) && name.size() > part.size()) name.erase(0, part.size());
    return true;
}

}  // namespace

std::string unwrap_names(std::vector<StoredTensor>& tensors) {
    Names names;
    for (const StoredTensor& one : tensors) names.push_back(one.name);
    std::vector<std::string> found;
    for (const Wrapper& one : wrappers) {
        bool is_there = one.anywhere && remove_anywhere(names, one.part);
        while (!one.anywhere && remove_before_all(names, tensors, one.part)) is_there = true;
        if (is_there) found.push_back(std::string(one.part) + " (of " + std::string(one.of) + ")");
    }
    if (found.empty() || std::set<std::string_view>(names.begin(), names.end()).size() < names.size())
        return "";
    for (std::size_t i = 0; i < names.size(); ++i) tensors[i].name = std::move(names[i]);
    return joined(found, " and ");
}

}  // namespace sigprop
