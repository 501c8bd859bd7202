"""torch.nn.functional.gelu in float32: the same number gives other bits in a tensor of another length, since vectors and their rest use other code."""
import sys

import torch

x = torch.randn(1000, generator=torch.Generator().manual_seed(0))
alone = torch.stack([torch.nn.functional.gelu(one.reshape(1))[0] for one in x])
differ = int((alone != torch.nn.functional.gelu(x)).sum())
print(f"torch {torch.__version__}: {differ} of 1000 numbers have other bits alone than among a thousand")
sys.exit(differ == 0)
