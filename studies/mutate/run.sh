#!/usr/bin/env bash
# Mutants of our own C++: one operator, constant, condition or statement is changed at a time, and the tests of its room
# must notice. Puts the figures into results/trust.json (topic mutants) and prints what survives, each as the line that
# studies/mutate/equivalent.txt takes below a reason when it changes nothing that can be seen.
#   studies/mutate/run.sh                        all rooms: judgement, proofs, evidence, terms
#   studies/mutate/run.sh judgement              one room; the others keep the figures of their last run
#   studies/mutate/run.sh judgement --only verdict   the sources with that name; nothing is recorded
#   studies/mutate/run.sh judgement --minutes 20   what has not run by then is counted as not run
#   studies/mutate/run.sh proofs --again           only what the last run did not kill, or the rest of a run that was stopped
#   studies/mutate/run.sh proofs --again --cases 'plans of'   with the test cases of that name alone, which are new
#   studies/mutate/run.sh proofs --longest 0.12    without the test cases that take more seconds; the figures say so
# On two cores that forty processes shared, judgement took 12 minutes (3 of them to compile, then 10 mutants a second) and
# the error terms 9.
# Every source is compiled once with all its mutants in it (studies/mutate/rewrite.py); an environment variable chooses one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bash tools/setup.sh --mutate
# Each source must be an object of its own, which a mutated one replaces.
{
  cmake --preset release -B build/alone -D BUILD_TESTING=ON -D SIGPROP_UNITY=OFF
  cmake --build build/alone -j "${SIGPROP_JOBS:-2}" --target sigprop_core_tests sigprop_methods_tests sigprop_quantities_tests \
    sigprop_judgement_tests sigprop_models_tests
} >&2
exec /usr/bin/python3 -B studies/mutate/run.py "$@"
