#pragma once
// sigprop: the numbers behind Transformer initialisation, parametrisation, normalisation and attention,
// computed and proved. This header brings the C++ interface:
//
//     auto gain = sigprop::evaluate("activation.gain(gelu)", {.digits = 30});
//     gain.decimal();  gain.value();      // proved digits; std::optional<double>
//     gain.evidence(); gain.status();
//     auto m2 = sigprop::activation::second_moment([](const auto& x) { return x * sigprop::sigmoid(x); },
//     {.std = 1.0});
//
// what the simulations are made of: RandomStream, LawSampler, monte_carlo_means, WeightMatrix; normalisation
// layers with their backward pass: Normalization; and the check of anybody's backward pass against
// differences of its forward pass: check_jacobian (all d x d entries), probe_jacobian (random directions).

#include <sigprop/core/random.hpp>
#include <sigprop/core/result.hpp>
#include <sigprop/engine/engine.hpp>
#include <sigprop/engine/series.hpp>
#include <sigprop/methods/law_sampler.hpp>
#include <sigprop/methods/sample_means.hpp>
#include <sigprop/models/jacobian_check.hpp>
#include <sigprop/models/jacobian_probe.hpp>
#include <sigprop/models/normalization.hpp>
#include <sigprop/models/weight_matrix.hpp>
#include <sigprop/quantities/activation.hpp>
