"""transformers.initialization.lecun_normal_: sqrt(1/fan_in)/0.8796, cut at ±2 instead of ±2 std, so that nothing is cut."""
import sys

import torch
import transformers
from transformers import initialization

torch.manual_seed(0)
weight = initialization.lecun_normal_(torch.empty(4096, 768))
ratio = float(weight.double().std() * 768**0.5)
print(f"transformers {transformers.__version__}: std is {ratio:.4f} of sqrt(1/fan_in), 1/0.8796 = {1 / 0.87962566103423978:.4f}")
sys.exit(abs(ratio - 1 / 0.87962566103423978) > 0.005)
