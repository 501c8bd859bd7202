# Sourced first by the scripts of this folder: goes to the top of the repository, and knows what a path meant where the script was called.
#   meant PATH     the path from the root, whether it is there or not

called_from="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
meant() { (cd "$called_from" && realpath -m -- "$1"); }
