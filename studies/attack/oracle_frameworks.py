"""Oracles: what the initialisers of PyTorch, JAX, Keras, Flax, TensorFlow and timm draw, from their documentation."""
from fractions import Fraction

from mpmath import mp, mpf

from cases import Case, argument, closed, family, fraction, positive, real
from formulas import text_of
from oracle_laws import FANS, TRUNCATED, fan, moment, two_sigma

# JAX and Keras divide by this double, not by the number that it rounds.
LITERAL = lambda: mpf("0.87962566103423978")


def truncated(mean, std, low, high):
    s, m = real(std), real(mean)
    a, b = (real(low) - m) / s, (real(high) - m) / s
    return TRUNCATED["std"](s, m, [moment(k, a, b) for k in range(3)])


@family("torch.normal_", "torch.uniform_", "torch.trunc_normal_", "torch.kaiming_normal_", "torch.kaiming_uniform_", "torch.xavier_normal_",
        "torch.xavier_uniform_", "torch.orthogonal_", "torch.Linear", "torch.Conv2d", "torch.Embedding", "torch.calculate_gain", weight=1.5)
def torch(rng):
    std, a, b = positive(rng, -3, 0), fraction(rng, -3, 0), fraction(rng, Fraction(1, 10), 3)
    n, m, k, slope = rng.randint(1, 5000), rng.randint(1, 5000), rng.randint(1, 7), fraction(rng, 0, 1)
    mode = rng.choice(FANS[:2])
    kaiming = lambda: mp.sqrt(2 / (1 + real(slope) ** 2) / fan(mode, n, m))
    law, xavier = rng.choice(("normal_", "uniform_")), lambda: real(std) * mp.sqrt(mpf(2) / (n + m))
    one = rng.choice((
        (f"torch.normal_(std={text_of(std)})", lambda: real(std)),
        (f"torch.uniform_({text_of(a)}, {text_of(b)})", lambda: (real(b) - real(a)) / mp.sqrt(12)),
        (f"torch.trunc_normal_({argument(std=std, a=a, b=b)})", lambda: truncated(0, std, a, b)),
        (f"torch.kaiming_{law}({argument(a=slope, mode=mode, fan_in=n, fan_out=m)})", kaiming),
        (f"torch.xavier_{law}({argument(gain=std, fan_in=n, fan_out=m)})", xavier),
        (f"torch.orthogonal_(shape=[{n}, {m}])", lambda: 1 / mp.sqrt(max(n, m))),
        (f"torch.Linear({n}, {m})", lambda: 1 / mp.sqrt(3 * mpf(n))),
        (f"torch.Conv2d({n}, {m}, {k})", lambda: 1 / mp.sqrt(3 * mpf(n) * k * k)),
        (f"torch.Embedding({n}, {m})", lambda: mpf(1)),
        (f"torch.calculate_gain(leaky_relu, {text_of(slope)})", lambda: mp.sqrt(2 / (1 + real(slope) ** 2)))))
    return Case(one[0], lambda: closed(one[1]))


@family("jax.truncated_normal", "jax.normal", "jax.uniform", "jax.glorot_uniform", "jax.lecun_uniform", "jax.he_uniform", "jax.variance_scaling",
        "keras.TruncatedNormal", "keras.RandomNormal", "keras.RandomUniform", "keras.GlorotUniform", "keras.LecunUniform", "keras.HeUniform",
        "keras.VarianceScaling", "tf.truncated_normal", "tf.normal", "timm.trunc_normal_", "timm.trunc_normal_tf_", "flax.Embed", weight=1.5)
def others(rng):
    std, a, b = positive(rng, -3, 0), fraction(rng, -3, 0), fraction(rng, Fraction(1, 10), 3)
    n, m = rng.randint(1, 5000), rng.randint(1, 5000)
    s = lambda: real(std)
    one = rng.choice((
        (f"jax.truncated_normal({text_of(std)}, lower={text_of(a)}, upper={text_of(b)})", lambda: s() * truncated(0, 1, a, b)),
        (f"jax.normal({text_of(std)})", s), (f"jax.uniform({text_of(std)})", lambda: s() / mp.sqrt(12)),
        (f"jax.glorot_uniform(fan_in={n}, fan_out={m})", lambda: mp.sqrt(mpf(2) / (n + m))),
        (f"jax.lecun_uniform(fan_in={n})", lambda: 1 / mp.sqrt(n)), (f"jax.he_uniform(fan_in={n})", lambda: mp.sqrt(mpf(2) / n)),
        (f"jax.variance_scaling({text_of(std)}, fan_avg, normal, fan_in={n}, fan_out={m})", lambda: mp.sqrt(2 * s() / (n + m))),
        (f"keras.TruncatedNormal(stddev={text_of(std)})", lambda: s() * two_sigma()),
        (f"keras.RandomNormal(stddev={text_of(std)})", s),
        (f"keras.RandomUniform({text_of(a)}, {text_of(b)})", lambda: (real(b) - real(a)) / mp.sqrt(12)),
        (f"keras.GlorotUniform(fan_in={n}, fan_out={m})", lambda: mp.sqrt(mpf(2) / (n + m))),
        (f"keras.LecunUniform(fan_in={n})", lambda: 1 / mp.sqrt(n)), (f"keras.HeUniform(fan_in={n})", lambda: mp.sqrt(mpf(2) / n)),
        (f"keras.VarianceScaling({text_of(std)}, fan_out, uniform, fan_in={n}, fan_out={m})", lambda: mp.sqrt(s() / m)),
        (f"tf.truncated_normal(stddev={text_of(std)})", lambda: s() * two_sigma()), (f"tf.normal(stddev={text_of(std)})", s),
        (f"timm.trunc_normal_({argument(std=std, a=a, b=b)})", lambda: truncated(0, std, a, b)),
        (f"timm.trunc_normal_tf_({argument(std=std, a=a, b=b)})", lambda: s() * truncated(0, 1, a, b)),
        (f"flax.Embed({n}, {m})", lambda: 1 / mp.sqrt(m))))
    return Case(one[0], lambda: closed(one[1]))


@family("jax.glorot_normal", "jax.lecun_normal", "jax.he_normal", "keras.GlorotNormal", "keras.LecunNormal", "keras.HeNormal", "flax.Dense",
        "flax.Conv", "timm.lecun_normal_", "timm.variance_scaling_", weight=0.7)
def corrected(rng):
    """A normal cut at two standard deviations, its std divided by the literal that the libraries have for it."""
    n, m, scale = rng.randint(1, 5000), rng.randint(1, 5000), positive(rng, -1, 0)
    cut = lambda fan, times=1: lambda: mp.sqrt(real(times) / real(fan)) / LITERAL() * two_sigma()
    one = rng.choice((
        (f"jax.glorot_normal(fan_in={n}, fan_out={m})", cut(Fraction(n + m, 2))), (f"jax.lecun_normal(fan_in={n})", cut(n)), (f"jax.he_normal(fan_in={n})", cut(n, 2)),
        (f"keras.GlorotNormal(fan_in={n}, fan_out={m})", cut(Fraction(n + m, 2))), (f"keras.LecunNormal(fan_in={n})", cut(n)), (f"keras.HeNormal(fan_in={n})", cut(n, 2)),
        (f"flax.Dense(fan_in={n})", cut(n)), (f"flax.Conv(fan_in={n})", cut(n)), (f"timm.lecun_normal_(fan_in={n})", cut(n)),
        (f"timm.variance_scaling_({text_of(scale)}, fan_out, truncated_normal, fan_in={n}, fan_out={m})", cut(m, scale))))
    return Case(one[0], lambda: closed(one[1]))
