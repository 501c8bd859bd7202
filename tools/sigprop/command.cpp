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
An expression may start with '-'. Write '--' before one that starts with '--' and a letter.
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: the
evidence contradicts itself.)~";

constexpr std::string_view verify_examples =
    R"~(  sigprop verify                                   the built-in claims
  sigprop verify 'selu.*' 'jax.*' --digits 60
  sigprop verify --experiments                     claims about training; takes minutes
  sigprop verify --claims my_model.json            a check of your own constants
  sigprop verify --claims my_model.json --junit verdicts.xml --github
Exit 0: every verdict is as expected; 1: one is not; 2: bad input; 3: a claim is undecided; 4: the evidence
contradicts itself.)~";

constexpr std::string_view check_examples =
    R"~(  sigprop check gelu.json                          a file that eval --certificate wrote
  sigprop check certificates/*.json
  sigprop check - < gelu.json
The checker is one Python program that shares no code with sigprop. It needs Python 3.8 or newer.
It says to how many digits a number is proved. The package sigprop-check has the checker alone: a wheel
of the releases, which bash tools/release/checker.sh FOLDER makes from a checkout.
Exit 0: all are accepted; 1: one is rejected; 2: one is not a certificate, or python3 is missing.)~";

constexpr std::string_view sweep_examples =
    R"~(  sigprop sweep "activation.gain(tanh, std=s)" --over s=0.5:4:+0.5
  sigprop sweep "truncated_normal.std(-b, b)" --over b=0.5:8:x2 --csv std.csv
  sigprop sweep "truncated_normal.mean(a, b)" --over a=-2,-1,0 --over b=1,2,8 --json
  sigprop sweep "activation.gain(f)" --over 'f=*' --md         every activation
  sigprop sweep "activation.mean(gelu)" --over samples=1e3:1e6:x10 --over seed=0,1,2 --methods monte_carlo
  sigprop sweep --shipped 'activation.*' --json=results/series/   one report per file
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: the
evidence contradicts itself.)~";

constexpr std::string_view solve_examples =
    R"~(  sigprop solve "x^3 = 2 * x + 1" --for x --in -2:2
  sigprop solve "tanh(w) = w / 2" --for w --in 0.5:4 --digits 50
  sigprop solve "a * exp(-a) = activation.second_moment(tanh)" --for a --in 0:10 --json=roots.json
  sigprop solve "attention.entropy(1024, std=s) = 3" --for s --in 0.1:20
  sigprop solve "a + b = 3" "a * b = 1" --for a,b --in 0:3,0:3
The unknown may appear in formulas, and in the arguments of quantities that docs/guides/solving.md lists.
To use a root in an expression, write: sigprop eval "2 * root(tanh(w) - w / 2, w, 0.5, 4)".
Exit 0: all roots, or their absence, are proved; 2: bad input; 3: a place is undecided.)~";

constexpr std::string_view measure_examples =
    R"~(  sigprop measure weights --w W.npy --std 0.02
  sigprop measure jacobian --help                  the flags of one subject
Exit 0: measured, and as claimed; 1: not as claimed, or a wrong gradient; 2: bad input; 3: too few weights for
a verdict, or rows that are zero, constant or not finite.)~";

constexpr std::string_view what_examples = R"~(  sigprop what 0.8796
  sigprop what 0.3989422803 -1.7580993408473766
  sigprop what --file model.py                     the numbers in its code
Each match comes with the chance that a number without meaning would have one. Fewer than six digits
identify little. In a file, the words of a number's line count, and what is only possible is left out.
Exit 0: identified or likely; 1: the last digits are wrong; 2: bad input; 3: only possible; 5: nothing
matches.)~";

constexpr std::string_view init_examples = R"~(  sigprop init src/init.py src/model.py
  sigprop init model.cu --output gate/claims.json
Each number of the code that is certainly a constant (see 'sigprop what') becomes a claim, which reads the
number from there. Numbers that may be one, or are close to one and have its name, are listed. Comments and
printed arrays are left alone.
Exit 0: the file is written; 2: bad input; 5: no constant is found, and nothing is written.)~";

constexpr std::string_view constants_examples =
    R"~(  sigprop constants                                all constants, with their meaning
  sigprop constants --emit cpp --digits 50 > constants.hpp
  sigprop constants '*gain*' --emit python
Exit 0: printed; 2: bad input; 5: no name matches.)~";

constexpr std::string_view recipe_examples =
    R"~(  sigprop recipe                                   the names of all recipes
  sigprop recipe gpt2 --layers 24 --d-model 1024 --heads 16
  sigprop recipe llama --d-model 256 --d-ff 768 --layers 4 --heads 4 --networks 32
  sigprop recipe llama --emit python > init.py     a function init_weights(model) for PyTorch
  sigprop recipe mup --set base_width=128 --emit spec > spec.json
  sigprop recipe --like models/Qwen3-8B            the recipe and the sizes of its config.json
  sigprop show recipe.gpt2                         its sources
Exit 0: everything has a value; 1: the baseline differs; 2: bad input; 3: something has no value; 4: the
evidence contradicts itself.)~";

constexpr std::string_view train_examples =
    R"~(  sigprop train pre_norm 6 width=128 steps=300
  sigprop train pre_norm 12 steps=300 rate=3e-3 --json=pre_norm.json
  sigprop train post_norm 12 steps=300 rate=3e-3 --json=post_norm.json
  sigprop train pre_norm 4 norm=dyt task=recall test_lengths=[64,128]
  sigprop train pre_norm 4 width=256 length=128 steps=2000 --text book.txt --checkpoint book.json
  sigprop report pre_norm.json post_norm.json --html runs.html
  sigprop show training.validation_loss            every argument and its meaning
  sigprop list experiments post_norm               comparisons already run with many networks
Arguments most often given: width=, heads=, activation=, norm=, init=, scores=, positions=, dropout=, task=, length=,
batch=, networks=, steps=, optimizer=, rate=, warmup=, decay=, clip=, weight_decay=. sigprop show warmup describes one.
Exit 0: every network finished; 2: bad input; 3: a network diverged, so that some means have no value.)~";

constexpr std::string_view list_examples =
    R"~(  sigprop list                                     everything by group; --all: every name
  sigprop list quantities 'selu.*'
  sigprop list xavier std                          every word must occur in the entry
  sigprop list sharpness of attention              a question in your own words
  sigprop list claims truncated
Exit 0: found; 2: bad input; 5: nothing matches.)~";

constexpr std::string_view show_examples = R"~(  sigprop show truncated_normal.std
  sigprop show 'truncated_normal.*'
  sigprop show gelu
  sigprop show torch                       all quantities of the group
  sigprop show normalization
  sigprop show jax.selu.alpha
  sigprop show family.gpt2                 the laws that a library draws from
Exit 0: shown; 2: no such name.)~";

constexpr std::string_view diff_examples = R"~(  sigprop diff results/claims.json new.json
  sigprop verify --json | sigprop diff results/claims.json -
  sigprop diff recipe:gpt2 recipe:megatron --layers 24 --d-model 1024 --heads 16
  sigprop diff recipe:llama recipe:llama_torchtitan --like models/Llama-3-8B
Exit 0: nothing changed; 1: something changed; 2: bad input.)~";

constexpr std::string_view report_examples = R"~(  sigprop report results/claims.json --html claims.html
  sigprop report results/series/*.json --html curves.html
  sigprop report new.json --baseline old.json --html changes.html
  sigprop eval "activation.gain(gelu)" --json | sigprop report - --html gain.html
The page is one file and needs no network connection.
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
         "Compute expressions: proved digits, and the evidence for them",
         with({"confidence", "evidence", "plain", "certificate"}),
         eval_examples,
         1,
         any_number,
         run_eval,
         {},
         nullptr,
         true},
        {"verify", "[GLOB...]", "Verify claims about numbers: the built-in ones, or those of your own file",
         with({"confidence", "claims", "allow-outside", "builtin", "experiments", "junit", "github",
               "certificates"}),
         verify_examples, 0, any_number, run_verify},
        {"check",
         "FILE...",
         "Check certificates with an independent program that shares no code with sigprop",
         {},
         check_examples,
         1,
         any_number,
         run_check},
        {"sweep",
         "EXPR | [GLOB...]",
         "Compute an expression, or a file of series, over a range or a grid",
         with({"over", "shipped", "series", "evidence"}),
         sweep_examples,
         0,
         any_number,
         run_sweep,
         {},
         nullptr,
         true},
        {"solve",
         "EQUATION [EQUATION]",
         "Find every root of an equation on an interval, and prove that none is missing",
         with_report({"for", "in", "digits", "budget", "evidence", "plain"}),
         solve_examples,
         1,
         4,
         run_solve,
         {},
         nullptr,
         true},
        {"recipe", "[NAME|FILE.json]",
         "Show how a model is initialised, matrix by matrix, and the signal size after each layer",
         with_report({"d-model", "d-ff", "layers", "heads", "kv-heads", "activation", "vocab", "context",
                      "set", "like", "networks", "emit", "digits", "samples", "seed", "threads", "budget"}),
         recipe_examples, 0, 1, run_recipe, recipe_names()},
        {"train", "SCHEME LAYERS [NAME=VALUE...]",
         "Train small Transformers over several seeds and report loss curves with error bars",
         with_report(
             {"text", "seed", "threads", "budget", "checkpoint", "checkpoint-key", "update-baseline"}),
         train_examples, 1, any_number, run_train, residual_scheme_names()},
        {"measure",
         "weights|model|attention|elementwise|jacobian|kernel",
         "Measure your own tensors and compare them with what they should be",
         flags_of(measure_subjects()),
         measure_examples,
         1,
         any_number,
         run_measure,
         {"weights", "model", "attention", "elementwise", "jacobian", "kernel"},
         &measure_subjects()},
        {"what",
         "[NUMBER...]",
         "Say what a number is, and how likely a coincidence",
         {"file", "json", "force"},
         what_examples,
         0,
         any_number,
         run_what},
        {"init",
         "FILE...",
         "Write a first claims file from the constants in your code",
         {"output", "force"},
         init_examples,
         1,
         any_number,
         run_init},
        {"constants",
         "[GLOB]",
         "Print the named constants, ready to paste into code",
         {"emit", "digits", "threads", "budget", "json", "force"},
         constants_examples,
         0,
         1,
         run_constants},
        {"list",
         "[claims|quantities|activations|layers|experiments] [WORD...]",
         "List quantities, activations, layers and claims, or search them",
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
         "Describe a quantity, activation, normalisation layer, recipe, model family or claim, or a group of "
         "quantities",
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
         "Compare two reports by content, or two recipes tensor by tensor",
         {"d-model", "d-ff", "layers", "heads", "kv-heads", "activation", "vocab", "context", "set", "like",
          "digits", "json", "force", "quiet"},
         diff_examples,
         1,
         2,
         run_diff,
         recipe_words()},
        {"report",
         "RESULT.json...",
         "Make one HTML page of reports: records with their evidence, and curves",
         {"html", "force", "baseline"},
         report_examples,
         1,
         any_number,
         run_report},
        {"schema",
         "[report|claims|series|recipe|spec|recipe_diff]",
         "Print the JSON Schema of a file format, such as that of reports or claims",
         {},
         "  sigprop schema claims\nExit 0: printed; 2: no such schema.",
         0,
         1,
         run_schema,
         {"report", "claims", "series", "recipe", "spec", "recipe_diff"}},
        {"limits",
         "",
         "List the limits on what one command can compute",
         {"md", "force"},
         "  sigprop limits --md                              the same table in Markdown\nExit 0: printed; 2: "
         "bad input.",
         0,
         0,
         run_limits},
        {"selftest",
         "",
         "Check this installation against known answers",
         {},
         "  sigprop selftest\nExit 0: every answer is right; 4: one is wrong.",
         0,
         0,
         run_selftest},
        {"completions",
         "bash|zsh|fish",
         "Print a completion script for the shell",
         {},
         "  sigprop completions bash > /etc/bash_completion.d/sigprop\nExit 0: printed; 2: no such shell.",
         1,
         1,
         run_completions,
         {"bash", "zsh", "fish"}},
        {"manual",
         "",
         "Print the manual page, sigprop.1",
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
