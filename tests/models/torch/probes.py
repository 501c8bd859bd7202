"""What passes of their own show of networks in training, one number for each network: gradients over batches, the surface of
the loss, one step. Parameters [networks, …] are flattened side by side, so that a network is a row."""

from __future__ import annotations

from typing import Callable, Dict, List, Tuple

import torch

import branches
from looks import Numbers, losses
from transformers import Transformers

Tensor = torch.Tensor
Batch = Tuple[Tensor, Tensor]
BATCHES, PRODUCTS, DISTANCE = 16, 32, 1e-3
STEP_SEED = 7  # of the masks of dropout, where passes are compared


def flat(tensors: List[Tensor]) -> Tensor:
    return torch.cat([one.flatten(1) for one in tensors], 1)


def of_sublayer(name: str, sublayer: int) -> bool:
    return name.startswith(f"{sublayer} ")


def is_below(name: str, sublayer: int) -> bool:
    first = name.split()[0]
    return int(first) < sublayer if first.isdigit() else not name.startswith(("head", "final"))


class Probes:
    """Leaves parameters and batch statistics as they were."""

    def __init__(self, net: Transformers) -> None:
        self.net, self.names = net, list(net.parameters)
        self.values = list(net.parameters.values())

    def gradients(self, batch: Batch, graph: bool = False) -> Tuple[Tensor, List[Tensor]]:
        running = {name: list(pair) for name, pair in self.net.running.items()}
        loss = losses(branches.forward(self.net, batch[0], training=True)["logits"], batch[1])
        gradients = list(torch.autograd.grad(loss.sum(), self.values, create_graph=graph))
        self.net.running.update(running)
        return loss, gradients

    def put(self, tensors: List[Tensor]) -> None:
        with torch.no_grad():
            for value, one in zip(self.values, tensors):
                value.copy_(one)

    def copies(self) -> List[Tensor]:
        return [value.detach().clone() for value in self.values]

    def chosen(self, tensors: List[Tensor], sublayer: int) -> Tensor:
        return flat([one for name, one in zip(self.names, tensors) if of_sublayer(name, sublayer)]).double()

    def signal(self, batch: Callable[[], Batch]) -> Numbers:
        every = [self.gradients(batch())[1] for _ in range(BATCHES)]

        def ratio(of: Callable[[List[Tensor]], Tensor]) -> Tensor:
            stacked = torch.stack([of(one) for one in every])
            noise = stacked.var(0).sum(1)
            bias = 0.0 if "a signal with its bias" in self.net.design.faults else noise / BATCHES
            return ((stacked.mean(0) ** 2).sum(1) - bias) / noise

        found = {f"gradient_signal {l}": ratio(lambda one, l=l: self.chosen(one, l)) for l in range(self.net.design.sublayers)}
        found["gradient_signal"] = ratio(lambda one: flat(one).double())
        return found

    def surface(self, batch: Batch) -> Numbers:
        before = self.copies()
        loss, gradients = self.gradients(batch)
        here = flat(gradients)
        self.put([value - DISTANCE * one for value, one in zip(before, gradients)])
        moved_loss, moved = self.gradients(batch)
        self.put(before)
        smoothness = (flat(moved) - here).double().norm(dim=1) / (DISTANCE * here.double().norm(dim=1))
        return {"log smoothness": smoothness.log(), "loss_along_gradient": (moved_loss - loss).detach().double(),
                "log sharpness": self.sharpness(batch).log()}

    def sharpness(self, batch: Batch) -> Tensor:
        """By Lanczos' method, of all networks at once: the loss of one does not know the parameters of another."""
        gradient = flat(self.gradients(batch, graph=True)[1])
        vector = torch.nn.functional.normalize(torch.randn_like(gradient), dim=1)
        basis, small = [vector], torch.zeros(len(gradient), PRODUCTS, PRODUCTS, dtype=torch.float64)
        for k in range(PRODUCTS):
            product = flat(list(torch.autograd.grad((gradient * basis[-1]).sum(), self.values, retain_graph=True)))
            small[:, k, k] = (basis[-1] * product).sum(1)
            for _ in range(2):
                for one in basis:
                    product = product - (one * product).sum(1, keepdim=True) * one
            length = product.norm(dim=1, keepdim=True)
            if k + 1 < PRODUCTS:
                small[:, k, k + 1] = small[:, k + 1, k] = length[:, 0]
            basis.append(product / length)
        return torch.linalg.eigvalsh(small)[:, -1]

    def step(self, batch: Batch, before: List[Tensor]) -> Numbers:
        """Of the step from `before`, which took this batch."""
        after = self.copies()
        moved = [b - a for a, b in zip(before, after)]
        found: Numbers = {"update_ratio": flat(moved).double().norm(dim=1) / flat(before).double().norm(dim=1)}

        def gradients(of: List[Tensor]) -> List[Tensor]:
            self.put(of)
            with torch.random.fork_rng():
                torch.manual_seed(STEP_SEED)
                return self.gradients(batch)[1]

        first = gradients(before)
        for l in range(self.net.design.sublayers):
            whole = "a shift after the whole step" in self.net.design.faults
            g, h = self.chosen(first, l), self.chosen(gradients([b if whole or is_below(name, l) else a for name, a, b in
                                                                 zip(self.names, before, after)]), l)
            found[f"log covariate_shift {l}"] = ((g - h).norm(dim=1) / g.norm(dim=1)).log()
            found[f"covariate_shift_cosine {l}"] = torch.cosine_similarity(g, h, 1)
            found[f"update_ratio {l}"] = self.chosen(moved, l).norm(dim=1) / self.chosen(before, l).norm(dim=1)
        self.put(after)
        return found

    def rows(self, batch: Batch) -> Numbers:
        gradient = dict(zip(self.names, self.gradients(batch)[1]))["embedding"]
        square = (gradient.double() ** 2).sum(-1)
        return {"embedding_rows": square.sum(1) ** 2 / (square.shape[1] * (square ** 2).sum(1))}

    def streams(self, view: Dict[str, Tensor]) -> List[Tensor]:
        """[networks, tokens, features] at every place."""
        return [view[f"x {l}"].detach().double().flatten(1, 2) for l in range(self.net.design.sublayers + 1)]

    def drift(self, before: Dict[str, Tensor], after: Dict[str, Tensor]) -> Numbers:
        found = {}
        for l, (a, b) in enumerate(zip(self.streams(before), self.streams(after))):
            spread = a.var(1, unbiased=False)
            found[f"log drift mean {l}"] = (((b.mean(1) - a.mean(1)) ** 2).mean(1) / spread.mean(1)).log()
            found[f"log drift variance {l}"] = ((b.var(1, unbiased=False) / spread).log() ** 2).mean(1).log()
        return found

    def fluctuation(self, batch: Callable[[], Batch]) -> Numbers:
        every = [self.streams(branches.forward(self.net, batch()[0], training=False)) for _ in range(BATCHES)]
        found = {}
        for l in range(self.net.design.sublayers + 1):
            means = torch.stack([one[l].mean(1) for one in every])
            within = torch.stack([one[l].var(1, unbiased=False) for one in every]).mean(0)
            tokens = every[0][l].shape[1]
            found[f"log batch_fluctuation {l}"] = (tokens * means.var(0).mean(1) / within.mean(1)).log()
        return found

    def scores(self, view: Dict[str, Tensor]) -> Numbers:
        found = {}
        for l in range(0, self.net.design.sublayers, 2):
            which = "seen_scores" if "the largest logit behind the cap" in self.net.design.faults else "uncapped"
            found[f"largest_logit {l}"] = view[f"{l} {which}"].detach().abs().flatten(1).amax(1).double()
            found[f"training_score_second_moment {l}"] = (view[f"{l} seen_scores"].detach().double() ** 2).flatten(1).mean(1)
        return found
