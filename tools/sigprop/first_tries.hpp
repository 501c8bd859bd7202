#pragma once
// What people type before they know the commands, and the whole command that answers it, to copy.

#include <string>
#include <string_view>
#include <vector>

namespace sigprop::tool {

/// "sigprop eval \"activation.gain(gelu)\"": words as a shell takes them, in quotes where they need some.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

/// The ending of a path that names a kind of file, in lower case: ".json"; "" where it names none.
[[nodiscard]] std::string ending_of_path(std::string_view path);

/// The command that was meant by words whose first is none: the name that it has here, the quantity that is
/// named, the expression or the file that is given. "" where nothing can be told.
/// `flags` follow the words.
[[nodiscard]] std::string command_meant(const std::vector<std::string>& words,
                                        const std::vector<std::string>& flags);

/// The command that was meant by words whose first is a misspelt command, or a misspelt name that another
/// program has for one: "sigprop list temperature" of `serach temperature`. "" where none is near.
[[nodiscard]] std::string misspelt_command(const std::vector<std::string>& words,
                                           const std::vector<std::string>& flags);

/// "steps=100" where a flag is the name of an argument of a training run, or what people call one; else "".
[[nodiscard]] std::string training_argument(const std::string& flag, const std::string& value);

/// "sigprop measure model m.npz" of a file that stands where the subject of `measure` does; else "".
[[nodiscard]] std::string file_meant(const std::string& path);

/// Refuses the name of a model on a hub, or an address, where a file is read.
/// Errors   InputError
void refuse_hub_name(const std::string& path);

/// Refuses a file of --claims that holds code, with the command that makes claims of it.
/// Errors   InputError
void refuse_code_as_claims(const std::string& path);

/// Refuses what `diff` cannot read: pages and tables, weights, a single word, names of recipes without
/// their prefix.
/// Errors   InputError
void refuse_as_reports(const std::vector<std::string>& words);

/// Refuses a page, a table or code where a report is read.
/// Errors   InputError
void refuse_as_report(const std::string& path, const std::string& reader);

/// Refuses arguments of a training run that go by another name here.
/// Errors   InputError
void refuse_other_names(const std::vector<std::string>& words);

}  // namespace sigprop::tool
