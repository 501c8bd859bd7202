#include "core/notation/symbols.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

using enum NotationKind;

constexpr std::array all = {
    NotationSymbol{"alpha", symbol, "α"},
    NotationSymbol{"beta", symbol, "β"},
    NotationSymbol{"gamma", symbol, "γ"},
    NotationSymbol{"delta", symbol, "δ"},
    NotationSymbol{"epsilon", symbol, "ϵ"},
    NotationSymbol{"varepsilon", symbol, "ε"},
    NotationSymbol{"theta", symbol, "θ"},
    NotationSymbol{"kappa", symbol, "κ"},
    NotationSymbol{"lambda", symbol, "λ"},
    NotationSymbol{"mu", symbol, "μ"},
    NotationSymbol{"nu", symbol, "ν"},
    NotationSymbol{"xi", symbol, "ξ"},
    NotationSymbol{"pi", symbol, "π"},
    NotationSymbol{"rho", symbol, "ρ"},
    NotationSymbol{"sigma", symbol, "σ"},
    NotationSymbol{"tau", symbol, "τ"},
    NotationSymbol{"phi", symbol, "ϕ"},
    NotationSymbol{"varphi", symbol, "φ"},
    NotationSymbol{"chi", symbol, "χ"},
    NotationSymbol{"psi", symbol, "ψ"},
    NotationSymbol{"omega", symbol, "ω"},
    NotationSymbol{"Gamma", symbol, "Γ"},
    NotationSymbol{"Delta", symbol, "Δ"},
    NotationSymbol{"Theta", symbol, "Θ"},
    NotationSymbol{"Lambda", symbol, "Λ"},
    NotationSymbol{"Sigma", symbol, "Σ"},
    NotationSymbol{"Phi", symbol, "Φ"},
    NotationSymbol{"Psi", symbol, "Ψ"},
    NotationSymbol{"Omega", symbol, "Ω"},
    NotationSymbol{"ell", symbol, "ℓ"},
    NotationSymbol{"infty", symbol, "∞"},
    NotationSymbol{"partial", symbol, "∂"},
    NotationSymbol{"nabla", symbol, "∇"},
    NotationSymbol{"top", symbol, "⊤"},
    NotationSymbol{"ldots", symbol, "…"},
    NotationSymbol{"log", function, "log"},
    NotationSymbol{"ln", function, "ln"},
    NotationSymbol{"exp", function, "exp"},
    NotationSymbol{"sin", function, "sin"},
    NotationSymbol{"cos", function, "cos"},
    NotationSymbol{"arccos", function, "arccos"},
    NotationSymbol{"tanh", function, "tanh"},
    NotationSymbol{"max", function, "max", {}, true},
    NotationSymbol{"min", function, "min", {}, true},
    NotationSymbol{"sup", function, "sup", {}, true},
    NotationSymbol{"inf", function, "inf", {}, true},
    NotationSymbol{"lim", function, "lim", {}, true},
    NotationSymbol{"sum", large, "∑", {}, true},
    NotationSymbol{"prod", large, "∏", {}, true},
    NotationSymbol{"int", large, "∫"},
    NotationSymbol{"+", binary, "+"},
    NotationSymbol{"-", binary, "−", "-"},
    NotationSymbol{"pm", binary, "±"},
    NotationSymbol{"cdot", binary, "⋅", "·"},
    NotationSymbol{"times", binary, "×"},
    NotationSymbol{"=", relation, "="},
    NotationSymbol{"<", relation, "<"},
    NotationSymbol{">", relation, ">"},
    NotationSymbol{"le", relation, "≤"},
    NotationSymbol{"ge", relation, "≥"},
    NotationSymbol{"ne", relation, "≠"},
    NotationSymbol{"approx", relation, "≈"},
    NotationSymbol{"sim", relation, "∼", "~"},
    NotationSymbol{"propto", relation, "∝"},
    NotationSymbol{"in", relation, "∈"},
    NotationSymbol{"to", relation, "→"},
    NotationSymbol{"mid", relation, "∣", "|"},
    NotationSymbol{"/", slash, "/"},
    NotationSymbol{"!", postfix, "!"},
    NotationSymbol{",", punctuation, ","},
    NotationSymbol{";", punctuation, ";"},
    NotationSymbol{"quad", space, " "},
};

}  // namespace

std::span<const NotationSymbol> notation_symbols() { return all; }

const NotationSymbol* find_notation_symbol(std::string_view command) {
    const auto found = std::ranges::find(all, command, &NotationSymbol::command);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace sigprop
