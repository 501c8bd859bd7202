#pragma once
// A small recipe for tests, and the same with one text replaced.

#include <stdexcept>
#include <string>

namespace recipes {

inline std::string text() {
    return R"~({"recipe": "small", "summary": "for tests",
 "notes": ["a note"],
 "sources": [{"what": "nothing", "url": "https://example.org"}],
 "sizes": [
  {"name": "d_model", "default": 32, "meaning": "width"},
  {"name": "d_ff", "default": "4 * d_model", "meaning": "inner width"},
  {"name": "layers", "default": 3, "meaning": "blocks"},
  {"name": "heads", "default": 4, "meaning": "heads"},
  {"name": "activation", "kind": "activation", "default": "tanh", "meaning": "f"},
  {"name": "std", "kind": "real", "default": "0.1", "meaning": "s"}],
 "divides": [["heads", "d_model"]],
 "tensors": [
  {"name": "h.*.qk.weight", "role": "query", "shape": ["d_model", "d_model"], "scale": "std", "law": "normal"},
  {"name": "h.*.k.weight", "role": "key", "shape": ["d_model", "d_model"], "layout": "in_out", "scale": "std", "law": "normal"},
  {"name": "h.*.v.weight", "role": "value", "shape": ["d_model", "d_model"], "scale": "std", "cut": 2, "law": "truncated_normal"},
  {"name": "h.*.o.weight", "role": "attention_output", "shape": ["d_model", "d_model"], "scale": "std / sqrt(layer + 1)", "law": "normal"},
  {"name": "h.*.in.weight", "role": "hidden", "shape": ["d_ff", "d_model"], "scale": "sqrt(3) * std", "law": "uniform"},
  {"name": "h.*.out.weight", "role": "hidden_output", "shape": ["d_model", "d_ff"], "scale": "std / 2", "law": "normal"}],
 "stream": {"scheme": "pre_norm", "norm": "layer_norm", "initial": "std^2"}})~";
}

/// Errors   std::logic_error if the text is not there: the test would test nothing
inline std::string changed(const std::string& from, const std::string& to) {
    std::string all = text();
    const std::size_t at = all.find(from);
    if (at == std::string::npos) throw std::logic_error("not in the recipe: " + from);
    return all.replace(at, from.size(), to);
}

}  // namespace recipes
