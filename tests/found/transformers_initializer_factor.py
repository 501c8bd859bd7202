"""XCLIP: initializer_factor, which multiplies stds and is 1 by default, is itself the std of the prompts' linear layers and of the frames' positions."""
import sys

import torch
import transformers
from transformers import XCLIPConfig, XCLIPModel

torch.manual_seed(0)
small = dict(hidden_size=64, intermediate_size=128, num_hidden_layers=1, num_attention_heads=2)
config = XCLIPConfig(text_config=small, vision_config=small | dict(mit_hidden_size=64, mit_intermediate_size=128, mit_num_hidden_layers=1, mit_num_attention_heads=2))
model = XCLIPModel(config)
stds = {name: float(one.detach().double().std()) for name, one in model.named_parameters() if one.dim() > 1}
wide = {name: round(std, 2) for name, std in stds.items() if std > 0.5}
print(f"transformers {transformers.__version__}: {len(wide)} of {len(stds)} matrices have std 1: {wide}")
sys.exit(not wide)
