#pragma once
// One record in a page: a row that says how it came out, and opens into everything that is known.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// How a record came out, in the one word that pages filter by and colour: its verdict, external; without a
/// verdict proved, estimated, or its status.
[[nodiscard]] std::string outcome_word(const Record& record);

/// All of these words, worst first.
[[nodiscard]] const std::vector<std::string_view>& outcome_words();

/// A list item with this id of its element, and the <math> element that defines its expression, if there is
/// one.
[[nodiscard]] std::string record_html(const Record& record, const std::string& element_id,
                                      const std::string& definition = {});

/// The table of evidence with the place of its drawing; empty without evidence.
[[nodiscard]] std::string evidence_html(const Record& record);

/// Ids of the elements of several named things, each once: the name where it can be one, behind the prefix.
[[nodiscard]] std::vector<std::string> element_ids(const std::vector<std::string_view>& names,
                                                   const std::string& prefix);

}  // namespace sigprop
