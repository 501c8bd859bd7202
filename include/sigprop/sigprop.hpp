#pragma once
// sigprop: the numbers behind Transformer initialisation, parametrisation, normalisation and attention,
// computed and proved. This header brings the C++ interface:
//
//     auto gain = sigprop::evaluate("activation.gain(gelu)", {.digits = 30});
//     gain.decimal();  gain.value();      // proved digits; std::optional<double>
//     gain.evidence(); gain.status();
//     auto std = sigprop::truncated_normal::std(-2, 2);            // one function for each quantity
//     auto rows = sigprop::attention::entropy(512, {.std = 2}, {.digits = 50});
//     auto m2 = sigprop::activation::second_moment([](const auto& x) { return x * sigprop::sigmoid(x); },
//     {.std = 1.0});
//
// what the simulations are made of: RandomStream, LawSampler, monte_carlo_means, WeightMatrix; normalisation
// layers with their backward pass: Normalization; and the check of anybody's backward pass against
// differences of its forward pass: check_jacobian (all d x d entries), probe_jacobian (random directions).
// What rounding may do to a kernel: softmax_bounds, norm_bounds, product_row_bounds, …; measure_kernel judges
// by them.

#include <sigprop/core/evidence/result.hpp>
#include <sigprop/core/random/random.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/engine/functions/activation.hpp>
#include <sigprop/engine/functions/attention.hpp>
#include <sigprop/engine/functions/elementwise.hpp>
#include <sigprop/engine/functions/initialization.hpp>
#include <sigprop/engine/functions/mixture.hpp>
#include <sigprop/engine/functions/normalization.hpp>
#include <sigprop/engine/functions/optimizer.hpp>
#include <sigprop/engine/functions/quantizer.hpp>
#include <sigprop/engine/functions/residual.hpp>
#include <sigprop/engine/functions/sampler.hpp>
#include <sigprop/engine/functions/training.hpp>
#include <sigprop/engine/functions/unit_scaling.hpp>
#include <sigprop/engine/series/series.hpp>
#include <sigprop/engine/series/sweep.hpp>
#include <sigprop/engine/verification/verify.hpp>
#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <sigprop/methods/normal_rule/normal_rule.hpp>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <sigprop/models/gradient_check/jacobian_check.hpp>
#include <sigprop/models/gradient_check/jacobian_probe.hpp>
#include <sigprop/models/network/weight_matrix.hpp>
#include <sigprop/models/normalization/normalization.hpp>
#include <sigprop/models/rounding/bounds.hpp>
#include <sigprop/quantities/activation/activation.hpp>
#include <sigprop/report/report.hpp>
