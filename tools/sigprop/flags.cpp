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
        return "rms_norm (the default of elementwise), layer_norm, or the name of an implementation, such as "
               "LlamaRMSNorm; for jacobian also " +
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
         "the methods to use: globs with commas between them; !GLOB excludes (*). Only its full name selects "
         "monte_carlo_float32"},
        {"samples", required, "N", "samples per simulation, such as 1e6 (131072)"},
        {"seed", required, "N", "the seed of all random numbers (0)"},
        {"confidence", required, "LEVEL",
         "confidence level of sample intervals, such as 0.999 or 99.9% (0.95)"},
        {"threads", required, "N",
         "number of threads; results do not depend on it (all cores; a rank of mpirun: 1)"},
        {"budget", required, "SECONDS",
         "time limit; what is unfinished then gets the status unable (no limit)"},
        {"checkpoint", required, "FILE",
         "save finished samples in this file; the same command continues from it"},
        {"checkpoint-key", required, "FILE",
         "sign the checkpoint with the key in this file, and refuse one without that signature"},
        {"claims", required, "FILE", "use the claims of this file instead of the built-in ones; may repeat",
         true},
        {"allow-outside", none, "",
         "let stated_from read files outside the working directory and the folder of the claims file"},
        {"builtin", none, "", "use the built-in claims, too, beside those of --claims"},
        {"experiments", none, "", "verify the experiments only: claims about training, which take minutes"},
        {"over", required, "AXIS",
         "the range of one variable: n=64:1048576:x2, std=0.5:4:+0.5, n=1,2,5, f=gelu,relu or f=*. Several "
         "flags make a grid. The names samples and seed set those of simulations",
         true},
        {"for", required, "NAME", "the unknown in the equation; NAME,NAME in two equations", true},
        {"in", required, "LOWER:UPPER",
         "the interval to search for roots, including its ends; two of them, with a comma, for two unknowns",
         true},
        {"shipped", none, "", "compute the built-in series; words are globs that select them by id"},
        {"series", required, "FILE", "compute the series of this file; may repeat", true},
        {"w", required, "FILE",
         "weights written by numpy.save (.npy), or a checkpoint, which is measured tensor by tensor; may "
         "repeat",
         true},
        {"std", required, "EXPR",
         "the claimed std of the law, such as 0.02 or sqrt(2/fan_in); for a truncated normal, the std before "
         "truncation"},
        {"distribution", required, "LAW", "the claimed law: normal, or uniform on ±sqrt(3) std (normal)"},
        {"lower", required, "EXPR", "the lower limit of a truncated normal (-inf)"},
        {"upper", required, "EXPR", "the upper limit of a truncated normal (inf)"},
        {"limits", required, "UNIT",
         "the unit of --lower and --upper. relative: multiples of std; absolute: values, as in PyTorch "
         "(relative)"},
        {"layout", required, "ORDER",
         "order of the axes. torch: W[fan_out, fan_in, ...]; keras: W[..., fan_in, fan_out] (torch)"},
        {"recipe", required, "NAME",
         "the recipe or family (timm.ResNet) that the model should follow (the one that explains most "
         "tensors)"},
        {"spectrum", none, "",
         "compare the singular values of each matrix with those of independent entries, and show the logits "
         "of each head"},
        {"roles", required, "FILE",
         "rules that assign roles to tensors; they precede the built-in ones (JSON)"},
        {"spec", required, "FILE",
         "the law that each tensor must have, as written by `recipe NAME --emit spec` (JSON)"},
        {"against", required, "FILE", "another checkpoint of the model; show what changed, tensor by tensor"},
        {"q", required, "FILE", "queries (.npy): [n, d], [heads, n, d] or [batch, heads, n, d]"},
        {"k", required, "FILE",
         "keys of the same shape, or with fewer heads; their number must divide that of q"},
        {"scale", required, "EXPR", "the factor in the logits scale q.k (1/sqrt(d))"},
        {"softcap", required, "EXPR", "the cap c: logits x become c tanh(x / c) (no cap)"},
        {"causal", none, "",
         "use a causal mask: a query sees no key after its position; the last one sees all keys"},
        {"layer", required, "NAME", layer_help()},
        {"x", required, "FILE",
         "activations that enter the layer (.npy): [..., d], or [B, C, ...] for layers with channels"},
        {"dy", required, "FILE", "the gradient of the layer's output, in the shape of x"},
        {"dx", required, "FILE", "your gradient of x, which is checked; so are --dweight, --dbias and --y"},
        {"a", required, "FILE", "the left factor of matmul: [M, K]"},
        {"b", required, "FILE", "the right factor of matmul: [K, N]"},
        {"v", required, "FILE", "values of the shape of k, but for their width"},
        {"da", required, "FILE", "your gradient of a"},
        {"db", required, "FILE", "your gradient of b"},
        {"gate", required, "FILE", "the half of a gated unit that goes through the activation"},
        {"up", required, "FILE", "the other half, which the activation multiplies"},
        {"dgate", required, "FILE", "your gradient of the gate"},
        {"dup", required, "FILE", "your gradient of up"},
        {"cos", required, "FILE", "cosines of rotary positions: rows of d/2 or d numbers"},
        {"sin", required, "FILE", "sines of rotary positions, in the shape of --cos"},
        {"index", required, "FILE",
         "the row that each row of --source or --dy is added to, as floating-point numbers"},
        {"source", required, "FILE", "the rows that index_add adds"},
        {"mean", required, "FILE", "the mean of each row, which the forward pass of a layer_norm has saved"},
        {"rstd", required, "FILE", "1/sqrt(v + eps) of each row, which the forward pass of a norm has saved"},
        {"dq", required, "FILE", "your gradient of q"},
        {"dk", required, "FILE", "your gradient of k"},
        {"dv", required, "FILE", "your gradient of v"},
        {"mask", required, "FILE",
         "1 where a query sees a key and 0 elsewhere: [M, N], or with the axes of q before (all)"},
        {"window", required, "N",
         "a query sees the keys whose positions are nearer than N; the last one is at the last key (all)"},
        {"target", required, "FILE",
         "the class of each row, as floating-point numbers; --ignored marks rows that do not count"},
        {"smoothing", required, "EXPR", "label smoothing (0)"},
        {"z-loss", required, "EXPR", "the factor of (log sum e^x)^2 (0)"},
        {"ignored", required, "EXPR", "the target of rows that do not count (-100)"},
        {"contract", required, "NAME",
         "what the kernel promises of its roundings: strict, torch_cpu, jax_cpu, onnxruntime_cpu, composite, "
         "or your "
         "own FILE.json (strict)"},
        {"order", required, "ORDER",
         "how sums are ordered, in place of the contract's: any, lanes:N (N accumulators) or blocks:N (any)"},
        {"dskip", required, "FILE",
         "the gradient that bypasses the layer and is added to dx, as in a norm fused with its residual (0)"},
        {"eps", required, "EXPR",
         "the layer's epsilon, such as 1e-6 (elementwise: 0; jacobian: that of the named implementation)"},
        {"weight", required, "FILE", "the gain, one number per feature or channel (1)"},
        {"weight-offset", required, "EXPR",
         "the number that is added to the weight to give the gain (that of the named implementation, such as "
         "1 for Gemma; else 0)"},
        {"dweight", required, "FILE", "your gradient of the weight"},
        {"bias", required, "FILE", "the bias (0)"},
        {"dbias", required, "FILE", "your gradient of the bias"},
        {"y", required, "FILE", "your output of the layer"},
        {"dtype", required, "TYPE",
         "the type that the kernel computes in: float16, bfloat16, float32 or float64 (that of each file)"},
        {"rms", required, "EXPR",
         "root mean square of the normal inputs whose optimum is shown for comparison (1)"},
        {"groups", required, "N", "the number of groups in group_norm"},
        {"bfloat16", none, "", "read 16-bit integers in the files as bfloat16 numbers"},
        {"evidence", none, "",
         "show the evidence of every method, even if all agree; sweep then has a table, and rows of its CSV, "
         "for each"},
        {"plain", none, "",
         "print only the numbers, one per line, for $(...); warnings go to standard error, or with --quiet "
         "nowhere"},
        {"certificate", required, "FILE",
         "write the proof of the expression to this file, which 'sigprop check' can check"},
        {"certificates", required, "FOLDER",
         "write a certificate into this folder for each claim that can have one"},
        {"d-model", required, "N", "width of the residual stream (each size defaults to that of the recipe)"},
        {"d-ff", required, "N", "width of the hidden layer of the feed-forward unit"},
        {"layers", required, "N", "number of blocks; each has attention and a feed-forward unit"},
        {"heads", required, "N", "number of attention heads"},
        {"kv-heads", required, "N", "number of key and value heads, if queries share them"},
        {"activation", required, "F", "activation of the feed-forward unit, such as gelu or swiglu"},
        {"vocab", required, "N", "number of tokens in the vocabulary"},
        {"context", required, "N", "positions"},
        {"set", required, "NAME=VALUE",
         "set another size or number of the recipe, such as std=0.01; may repeat", true},
        {"like", required, "CONFIG",
         "read the sizes from this config.json, or from the one in this folder; other flags override them"},
        {"ignore", required, "ID[:GLOB]",
         "omit findings of this kind, such as copy; with a GLOB, only those of matching tensors; may repeat",
         true},
        {"no-config", none, "", "do not read [tool.sigprop] of pyproject.toml"},
        {"networks", required, "N", "also sample this many networks of the recipe, and show their means"},
        {"all", none, "", "list every entry on a line of its own, claims included"},
        {"text", required, "FILE", "train on the bytes of this text (UTF-8) instead of a task"},
        {"file", required, "FILE", "search the numbers in the code of this file"},
        {"output", required, "FILE", "the file to write (claims.json)"},
        {"emit", required, "KIND",
         "print code or data instead. Constants: json, cpp or python; recipes: python, jax, spec or train"},
        {"html", output, "FILE.html", "the page to write (standard output)", false, ".html"},
        {"github", none, "", "print failures as annotations for GitHub Actions"},
        {"force", none, "", "overwrite files even if the run reads them, or sigprop did not write them"},
        {"baseline", required, "FILE", "then compare with this stored report; exit with 1 if it differs"},
        {"update-baseline", none, "",
         "create the baseline, or update it after the comparison; a change is then not a failure"},
        {"reproducible", none, "", "omit from the JSON what differs from run to run"},
        {"quiet", none, "", "print only errors; files are still written"},
        {"color", required, "WHEN", "when to use colour: auto, always or never (auto; respects NO_COLOR)"},
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
