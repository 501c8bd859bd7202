"""A fresh EfficientNet of transformers: the gains of BatchNorm are drawn from N(0, 0.02^2), and all its logits are the same number."""
import sys

import torch
import transformers
from transformers import EfficientNetConfig, EfficientNetForImageClassification

torch.manual_seed(0)
model = EfficientNetForImageClassification(EfficientNetConfig(image_size=64, num_labels=10)).train(False)
gains = torch.cat([one.weight for one in model.modules() if isinstance(one, torch.nn.BatchNorm2d)]).detach()
with torch.no_grad():
    logits = model(torch.randn(4, 3, 64, 64)).logits
print(f"transformers {transformers.__version__}: mean gain {gains.mean():.4f}, std {gains.std():.4f}; largest |logit| {logits.abs().max():.3g}")
sys.exit(abs(float(gains.mean())) > 0.5)
