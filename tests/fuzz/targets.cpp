#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <array>

namespace sigprop::fuzz {

std::span<const Target> targets() {
    static constexpr std::array all = {
        Target{"checkpoint", run_checkpoint},
        Target{"claims", run_claims},
        Target{"expression", run_expression},
        Target{"formula", run_formula},
        Target{"gguf", run_gguf},
        Target{"json", run_json},
        Target{"npy", run_npy},
        Target{"npz", run_npz},
        Target{"recipe", run_recipe},
        Target{"regex", run_regex},
        Target{"report", run_report},
        Target{"safetensors", run_safetensors},
        Target{"series", run_series},
        Target{"spec", run_spec},
        Target{"stated", run_stated},
        Target{"tensor_files", run_tensor_files},
    };
    return all;
}

const Target* find_target(std::string_view name) {
    const auto found = std::ranges::find(targets(), name, &Target::name);
    return found == targets().end() ? nullptr : &*found;
}

}  // namespace sigprop::fuzz
