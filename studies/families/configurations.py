"""Small configurations of transformers' models: the library's own, with its sizes cut, for any model type.

A size is known by its name. Values that belong together (heads and their width) are cut together; what a model type needs besides
stands in SPECIAL. Scales of initial weights get another factor for each key, so that an observed std tells which key it is of.
"""
import re
import zlib

VOCABULARY, POSITIONS, HEADS = 1000, 128, 4
# Names of sizes: what they become, of the hidden size. Of two that may stand in one scale the ratio differs from draw to draw.
SIZES = (
    ("hidden_size d_model n_embd dim embedding_size emb_dim encoder_hidden_size decoder_hidden_size text_hidden_size out_hidden_size "
     "encoder_embed_dim decoder_embed_dim width hidden_dim_text cross_hidden_size projection_dim vision_output_dim text_embed_dim "
     "attention_hidden_size lru_width", lambda hidden: hidden),
    ("moe_intermediate_size shared_expert_intermediate_size expert_dim shared_intermediate_size moe_shared_expert_intermediate_size "
     "expert_intermediate_size", lambda hidden: hidden if hidden > 192 else hidden // 2),
    ("intermediate_size encoder_ffn_dim decoder_ffn_dim ffn_dim mlp_dim d_ff n_inner hidden_dim feed_forward_proj_dim "
     "decoder_intermediate_size d_inner intermediate_size_mlp linear_units ffn_hidden_size dense_intermediate_size inner_dim",
     lambda hidden: 2 * hidden if hidden != 192 else 448),
    ("head_dim attention_head_dim d_kv kv_channels d_head dim_head", lambda hidden: hidden // HEADS),
    ("mamba_n_heads", lambda hidden: hidden // 32))
COUNTS = (
    ("num_hidden_layers n_layer num_layers n_layers encoder_layers decoder_layers num_decoder_layers num_encoder_layers depth layers "
     "e_layers d_layers decoder_num_hidden_layers num_encoder_layer encoder_num_hidden_layers vision_layers text_layers "
     "num_hidden_layers_text resampler_depth", lambda layers: layers),
    ("vocab_size decoder_vocab_size text_vocab_size vocab_size_per_layer_input src_vocab_size tgt_vocab_size encoder_vocab_size "
     "entity_vocab_size", lambda layers: VOCABULARY),
    ("max_position_embeddings n_positions n_ctx max_source_positions max_target_positions max_seq_len max_sequence_length",
     lambda layers: POSITIONS),
    ("num_experts num_local_experts n_routed_experts moe_num_experts num_routed_experts", lambda layers: 4),
    ("num_experts_per_tok moe_topk moe_k num_experts_per_token moe_top_k top_k_experts", lambda layers: 2))
FIXED = {name: HEADS for name in "num_attention_heads n_head num_heads n_heads encoder_attention_heads decoder_attention_heads "
         "attention_heads decoder_num_attention_heads encoder_num_attention_heads num_attention_head heads vision_heads "
         "resampler_n_heads".split()}
FIXED |= dict(n_group=1, topk_group=1, first_k_dense_replace=1, num_nextn_predict_layers=0, kv_lora_rank=64, q_lora_rank=96,
              qk_nope_head_dim=32, qk_rope_head_dim=32, v_head_dim=32, mamba_d_head=64, n_mamba_heads=2, linear_num_key_heads=4,
              linear_num_value_heads=4, linear_key_head_dim=32, linear_value_head_dim=32, hidden_size_per_layer_input=32,
              num_queries=20, laurel_rank=16, max_window_layers=1)
SPECIAL = {
    "albert": dict(embedding_size=128), "autoformer": dict(prediction_length=8), "convbert": dict(embedding_size=256),
    "bamba": dict(mamba_n_heads=8, attn_layer_indices=[1], mamba_n_groups=1), "ctrl": dict(dff=512), "dbrx": dict(d_model=256),
    "efficientnet": dict(width_coefficient=0.5, depth_coefficient=0.5, hidden_dim=640, image_size=128),
    "electra": dict(embedding_size=128), "esm": dict(vocab_size=33, pad_token_id=1, mask_token_id=32),
    "falcon_h1": dict(mamba_n_heads=8, mamba_d_ssm=512, mamba_n_groups=1), "funnel": dict(block_sizes=[1, 1, 1], d_head=64, d_inner=512),
    "gpt_neo": dict(attention_types=[[["global", "local"], 2]], num_layers=4), "informer": dict(prediction_length=8),
    "granitemoehybrid": dict(mamba_n_heads=8, layer_types=["mamba", "attention", "mamba"], mamba_n_groups=1),
    "jamba": dict(num_hidden_layers=4, attn_layer_period=2, attn_layer_offset=1, expert_layer_period=2, expert_layer_offset=1),
    "mamba2": dict(num_heads=8, head_dim=64, n_groups=1), "openai-gpt": dict(n_positions=POSITIONS), "recurrent_gemma": dict(num_hidden_layers=3),
    "mobilebert": dict(hidden_size=256, true_hidden_size=128, intra_bottleneck_size=128, embedding_size=128),
    "nemotron_h": dict(hybrid_override_pattern="M*-M", num_hidden_layers=4), "rwkv": dict(attention_hidden_size=256),
    "reformer": dict(attn_layers=["local", "lsh", "local"], axial_pos_shape=(16, 8), axial_pos_embds_dim=(64, 192)),
    "squeezebert": dict(q_groups=4, k_groups=4, v_groups=4), "time_series_transformer": dict(prediction_length=8),
    "xlstm": dict(num_hidden_layers=2, num_blocks=2),
    "zamba": dict(num_hidden_layers=4, layers_block_type=["mamba", "mamba", "hybrid", "hybrid"], attn_layer_period=1),
    "zamba2": dict(num_hidden_layers=4, layers_block_type=["mamba", "hybrid", "mamba", "hybrid"], mamba_headdim=32, num_mem_blocks=1,
                   hybrid_layer_ids=[1, 3], n_mamba_heads=16),
    "nemotron": dict(num_key_value_heads=2), "ministral": dict(head_dim=64), "hunyuan_v1_dense": dict(head_dim=64),
    "hunyuan_v1_moe": dict(head_dim=64), "lfm2_moe": dict(layer_types=["conv", "full_attention", "conv"], num_hidden_layers=3, num_dense_layers=1),
    "gemma3n_text": dict(num_hidden_layers=5, num_kv_shared_layers=0, layer_types=["sliding_attention"] * 4 + ["full_attention"],
                         activation_sparsity_pattern=[0.0] * 5, intermediate_size=[512] * 5),
    "longcat_flash": dict(ffn_hidden_size=512, expert_ffn_hidden_size=128, n_routed_experts=4, zero_expert_num=2, moe_topk=2),
    "dots1": dict(n_routed_experts=4, n_shared_experts=1, num_experts=4), "zaya": dict(num_experts_per_tok=1)}
TOKEN = re.compile(r"token_id$|token_index$|^boi|^eoi|_id$")
TOWER = re.compile("vision|audio|vit|image|speech|qformer")
RANGE = re.compile(r"init|(^|_)std(_|$)")


def sizes(hidden, layers, all_of_them=True):
    """{name: value}; else the counts alone, which leave every width as the library has it."""
    known = {name: of(layers) for names, of in COUNTS for name in names.split()}
    if all_of_them:
        known |= FIXED | {name: of(hidden) for names, of in SIZES for name in names.split()}
    return known


def shrunk(cls, known, stages=False, towers=None):
    """The class's default configuration with the known sizes, and those of `towers` in what sees and hears; with `stages`, at most
    two layers in each stage as well."""
    from transformers import PretrainedConfig
    if towers and TOWER.search(cls.model_type):
        known = towers
    default, over = dict(cls().__dict__), {}
    for key, value in default.items():
        if isinstance(value, PretrainedConfig):
            over[key] = shrunk(type(value), known, stages, towers)
        elif isinstance(value, int) and not isinstance(value, bool):
            if key in known:
                over[key] = known[key]
            elif TOKEN.search(key) and value >= VOCABULARY:  # each its own
                over[key] = VOCABULARY - 1 - zlib.crc32(key.encode()) % 50
        elif isinstance(value, (list, tuple)):
            if stages and key == "depths":
                over[key] = [min(one, 2) for one in value]
            elif key in ("eos_token_id", "bos_token_id"):
                over[key] = 2
    if isinstance(default.get("num_key_value_heads"), int) and "num_attention_heads" in over:
        grouped = default["num_key_value_heads"] != default.get("num_attention_heads")
        over["num_key_value_heads"] = 2 if grouped else over["num_attention_heads"]
    if len(known) > len(sizes(0, 0, False)):
        over |= SPECIAL.get(cls.model_type, {})
    return cls(**over)


def rescale(config, path=""):
    """Each scale of initial weights times a factor of its own between 1.1 and 1.9."""
    from transformers import PretrainedConfig
    for key, value in list(config.__dict__.items()):
        if isinstance(value, PretrainedConfig):
            rescale(value, f"{path}{key}.")
        elif isinstance(value, float) and 0 < value < 1e4 and RANGE.search(key) and "cutoff" not in key:
            setattr(config, key, value * (1.1 + zlib.crc32(f"{path}{key}".encode()) % 64 / 80))
    return config


def plans(cls, hidden, layers):
    """(name, configuration) one after the other, until one can be built."""
    if hidden != 256:  # so that a scale tells which part of the configuration it is of
        yield f"hidden size {hidden}, towers of another", lambda: shrunk(cls, sizes(hidden, layers), towers=sizes(hidden + 64, layers + 1))
    yield f"hidden size {hidden}", lambda: shrunk(cls, sizes(hidden, layers))
    yield "few layers", lambda: shrunk(cls, sizes(hidden, layers, False) | SPECIAL.get(cls.model_type, {}))
    yield "few layers, short stages", lambda: shrunk(cls, sizes(hidden, layers, False), True)
    yield "default", lambda: cls()
