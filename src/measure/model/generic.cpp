#include "measure/model/generic.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "measure/weights/origin.hpp"

namespace sigprop {
namespace {

/// The laws that a framework or a scheme has for matrices, and for tables of embeddings, by the names of
/// known_initialisers. Without one of its own a table is a matrix.
struct GenericRule {
    std::string_view name;
    enum class Of : unsigned char { any, torch, keras, kernels } of;  ///< whose names the tensors have
    std::string_view matrix, table;
    std::string_view orthogonal = {};  ///< the names of those that are one orthogonal matrix
};

constexpr std::string_view truncated_lecun = "lecun_normal, truncated and corrected (Keras, JAX)";
constexpr std::string_view torch_matrix = "the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)";

constexpr std::array generic_rules = {
    GenericRule{"PyTorch's defaults", GenericRule::Of::torch, torch_matrix,
                "the default of torch.nn.Embedding, N(0, 1)"},
    GenericRule{"Keras's defaults", GenericRule::Of::keras, "xavier_uniform",
                "the default of keras.layers.Embedding, uniform ±0.05", "recurrent_kernel$"},
    GenericRule{"Flax's defaults", GenericRule::Of::kernels, truncated_lecun, "lecun_normal",
                R"((^|[./])(h[a-z]|dense_h)[./]kernel$)"},
    GenericRule{"Xavier's uniform law", GenericRule::Of::any, "xavier_uniform", ""},
    GenericRule{"Xavier's normal law", GenericRule::Of::any, "xavier_normal", ""},
    GenericRule{"Xavier's normal law, truncated", GenericRule::Of::any,
                "xavier_normal, truncated and corrected (Keras, JAX)", ""},
    GenericRule{"He's uniform law by fan_in", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_in)_uniform",
                ""},
    GenericRule{"He's normal law by fan_in", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_in)_normal",
                ""},
    GenericRule{"He's normal law by fan_in, truncated", GenericRule::Of::any,
                "kaiming (gain sqrt(2), fan_in)_normal, truncated and corrected (Keras, JAX)", ""},
    GenericRule{"He's normal law by fan_out", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_out)_normal",
                ""},
    GenericRule{"He's normal law by fan_out, truncated", GenericRule::Of::any,
                "kaiming (gain sqrt(2), fan_out)_normal, truncated and corrected (Keras, JAX)", ""},
    GenericRule{"LeCun's uniform law", GenericRule::Of::any, "lecun_uniform", ""},
    GenericRule{"LeCun's normal law", GenericRule::Of::any, "lecun_normal", ""},
    GenericRule{"LeCun's normal law, truncated", GenericRule::Of::any, truncated_lecun, ""},
    GenericRule{"a normal law of std 0.02", GenericRule::Of::any, "a normal of std 0.02 (BERT, GPT-2)", ""},
};

bool is_lookup(const ModelPart& part) {
    return part.seen.shape.size() == 2 && (part.role.role == "embedding" || part.role.role == "position");
}

/// The known laws of a matrix: with the fans that the role gives, and with those that a framework counts in
/// an array of more axes, of the whole and of each matrix that is stacked in it.
std::vector<std::vector<KnownLaw>> laws_for(const ModelPart& part) {
    std::vector<std::vector<KnownLaw>> laws = {known_initialisers(part.fans)};
    const std::vector<std::size_t>& shape = part.seen.shape;
    if (part.slice) {
        laws.push_back(known_initialisers(part.whole_fans));
    } else if (shape.size() > 2) {
        laws.push_back(known_initialisers(fans_of(shape, part.layout)));
        laws.push_back(known_initialisers(fans_of({shape.begin() + 1, shape.end()}, part.layout)));
    }
    return laws;
}

/// Uniform on ±1/sqrt(hidden), of which the rows are one to four.
bool is_torch_recurrent(const ModelPart& part) {
    if (part.role.role != "recurrent") return false;
    return std::ranges::any_of(std::array{1.0, 3.0, 4.0}, [&](double gates) {
        const double hidden = static_cast<double>(part.seen.shape.front()) / gates;
        return contradictions(WeightLaw::between(1 / std::sqrt(hidden)), part.statistics(), part.rounding(),
                              part.seen.family)
            .empty();
    });
}

bool is_orthogonal_kernel(const ModelPart& part) {
    constexpr double near_one = 0.01;
    const std::optional<Orthogonality>& found = part.look.orthogonal;
    return found && found->split.gates == 1 && std::abs(found->length - 1) < near_one;
}

bool explains(const GenericRule& rule, const ModelPart& part,
              const std::vector<std::vector<KnownLaw>>& laws) {
    if (rule.of == GenericRule::Of::torch && is_torch_recurrent(part)) return true;
    if (is_orthogonal_kernel(part))
        return !rule.orthogonal.empty() && RE2::PartialMatch(part.seen.name, RE2(rule.orthogonal));
    const std::string_view name = is_lookup(part) && !rule.table.empty() ? rule.table : rule.matrix;
    return std::ranges::any_of(laws, [&](const std::vector<KnownLaw>& known) {
        const auto law = std::ranges::find(known, name, &KnownLaw::name);
        return law != known.end() &&
               contradictions(law->law, part.statistics(), part.rounding(), part.seen.family).empty();
    });
}

}  // namespace

std::string GenericLaws::text() const {
    return fmt::format("{}: {} of {} random tensors", name, explained, random);
}

std::optional<GenericLaws> generic_laws(const ModelScan& scan) {
    std::vector<const ModelPart*> random;
    std::size_t kernels = 0;
    std::size_t paths = 0;  // Keras's, which have slashes: layer/kernel
    for (const ModelPart& one : scan.parts) {
        if (!one.is_matrix() || !is_informative(one.seen) || one.is_coarse() ||
            one.law.form == SeenLaw::Form::table)
            continue;
        random.push_back(&one);
        if (one.layout == WeightLayout::keras) ++kernels;
        if (one.layout == WeightLayout::keras && one.seen.name.find('/') != std::string::npos) ++paths;
    }
    constexpr std::size_t several = 2;
    constexpr std::size_t tenth = 10;
    if (random.size() < several) return std::nullopt;
    const auto has_names = [&](GenericRule::Of of) {
        const bool has_kernels = kernels * 2 > random.size();
        switch (of) {
            case GenericRule::Of::any: return true;
            case GenericRule::Of::torch: return !has_kernels;
            case GenericRule::Of::kernels: return has_kernels;
            case GenericRule::Of::keras: return has_kernels && paths == kernels;
        }
        return false;
    };
    std::array<std::size_t, generic_rules.size()> explained{};
    for (const ModelPart* const one : random) {
        const std::vector<std::vector<KnownLaw>> laws = laws_for(*one);
        for (std::size_t k = 0; k < generic_rules.size(); ++k)
            if (has_names(generic_rules[k].of) && explains(generic_rules[k], *one, laws)) ++explained[k];
    }
    const auto most = std::ranges::max_element(explained);
    if (*most * tenth < random.size() * (tenth - 1)) return std::nullopt;
    const auto rule = static_cast<std::size_t>(most - explained.begin());
    return GenericLaws{std::string(generic_rules[rule].name), *most, random.size()};
}

}  // namespace sigprop
