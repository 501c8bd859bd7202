#pragma once
// How long every quantity of the catalogue takes to prove, at its usual call and at demanding ones, in units
// of one proof of E sigmoid(z)^2 in the same run: finds what is slow. Not a comparison with peers: see
// jobs.hpp.

#include <string>
#include <vector>

namespace sigprop::bench {

/// With `--catalogue [TEXT]`: times what catalogue_lines.hpp lists and contains TEXT, each expression at 12,
/// 30 and 200 digits in a process of its own, so that none finds what another has computed. Only proofs run,
/// on one thread; the time is that of the CPU. Prints the table as a page of Markdown, worst first, and
/// returns the exit code: 2 where an argument is wrong. `--limit F` ends one at F times the goal (20).
/// `--enclosures FILE` also writes what was proved.
/// With `--catalogue-against OLD NEW`: compares two such files; 1 if two enclosures of one number do not
/// overlap, or if one is missing that was there.
[[nodiscard]] int catalogue_times(const std::vector<std::string>& arguments);
[[nodiscard]] int catalogue_overlaps(const std::vector<std::string>& arguments);

}  // namespace sigprop::bench
