#pragma once
// Where each planted fault of the naive Transformers must show.

#include "tests/models/transformer/transformer_designs.hpp"

namespace transformer_test {

struct FaultRow {
    reference::Fault fault;
    const char* example;
};

[[nodiscard]] inline std::vector<FaultRow> value_faults() {
    using reference::Fault;
    return {
        {Fault::head_root, "both ways"},
        {Fault::norm_centre, "layer_norm after"},
        {Fault::norm_centre, "group_norm in the branch"},
        {Fault::norm_centre, "batch_norm before"},
        {Fault::epsilon_place, "rms_norm before"},
        {Fault::epsilon_place, "batch_norm after"},
        {Fault::epsilon_place, "epsilon outside, no final norm"},
        {Fault::batch_sequence, "norm of the embedding, batch_norm"},
        {Fault::group_all, "group_norm before and after"},
        {Fault::mask_future, "causal window"},
        {Fault::window_edge, "window both ways"},
        {Fault::rotary_neighbours, "grouped queries"},
        {Fault::rotary_before_norm, "qk_norm"},
        {Fault::position_shift, "learned positions"},
        {Fault::position_shift, "sinusoidal positions, odd width"},
        {Fault::key_head_order, "grouped queries"},
        {Fault::log_all_keys, "log_n"},
        {Fault::log_all_keys, "log_n in a window, both ways"},
        {Fault::cap_slope, "softcap"},
        {Fault::score_forgotten, "realformer"},
        {Fault::unscored, "partly scored"},
        {Fault::output_multiplier, "tied"},
        {Fault::weight_multiplier, "multipliers of all roles, gated"},
        {Fault::embedding_scale, "learned positions"},
        {Fault::input_scale, "no norm before"},
        {Fault::gate_swap, "gated silu"},
        {Fault::hidden_place, "hidden batch_norm before"},
        {Fault::hidden_place, "hidden batch_norm after, gated"},
        {Fault::hidden_place, "hidden dyt after"},
        {Fault::hidden_product, "hidden rms_norm after, gated"},
        {Fault::hidden_product, "hidden batch_norm after, gated"},
        {Fault::head_activation, "dense and norm before the head, tied"},
        {Fault::head_activation, "dense and batch_norm before the head"},
        {Fault::norm_root, "dyt with its root"},
        {Fault::norm_root, "dyisru with its root, hidden norm"},
        {Fault::weight_multiplier, "dense before the head"},
        {Fault::query_centre, "qk_norm of the width, centred, without gain, realformer"},
        {Fault::query_centre, "centred qk_norm, epsilon outside"},
        {Fault::query_width, "qk_norm of the width"},
        {Fault::rotary_all, "part of a head turns"},
        {Fault::rotary_last, "part of a head turns"},
        {Fault::cap_slope, "qk_norm and softcap"},
        {Fault::rotary_before_norm, "qk_norm and softcap"},
        {Fault::pattern_next, "windows and bases by layer"},
        {Fault::pattern_next, "windows by layer, both ways"},
        {Fault::window_edge, "windows by layer, both ways"},
        {Fault::slope_sign, "alibi"},
        {Fault::slope_powers, "alibi, five heads, both ways"},
        {Fault::slope_powers, "alibi, three heads in a window, cosine"},
        {Fault::parallel_serial, "parallel, two norms"},
        {Fault::parallel_serial, "parallel, no norm before"},
        {Fault::parallel_serial, "parallel, one norm"},
        {Fault::parallel_bare, "parallel, one norm"},
        {Fault::gate_other, "experts"},
        {Fault::gate_other, "one expert of a plain gate"},
        {Fault::gate_least, "experts of a plain gate, biases, shared"},
        {Fault::weight_multiplier, "experts"},
        {Fault::shared_forgotten, "all experts"},
        {Fault::types_zero, "token types by segment, a norm of the embedding"},
        {Fault::bias_forgotten, "biases of attention"},
        {Fault::bias_forgotten, "biases of queries, keys and values"},
        {Fault::bias_forgotten, "biases of feed-forward networks, gated"},
    };
}

/// These spoil derivatives only.
[[nodiscard]] inline std::vector<FaultRow> slope_faults() {
    using reference::Fault;
    return {
        {Fault::norm_spread, "rms_norm before"},
        {Fault::norm_spread, "batch_norm after"},
        {Fault::norm_mean, "layer_norm in the branch"},
        {Fault::norm_mean, "group_norm before"},
        {Fault::softmax_sum, "softcap"},
        {Fault::score_chain, "realformer"},
        {Fault::key_path, "cosine"},
        {Fault::up_path, "gated silu"},
        {Fault::up_path, "hidden batch_norm after, gated"},
        {Fault::hidden_spread, "hidden batch_norm before"},
        {Fault::hidden_spread, "hidden batch_norm after, gated"},
        {Fault::hidden_spread, "hidden rms_norm before"},
        {Fault::hidden_mean, "hidden batch_norm before, gated"},
        {Fault::hidden_mean, "hidden batch_norm after, gated"},
        {Fault::hidden_mean, "hidden layer_norm before, gated"},
        {Fault::tied_head, "tied"},
        {Fault::head_path, "dense before the head"},
        {Fault::head_path, "dense and norm before the head, tied"},
        {Fault::branch_gain, "branch gain by feature from 0"},
        {Fault::branch_gain, "branch gain, one number"},
        {Fault::gate_path, "experts"},
        {Fault::gate_path, "one expert of a plain gate"},
        {Fault::gate_path, "parallel, one norm of the batch, gated experts"},
        {Fault::beside_path, "parallel, two norms, branch norms, learned factors"},
        {Fault::beside_path, "parallel, no norm before"},
        {Fault::beside_path, "parallel, one norm"},
        {Fault::skip_path, "unlike blocks"},
        {Fault::loss_normaliser, "BERT"},
    };
}

}  // namespace transformer_test
