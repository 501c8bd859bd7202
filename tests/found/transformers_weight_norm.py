"""Wav2Vec2's convolution of positions: _init_weights draws the weight that weight_norm computes, and the parameters keep PyTorch's default."""
import math
import sys

import torch
import transformers
from transformers import Wav2Vec2Config, Wav2Vec2Model

torch.manual_seed(0)
model = Wav2Vec2Model(Wav2Vec2Config(hidden_size=256, num_hidden_layers=1, num_attention_heads=4, intermediate_size=512))
conv = model.encoder.pos_conv_embed.conv
meant = 2 * math.sqrt(1 / (conv.kernel_size[0] * conv.in_channels))
default = 1 / math.sqrt(3 * conv.kernel_size[0] * conv.in_channels / conv.groups)
std = float(conv.weight.detach().double().std())
print(f"transformers {transformers.__version__}: std {std:.5f}; the code asks for {meant:.5f}, PyTorch's default has {default:.5f}")
sys.exit(abs(std - meant) < abs(std - default))
