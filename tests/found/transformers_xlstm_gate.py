"""xLSTM: "gate" in a module's name means an input or forget gate, and takes the SwiGLU's up-projection and the output gate with it: both are 0."""
import sys

import torch
import transformers
from transformers import xLSTMConfig, xLSTMForCausalLM

torch.manual_seed(0)
model = xLSTMForCausalLM(xLSTMConfig(vocab_size=128, hidden_size=128, num_hidden_layers=2, num_blocks=2, num_heads=2))
zero = sorted({name.split(".", 3)[-1] for name, one in model.named_parameters() if one.dim() > 1 and not one.any()})
print(f"transformers {transformers.__version__}: matrices of 0: {zero}")
sys.exit(not any("proj_up_gate" in name for name in zero))
