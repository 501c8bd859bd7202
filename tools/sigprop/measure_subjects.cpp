#include "measure.hpp"
#include "output_formats.hpp"

namespace sigprop::tool {
namespace {

constexpr std::string_view weights_examples =
    R"~(  sigprop measure weights W.npy                       what is it? its law, and whose initialiser that is
  sigprop measure weights --w W.npy --std 0.02
  sigprop measure weights --w W.npy --std 0.02 --lower -2 --upper 2        limits in units of std
  sigprop measure weights --w W.npy --std 0.02 --lower -2 --upper 2 --limits absolute
  sigprop measure weights W.npy --std "0.02/truncated_normal.std(-2, 2)" --lower -2 --upper 2
  sigprop measure weights model.safetensors --std "sqrt(2/fan_in)"         He's, for each matrix's own fan
  sigprop measure weights --w W.npy --std "1/sqrt(3*1024)" --distribution uniform   torch's Linear, fan_in 1024
  sigprop measure weights --w proj.npy --std "0.02/sqrt(2*12)" --junit weights.xml
The std with its interval (6 standard errors: the entries are taken to be independent), where it was truncated,
and, if it is not as claimed, what it looks like. Fans are those of --layout.
Exit 0: as claimed; 1: not; 2: bad input; 3: too few weights to tell.)~";

constexpr std::string_view model_examples =
    R"~(  sigprop measure model model.safetensors                what is it, and what is odd about it?
  sigprop measure model model.safetensors.index.json      shards; or the folder that holds them
  sigprop measure model checkpoint.npz --set heads=12 --json=model.json
  sigprop measure model gpt2.safetensors --spec init.json --junit init.xml
  sigprop measure model gpt2.safetensors --ignore zero-rows --ignore 'copy:h.*'
  sigprop measure model gpt2.safetensors --baseline known.json --update-baseline   what it has fails no more
  sigprop measure model gpt2.safetensors --spectrum       singular values, logits of each head: seconds a matrix
Each tensor's role, from its name and shape (--roles FILE to say otherwise; fused ones are split), its fans, its
law and whose initialiser that is; the recipe that explains most of the model, and where the model differs from it;
layers unlike their neighbours, copies, rows of zeros, NaN, fresh weights in a trained model.
With --spec, as `sigprop recipe NAME --emit spec` writes it, a verdict for each tensor.
Exit 0: nothing is odd but for remarks, or all as specified; 1: something is odd, or not as specified;
2: bad input; 3: NaN, or too few weights to tell.)~";

constexpr std::string_view attention_examples =
    R"~(  sigprop measure attention --q q.npy --k k.npy --causal
  sigprop measure attention --q q.npy --k k.npy --scale "log(4096)/sqrt(128)" --softcap 50 --json=heads.json
The softmax rows of each head: entropy, effective keys, the largest weight, how saturated they are, beside the
entropy of iid normal logits of the same std (to 12 digits). Arrays are in C order; q[batch, heads, n, d] goes
with k[batch, key heads, m, d] where key heads divide heads (neighbours share one), --causal where n <= m.
Exit 0: measured; 2: bad input; 3: rows that are not finite.)~";

constexpr std::string_view elementwise_examples =
    R"~(  sigprop measure elementwise --x activations.npy
  sigprop measure elementwise --x x.npy --layer layer_norm --eps 1e-5 --weight gamma.npy --csv=features.csv
The alpha of DyT, sqrt(d) tanh(alpha x), and the C of DyISRU, sqrt(d) x/sqrt(x^2 + C), that come closest to the
normalised rows of x[..., d], for all features and for each; beside them what any element-wise map would leave,
and the optimum for independent normal features of the rms --rms. The CSV has every feature.
Exit 0: measured; 2: bad input; 3: rows that are zero, constant or not finite.)~";

constexpr std::string_view jacobian_examples =
    R"~(  sigprop measure jacobian --layer rmsnorm --x x.npy --dy dy.npy --dx dx.npy --eps 1e-6
  sigprop measure jacobian --layer LlamaRMSNorm --x x.npy --dy dy.npy --dx dx.npy --weight w.npy
  sigprop measure jacobian --layer GemmaRMSNorm --x x.npy --dy dy.npy --dx dx.npy --weight w.npy \
      --dweight dw.npy --dtype bfloat16           eps 1e-6 and the gain 1 + w are those of the name
  sigprop measure jacobian --layer rmsnorm --x sum.npy --dy dy.npy --dskip ds.npy --dx dx.npy --eps 1e-6
  sigprop measure jacobian --layer mish --x x.npy --dy dy.npy --dx dx.npy        or "x * sigmoid(1.702 * x)"
  sigprop measure jacobian --layer layernorm --x x.npy --dy dy.npy --dx dx.npy --eps 1e-5 --weight w.npy \
      --bias b.npy --dweight dw.npy --dbias db.npy --y y.npy
Your own backward pass against the exact one, in units of rounding (16-bit types: sums in float32), and, where it
is wrong, which known mistake it looks like. A random dy shows more than a constant one. At a kink of an activation
both slopes are right, and all between them. --dskip is added to dx: the gradient of the residual that a fused norm adds.
Exit 0: right but for rounding; 1: wrong; 2: bad input; 3: rows that are zero, constant or not finite.)~";

/// Adds what all subjects take: each prints, writes its report in several forms and compares it.
std::vector<std::string_view> with_own(std::vector<std::string_view> own) {
    own.insert(own.end(), {"bfloat16", "digits", "threads"});
    return with_report(std::move(own));
}

}  // namespace

const std::vector<Command>& measure_subjects() {
    static const std::vector<Command> all = {
        {"weights", "FILE... | --w FILE", "Was the initialisation applied, and where was it truncated?",
         with_own({"w", "std", "distribution", "lower", "upper", "limits", "layout", "junit", "github"}),
         weights_examples, 0, any_number, measure_weights},
        {"model", "FILE", "What is this checkpoint, and is every tensor initialised as it should be?",
         with_own({"recipe", "spectrum", "roles", "layout", "set", "spec", "ignore", "no-config", "against",
                   "junit", "github", "update-baseline"}),
         model_examples, 0, 1, measure_model},
        {"attention", "--q FILE --k FILE", "How sharp are the softmax rows of each head?",
         with_own({"q", "k", "scale", "softcap", "causal"}), attention_examples, 0, 0, measure_attention},
        {"elementwise", "--x FILE", "What could replace the normalisation of these activations?",
         with_own({"x", "layer", "eps", "rms", "weight"}), elementwise_examples, 0, 0, measure_elementwise},
        {"jacobian", "--layer NAME --eps EXPR --x FILE --dy FILE --dx FILE",
         "Is the backward pass of a normalisation layer or an activation right?",
         with_own({"layer", "x", "dy", "dskip", "dx", "eps", "weight", "weight-offset", "dweight", "bias",
                   "dbias", "y", "dtype", "groups", "junit", "github"}),
         jacobian_examples, 0, 0, measure_jacobian},
    };
    return all;
}

}  // namespace sigprop::tool
