#include "command.hpp"
#include "core/base/embedded.hpp"

#include <algorithm>
#include "measure.hpp"
#include "output_formats.hpp"

namespace sigprop::tool {
namespace {

constexpr std::string_view eval_examples = R"~(  sigprop eval "activation.gain(gelu)" --digits 50
  sigprop eval "sqrt(truncated_normal.variance(-2, 2))" "selu.alpha()" --json=values.json
  sigprop eval 'activation.second_moment("x / (1 + exp(-1.702 * x))")'
  std=$(sigprop eval "init.std(he, 512)" --plain --digits 17)
  sigprop eval "truncated_normal.std(-2, 2)" --methods 'arb_*'
  mpirun -np 8 sigprop eval "activation.gain(mish)" --samples 1e12 --checkpoint mish.json
An expression may start with '-'. One that starts with '--' and a letter stands behind '--'.
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: evidence
contradicts itself.)~";

constexpr std::string_view verify_examples =
    R"~(  sigprop verify                                   the claims shipped with sigprop
  sigprop verify 'selu.*' 'jax.*' --digits 60
  sigprop verify --experiments                     statements about training, in minutes
  sigprop verify --claims my_model.json            a gate for your own constants
  sigprop verify --claims my_model.json --junit verdicts.xml --github
Exit 0: every verdict as expected; 1: not; 2: bad input; 3: something undecided; 4: contradiction.)~";

constexpr std::string_view check_examples =
    R"~(  sigprop check gelu.json                          what eval --certificate wrote
  sigprop check certificates/*.json
  sigprop check - < gelu.json
python3, 3.8 or newer, runs the checker, one program that shares no code with
sigprop. It is a package of its own, too: sigprop-check.
Exit 0: all accepted; 1: one was rejected; 2: one is no certificate, or there is no python3.)~";

constexpr std::string_view sweep_examples =
    R"~(  sigprop sweep "activation.gain(tanh, std=s)" --over s=0.5:4:+0.5
  sigprop sweep "truncated_normal.std(-b, b)" --over b=0.5:8:x2 --csv std.csv
  sigprop sweep "truncated_normal.mean(a, b)" --over a=-2,-1,0 --over b=1,2,8 --json
  sigprop sweep "activation.gain(f)" --over 'f=*' --md         every activation
  sigprop sweep "activation.mean(gelu)" --over samples=1e3:1e6:x10 --over seed=0,1,2 --methods monte_carlo
  sigprop sweep --shipped 'activation.*' --json=results/series/   a report for each file of series
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: evidence
contradicts itself.)~";

constexpr std::string_view solve_examples =
    R"~(  sigprop solve "x^3 = 2 * x + 1" --for x --in -2:2
  sigprop solve "tanh(w) = w / 2" --for w --in 0.5:4 --digits 50
  sigprop solve "a * exp(-a) = activation.second_moment(tanh)" --for a --in 0:10 --json=roots.json
  sigprop solve "attention.entropy(1024, std=s) = 3" --for s --in 0.1:20
The unknown may stand in formulas, and in the arguments of quantities that docs/guides/solving.md lists.
The same number inside an expression: sigprop eval "2 * root(tanh(w) - w / 2, w, 0.5, 4)".
Exit 0: all roots are proved, or that there is none; 2: bad input; 3: something undecided.)~";

constexpr std::string_view measure_examples =
    R"~(  sigprop measure weights --w W.npy --std 0.02
  sigprop measure jacobian --help                  the flags of one of them
Exit 0: as claimed, or measured; 1: not as claimed, or a wrong gradient; 2: bad input; 3: too few weights to
tell, or rows that are zero, constant or not finite.)~";

constexpr std::string_view init_examples = R"~(  sigprop init src/init.py src/model.py
  sigprop init model.cu --output gate/claims.json
What is surely one of the constants of 'sigprop constants' becomes a claim that reads its number from the code;
what may be one, or nearly is, is listed.
Exit 0: claims are written; 2: bad input; 5: nothing was found, and nothing is written.)~";

constexpr std::string_view constants_examples =
    R"~(  sigprop constants                                all of them, for reading
  sigprop constants --emit cpp --digits 40 > constants.inc
  sigprop constants '*gain*' --emit python
Exit 0: printed; 2: bad input; 5: no name fits.)~";

constexpr std::string_view recipe_examples =
    R"~(  sigprop recipe                                   the names of all
  sigprop recipe gpt2 --layers 24 --d-model 1024 --heads 16
  sigprop recipe llama --d-model 256 --d-ff 768 --layers 4 --heads 4 --networks 32
  sigprop recipe llama --emit python > init.py     a function init_weights(model) for PyTorch
  sigprop recipe mup --set base_width=128 --emit spec > spec.json
  sigprop recipe --like models/Qwen3-8B            the recipe and the sizes of its config.json
  sigprop show recipe.gpt2                         where it comes from
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: evidence
contradicts itself.)~";

constexpr std::string_view train_examples =
    R"~(  sigprop train pre_norm 6 width=128 steps=300
  sigprop train post_norm 6 warmup=100 rate=3e-3 networks=8 --json=post_norm.json
  sigprop train pre_norm 4 norm=dyt task=recall test_lengths=[64,128]
  sigprop train pre_norm 4 width=256 length=128 steps=2000 --text book.txt --checkpoint book.json
  sigprop report post_norm.json --html curves.html
  sigprop show training.validation_loss            all names and what they mean
Exit 0: every network came to its end; 3: one diverged, so that some means have no value; 2: bad input.)~";

constexpr std::string_view list_examples =
    R"~(  sigprop list                                     everything by group; with --all, or in a pipe, by name
  sigprop list quantities 'selu.*'
  sigprop list xavier std                          words that must all occur: names, summaries, sources
  sigprop list sharpness of attention              what people ask in words of their own
  sigprop list claims truncated
Exit 0: found; 2: bad input; 5: nothing fits.)~";

constexpr std::string_view show_examples = R"~(  sigprop show truncated_normal.std
  sigprop show 'truncated_normal.*'
  sigprop show gelu
  sigprop show torch                       the group's quantities, one by one
  sigprop show normalization
  sigprop show jax.selu.alpha
  sigprop show family.gpt2                 what a library's code draws
Exit 0: shown; 2: no such name.)~";

constexpr std::string_view diff_examples = R"~(  sigprop diff results/claims.json new.json
  sigprop verify --json | sigprop diff results/claims.json -
  sigprop diff recipe:gpt2 recipe:megatron --layers 24 --d-model 1024 --heads 16
  sigprop diff recipe:llama recipe:llama_torchtitan --like models/Llama-3-8B
Exit 0: nothing changed; 1: something did; 2: bad input.)~";

constexpr std::string_view report_examples = R"~(  sigprop report results/claims.json --html claims.html
  sigprop report results/series/*.json --html curves.html
  sigprop report new.json --baseline old.json --html changes.html
  sigprop eval "activation.gain(gelu)" --json | sigprop report - --html gain.html
The page is one file that needs no network.
Exit 0: written; 1: the baseline differs; 2: bad input.)~";

std::vector<std::string_view> with(std::vector<std::string_view> more) {
    std::vector<std::string_view> all = {"digits",  "methods", "samples",    "seed",
                                         "threads", "budget",  "checkpoint", "checkpoint-key"};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back("update-baseline");
    return with_report(std::move(all));
}

/// All flags that any of the subjects takes, in the order of flags().
std::vector<std::string_view> flags_of(const std::vector<Command>& subjects) {
    std::vector<std::string_view> all;
    for (const Flag& flag : flags()) {
        const bool taken = std::ranges::any_of(subjects, [&](const Command& one) {
            return std::ranges::find(one.flags, flag.name) != one.flags.end();
        });
        if (taken) all.push_back(flag.name);
    }
    return all;
}

/// The files are named after their recipes; none has to be read for that.
std::vector<std::string_view> recipe_names() {
    std::vector<std::string_view> names;
    for (const embedded::File& file : embedded::recipes()) names.push_back(file.name);
    return names;
}

/// "recipe:gpt2"
std::vector<std::string_view> recipe_words() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> words;
        for (const std::string_view name : recipe_names()) words.push_back("recipe:" + std::string(name));
        return words;
    }();
    return {all.begin(), all.end()};
}

/// Positional words of `train`, for completions.
std::vector<std::string_view> residual_scheme_names() {
    return {"pre_norm",  "post_norm", "sandwich", "layer_norm_scaling",
            "skip_init", "rezero",    "ngpt",     "deep_norm"};
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> all = {
        {"eval",
         "EXPR...",
         "Computes expressions: the value with its proved digits, and the evidence",
         with({"confidence", "evidence", "plain", "certificate"}),
         eval_examples,
         1,
         any_number,
         run_eval,
         {},
         nullptr,
         true},
        {"verify", "[GLOB...]", "Holds published numbers, ours or those of a file, against evidence",
         with({"confidence", "claims", "allow-outside", "builtin", "experiments", "junit", "github",
               "certificates"}),
         verify_examples, 0, any_number, run_verify},
        {"check",
         "FILE...",
         "Proves certificates anew, by a program that shares no code with this one",
         {},
         check_examples,
         1,
         any_number,
         run_check},
        {"sweep",
         "EXPR | [GLOB...]",
         "Computes an expression, or the series of a file, over a range or a grid",
         with({"over", "shipped", "series", "evidence"}),
         sweep_examples,
         0,
         any_number,
         run_sweep,
         {},
         nullptr,
         true},
        {"solve", "EQUATION", "All roots of an equation in one unknown on an interval, proved to be all",
         with_report({"for", "in", "digits", "budget", "evidence", "plain"}), solve_examples, 1, 1,
         run_solve},
        {"recipe", "[NAME|FILE.json]",
         "The initialisation of a whole model, matrix by matrix, and what the stream makes of it",
         with_report({"d-model", "d-ff", "layers", "heads", "kv-heads", "activation", "vocab", "context",
                      "set", "like", "networks", "emit", "digits", "samples", "seed", "threads", "budget"}),
         recipe_examples, 0, 1, run_recipe, recipe_names()},
        {"train", "SCHEME LAYERS [NAME=VALUE...]",
         "Trains small Transformers over several seeds: loss curves with errors, and who diverged",
         with_report(
             {"text", "seed", "threads", "budget", "checkpoint", "checkpoint-key", "update-baseline"}),
         train_examples, 1, any_number, run_train, residual_scheme_names()},
        {"measure",
         "weights|model|attention|elementwise|jacobian",
         "Holds your own tensors (.npy) against what they should be",
         flags_of(measure_subjects()),
         measure_examples,
         1,
         any_number,
         run_measure,
         {"weights", "model", "attention", "elementwise", "jacobian"},
         &measure_subjects()},
        {"init",
         "FILE...",
         "Writes a first claims file from the constants that your code spells out",
         {"output", "force"},
         init_examples,
         1,
         any_number,
         run_init},
        {"constants",
         "[GLOB]",
         "The named constants, as a snippet to paste",
         {"emit", "digits", "threads", "budget", "json", "force"},
         constants_examples,
         0,
         1,
         run_constants},
        {"list",
         "[claims|quantities|activations|layers|experiments] [WORD...]",
         "What can be asked for",
         {"all", "claims", "allow-outside", "builtin", "json", "force"},
         list_examples,
         0,
         any_number,
         run_list,
         {"claims", "quantities", "activations", "layers", "experiments"},
         nullptr,
         true},
        {"show",
         "NAME...",
         "One quantity, activation, normalisation layer, recipe, family of models or claim in full, or a "
         "group of quantities",
         {"claims", "allow-outside", "builtin", "json", "force"},
         show_examples,
         1,
         any_number,
         run_show,
         {"normalization"},
         nullptr,
         true},
        {"diff",
         "OLD NEW | recipe:NAME recipe:NAME",
         "Compares two reports by meaning, or two recipes tensor by tensor",
         {"d-model", "d-ff", "layers", "heads", "kv-heads", "activation", "vocab", "context", "set", "like",
          "digits", "json", "force", "quiet"},
         diff_examples,
         1,
         2,
         run_diff,
         recipe_words()},
        {"report",
         "RESULT.json...",
         "Makes a page for a browser from reports: records with their evidence, and curves",
         {"html", "force", "baseline"},
         report_examples,
         1,
         any_number,
         run_report},
        {"schema",
         "[report|claims|series|recipe|spec|recipe_diff]",
         "The JSON Schema of reports, of files of claims or series, of recipes, their specifications or "
         "differences",
         {},
         "  sigprop schema claims\nExit 0: printed; 2: no such schema.",
         0,
         1,
         run_schema,
         {"report", "claims", "series", "recipe", "spec", "recipe_diff"}},
        {"limits",
         "",
         "How much may be asked for at once",
         {"md", "force"},
         "  sigprop limits --md                              the table of the README\nExit 0: printed; 2: "
         "bad input.",
         0,
         0,
         run_limits},
        {"selftest",
         "",
         "Checks this installation against known answers",
         {},
         "  sigprop selftest\nExit 0: every answer is the known one; 4: one is not.",
         0,
         0,
         run_selftest},
        {"completions",
         "bash|zsh|fish",
         "A completion script for the shell",
         {},
         "  sigprop completions bash > /etc/bash_completion.d/sigprop\nExit 0: printed; 2: no such shell.",
         1,
         1,
         run_completions,
         {"bash", "zsh", "fish"}},
        {"manual",
         "",
         "The manual page, sigprop.1",
         {},
         "  sigprop manual | man -l -\nExit 0: printed.",
         0,
         0,
         run_manual},
    };
    return all;
}

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(commands().begin(), commands().end(),
                                    [&](const Command& command) { return command.name == name; });
    return found == commands().end() ? nullptr : &*found;
}

}  // namespace sigprop::tool
