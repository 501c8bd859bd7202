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
    std::string_view claim;            ///< flags of measure weights: the law of the matrices
    std::string_view orthogonal = {};  ///< the names of those that are one orthogonal matrix
};

constexpr std::string_view truncated_lecun = "lecun_normal, truncated and corrected (Keras, JAX)";
constexpr std::string_view torch_matrix = "the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)";
constexpr std::string_view keras_table = "the default of keras.layers.Embedding, uniform ±0.05";
constexpr std::string_view torch_table = "the default of torch.nn.Embedding, N(0, 1)";

constexpr std::string_view by_torch = R"-(--std "1/sqrt(3*fan_in)" --distribution uniform)-";
constexpr std::string_view by_xavier = R"-(--std "sqrt(2/(fan_in + fan_out))")-";
constexpr std::string_view by_xavier_uniform =
    R"-(--std "sqrt(2/(fan_in + fan_out))" --distribution uniform)-";
constexpr std::string_view by_xavier_cut =
    R"-(--std "sqrt(2/(fan_in + fan_out))/truncated_normal.std(-2, 2)" --lower -2 --upper 2)-";
constexpr std::string_view by_he = R"-(--std "sqrt(2/fan_in)")-";
constexpr std::string_view by_he_uniform = R"-(--std "sqrt(2/fan_in)" --distribution uniform)-";
constexpr std::string_view by_he_cut =
    R"-(--std "sqrt(2/fan_in)/truncated_normal.std(-2, 2)" --lower -2 --upper 2)-";
constexpr std::string_view by_he_out = R"-(--std "sqrt(2/fan_out)")-";
constexpr std::string_view by_he_out_cut =
    R"-(--std "sqrt(2/fan_out)/truncated_normal.std(-2, 2)" --lower -2 --upper 2)-";
constexpr std::string_view by_lecun = R"-(--std "sqrt(1/fan_in)")-";
constexpr std::string_view by_lecun_uniform = R"-(--std "sqrt(1/fan_in)" --distribution uniform)-";
constexpr std::string_view by_lecun_cut =
    R"-(--std "sqrt(1/fan_in)/truncated_normal.std(-2, 2)" --lower -2 --upper 2)-";

constexpr std::array generic_rules = {
    GenericRule{"PyTorch's defaults", GenericRule::Of::torch, torch_matrix, torch_table, by_torch},
    GenericRule{"Keras's defaults", GenericRule::Of::keras, "xavier_uniform", keras_table, by_xavier_uniform,
                "recurrent_kernel$"},
    GenericRule{"Flax's defaults", GenericRule::Of::kernels, truncated_lecun, "lecun_normal", by_lecun_cut,
                R"((^|[./])(h[a-z]|dense_h)[./]kernel$)"},
    GenericRule{"Xavier's uniform law", GenericRule::Of::any, "xavier_uniform", "", by_xavier_uniform},
    GenericRule{"Xavier's normal law", GenericRule::Of::any, "xavier_normal", "", by_xavier},
    GenericRule{"Xavier's normal law, truncated", GenericRule::Of::any,
                "xavier_normal, truncated and corrected (Keras, JAX)", "", by_xavier_cut},
    GenericRule{"He's uniform law by fan_in", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_in)_uniform",
                "", by_he_uniform},
    GenericRule{"He's normal law by fan_in", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_in)_normal",
                "", by_he},
    GenericRule{"He's normal law by fan_in, truncated", GenericRule::Of::any,
                "kaiming (gain sqrt(2), fan_in)_normal, truncated and corrected (Keras, JAX)", "", by_he_cut},
    GenericRule{"He's normal law by fan_out", GenericRule::Of::any, "kaiming (gain sqrt(2), fan_out)_normal",
                "", by_he_out},
    GenericRule{"He's normal law by fan_out, truncated", GenericRule::Of::any,
                "kaiming (gain sqrt(2), fan_out)_normal, truncated and corrected (Keras, JAX)", "",
                by_he_out_cut},
    GenericRule{"LeCun's uniform law", GenericRule::Of::any, "lecun_uniform", "", by_lecun_uniform},
    GenericRule{"LeCun's normal law", GenericRule::Of::any, "lecun_normal", "", by_lecun},
    GenericRule{"LeCun's normal law, truncated", GenericRule::Of::any, truncated_lecun, "", by_lecun_cut},
    GenericRule{"a normal law of std 0.02", GenericRule::Of::any, "a normal of std 0.02 (BERT, GPT-2)", "",
                "--std 0.02"},
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
        return can_hold(WeightLaw::between(1 / std::sqrt(hidden)), part.statistics(), part.rounding(),
                        part.seen.family);
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
        return law != known.end() && can_hold(law->law, part.statistics(), part.rounding(), part.seen.family);
    });
}

/// Which rules explain which of the random tensors.
struct Explained {
    std::vector<std::size_t> random;  ///< parts of the scan
    std::array<std::vector<std::size_t>, generic_rules.size()> by;
    bool has_kernels = false;  ///< most are [fan_in, fan_out], as Keras and Flax keep them

    [[nodiscard]] std::string claim(std::size_t rule) const {
        return std::string(generic_rules[rule].claim) + (has_kernels ? " --layout keras" : "");
    }
    [[nodiscard]] std::size_t most() const {
        const auto best = std::ranges::max_element(by, {}, [](const auto& one) { return one.size(); });
        return static_cast<std::size_t>(best - by.begin());
    }
    /// Whether one rule explains nearly all: some tensors of every model are drawn otherwise.
    [[nodiscard]] bool has_one() const {
        constexpr std::size_t tenth = 10;
        return by[most()].size() * tenth >= random.size() * (tenth - 1);
    }
};

Explained explained_in(const ModelScan& scan) {
    Explained explained;
    std::size_t kernels = 0;
    std::size_t paths = 0;  // Keras's, which have slashes: layer/kernel
    for (std::size_t i = 0; i < scan.parts.size(); ++i) {
        const ModelPart& one = scan.parts[i];
        if (!one.is_matrix() || !is_informative(one.seen) || one.is_coarse() ||
            one.law.form == SeenLaw::Form::table)
            continue;
        explained.random.push_back(i);
        if (one.layout == WeightLayout::keras) ++kernels;
        if (one.layout == WeightLayout::keras && one.seen.name.find('/') != std::string::npos) ++paths;
    }
    explained.has_kernels = kernels * 2 > explained.random.size();
    const auto has_names = [&](GenericRule::Of of) {
        switch (of) {
            case GenericRule::Of::any: return true;
            case GenericRule::Of::torch: return !explained.has_kernels;
            case GenericRule::Of::kernels: return explained.has_kernels;
            case GenericRule::Of::keras: return explained.has_kernels && paths == kernels;
        }
        return false;
    };
    for (const std::size_t i : explained.random) {
        const std::vector<std::vector<KnownLaw>> laws = laws_for(scan.parts[i]);
        for (std::size_t k = 0; k < generic_rules.size(); ++k)
            if (has_names(generic_rules[k].of) && explains(generic_rules[k], scan.parts[i], laws))
                explained.by[k].push_back(i);
    }
    return explained;
}

/// Fewer random tensors are no pattern.
constexpr std::size_t several_random = 2;

}  // namespace

std::string GenericLaws::text() const {
    return fmt::format("{}: {} of {} random tensors", name, explained, random);
}

UnnamedLaws unnamed_laws(const ModelScan& scan) {
    Explained left = explained_in(scan);
    UnnamedLaws laws;
    if (left.random.size() < several_random) return laws;
    if (left.has_one()) {
        const std::size_t rule = left.most();
        laws.one = GenericLaws{std::string(generic_rules[rule].name), left.by[rule].size(),
                               left.random.size(), left.claim(rule)};
        return laws;
    }
    std::vector<std::size_t> unexplained = left.random;
    for (std::size_t rule = left.most(); !left.by[rule].empty(); rule = left.most()) {
        const std::vector<std::size_t> parts = left.by[rule];
        const auto is_told = [&](std::size_t i) { return std::ranges::binary_search(parts, i); };
        for (std::vector<std::size_t>& one : left.by) std::erase_if(one, is_told);
        std::erase_if(unexplained, is_told);
        laws.shares.push_back({std::string(generic_rules[rule].name), parts, left.claim(rule)});
    }
    if (!laws.shares.empty() && !unexplained.empty()) laws.shares.push_back({"", std::move(unexplained)});
    return laws;
}

std::string text_of(const std::vector<LawShare>& shares, const ModelScan& scan) {
    std::size_t random = 0;
    for (const LawShare& one : shares) random += one.parts.size();
    std::string text = fmt::format("of {} random tensors", random);
    for (const LawShare& one : shares) {
        const std::string& first = scan.parts[one.parts.front()].seen.name;
        const std::size_t others = one.parts.size() - 1;
        text += fmt::format(", {} {} {} ({}{})", one.parts.size(), others == 0 ? "has" : "have",
                            one.name.empty() ? "none of the usual laws" : one.name, first,
                            others == 0   ? ""
                            : others == 1 ? " and " + scan.parts[one.parts.back()].seen.name
                                          : fmt::format(" and {} others", others));
    }
    return text;
}

}  // namespace sigprop
