// Calls of frameworks as they stand in people's code: each is understood as what the framework does, or
// refused with what to write instead. None is misread.

#include "engine/binding/library_call.hpp"

#include "engine/binding/binder.hpp"
#include "engine/binding/catalogue.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

std::string value_of(const std::string& call) {
    try {
        return answers::ask(call, 20).decimal();
    } catch (const InputError& error) {
        return std::string("refused: ") + error.what();
    }
}

struct Spelling {
    const char *pasted, *meant;
};

/// Both have the same value.
constexpr Spelling understood[] = {
    // known calls, as pasted
    {"nn.Linear(768, 3072)", "torch.Linear(768, 3072)"},
    {"nn.Linear(768, 3072, bias=False)", "torch.Linear(768, 3072)"},
    {"nn.Linear(768, 3072, False)", "torch.Linear(768, 3072)"},
    {"torch.nn.Linear(in_features=768, out_features=3072, device='cuda:0', dtype=torch.float32)",
     "torch.Linear(768, 3072)"},
    {"nn.Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)",
     "torch.Conv2d(3, 64, 7)"},
    {"nn.Conv2d(64, 128, 3, 1, 1, 1, 4)", "torch.Conv2d(64, 128, 3, groups=4)"},
    {"nn.Conv2d(64, 64, 3, padding='same', padding_mode='reflect',)", "torch.Conv2d(64, 64, 3)"},
    {"nn.Embedding(50257, 768, padding_idx=0)", "torch.Embedding(50257, 768)"},
    {"nn.init.normal_(W, mean=0.0, std=0.02)", "torch.normal_(0, 0.02)"},
    {"nn.init.normal_(self.weight, 0.0, 0.02)", "torch.normal_(0, 0.02)"},
    {"torch.nn.init.trunc_normal_(m.weight, std=.02, a=-.04, b=.04)",
     "torch.trunc_normal_(std=0.02, a=-0.04, b=0.04)"},
    {"init.uniform_(W, -0.1, 0.1)", "torch.uniform_(-0.1, 0.1)"},
    {"torch.nn.init.kaiming_normal_(torch.empty(64, 3, 7, 7), mode='fan_out', nonlinearity='relu')",
     "torch.kaiming_normal_(0, fan_out, relu, shape=[64, 3, 7, 7])"},
    {"nn.init.kaiming_uniform_(W, a=math.sqrt(5), fan_in=768)",
     "torch.kaiming_uniform_(sqrt(5), fan_in=768)"},
    {"nn.init.xavier_uniform_(torch.empty((3072, 768)), gain=1.0)",
     "torch.xavier_uniform_(shape=[3072, 768])"},
    {"nn.init.xavier_normal_(torch.zeros(3, 5), generator=g)", "torch.xavier_normal_(shape=[3, 5])"},
    {"nn.init.orthogonal_((64, 16), gain=2)", "torch.orthogonal_([64, 16], 2)"},
    {"nn.init.calculate_gain('leaky_relu', 0.2)", "torch.calculate_gain(leaky_relu, 0.2)"},
    {"tf.keras.initializers.HeNormal(seed=42, shape=(3, 3, 16, 64))", "keras.HeNormal(shape=[3, 3, 16, 64])"},
    {"keras.initializers.he_normal(42, fan_in=512)", "keras.HeNormal(fan_in=512)"},
    {"keras.initializers.VarianceScaling(2.0, mode='fan_out', distribution='untruncated_normal', fan_out=3)",
     "keras.VarianceScaling(2, fan_out, untruncated_normal, fan_out=3)"},
    {"keras.initializers.RandomNormal(mean=0., stddev=0.02, seed=1337)", "keras.RandomNormal(0, 0.02)"},
    {"keras.initializers.truncated_normal(0, 0.02, None)", "keras.TruncatedNormal(0, 0.02)"},
    {"tf.random.normal((3, 4), 0.0, 0.02, tf.float32)", "tf.normal(stddev=0.02)"},
    {"tf.random.truncated_normal([784, 256], stddev=0.1)", "tf.truncated_normal(stddev=0.1)"},
    {"jax.nn.initializers.normal(0.02, jnp.float32)", "jax.normal(0.02)"},
    {"jax.nn.initializers.variance_scaling(2.0, 'fan_in', 'truncated_normal', fan_in=512, "
     "dtype=jnp.complex64)",
     "jax.variance_scaling(2, fan_in, truncated_normal, fan_in=512, dtype=complex)"},
    {"nn.initializers.lecun_normal(-2, -1, shape=(3, 5))", "jax.lecun_normal(fan_in=3)"},
    {"nn.Dense(512, fan_in=768)", "flax.Dense(fan_in=768)"},
    {"nn.Conv(features=64, kernel_size=(3, 3), in_channels=16)", "flax.Conv(shape=[3, 3, 16, 64])"},
    {"timm.layers.trunc_normal_(self.pos_embed, std=.02)", "timm.trunc_normal_(std=0.02)"},
    // calls that are rows alone
    {"nn.ConvTranspose2d(64, 256, 3, 2, 1, 1, 4)", "torch.ConvTranspose2d(64, 256, 3, groups=4)"},
    {"torch.nn.Conv1d(in_channels=64, out_channels=128, kernel_size=5, padding=2)",
     "torch.Conv1d(64, 128, 5)"},
    {"nn.Conv3d(16, 64, (3, 3, 3))", "torch.Conv3d(16, 64, 3)"},
    {"nn.LSTM(128, 256, num_layers=2, batch_first=True, bidirectional=True)", "torch.LSTM(128, 256)"},
    {"nn.GRU(input_size=128, hidden_size=512, dropout=0.1)", "torch.GRU(128, 512)"},
    {"nn.RNN(128, 512, 1, 'relu')", "torch.RNN(128, 512)"},
    {"nn.MultiheadAttention(512, 8, 0.1, kdim=256, vdim=None)", "torch.MultiheadAttention(512, 8, kdim=256)"},
    {"nn.TransformerEncoderLayer(d_model=256, nhead=8, dim_feedforward=1024, activation='gelu')",
     "torch.TransformerEncoderLayer(256, 8)"},
    {"nn.Transformer(256, 8, 6, 6, 1024)", "torch.Transformer(256, 8, dim_feedforward=1024)"},
    {"nn.EmbeddingBag(20000, 128, mode='sum', sparse=True)", "torch.EmbeddingBag(20000, 128)"},
    {"nn.PReLU(init=0.1)", "0.1"},
    {"nn.init.sparse_(torch.empty(1000, 400), sparsity=0.1)",
     "torch.sparse_(shape=[1000, 400], sparsity=0.1)"},
    {"nn.init.dirac_(torch.empty(64, 32, 3, 3))", "torch.dirac_(shape=[64, 32, 3, 3])"},
    {"transformers.initialization.kaiming_normal_(W, fan_in=768)", "torch.kaiming_normal_(fan_in=768)"},
    {"transformers.initialization.lecun_normal_(torch.empty(8, 512))",
     "transformers.lecun_normal_(shape=[8, 512])"},
    {"tf.keras.layers.Dense(4096, activation='relu', kernel_initializer='glorot_uniform', input_dim=512)",
     "keras.Dense(4096, input_dim=512)"},
    {"layers.Conv2D(512, (3, 3), strides=(2, 2), padding='same', use_bias=False, in_channels=128)",
     "keras.Conv2D(512, 3, in_channels=128)"},
    {"keras.layers.LSTM(256, return_sequences=True, input_dim=128, parameter='recurrent_kernel')",
     "keras.LSTM(256, input_dim=128, parameter=recurrent_kernel)"},
    {"keras.layers.EinsumDense('abc,cd->abd', output_shape=(None, 64), bias_axes='d', input_dim=128)",
     "keras.EinsumDense(output_shape=64, input_dim=128)"},
    {"keras.layers.MultiHeadAttention(8, 64, dropout=0.1, input_dim=512)",
     "keras.MultiHeadAttention(8, 64, input_dim=512)"},
    {"keras.initializers.Orthogonal(gain=1.0, seed=None, shape=(300, 700))",
     "keras.Orthogonal(shape=[300, 700])"},
    {"jax.nn.initializers.orthogonal(scale=2.0, shape=(700, 300))", "jax.orthogonal(2, shape=[700, 300])"},
    {"jax.nn.initializers.lecun_normal(0, (1, 2), shape=(512, 8, 64))",
     "jax.lecun_normal(shape=[512, 8, 64], in_axis=0, out_axis=[1, 2])"},
    {"flax.nnx.Linear(512, 4096, rngs=nnx.Rngs(0))", "nnx.Linear(512, 4096)"},
    {"nnx.Conv(3, 64, kernel_size=(3, 3), rngs=rngs)", "nnx.Conv(3, 64, [3, 3])"},
    {"nn.DenseGeneral((8, 64), axis=-1, in_features=512)", "flax.DenseGeneral(in_features=512)"},
    {"hk.Linear(4096, with_bias=False, input_size=512)", "haiku.Linear(4096, input_size=512)"},
    {"hk.initializers.TruncatedNormal(stddev=0.02)", "haiku.TruncatedNormal(0.02)"},
    {"eqx.nn.Linear(256, 8192, use_bias=False, key=key)", "equinox.Linear(256, 8192)"},
    {"mlx.nn.Linear(256, 8192, bias=False)", "mlx.Linear(256, 8192)"},
    {"mlx.nn.init.he_normal(mx.float32, shape=(1024, 2048))", "mlx.he_normal(shape=[1024, 2048])"},
};

struct Refused {
    const char *pasted, *why;
};

constexpr Refused refused[] = {
    // what would be misread if arguments stood in an order of our own
    {"flax.linen.Dense(512)", "'fan_in' is missing"},
    {"keras.HeNormal(42)", "'fan_in' is missing: mode=fan_in needs it; give it or shape="},
    {"jax.nn.initializers.lecun_normal(1)", "axes need a shape: write shape="},
    {"jax.nn.initializers.truncated_normal(0.02, -3, 3)",
     "this position is that of 'dtype' in jax.truncated_normal(stddev, dtype, lower, upper), which is a "
     "type"},
    {"torch.Linear(768, 3072, bias)",
     "this position is that of 'bias' in torch.Linear(in_features, out_features, bias, device, "
     "dtype): write parameter=bias"},
    {"nn.Linear(768, 3072, bias=False, parameter=bias)", "has no bias if bias is False"},
    {"keras.layers.Dense(4096, kernel_initializer='he_normal', input_dim=512)",
     "a value of 'kernel_initializer' other than glorot_uniform has another law: evaluate the call that it "
     "names"},
    {"keras.layers.Dense(4096)", "'input_dim' is missing: write keras.Dense("},
    {"hk.Linear(300)", "'input_size' is missing: write haiku.Linear("},
    {"hk.Linear(300, w_init=init, input_size=5)", "a value of 'w_init' other than None has another law"},
    {"nn.Linear(768)", "'out_features' is missing: write torch.Linear(in_features, out_features"},
    {"nn.Linear(768, 3072, True, None, None, 5)",
     "too many positional arguments: the call takes torch.Linear(in_features, out_features, bias, device, "
     "dtype)"},
    {"nn.Linear(768, 3072, biass=False)", "torch.Linear has no parameter 'biass'"},
    {"nnx.Linear(512, 4096, False)",
     "too many positional arguments: the call takes nnx.Linear(in_features, out_features)"},
    {"nn.init.kaiming_normal_(W)", "'fan_in' is missing: mode=fan_in needs it; give it or shape="},
    {"nn.init.kaiming_normal_(torch.empty(3, 5), shape=[3, 5])", "'shape' is given twice"},
    {"nn.init.kaiming_normal_(W, mode='fan_avg', fan_in=5)", "'mode' must be one of fan_in, fan_out"},
    {"nn.Conv2d(3, 8, 5, groups=2)", "in_channels must be divisible by groups"},
    {"nn.ConvTranspose1d(3, 8, (5, 5))", "kernel_size is one number"},
    {"keras.GlorotUniform(input_axes=[0], shape=[3, 4, 5])", "only if both are given"},
    {"jax.lecun_normal(in_axis=7, shape=[3, 4])", "in_axis 7 is not an axis of a shape of 2"},
    {"nn.Lineal(3, 4)", "did you mean"},
};

bool warns(const std::string& call, const std::string& words) {
    for (const std::string& one : warnings_of(bind_expression(call)))
        if (one.find(words) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("calls as pasted mean what the framework does") {
    CHECK(std::size(understood) >= 62);
    for (const Spelling& one : understood) {
        CAPTURE(one.pasted);
        CHECK(value_of(one.pasted) == value_of(one.meant));
        CHECK(value_of(one.pasted).find("refused") == std::string::npos);
    }
}

TEST_CASE("what a call cannot mean is refused with what to write") {
    for (const Refused& one : refused) {
        CAPTURE(one.pasted);
        CAPTURE(value_of(one.pasted));
        CHECK(value_of(one.pasted).find(one.why) != std::string::npos);
    }
}

TEST_CASE("what the number does not depend on is said") {
    CHECK(warns("nn.init.kaiming_normal_(W, fan_in=768)", "'W' is the tensor to fill"));
    CHECK_FALSE(warns("nn.init.kaiming_normal_(torch.empty(3, 5))", "tensor to fill"));
    CHECK_FALSE(warns("nn.init.kaiming_normal_(fan_in=768)", "tensor to fill"));
    CHECK(warns("nn.Linear(768, 3072, dtype=torch.bfloat16)", "before rounding of the weights to bfloat16"));
    CHECK_FALSE(warns("nn.Linear(768, 3072, dtype=torch.float32)", "rounded"));
}

TEST_CASE("a number in the place of the tensor is the argument behind it") {
    CHECK(value_of("torch.normal_(3, 0.02)") == value_of("torch.normal_(mean=3, std=0.02)"));
    CHECK(value_of("torch.normal_(pi, 0.02, of=mean)") == value_of("pi"));
    CHECK(value_of("torch.normal_(W, pi, 0.02, of=mean)") == value_of("pi"));
}

TEST_CASE("names of modules") {
    using Names = std::vector<std::string>;
    CHECK(names_spelled("nn.Linear") == Names{"torch.Linear", "flax.Linear"});
    CHECK(names_spelled("tf.keras.layers.Dense").front() == "keras.Dense");
    CHECK(names_spelled("tf.keras.initializers.he_normal").front() == "keras.HeNormal");
    CHECK(names_spelled("activation.gain").empty());
    CHECK(find_quantity("keras.layers.Dense") == find_quantity("keras.Dense"));
    CHECK(find_quantity("nn.Dense") == find_quantity("flax.Dense"));
    CHECK(find_quantity("nn.nothing") == nullptr);
}
