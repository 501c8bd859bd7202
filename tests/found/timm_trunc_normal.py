"""timm.layers.trunc_normal_(std=0.02) in bfloat16: one weight in 505 is -2, a hundred std out."""
import sys

import timm
import torch

torch.manual_seed(0)
weights = timm.layers.trunc_normal_(torch.empty(1_000_000, dtype=torch.bfloat16), std=0.02).double()
outside = int((weights == -2).sum())
print(f"timm {timm.__version__}, bfloat16: std {weights.std():.4f}, {outside} of 1000000 weights are -2")
single = timm.layers.trunc_normal_(torch.empty(100_000_000), std=0.02)
print(f"timm {timm.__version__}, float32: {int((single == -2).sum())} of 100000000 weights are -2")
sys.exit(outside < 1000)
