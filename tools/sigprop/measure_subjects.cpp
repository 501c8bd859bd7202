#include "measure.hpp"
#include "output_formats.hpp"

namespace sigprop::tool {
namespace {

constexpr std::string_view weights_examples =
    R"~(  sigprop measure weights W.npy                       its law, and the initialiser that has it
  sigprop measure weights --w W.npy --std 0.02
  sigprop measure weights --w W.npy --std 0.02 --lower -2 --upper 2        limits in units of std
  sigprop measure weights --w W.npy --std 0.02 --lower -2 --upper 2 --limits absolute
  sigprop measure weights W.npy --std "0.02/truncated_normal.std(-2, 2)" --lower -2 --upper 2
  sigprop measure weights model.safetensors --std "sqrt(2/fan_in)"         He's, by each matrix's own fan
  sigprop measure weights --w W.npy --std "1/sqrt(3*1024)" --distribution uniform   torch's Linear, fan_in 1024
  sigprop measure weights --w proj.npy --std "0.02/sqrt(2*12)" --junit weights.xml
Prints the std with an interval of 6 standard errors (for independent entries) and the points of truncation. If
the weights are not as claimed, it names the law that they look like. --layout defines the fans.
Exit 0: as claimed; 1: not as claimed; 2: bad input; 3: too few weights for a verdict.)~";

constexpr std::string_view model_examples =
    R"~(  sigprop measure model model.safetensors                the model, and what is wrong with it
  sigprop measure model model.safetensors.index.json      shards, or the folder that has them
  sigprop measure model checkpoint.npz --set heads=12 --json=model.json
  sigprop measure model gpt2.safetensors --spec init.json --junit init.xml
  sigprop measure model gpt2.safetensors --ignore zero-rows --ignore 'copy:h.*'
  sigprop measure model gpt2.safetensors --baseline known.json --update-baseline   accept today's findings
  sigprop measure model gpt2.safetensors --spectrum       adds singular values and the logits of each head; seconds a matrix
Prints the role of each tensor (by its name and shape, or by --roles), its fans, its law and the initialiser that
has this law. Names the recipe that explains most of the model, and where the model differs from it. Finds layers
unlike their neighbours, copies, rows of zeros, NaN, and fresh weights in a trained model.
With --spec, which `sigprop recipe NAME --emit spec` writes, each tensor gets a verdict.
Exit 0: no findings but remarks, or all as specified; 1: findings, or not as specified; 2: bad input; 3: NaN, or
too few weights for a verdict.)~";

constexpr std::string_view attention_examples =
    R"~(  sigprop measure attention --q q.npy --k k.npy --causal
  sigprop measure attention --q q.npy --k k.npy --scale "log(4096)/sqrt(128)" --softcap 50 --json=heads.json
Prints for each head the entropy of its softmax rows, the effective number of keys, the largest weight and the
saturation. For comparison it prints the entropy of iid normal logits of the same std, to 12 digits. Arrays are in
C order. For q[batch, heads, n, d] give k[batch, key heads, m, d], where the number of key heads divides that of
heads; neighbouring heads share keys. --causal needs n <= m.
Exit 0: measured; 2: bad input; 3: some rows are not finite.)~";

constexpr std::string_view elementwise_examples =
    R"~(  sigprop measure elementwise --x activations.npy
  sigprop measure elementwise --x x.npy --layer layer_norm --eps 1e-5 --weight gamma.npy --csv=features.csv
Fits the alpha of DyT, sqrt(d) tanh(alpha x), and the C of DyISRU, sqrt(d) x/sqrt(x^2 + C), to the normalised rows
of x[..., d], for all features together and for each one. For comparison it prints the error that the best
element-wise map would leave, and the optimum for independent normal features of rms --rms. The CSV has every
feature.
Exit 0: measured; 2: bad input; 3: some rows are zero, constant or not finite.)~";

constexpr std::string_view jacobian_examples =
    R"~(  sigprop measure jacobian --layer rmsnorm --x x.npy --dy dy.npy --dx dx.npy --eps 1e-6
  sigprop measure jacobian --layer LlamaRMSNorm --x x.npy --dy dy.npy --dx dx.npy --weight w.npy
  sigprop measure jacobian --layer GemmaRMSNorm --x x.npy --dy dy.npy --dx dx.npy --weight w.npy \
      --dweight dw.npy --dtype bfloat16           the name implies eps 1e-6 and the gain 1 + w
  sigprop measure jacobian --layer rmsnorm --x sum.npy --dy dy.npy --dskip ds.npy --dx dx.npy --eps 1e-6
  sigprop measure jacobian --layer mish --x x.npy --dy dy.npy --dx dx.npy        or "x * sigmoid(1.702 * x)"
  sigprop measure jacobian --layer layernorm --x x.npy --dy dy.npy --dx dx.npy --eps 1e-5 --weight w.npy \
      --bias b.npy --dweight dw.npy --dbias db.npy --y y.npy
Compares your backward pass with the exact one, in units of rounding (for 16-bit types: with sums in float32). If
it is wrong, the report names the known mistake that it looks like. A random dy shows more than a constant one. At
a kink of an activation both slopes are right, and so is every slope between them. --dskip is the gradient of the
residual that a fused norm adds to dx.
Exit 0: right but for rounding; 1: wrong; 2: bad input; 3: some rows are zero, constant or not finite.)~";

constexpr std::string_view kernel_examples =
    R"~(  sigprop measure kernel softmax --x x.npy --y y.npy
  sigprop measure kernel layer_norm --x x.npy --weight w.npy --bias b.npy --eps 1e-5 --y y.npy --dtype bfloat16
  sigprop measure kernel rms_norm --x x.npy --weight w.npy --eps 1e-6 --dy dy.npy --dx dx.npy --order lanes:64
  sigprop measure kernel attention --q q.npy --k k.npy --v v.npy --causal --y y.npy --dtype bfloat16
  sigprop measure kernel attention --q q.npy --k k.npy --v v.npy --dy dy.npy --y y.npy --dq dq.npy --dk dk.npy --dv dv.npy
  sigprop measure kernel cross_entropy --x logits.npy --target t.npy --smoothing 0.1 --y loss.npy
  sigprop measure kernel linear --x x.npy --weight W.npy --y y.npy --contract torch_cpu --json=linear.json
Computes for each element the numbers that rounding may lead to under a contract, and compares yours with them. An
element outside proves that the kernel does not keep the contract; elements inside prove nothing. The contract
strict: float32 inside, sums in any order, functions within 2 units of the last place, one rounding at the end.
Operations: sum, mean, rms_norm, layer_norm, softmax, log_softmax, cross_entropy, linear, matmul, attention, swiglu, geglu, tanh_geglu,
reglu, rotary (pairs of both halves), rotary_interleaved, index_add, embedding, and every activation by name, such as gelu, or as a formula in x.
A softmax's --dx is computed from the --y that the forward pass saved, that of a norm or an
activation from --x (of tanh and sigmoid from --y, where --x is not given); --dq and --dk of attention may start from the --y that was saved.
Exit 0: all inside; 1: some are outside; 2: bad input; 3: nothing could be claimed.)~";

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
        {"model", "FILE", "Which model is this checkpoint, and is every tensor initialised as it should be?",
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
        {"kernel", "OPERATION", "Are the results of a kernel within what rounding may do?",
         with_own({"x",        "y",       "dy",     "dx",        "weight", "bias",    "a",
                   "b",        "q",       "k",      "v",         "target", "eps",     "weight-offset",
                   "scale",    "softcap", "causal", "smoothing", "z-loss", "ignored", "dtype",
                   "contract", "order",   "junit",  "github",    "gate",   "up",      "dgate",
                   "dup",      "cos",     "sin",    "index",     "source", "mean",    "rstd",
                   "dweight",  "dbias",   "da",     "db",        "dq",     "dk",      "dv",
                   "mask",     "window"}),
         kernel_examples, 1, 1, measure_kernel},
    };
    return all;
}

}  // namespace sigprop::tool
