"""The training loop of peers.py, in torch: one step of a small Transformer, as tools/bench/training.cpp has it."""

import torch


class RmsNorm(torch.autograd.Function):
    """RMSNorm with a backward pass by hand: autograd's of the same formula takes more passes over memory."""

    @staticmethod
    def forward(context, x, gain):
        square = torch.linalg.vector_norm(x, dim=1, keepdim=True).square_().div_(x.shape[1])
        scale = square.add_(1e-6).rsqrt_()
        normalised = x * scale
        context.save_for_backward(normalised, gain, scale)
        return normalised * gain

    @staticmethod
    def backward(context, dy):
        normalised, gain, scale = context.saved_tensors
        of_gain = (dy * normalised).sum(0)
        dx = dy * gain
        along = (dx * normalised).mean(1, keepdim=True)
        return dx.addcmul_(normalised, along, value=-1).mul_(scale), of_gain


class Training:
    """A causal Pre-Norm Transformer, its batch and Adam: queries, keys and values by one product, the mask within
    baddbmm, addmm for the branches, Adam's foreach form, gradients set to None. Other forms (matmul over four
    dimensions, masked_fill, linear and a sum, relu in place, autograd's RMSNorm, Adam tensor by tensor) took as
    long within 5 %, which is the noise."""

    sequences, length, vocabulary, head_width = 16, 64, 64, 64
    experts, active = 8, 2

    def __init__(self, width, layers, kind):
        self.activation = torch.nn.functional.relu if kind == "relu" else torch.nn.functional.gelu
        self.turns = kind != "relu"
        self.kind = kind
        self.width, self.heads = width, width // self.head_width

        def matrix(rows, columns):
            return (torch.randn(rows, columns) * columns**-0.5).requires_grad_()

        def gain():
            return torch.ones(width, requires_grad=True)

        def block():
            if kind == "parallel":  # one product for queries, keys, values and hidden features
                return gain(), matrix(7 * width, width), matrix(width, width), matrix(width, 4 * width)
            attention = gain(), matrix(3 * width, width), matrix(width, width), gain()
            if kind != "8_experts":
                return (*attention, matrix(4 * width, width), matrix(width, 4 * width))
            return (*attention, matrix(self.experts, width),
                    *(matrix(4 * width, width) for _ in range(self.experts)),
                    *(matrix(width, 4 * width) for _ in range(self.experts)))

        self.embedding = torch.randn(self.vocabulary, width).requires_grad_()
        self.head, self.last_gain = matrix(self.vocabulary, width), gain()
        self.blocks = [block() for _ in range(layers)]
        parameters = [self.embedding, self.head, self.last_gain] + [p for block in self.blocks for p in block]
        matrices = [p for block in self.blocks for p in block if p.dim() == 2] if kind == "muon" else []
        others = [p for p in parameters if not any(p is one for one in matrices)]
        self.optimizers = [torch.optim.Adam(others, lr=1e-3, foreach=True)]
        if matrices:
            self.optimizers.append(torch.optim.Muon(matrices, lr=1e-3, weight_decay=0.0))
        self.norm = RmsNorm.apply
        self.mask = torch.full((self.length, self.length), -float("inf")).triu_(1)
        half = self.head_width // 2
        angles = torch.arange(self.length)[:, None] * 10000.0 ** (-torch.arange(half) / half)
        self.cosines, self.sines = angles.cos()[:, None], angles.sin()[:, None]
        self.tokens = torch.randint(self.vocabulary, (self.sequences * self.length,))
        self.targets = torch.randint(self.vocabulary, (self.sequences * self.length,))
        self.losses = []

    def turned(self, x):
        a, b = x.chunk(2, -1)
        return torch.cat((a * self.cosines - b * self.sines, b * self.cosines + a * self.sines), -1)

    def attend(self, qkv):
        q, k, v = qkv.view(self.sequences, self.length, 3, self.heads, self.head_width).unbind(2)
        if self.turns:
            q, k = self.turned(q), self.turned(k)
        q, k, v = (x.transpose(1, 2).reshape(-1, self.length, self.head_width) for x in (q, k, v))
        scores = torch.baddbmm(self.mask, q, k.transpose(1, 2), alpha=self.head_width**-0.5)
        mixed = torch.bmm(torch.softmax(scores, -1), v)
        return mixed.view(self.sequences, self.heads, self.length, self.head_width).transpose(1, 2).reshape(-1, self.width)

    def dense(self, x, block):
        first_gain, qkv, out, second_gain, hidden, hidden_out = block
        x = torch.addmm(x, self.attend(torch.mm(self.norm(x, first_gain), qkv.t())), out.t())
        between = self.activation(torch.mm(self.norm(x, second_gain), hidden.t()))
        return torch.addmm(x, between, hidden_out.t())

    def parallel(self, x, block):
        one_gain, both, out, hidden_out = block
        qkv, between = torch.mm(self.norm(x, one_gain), both.t()).split((3 * self.width, 4 * self.width), 1)
        x = torch.addmm(x, self.attend(qkv.contiguous()), out.t())
        return torch.addmm(x, self.activation(between), hidden_out.t())

    def mixture(self, x, block):
        """Each expert has a product of its own tokens, gathered and added by index, as the experts of
        transformers have it."""
        first_gain, qkv, out, second_gain, router, *matrices = block
        x = torch.addmm(x, self.attend(torch.mm(self.norm(x, first_gain), qkv.t())), out.t())
        normed = self.norm(x, second_gain)
        top, chosen = torch.mm(normed, router.t()).topk(self.active, 1)
        weights = torch.softmax(top, 1)
        for e in range(self.experts):
            tokens, place = torch.where(chosen == e)
            between = self.activation(torch.mm(normed.index_select(0, tokens), matrices[e].t()))
            found = torch.mm(between, matrices[self.experts + e].t()) * weights[tokens, place, None]
            x = x.index_add(0, tokens, found)
        return x

    def loss(self):
        x = torch.nn.functional.embedding(self.tokens, self.embedding)
        one = {"parallel": self.parallel, "8_experts": self.mixture}.get(self.kind, self.dense)
        for block in self.blocks:
            x = one(x, block)
        logits = torch.mm(self.norm(x, self.last_gain), self.head.t())
        return torch.nn.functional.cross_entropy(logits, self.targets)

    def step(self):
        loss = self.loss()
        for one in self.optimizers:
            one.zero_grad(set_to_none=True)
        loss.backward()
        for one in self.optimizers:
            one.step()
        self.losses.append(loss.item())
        learns = len(self.losses) != 20 or self.losses[-1] < self.losses[0]
        return self.losses[-1] if learns else float("nan")


stored = {}


def step(setting, threads):
    """One step of "width:layers:kind": its loss. Of the kinds, relu is without positions, gelu_rotary, parallel,
    8_experts and muon have rotary ones and gelu."""
    if setting not in stored:
        width, layers, kind = setting.split(":")
        stored[setting] = Training(int(width), int(layers), kind)
    torch.set_num_threads(threads)  # of its BLAS, too
    try:
        return stored[setting].step()
    finally:
        torch.set_num_threads(1)
