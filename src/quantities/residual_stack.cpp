// The table of residual schemes, and how the parameters of residual.* become a stack: what a scheme does not
// have is refused, because an ignored argument is how a wrong number gets into a paper.

#include "quantities/residual_stack.hpp"

#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr std::int64_t most_layers = 1'000'000'000'000'000;

struct Scheme {
    ResidualScheme scheme;
    std::string_view name, alias;
    std::string_view text;
    std::vector<std::string_view> has;  ///< of branch_variance, chi_ratio, branch_scale, alpha, schedule
    std::string_view why_not;           ///< it has no other parameter
};

const std::vector<Scheme>& schemes() {
    using enum ResidualScheme;
    static const std::vector<Scheme> table = {
        {pre_norm,
         "pre_norm",
         "",
         "x + s F(Norm x), then a final Norm; s = branch_scale",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor and its scale no schedule"},
        {post_norm,
         "post_norm",
         "",
         "Norm(x + s F(x)); s = branch_scale",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor (deep_norm's has) and its scale no schedule"},
        {sandwich,
         "sandwich",
         "peri_ln",
         "x + g Norm(F(Norm x)), then a final Norm; branch_variance = g^2",
         {"branch_variance", "chi_ratio"},
         "its branch is normalised and then multiplied by g, and branch_variance is g^2"},
        {layer_norm_scaling,
         "layer_norm_scaling",
         "",
         "x + F(Norm(x) / sqrt(layer + 1)), then a final Norm (layer from 0; the source counts blocks)",
         {"branch_variance", "chi_ratio"},
         "its branches see an input divided by sqrt(layer + 1)"},
        {skip_init,
         "skip_init",
         "",
         "x + s F(x), no norm; s = branch_scale or alpha, 0 when training starts",
         {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"},
         ""},
        {rezero,
         "rezero",
         "",
         "the same as skip_init",
         {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"},
         ""},
        {fixup,
         "fixup",
         "",
         "x + F(x), no norm, where F's last matrix is zero when training starts",
         {},
         "its branches are zero"},
        {deep_norm,
         "deep_norm",
         "deepnorm",
         "Norm(alpha x + F(x)); alpha defaults to layers^(1/4), DeepNorm's one stack of layers/2 blocks, "
         "whose "
         "beta belongs into branch_variance",
         {"branch_variance", "chi_ratio", "alpha"},
         "its branch has no factor but the skip path's alpha, and beta belongs into branch_variance"},
        {ngpt,
         "ngpt",
         "",
         "Norm((1 - alpha) x + alpha Norm(F(x))); alpha must be given",
         {"chi_ratio", "alpha"},
         "its branch is normalised and takes the share alpha"},
    };
    return table;
}

const Scheme& scheme_named(const std::string& name) {
    return *std::ranges::find_if(schemes(),
                                 [&](const Scheme& s) { return s.name == name || s.alias == name; });
}

Parameter optional(const char* name, ParameterKind kind, const char* meaning,
                   std::vector<std::string> choices = {}) {
    return {name, kind, std::nullopt, meaning, std::move(choices), true};
}

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

void refuse_what_it_has_not(const Arguments& arguments, const Scheme& scheme) {
    for (const char* name : {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"}) {
        if (!arguments.given(name) || std::ranges::find(scheme.has, name) != scheme.has.end()) continue;
        std::string message =
            std::string(scheme.name) + " has no " + name + ": " + std::string(scheme.why_not);
        if (!scheme.has.empty()) message += " (it has " + joined(scheme.has) + ")";
        throw InputError(message);
    }
}

void require_length(const std::vector<Real>& values, const std::string& name, std::int64_t layers) {
    for (const Real& value : values) require_finite(value, name);
    if (values.size() == 1 || values.size() == static_cast<std::uint64_t>(layers)) return;
    throw InputError(name + " has " + std::to_string(values.size()) + " elements for " +
                     std::to_string(layers) + " layers: give one number, or one for each layer");
}

void read_scales(const Arguments& arguments, ResidualStack& stack) {
    const bool by_alpha = arguments.given("alpha");
    if (by_alpha && arguments.given("branch_scale")) {
        throw InputError("alpha and branch_scale are two names for one thing here: give one of them");
    }
    const std::string name = by_alpha ? "alpha" : "branch_scale";
    stack.scales = arguments.reals(name);
    require_length(stack.scales, name, stack.layers);
    stack.rising = arguments.given("schedule") && arguments.choice("schedule") == "linear";
    if (stack.rising && stack.scales.size() > 1) {
        throw InputError("schedule=linear makes the schedule from one " + name + ": a list is one already");
    }
}

void read_rates(const Arguments& arguments, ResidualStack& stack) {
    const bool is_rate = stack.scheme == ResidualScheme::ngpt;
    if (!arguments.given("alpha")) {
        if (is_rate) throw InputError("ngpt needs alpha=, the share of the branch, in [0, 1]");
        const std::int64_t layers = stack.layers;
        stack.alphas = {Real(std::to_string(layers) + "^(1/4)", [layers](long bits) {
            return sqrt(sqrt(Ball(layers).at_precision(bits + 8)));
        })};
        return;
    }
    stack.alphas = arguments.reals("alpha");
    require_length(stack.alphas, "alpha", stack.layers);
    for (const Real& alpha : stack.alphas) {
        if (!is_rate)
            require_positive(alpha, "alpha");
        else if (compare(alpha, 0).value_or(0) < 0 || compare(alpha, 1).value_or(0) > 0) {
            throw InputError("alpha must be in [0, 1], not " + alpha.text());
        }
    }
}

Real square_root(const Real& x) {
    return Real("sqrt(" + x.text() + ")", [x](long bits) { return sqrt(x.at(bits + 8)); });
}

}  // namespace

std::vector<Parameter> residual_stack_parameters(const StackParameters& which) {
    const auto wanted = [&](std::string_view name) {
        return which.schemes.empty() || std::ranges::find(which.schemes, name) != which.schemes.end();
    };
    std::vector<std::string> names;
    std::set<std::string_view> had;
    for (const Scheme& scheme : schemes()) {
        if (!wanted(scheme.name)) continue;
        names.emplace_back(scheme.name);
        if (!scheme.alias.empty()) names.emplace_back(scheme.alias);
        had.insert(scheme.has.begin(), scheme.has.end());
    }
    std::vector<Parameter> all = {
        {"scheme", ParameterKind::choice, std::nullopt, "the residual scheme", names},
        optional("layers", ParameterKind::integer, "residual additions, two per Transformer block; >= 1")};
    all.insert(all.end(), which.after_layers.begin(), which.after_layers.end());
    if (which.branches) {
        all.push_back({"branch_variance", ParameterKind::real, "1",
                       "second moment of a branch's output for an input of second moment 1, > 0; sandwich: "
                       "gamma^2"});
    }
    if (which.chi_ratio) {
        all.push_back(
            {"chi_ratio", ParameterKind::real, "1",
             "mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear "
             "or homogeneous branches; see activation.chi_ratio"});
    }
    if (which.initial) {
        all.push_back({"initial", ParameterKind::real, "1", "q_0, second moment of x_0, > 0"});
    }
    if (had.contains("branch_scale")) {
        all.push_back(
            {"branch_scale", ParameterKind::reals, "1",
             "s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, "
             "post_norm, rezero, skip_init)"});
    }
    all.push_back(
        optional("alpha", ParameterKind::reals,
                 "one number, or a list of one for each layer: deep_norm's factor of the skip path, "
                 "default layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale"));
    if (had.contains("schedule")) {
        all.push_back(
            optional("schedule", ParameterKind::choice,
                     "linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init)",
                     {"constant", "linear"}));
    }
    all.push_back(optional("blocks", ParameterKind::integer, "Transformer blocks, in place of layers/2"));
    return all;
}

std::string residual_scheme_table() {
    std::string text;
    for (const Scheme& scheme : schemes()) {
        text += (text.empty() ? "" : "\n") + std::string(scheme.name) +
                (scheme.alias.empty() ? "" : " (" + std::string(scheme.alias) + ")") + ": " +
                std::string(scheme.text);
    }
    return text;
}

std::string_view to_string(ResidualScheme scheme) {
    return std::ranges::find(schemes(), scheme, &Scheme::scheme)->name;
}

std::int64_t residual_layers(const Arguments& arguments) {
    const bool of_layers = arguments.given("layers");
    if (of_layers && arguments.given("blocks")) {
        throw InputError("give layers= (residual additions) or blocks= (two additions each), not both");
    }
    if (!of_layers && !arguments.given("blocks")) {
        throw InputError("give layers=, the number of residual additions, or blocks=, two additions each");
    }
    const std::string name = of_layers ? "layers" : "blocks";
    const std::int64_t count = arguments.integer(name);
    const std::int64_t most = of_layers ? most_layers : most_layers / 2;
    if (count < 1) throw InputError(name + " must be at least 1, not " + std::to_string(count));
    if (count > most) throw InputError(name + " must be at most " + std::to_string(most));
    return of_layers ? count : 2 * count;
}

ResidualStack residual_stack(const Arguments& arguments) {
    const Scheme& scheme = scheme_named(arguments.choice("scheme"));
    const auto has = [&](std::string_view name) {
        return std::ranges::find(scheme.has, name) != scheme.has.end();
    };
    refuse_what_it_has_not(arguments, scheme);
    ResidualStack stack;
    stack.scheme = scheme.scheme;
    stack.layers = residual_layers(arguments);
    if (scheme.scheme == ResidualScheme::fixup) stack.branch_variance = 0;
    if (has("branch_variance") && arguments.has_real("branch_variance")) {
        stack.branch_variance = arguments.real("branch_variance");
        require_positive(stack.branch_variance, "branch_variance");
    }
    if (arguments.has_real("initial")) {
        stack.initial = arguments.real("initial");
        require_positive(stack.initial, "initial");
    }
    if (has("chi_ratio") && arguments.has_real("chi_ratio")) {
        stack.chi_ratio = arguments.real("chi_ratio");
        require_finite(stack.chi_ratio, "chi_ratio");
        if (compare(stack.chi_ratio, 0).value_or(0) < 0) {
            throw InputError("chi_ratio must be at least 0, not " + stack.chi_ratio.text());
        }
    }
    if (has("branch_scale")) read_scales(arguments, stack);
    if (has("alpha") && !has("branch_scale")) read_rates(arguments, stack);
    return stack;
}

Real ResidualStack::scale(std::int64_t layer) const {
    if (scales.empty()) return 1;
    const Real& one = scales.size() == 1 ? scales.front() : scales.at(static_cast<std::size_t>(layer));
    return rising ? one * Real(Rational(layer + 1) / Rational(layers)) : one;
}

const Real& ResidualStack::alpha(std::int64_t layer) const {
    return alphas.size() == 1 ? alphas.front() : alphas.at(static_cast<std::size_t>(layer));
}

ResidualStep<Real> ResidualStack::step(std::int64_t layer) const {
    ResidualStep<Real> step;
    switch (scheme) {
        case ResidualScheme::pre_norm: step.normalises_input = true; break;
        case ResidualScheme::post_norm: step.normalises_sum = true; break;
        case ResidualScheme::sandwich:
            step.normalises_input = step.normalises_branch = true;
            step.branch = square_root(branch_variance);
            return step;
        case ResidualScheme::layer_norm_scaling:
            step.normalises_input = true;
            step.input_scale = square_root(Rational(1) / Rational(layer + 1));
            return step;
        case ResidualScheme::skip_init:
        case ResidualScheme::rezero:
        case ResidualScheme::fixup: break;
        case ResidualScheme::deep_norm:
            step.normalises_sum = true;
            step.skip = alpha(layer);
            return step;
        case ResidualScheme::ngpt:
            step.normalises_branch = step.normalises_sum = true;
            step.skip = Real(1) - alpha(layer);
            step.branch = alpha(layer);
            return step;
    }
    step.branch = scale(layer);
    return step;
}

bool ResidualStack::has_final_norm() const {
    return scheme == ResidualScheme::pre_norm || scheme == ResidualScheme::sandwich ||
           scheme == ResidualScheme::layer_norm_scaling;
}

bool ResidualStack::is_uniform() const {
    return scheme != ResidualScheme::layer_norm_scaling && !rising && scales.size() <= 1 &&
           alphas.size() <= 1;
}

}  // namespace sigprop
