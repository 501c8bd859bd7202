// Every flag of every command, listed once.

#include <algorithm>
#include <array>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>

#include "flags.hpp"
#include "output_formats.hpp"

#include "core/base/words.hpp"
#include "measure/gradient/layer.hpp"

namespace sigprop::tool {

namespace {

std::string_view layer_help() {
    static const std::string text = [] {
        std::vector<std::string> others = jacobian_norm_layers();
        std::erase_if(others,
                      [](const std::string& one) { return one == "rms_norm" || one == "layer_norm"; });
        return "rms_norm (elementwise: the default), layer_norm, or an implementation's name, LlamaRMSNorm; "
               "jacobian also " +
               joined(others) + ", an activation such as mish, or a formula in x";
    }();
    return text;
}

}  // namespace

const std::vector<Flag>& flags() {
    using enum FlagValue;
    static const std::vector<Flag> others = {
        {"digits", required, "N", "significant digits to prove, 1 to 10000 (30)"},
        {"methods", required, "GLOB",
         "the methods to use: globs with commas, !GLOB leaves out (*); monte_carlo_float32 by its full "
         "name only"},
        {"samples", required, "N", "samples of each simulation, such as 1e6 (131072)"},
        {"seed", required, "N", "the seed of all random numbers (0)"},
        {"confidence", required, "LEVEL",
         "confidence level of the intervals of samples, such as 0.999 or 99.9% (0.95)"},
        {"threads", required, "N",
         "number of threads, which changes only the time (all cores; a rank of mpirun: 1)"},
        {"budget", required, "SECONDS",
         "time limit; what has no value by then is unable (off: budgets count work)"},
        {"checkpoint", required, "FILE",
         "file that keeps finished samples: the same command continues from it"},
        {"checkpoint-key", required, "FILE",
         "sign the checkpoint by the key in this file, and take none without that signature"},
        {"claims", required, "FILE", "take the claims of this file instead of the built-in ones; may repeat",
         true},
        {"allow-outside", none, "",
         "let stated_from read files outside of the working directory and the folder of the claims file"},
        {"builtin", none, "", "take the built-in claims too, beside --claims"},
        {"experiments", none, "", "judge the experiments alone: claims about training, which take minutes"},
        {"over", required, "AXIS",
         "n=64:1048576:x2, std=0.5:4:+0.5, n=1,2,5, f=gelu,relu or f=*; several make a grid; samples and "
         "seed are those of simulations",
         true},
        {"for", required, "NAME", "the unknown of the equation"},
        {"in", required, "LOWER:UPPER", "the interval in which roots are sought, ends included"},
        {"shipped", none, "", "compute the series shipped with sigprop; words are globs over their ids"},
        {"series", required, "FILE", "compute the series of this file; may repeat", true},
        {"w", required, "FILE",
         "weights, as numpy.save writes them (.npy), or a checkpoint, tensor by tensor; may repeat", true},
        {"std", required, "EXPR",
         "the std that the law is said to have, such as 0.02 or sqrt(2/fan_in); of a truncated normal, "
         "before "
         "truncation"},
        {"distribution", required, "LAW", "the law: normal, or uniform on ±sqrt(3) std (normal)"},
        {"lower", required, "EXPR", "the lower limit of a truncated normal (-inf)"},
        {"upper", required, "EXPR", "the upper limit of a truncated normal (inf)"},
        {"limits", required, "UNIT",
         "relative: limits are multiples of std; absolute: limits are values, as in PyTorch (relative)"},
        {"layout", required, "ORDER",
         "order of the axes, torch: W[fan_out, fan_in, ...]; keras: W[..., fan_in, fan_out] (torch)"},
        {"recipe", required, "NAME",
         "the recipe, or the family (timm.ResNet), that the model was meant to be (the one that explains "
         "most)"},
        {"spectrum", none, "",
         "singular values of the matrices against those of independent entries, and the logits of each head"},
        {"roles", required, "FILE", "rules that say what tensors are for, before the built-in ones (JSON)"},
        {"spec", required, "FILE",
         "the laws that every tensor must have, as `recipe NAME --emit spec` writes them (JSON)"},
        {"against", required, "FILE", "another checkpoint of the model: what changed, tensor by tensor"},
        {"q", required, "FILE", "queries (.npy): [n, d], [heads, n, d] or [batch, heads, n, d]"},
        {"k", required, "FILE",
         "keys of the same shape, or with fewer heads, whose number divides that of q"},
        {"scale", required, "EXPR", "the scale in the logits scale q.k (1/sqrt(d))"},
        {"softcap", required, "EXPR", "the cap c: logits x become c tanh(x / c) (no cap)"},
        {"causal", none, "", "causal mask: a query sees no key after its position; the last one sees all"},
        {"layer", required, "NAME", layer_help()},
        {"x", required, "FILE",
         "activations, the layer's input (.npy): [..., d], or [B, C, ...] for layers with channels"},
        {"dy", required, "FILE", "the gradient of the layer's output, of the same shape as x"},
        {"dx", required, "FILE", "your gradient of x, to be checked; so are --dweight, --dbias and --y"},
        {"dskip", required, "FILE",
         "the gradient that reaches x past the layer, added to dx, as in a norm fused with its residual (0)"},
        {"eps", required, "EXPR",
         "the layer's epsilon, such as 1e-6 (elementwise: 0; jacobian: that of the implementation named)"},
        {"weight", required, "FILE", "the gain, one number for each feature or channel (1)"},
        {"weight-offset", required, "EXPR",
         "the number added to the weight to make the gain (that of the implementation named: 1 for Gemma; "
         "0)"},
        {"dweight", required, "FILE", "your gradient of the weight"},
        {"bias", required, "FILE", "the bias (0)"},
        {"dbias", required, "FILE", "your gradient of the bias"},
        {"y", required, "FILE", "your output of the layer"},
        {"dtype", required, "TYPE",
         "what the kernel computes in: float16, bfloat16, float32 or float64 (each file's own)"},
        {"rms", required, "EXPR",
         "root mean square of the normal inputs whose optimum stands beside the fit (1)"},
        {"groups", required, "N", "the number of groups of group_norm"},
        {"bfloat16", none, "", "read 16-bit integers in the files as the bits of bfloat16"},
        {"evidence", none, "",
         "show what each method says, even where all agree; in CSV of sweep a row for each"},
        {"plain", none, "",
         "print the numbers alone, one per line, for $(...); warnings go to standard error"},
        {"certificate", required, "FILE",
         "write the proof of the one expression to this file, for 'sigprop check' to check"},
        {"certificates", required, "FOLDER", "write such a file for each claim that can have one"},
        {"d-model", required, "N", "width of the residual stream (the recipe's, as for all sizes)"},
        {"d-ff", required, "N", "width between the matrices of the feed-forward unit"},
        {"layers", required, "N", "blocks, each of attention and a feed-forward unit"},
        {"heads", required, "N", "attention heads"},
        {"kv-heads", required, "N", "heads of keys and values, where queries share them"},
        {"activation", required, "F", "activation of the feed-forward unit, such as gelu, or swiglu"},
        {"vocab", required, "N", "tokens of the vocabulary"},
        {"context", required, "N", "positions"},
        {"set", required, "NAME=VALUE", "another size or number of the recipe, such as std=0.01; may repeat",
         true},
        {"like", required, "CONFIG",
         "take the sizes from this config.json, or from that of a folder; other flags replace them"},
        {"ignore", required, "ID[:GLOB]",
         "leave out findings of this kind, such as copy, or those whose tensors' names match; may repeat",
         true},
        {"no-config", none, "", "read no [tool.sigprop] of a pyproject.toml"},
        {"networks", required, "N", "sample this many networks of the recipe, too, and show their means"},
        {"all", none, "", "list every entry, one a line, on a terminal too, and claims beside quantities"},
        {"text", required, "FILE", "learn the bytes of this text (UTF-8) instead of a task"},
        {"output", required, "FILE", "the file to write (claims.json)"},
        {"emit", required, "KIND",
         "what to print instead, to paste or to use: json, cpp or python; of a recipe python, jax, spec or "
         "train"},
        {"html", output, "FILE.html", "the page to write; without a file it goes to standard output", false,
         ".html"},
        {"github", none, "", "write annotations for GitHub Actions on what failed"},
        {"force", none, "", "replace files that the run reads, or that are no reports of ours"},
        {"baseline", required, "FILE", "compare with a stored report afterwards; a change exits 1"},
        {"update-baseline", none, "",
         "write the baseline anew after the comparison, or for the first time; a change is no failure then"},
        {"reproducible", none, "", "leave out of JSON what changes from run to run"},
        {"quiet", none, "", "write no table and no messages except errors; files are written"},
        {"color", required, "WHEN",
         "when to use colour: auto, always or never (auto; NO_COLOR is respected)"},
    };
    static const std::vector<Flag> all = [] {
        std::vector<Flag> listed = others;
        const auto place = std::ranges::find(listed, "html", &Flag::name);
        std::vector<Flag> formats;
        for (const OutputFormat& format : output_formats()) formats.push_back(format.flag);
        listed.insert(place, formats.begin(), formats.end());
        return listed;
    }();
    return all;
}

FlagPart part_of(const Flag& flag) {
    constexpr std::array<std::string_view, 9> output = {
        "github", "force", "baseline", "quiet", "update-baseline", "color", "evidence", "plain", "emit"};
    constexpr std::array<std::string_view, 14> expert = {
        "methods",       "samples",      "seed",        "confidence",     "threads",
        "budget",        "checkpoint",   "certificate", "checkpoint-key", "certificates",
        "allow-outside", "reproducible", "bfloat16",    "no-config"};
    if (flag.value == FlagValue::output || std::ranges::find(output, flag.name) != output.end())
        return FlagPart::output;
    return std::ranges::find(expert, flag.name) != expert.end() ? FlagPart::expert : FlagPart::common;
}

const Flag* find_flag(std::string_view name) {
    const auto found =
        std::find_if(flags().begin(), flags().end(), [&](const Flag& flag) { return flag.name == name; });
    return found == flags().end() ? nullptr : &*found;
}

std::vector<std::string> GivenFlags::names() const {
    std::vector<std::string> all;
    for (const auto& one : texts_) all.push_back(one.first);
    return all;
}

std::vector<std::string> GivenFlags::all(std::string_view flag) const {
    const auto found = texts_.find(flag);
    return found == texts_.end() ? std::vector<std::string>{} : found->second;
}

std::optional<std::string> GivenFlags::one(std::string_view flag) const {
    const auto found = texts_.find(flag);
    return found == texts_.end() ? std::nullopt : std::optional(found->second.front());
}

std::string GivenFlags::needed(std::string_view flag, const char* missing) const {
    std::optional<std::string> text = one(flag);
    if (!text) throw InputError(missing);
    return std::move(*text);
}

std::optional<std::string> GivenFlags::output(std::string_view flag) const {
    std::optional<std::string> path = one(flag);
    if (path && path->empty()) path = "-";
    return path;
}

std::optional<std::int64_t> GivenFlags::count(std::string_view flag, std::int64_t most) const {
    const std::optional<std::string> text = one(flag);
    if (!text) return std::nullopt;
    std::optional<std::int64_t> value;
    try {
        value = Rational::from_decimal(*text).to_int64();
    } catch (const InputError&) {
        // no number at all: reported below with the flag's name
    }
    if (value && *value >= 1 && *value <= most) return value;
    refuse_value(flag, *text, "a whole number from 1 to " + std::to_string(most));
}

bool GivenFlags::is_second(std::string_view flag, const char* first, const char* second) const {
    const std::optional<std::string> text = one(flag);
    if (!text || *text == first) return false;
    if (*text != second) refuse_value(flag, *text, std::string(first) + " or " + second);
    return true;
}

void refuse_value(std::string_view flag, const std::string& text, const std::string& takes) {
    const std::string name = "--" + std::string(flag);
    const bool short_enough = text.size() <= 60;
    throw InputError(
        name + " takes " + takes + ", not '" + (short_enough ? text : text.substr(0, 57) + "...") + "'",
        Place{"command line", name + "=" + text, name.size() + 1, text.size()});
}

}  // namespace sigprop::tool
