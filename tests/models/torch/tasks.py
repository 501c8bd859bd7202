"""The laws of sigprop's tasks, sampled with torch: tokens and targets [networks, sequences, length]; -1 is not scored.

Every network has a language of its own where the law has random parts.
"""

from __future__ import annotations

from typing import Tuple

import torch

Tensor = torch.Tensor


class RandomTokens:
    """Uniformly random tokens and targets."""

    def __init__(self, design, networks: int) -> None:
        self.design, self.networks = design, networks

    def batch(self) -> Tuple[Tensor, Tensor]:
        shape = (self.networks, self.design.batch, self.design.length)
        return torch.randint(self.design.vocabulary, shape), torch.randint(self.design.vocabulary, shape)


class Sequences:
    """Tokens made by `sequences(length)`, of which the next one is asked for (causal), or those behind a mask, which
    is the vocabulary's last token. Only targets from the place `first_scored(length)` on count."""

    def __init__(self, design, networks: int) -> None:
        self.design, self.networks = design, networks
        self.tokens = design.vocabulary - (design.objective == "masked")

    def first_scored(self, length: int) -> int:
        return 0

    def batch(self) -> Tuple[Tensor, Tensor]:
        d = self.design
        made = d.length + (d.objective == "causal")
        sequence = self.sequences(made)
        place = torch.arange(made)
        if d.objective == "causal":
            return sequence[..., :-1], torch.where(place[1:] >= self.first_scored(made), sequence[..., 1:], -1)
        scored = (torch.rand(sequence.shape) < d.mask_rate) & (place >= self.first_scored(made))
        scored[..., -1] |= ~scored.any(-1)  # at least one of a sequence
        return sequence.masked_fill(scored, d.vocabulary - 1), sequence.masked_fill(~scored, -1)


class Copy(Sequences):
    """The second half repeats the first, which is uniformly random. Only the second half is scored."""

    def first_scored(self, length: int) -> int:
        return length // 2

    def sequences(self, length: int) -> Tensor:
        first = torch.randint(self.tokens, (self.networks, self.design.batch, length // 2))
        return torch.cat((first, first, first), -1)[..., :length]


class Markov(Sequences):
    """A chain of hidden states stays with probability 0.8, else goes to one of its state's three followers. A state
    speaks up to eight tokens of its own, with weights 8, 7, ..., 1; with probability 0.3, where there is one, the token
    `reach` places back is repeated instead."""

    def __init__(self, design, networks: int) -> None:
        super().__init__(design, networks)
        words = min(8, self.tokens)
        self.followers = torch.randint(design.states, (networks, design.states, 3))
        self.words = torch.randint(self.tokens, (networks, design.states, words))
        self.weights = torch.arange(words, 0, -1, dtype=torch.float64)

    def sequences(self, length: int) -> Tensor:
        d = self.design
        shape = (self.networks, d.batch)
        network = torch.arange(self.networks)[:, None]
        state = torch.randint(d.states, shape)
        tokens = torch.empty((*shape, length), dtype=torch.long)
        for t in range(length):
            follower = self.followers[network, state, torch.randint(3, shape)]
            state = torch.where(torch.rand(shape) < 0.8, state, follower)
            word = torch.multinomial(self.weights, shape[0] * shape[1], replacement=True).reshape(shape)
            tokens[..., t] = self.words[network, state, word]
            if t >= d.reach:
                tokens[..., t] = torch.where(torch.rand(shape) < 0.3, tokens[..., t - d.reach], tokens[..., t])
        return tokens


class Recall(Sequences):
    """The first half is pairs of a key and its value, the second half the same keys in another order, each followed by
    its value, which alone is scored. Keys are the lower half of the tokens, each used once in a sequence."""

    def batch(self) -> Tuple[Tensor, Tensor]:
        d = self.design
        shape, pairs, keys = (self.networks, d.batch), d.length // 4, self.tokens // 2
        key = torch.rand(*shape, keys).argsort(-1)[..., :pairs]
        value = keys + torch.randint(keys, (*shape, pairs))
        order = torch.rand(*shape, pairs).argsort(-1)
        both = torch.stack((key, value), -1).reshape(*shape, -1)
        asked, answer = key.gather(-1, order), value.gather(-1, order)
        tokens = torch.cat((both, torch.stack((asked, answer), -1).reshape(*shape, -1)), -1)
        none = torch.full_like(answer, -1)
        targets = torch.stack((answer, none), -1).reshape(*shape, -1)
        return tokens, torch.cat((torch.full_like(both, -1), targets), -1)


TASKS = {"random": RandomTokens, "copy": Copy, "markov": Markov, "recall": Recall}
