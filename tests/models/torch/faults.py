"""Mistakes that are planted in the torch side, and the combination in which each one matters."""

FAULTS = {
    "no 1/sqrt(d)": "pre_norm",
    "no gradient of the norm's mean": "post_norm",
    "no gradient of the norm's scale": "pre_norm",
    "no bias correction of Adam": "pre_norm",
    "a mask that shows one later token": "pre_norm",
    "a window one key short": "batch_norm",
    "variance by n - 1": "post_norm",
    "a clip of values": "post_norm",
    "a warm-up from 0": "pre_norm",
    "dropout without 1/(1 - p)": "dyt",
    "weight decay of gains": "dyt",
    "AdamW's decay in the gradient": "dyt",
    "a signal with its bias": "pre_norm",
    "a shift after the whole step": "pre_norm",
    "the largest logit behind the cap": "dyt",
    "a second task with the old moments": "pre_norm",
    "Muon's factor of another name": "muon",
    "Muon does not look ahead": "muon",
    "a decay from the warm-up on": "muon",
    "Lion keeps what it takes the sign of": "lion",
}
