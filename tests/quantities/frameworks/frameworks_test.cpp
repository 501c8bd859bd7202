// Calls of frameworks against references, between their routes, and where a call makes no sense. Torch itself
// is asked in tests/frameworks/torch_check.py.

#include "tests/quantities/frameworks/call_references.hpp"
#include "tests/quantities/frameworks/references.hpp"
#include "tests/support/answers.hpp"

#include "engine/binding/binder.hpp"

using namespace sigprop;
using answers::ask;
using answers::complains;

namespace {

Result exactly(const std::string& call) { return ask(call, 35); }

bool warns(const std::string& call, const std::string& words) {
    for (const std::string& one : warnings_of(bind_expression(call)))
        if (one.find(words) != std::string::npos) return true;
    return false;
}

bool is_silent(const std::string& call) { return warnings_of(bind_expression(call)).empty(); }

}  // namespace

TEST_CASE("every call has its reference value") {
    answers::check_references(references::torch, exactly, {});
    answers::check_references(references::jax, exactly, {});
    answers::check_references(references::keras, exactly, {});
    answers::check_references(references::calls_of_torch, exactly, {});
    answers::check_references(references::calls_of_jax, exactly, {});
    answers::check_references(references::calls_of_keras, exactly, {});
    answers::check_references(references::calls_of_others, exactly, {});
}

TEST_CASE("a reference with one digit changed is refused") {
    const Result result = exactly("torch.trunc_normal_(std=0.02, a=-0.04, b=0.04)");
    CHECK(answers::matches(result, answers::printed("0.01759251322068479500825682839155")));
    CHECK_FALSE(answers::matches(result, answers::printed("0.01759251322068479500825682839255")));
    CHECK_FALSE(answers::matches(exactly("jax.variance_scaling(2, fan_in, truncated_normal, fan_in=512)"),
                                 answers::printed("0.062500000000000000000")));
}

TEST_CASE("narrow types: the share at the limit, the proved std, and where it is that of another law") {
    // 1 of 512 weights of bfloat16 is -2, the others are normals cut where 2^-10 of the mass lies beyond.
    const Result spiked = exactly("timm.trunc_normal_(std=0.02, dtype=bfloat16)");
    CHECK(answers::matches(spiked, answers::printed("0.09048920708491666")));
    CHECK_FALSE(answers::matches(spiked, answers::printed("0.09048920708491766")));
    CHECK(answers::matches(exactly("timm.trunc_normal_(std=0.02, dtype=float16)"),
                           answers::printed("0.03707864021956617")));
    const std::string cut = "timm.trunc_normal_(std=0.02, a=-0.04, b=0.04, dtype=";
    CHECK(warns(cut + "bfloat16)", "the mean of the draws is lower"));
    CHECK(warns(cut + "float16)", "the mean of the draws is lower"));
    CHECK(is_silent(cut + "none)"));
    CHECK_FALSE(warns("timm.trunc_normal_(std=0.02, dtype=bfloat16)", "the mean of the draws is lower"));
    CHECK_FALSE(
        warns("torch.trunc_normal_(std=0.02, a=-0.04, b=0.04, dtype=bfloat16)", "the mean of the draws"));
}

TEST_CASE("routes agree, estimates and samples included") {
    for (const std::string call :
         {"torch.trunc_normal_(0.5, 2, -1, 4)",
          "torch.trunc_normal_(0.5, 2, -1, 4, of=mean)",
          "torch.trunc_normal_(0, 1, -inf, 1)",
          "torch.normal_(3, 0.02)",
          "torch.uniform_(-1, 3)",
          "torch.uniform_(-1, 3, of=mean)",
          "torch.kaiming_uniform_(shape=[64, 3, 7, 7])",
          "torch.xavier_normal_(fan_in=3, fan_out=4)",
          "torch.orthogonal_([3, 4])",
          "torch.calculate_gain(leaky_relu, 0.2)",
          "torch.calculate_gain(relu)",
          "jax.variance_scaling(2, fan_in, truncated_normal, fan_in=3, dtype=complex)",
          "jax.variance_scaling(2, fan_in, normal, fan_in=3, dtype=complex)",
          "jax.variance_scaling(2, fan_in, uniform, fan_in=3, dtype=complex)",
          "jax.truncated_normal(0.02, lower=-3, upper=1)",
          "flax.Dense(fan_in=3)",
          "keras.VarianceScaling(fan_in=3)",
          "tf.truncated_normal([3, 4], 5, 0.02)",
          "torch.dirac_(shape=[4, 3, 3])",
          "torch.dirac_(shape=[4, 3, 3], of=mean)",
          "torch.sparse_(shape=[7, 3], sparsity=0.25)",
          "keras.LSTM(4, input_dim=3, parameter=recurrent_kernel)",
          "haiku.Linear(4, input_size=3, of=mean)",
          "timm.trunc_normal_tf_(1, 0.02, -3, 1, of=mean)"}) {
        CAPTURE(call);
        CHECK(answers::disagreement(ask(call, 20, "*")) == "");
    }
}

TEST_CASE("names of the frameworks' own are known") {
    for (const auto& pair :
         {std::pair("torch.nn.init.trunc_normal_(std=0.5)", "torch.trunc_normal_(std=0.5)"),
          std::pair("torch.nn.Linear(3, 4)", "torch.Linear(3, 4)"),
          std::pair("jax.nn.initializers.kaiming_normal(fan_in=3)", "jax.he_normal(fan_in=3)"),
          std::pair("flax.linen.Dense(fan_in=3)", "flax.Dense(fan_in=3)"),
          std::pair("tf.keras.initializers.HeNormal(fan_in=3)", "keras.HeNormal(fan_in=3)"),
          std::pair("tf.random.truncated_normal()", "tf.truncated_normal()"),
          std::pair("timm.layers.trunc_normal_()", "timm.trunc_normal_()")}) {
        const char* own = pair.first;  // clang captures no structured binding
        const char* ours = pair.second;
        CAPTURE(own);
        CHECK(exactly(own).decimal() == exactly(ours).decimal());
    }
}

TEST_CASE("the same words mean different laws") {
    const auto decimal = [](const char* call) { return exactly(call).decimal(); };
    CHECK(decimal("torch.trunc_normal_(std=0.02, a=-2*0.02, b=2*0.02)") ==
          decimal("timm.trunc_normal_tf_(std=0.02)"));
    CHECK(decimal("torch.trunc_normal_(std=0.02)") != decimal("timm.trunc_normal_tf_(std=0.02)"));
    CHECK(decimal("keras.VarianceScaling(1, fan_in, normal, fan_in=3)") !=
          decimal("jax.variance_scaling(1, fan_in, normal, fan_in=3)"));
    CHECK(decimal("torch.Linear(768, 3)") == decimal("torch.kaiming_uniform_(a=sqrt(5), fan_in=768)"));
    // JAX's complex constant is that of another number: the std is 0.93 % above what the call asks for.
    CHECK(decimal("jax.variance_scaling(1, fan_in, truncated_normal, fan_in=1, dtype=complex)") ==
          decimal("complex_truncated_normal.std(2) / 0.95311164380491208"));
}

TEST_CASE("shapes are read in the order of the framework's axes") {
    const auto decimal = [](const std::string& call) { return exactly(call).decimal(); };
    CHECK(decimal("torch.kaiming_normal_(shape=[8, 3, 5, 5])") ==
          decimal("torch.kaiming_normal_(fan_in=75)"));
    CHECK(decimal("torch.kaiming_normal_(0, fan_out, shape=[8, 3, 5, 5])") ==
          decimal("torch.kaiming_normal_(0, fan_out, fan_out=200)"));
    CHECK(decimal("jax.lecun_normal(shape=[5, 5, 3, 8])") == decimal("jax.lecun_normal(fan_in=75)"));
    CHECK(decimal("keras.GlorotNormal(shape=[5, 5, 3, 8])") ==
          decimal("keras.GlorotNormal(fan_in=75, fan_out=200)"));
    CHECK(decimal("torch.Conv2d(6, 8, 5, groups=2)") == decimal("torch.kaiming_normal_(sqrt(5), fan_in=75)"));
}

TEST_CASE("pitfalls are said") {
    CHECK(warns("torch.trunc_normal_(std=0.02)",
                "the limits are 100 and 100 std from the mean and truncate nothing; a and b "
                "are values of weights, not multiples of std"));
    CHECK(is_silent("torch.trunc_normal_(std=0.02, a=-0.04, b=0.04)"));
    CHECK(warns("timm.trunc_normal_tf_(std=0.02, a=-0.04, b=0.04)", "a and b are multiples of std here"));
    CHECK(is_silent("timm.trunc_normal_tf_(std=0.02)"));
    CHECK(warns("jax.truncated_normal(0.02, lower=-0.04, upper=0.04)",
                "lower and upper are multiples of stddev"));
    CHECK(warns("torch.uniform_()", "all weights have the same sign"));
    CHECK(is_silent("torch.uniform_(-1, 1)"));
    CHECK(warns("jax.uniform()", "the same sign"));
    CHECK(warns("torch.calculate_gain(tanh)", "activation.gain(tanh) does"));
    CHECK(warns("torch.calculate_gain(selu)", "an empirical 3/4"));
    CHECK(warns("torch.calculate_gain(relu, 0.2)", "PyTorch ignores param if nonlinearity=relu"));
    CHECK(is_silent("torch.calculate_gain(leaky_relu, 0.2)"));
    CHECK(warns("torch.kaiming_uniform_(fan_in=768, a=sqrt(5))", "the std 1/sqrt(3 fan_in), not He's"));
    CHECK(is_silent("torch.kaiming_uniform_(fan_in=768)"));
    CHECK(
        warns("keras.VarianceScaling(1, fan_in, normal, fan_in=3)", "untruncated_normal for the normal law"));
    CHECK(warns("torch.xavier_uniform_(shape=[2304, 768])", "a std that is too small by sqrt(2)"));
    CHECK(is_silent("torch.xavier_uniform_(shape=[3072, 768])"));
    CHECK(warns("jax.variance_scaling(1, fan_in, truncated_normal, fan_in=3, dtype=complex)",
                "complex_truncated_normal.std(2)"));
}

TEST_CASE("a shape that is no ordinary convolution is told, and an ordinary one is not") {
    // Nobody can see groups in the shape of an ordinary convolution.
    for (const std::string shape : {"[256, 256, 3, 3]", "[8, 3, 5, 5]", "[64, 32, 3]", "[192, 64, 3]",
                                    "[512, 512, 1, 1]", "[64, 128, 31]", "[768, 3, 16, 16]", "[64, 64]"}) {
        CAPTURE(shape);
        for (const std::string call :
             {"torch.xavier_normal_(", "torch.kaiming_normal_(0, fan_out, ", "torch.kaiming_uniform_(",
              "timm.variance_scaling_(1, fan_avg, normal, ", "timm.lecun_normal_("})
            CHECK(is_silent(call + "shape=" + shape + ")"));
    }
    for (const std::string shape : {"[3, 3, 256, 256]", "[5, 5, 3, 8]", "[3, 64, 192]", "[4, 64, 256]",
                                    "[7, 12, 84]", "[1, 1, 512, 512]", "[16, 16, 3, 768]", "[64, 64]"}) {
        CAPTURE(shape);
        for (const std::string call : {"keras.GlorotUniform(", "keras.LecunUniform(", "keras.HeNormal(",
                                       "jax.glorot_normal(", "jax.variance_scaling(1, fan_out, normal, "})
            CHECK(is_silent(call + "shape=" + shape + ")"));
    }
    // Depthwise kernels: Keras's end with one output for each channel, others have one input for each output.
    CHECK(warns(
        "keras.LecunUniform(shape=[3, 3, 64, 1])",
        "fan_in 576 counts all 64 channels: if this is a depthwise kernel, each output has 9 inputs, not "
        "576"));
    CHECK(warns("keras.GlorotNormal(shape=[7, 32, 1])", "has 7 inputs, not 224"));
    CHECK(warns("keras.VarianceScaling(2, fan_avg, shape=[5, 5, 48, 1])", "has 25 inputs, not 1200"));
    CHECK(is_silent("keras.VarianceScaling(2, fan_out, shape=[5, 5, 48, 1])"));
    CHECK(
        warns("torch.kaiming_normal_(0, fan_out, shape=[64, 1, 3, 3])",
              "fan_out 576 counts all 64 channels: if this is a depthwise kernel, each input has 9 outputs"));
    CHECK(warns("torch.xavier_uniform_(shape=[32, 1, 7])", "each input has 7 outputs"));
    CHECK(warns("jax.glorot_uniform(shape=[3, 3, 1, 64])", "each input has 9 outputs"));
    CHECK(is_silent("torch.kaiming_normal_(shape=[64, 1, 3, 3])"));
    CHECK(is_silent("jax.lecun_normal(shape=[3, 3, 1, 64])"));
    // Projections by heads, to them and from them, whatever the fan.
    for (const std::string call : {"keras.GlorotUniform(", "keras.LecunNormal(", "jax.he_normal(",
                                   "jax.variance_scaling(1, fan_out, normal, "}) {
        CHECK(warns(call + "shape=[512, 8, 64])", "with 512 inputs and 512 outputs, write shape=[512, 512]"));
        CHECK(
            warns(call + "shape=[12, 64, 768])", "with 768 inputs and 768 outputs, write shape=[768, 768]"));
        CHECK(warns(call + "shape=[1024, 4, 64])", "a kernel of 1024 positions"));
    }
    CHECK(warns("keras.GlorotUniform(shape=[512, 8, 64])", "fan_in 4096, fan_out 32768"));
    CHECK(warns("torch.xavier_uniform_(shape=[8, 512, 64])", "with 512 inputs and 512 outputs"));
    CHECK(warns("torch.kaiming_normal_(shape=[8, 512, 2048])", "a stack of matrices"));
    CHECK_FALSE(warns("keras.GlorotUniform(shape=[512, 8, 64])", "groups"));
}

TEST_CASE("calls that make no sense are refused where they stand") {
    CHECK(complains("torch.kaiming_uniform_()",
                    "'fan_in' is missing: mode=fan_in needs it; give it or shape="));
    CHECK(complains("torch.xavier_normal_(fan_in=3)", "'fan_out' is missing"));
    CHECK(complains("torch.xavier_normal_(fan_in=3, fan_out=4, shape=[3, 4])", "remove 'fan_in' or 'shape'"));
    CHECK(complains("torch.xavier_normal_(shape=[3])", "fewer than two axes"));
    CHECK(complains("torch.xavier_normal_(shape=[3, 2.5])", "a list of integers, not 5/2"));
    CHECK(complains("torch.xavier_normal_(shape=[3, 0])", "shape must be at least 1, not 0"));
    CHECK(complains("torch.xavier_normal_(gain=0, shape=[3, 4])", "gain must be positive"));
    CHECK(complains("torch.calculate_gain(gelu)", "'nonlinearity' must be one of linear"));
    CHECK(complains("torch.trunc_normal_(0, 1, 2, -2)", "a < b is required, not 2 and -2 @26"));
    CHECK(complains("timm.trunc_normal_tf_(std=-1)", "std must be positive, not -1 @26"));
    CHECK(complains("jax.truncated_normal(0)", "stddev must be positive, not 0 @21"));
    CHECK(complains("torch.uniform_(1, 1)", "a < b is required, not 1 and 1"));
    CHECK(complains("keras.RandomUniform(-inf, 1)", "minval must be finite, not -inf"));
    CHECK(complains("torch.normal_(of=upper)", "has no upper bound"));
    CHECK(complains("torch.Conv2d(3, 8, 5, groups=2)", "in_channels must be divisible by groups"));
    CHECK(complains("torch.Conv2d(4, 8, [5, 5, 5])", "kernel_size is one number or two"));
    CHECK(complains("torch.Conv2d(4, 8, 2.5)", "kernel_size must be whole, not 5/2 @19"));
    CHECK(complains("torch.Conv2d(4, 8, 0)", "kernel_size must be at least 1, not 0 @19"));
    CHECK(complains("torch.Linear(0, 4)", "in_features must be at least 1"));
    CHECK(complains("jax.variance_scaling(0, fan_in, normal, fan_in=3)", "scale must be positive"));
    CHECK(complains("keras.HeNormal(fan_in=3, fan_out=4)", "no parameter 'fan_out'"));
}
