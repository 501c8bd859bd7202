"""Losses, steps by torch.optim, and the numbers that sigprop's quantities speak of, one for each network."""

from __future__ import annotations

import math
from typing import Any, Dict, List

import torch

import branches
import tasks
from designs import Design
from lion import Lion
from looks import Numbers, accuracy, activations, look, losses, mean
from probes import Probes
from transformers import Transformers


def at_start(design: Design, networks: int) -> Numbers:
    """The quantities network.*: one batch of random tokens and targets, in training (dropout, batch statistics)."""
    net = Transformers(design, networks)
    tokens, targets = tasks.RandomTokens(design, networks).batch()
    view = branches.forward(net, tokens, training=True)
    stream = [view[f"x {sublayer}"] for sublayer in range(design.sublayers + 1)]
    loss = losses(view["logits"], targets)
    squares = [mean(g.double() ** 2) for g in torch.autograd.grad(loss.sum(), stream)]
    found = look(view, design)
    found.update({f"gradient_ratio {sublayer}": square / squares[-1] for sublayer, square in enumerate(squares)})
    found.update({"loss": loss.detach().double(), "logit_second_moment": mean(view["logits"] ** 2)})
    return found


def rate_factor(design: Design, step: int) -> float:
    """The learning rate of step 0, 1, ..., over the design's."""
    if step < design.warmup:
        return (step + ("a warm-up from 0" not in design.faults)) / design.warmup
    falling = design.steps - design.warmup
    progress = (step - design.warmup) / falling
    if design.decay == "wsd":
        over = falling if "a decay from the warm-up on" in design.faults else round(design.decay_share * design.steps)
        done = max(0.0, (step - (design.steps - over)) / over)
        share = 1 - (math.sqrt(done) if design.decay_form == "sqrt" else done)
        return design.final_rate + (1 - design.final_rate) * share
    if design.decay == "inverse_sqrt":
        start = max(design.warmup, 1)
        return math.sqrt(start / (step - design.warmup + start))
    share = {"constant": 1.0, "linear": 1 - progress, "cosine": (1 + math.cos(math.pi * progress)) / 2}[design.decay]
    return design.final_rate + (1 - design.final_rate) * share if design.decay != "constant" else 1.0


class Muon:
    """torch.optim.Muon on each network's matrices of layers, which must have two dimensions, torch.optim.AdamW on all
    else."""

    def __init__(self, net: Transformers, groups: List[Dict[str, Any]]) -> None:
        d = net.design
        # Layers are numbered; embedding, positions and head are not.
        is_muons = [name in net.starts and name[0].isdigit() for name in net.parameters]
        rest = [group for group, of_layer in zip(groups, is_muons) if not of_layer]
        for group in rest:
            group["own"] = group["lr"] = group["lr"] * d.adam_rate / d.rate
        self.adamw = torch.optim.AdamW(rest, d.adam_rate, betas=(d.beta1, d.beta2), eps=d.adam_epsilon)
        self.whole = [group["params"][0] for group, of_layer in zip(groups, is_muons) if of_layer]
        scale = "original" if "Muon's factor of another name" in d.faults else d.muon_scale
        nesterov = d.nesterov and "Muon does not look ahead" not in d.faults
        of_layers = [{**group, "params": [one.detach() for one in group["params"][0].data]}
                     for group, of_layer in zip(groups, is_muons) if of_layer]
        self.muon = torch.optim.Muon(of_layers, d.rate, momentum=d.momentum, nesterov=nesterov,
                                     ns_steps=d.newton_schulz_steps, adjust_lr_fn=scale)
        self.param_groups = self.adamw.param_groups + self.muon.param_groups

    def zero_grad(self) -> None:
        self.adamw.zero_grad()
        for one in self.whole:
            one.grad = None

    def step(self) -> None:
        for group, whole in zip(self.muon.param_groups, self.whole):
            for one, gradient in zip(group["params"], whole.grad):
                one.grad = gradient
        self.adamw.step()
        self.muon.step()


def optimiser(net: Transformers) -> Any:
    """Matrices decay, gains, biases and scalars do not; a matrix may have a learning rate of its own."""
    d = net.design
    decays_all = "weight decay of gains" in d.faults
    groups = [{"params": [parameter], "lr": d.rate * (net.starts[name].rate if name in net.starts else 1.0),
               "weight_decay": d.weight_decay if name in net.starts or decays_all else 0.0}
              for name, parameter in net.parameters.items()]
    for group in groups:
        group["own"] = group["lr"]
    adam = dict(betas=(d.beta1, d.beta2), eps=d.adam_epsilon)
    kind = "adam" if "AdamW's decay in the gradient" in d.faults else d.optimizer
    if kind == "lion":
        return Lion(groups, d.beta1, d.beta1 if "Lion keeps what it takes the sign of" in d.faults else d.beta2)
    if kind == "muon":
        return Muon(net, groups)
    return {"sgd": lambda: torch.optim.SGD(groups, d.rate),
            "momentum": lambda: torch.optim.SGD(groups, d.rate, momentum=d.momentum),
            "adam": lambda: torch.optim.Adam(groups, d.rate, **adam),
            "adamw": lambda: torch.optim.AdamW(groups, d.rate, **adam)}[kind]()


def clip(net: Transformers) -> None:
    """No network's whole gradient is longer than the design's limit."""
    d = net.design
    gradients = [parameter.grad for parameter in net.parameters.values()]
    if "a clip of values" in d.faults:
        for gradient in gradients:
            gradient.clamp_(-d.clip, d.clip)
        return
    norms = torch.sqrt(sum(gradient.flatten(1).square().sum(1) for gradient in gradients))
    factor = torch.clamp(d.clip / norms, max=1.0)
    for gradient in gradients:
        gradient.mul_(factor.reshape(-1, *([1] * (gradient.dim() - 1))))


def trained(design: Design, networks: int) -> Numbers:
    """The quantities training.*: "loss s" of step s before its update, and all the others after the last one."""
    net = Transformers(design, networks)
    task = tasks.TASKS[design.task](design, networks)
    validation = [task.batch() for _ in range(design.validation_batches)]
    moves = optimiser(net)
    found: Numbers = {}
    with torch.no_grad():
        start = branches.forward(net, validation[0][0], training=False)
        first = activations(start, validation[0][1])
    for step in range(design.steps):
        tokens, targets = task.batch()
        loss = losses(branches.forward(net, tokens, training=True)["logits"], targets)
        found[f"loss {step}"] = loss.detach().double()
        moves.zero_grad()
        loss.sum().backward()
        if design.clip:
            clip(net)
        factor = rate_factor(design, step)
        if "no bias correction of Adam" in design.faults:
            factor *= (1 - design.beta1 ** (step + 1)) / math.sqrt(1 - design.beta2 ** (step + 1))
        for group in moves.param_groups:
            group["lr"] = factor * group["own"]
        before = Probes(net).copies()
        moves.step()
    found.update(Probes(net).step((tokens, targets), before))
    found.update(Probes(net).signal(task.batch))
    found.update(Probes(net).rows(task.batch()))
    if design.dropout == 0:
        found.update(Probes(net).surface(validation[0]))
    with torch.no_grad():
        found.update(at_end(net, validation, first))
        found.update(Probes(net).drift(start, branches.forward(net, validation[0][0], training=False)))
        found.update(Probes(net).fluctuation(task.batch))
    found.update(second_task(net, moves, validation, found["validation_loss"]))
    return found


THEN_STEPS = 12


def second_task(net: Transformers, old: torch.optim.Optimizer, first_validation, first_loss: torch.Tensor) -> Numbers:
    """What THEN_STEPS of another task of the same kind teach, from here, by a new optimiser of constant rate."""
    design = net.design
    task = tasks.TASKS[design.task](design, net.networks)
    validation = [task.batch() for _ in range(design.validation_batches)]

    def loss_on(batches) -> torch.Tensor:
        with torch.no_grad():
            return torch.stack([losses(branches.forward(net, tokens, training=False)["logits"], targets).double()
                                for tokens, targets in batches]).mean(0)

    found = {"then_loss start": loss_on(validation)}
    moves = old if "a second task with the old moments" in design.faults else optimiser(net)
    for group in moves.param_groups:
        group["lr"] = group["own"]
    for _ in range(THEN_STEPS):
        tokens, targets = task.batch()
        loss = losses(branches.forward(net, tokens, training=True)["logits"], targets)
        moves.zero_grad()
        loss.sum().backward()
        if design.clip:
            clip(net)
        moves.step()
    found["then_loss"] = loss_on(validation)
    found["forgotten_nats"] = loss_on(first_validation) - first_loss
    return found


def at_end(net: Transformers, validation, first: Numbers) -> Numbers:
    views = [branches.forward(net, tokens, training=False) for tokens, _ in validation]
    found = {**look(views[0], net.design), **Probes(net).scores(views[0])}
    for name, of in (("validation_loss", losses), ("accuracy", accuracy)):
        every = [of(view["logits"], targets).double() for view, (_, targets) in zip(views, validation)]
        found[name] = torch.stack(every).mean(0)
    gains = [torch.sqrt(mean(one**2)) for name, one in net.parameters.items() if name.endswith("norm gain")]
    order = [name for name in net.parameters if name.endswith("norm gain")]
    if len(gains) > 1:
        ends = [name for name in ("head norm gain", "final norm gain") if name in order]
        last = order.index(ends[0]) if ends else len(order) - 1
        found["norm_gain_ratio"] = gains[last] / torch.stack([g for k, g in enumerate(gains) if k != last]).mean(0)
    now = activations(views[0], validation[0][1])
    for name, one in now.items():
        found[f"coordinate_size {name}"] = torch.sqrt(mean(one.double() ** 2))
        found[f"coordinate_change {name}"] = torch.sqrt(mean((one - first[name]).double() ** 2))
    return found
