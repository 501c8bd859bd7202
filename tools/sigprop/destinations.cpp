#include "destinations.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <vector>

#include "formats/files.hpp"
#include "formats/system_call.hpp"
#include "report/own_report.hpp"

#include "output_formats.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// The flags that each write one form of the report, with their paths.
struct Destination {
    std::string flag;
    std::string path;
};

std::vector<Destination> destinations(const Options& options) {
    std::vector<Destination> all;
    for (const OutputFormat& format : output_formats())
        if (const auto path = options.output(format.flag.name))
            all.push_back({"--" + std::string(format.flag.name), *path});
    return all;
}

/// The flags whose files are read.
constexpr std::array<std::string_view, 16> inputs = {"claims",  "series", "like",  "baseline", "w",  "q",
                                                     "k",       "x",      "dy",    "dskip",    "dx", "weight",
                                                     "dweight", "bias",   "dbias", "y"};

void check_is_no_input(const Destination& one, const struct stat& there,
                       const std::vector<std::string>& paths, const std::string& reader) {
    for (const std::string& path : paths) {
        struct stat read {};
        const bool same = path != "-" && ::stat(path.c_str(), &read) == 0 && read.st_dev == there.st_dev &&
                          read.st_ino == there.st_ino;
        if (!same) continue;
        throw InputError(one.flag + ": " + one.path + " is the file that " + reader +
                         " reads: give another file, or --force to overwrite it");
    }
}

void check_is_own(const Destination& one) {
    std::array<char, report_mark_bytes> beginning{};
    const int file = repeated([&] { return ::open(one.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
    if (file < 0) throw IoError("cannot write " + one.path + ": " + reason_of(errno));
    std::size_t size = 0;
    ssize_t count = 1;
    while (count > 0 && size < beginning.size()) {
        count = repeated([&] { return ::read(file, beginning.data() + size, beginning.size() - size); });
        if (count > 0) size += static_cast<std::size_t>(count);
    }
    const int error = errno;
    ::close(file);
    if (count < 0)
        throw IoError("cannot read " + one.path + ", which would be overwritten: " + reason_of(error));
    if (is_own_report({beginning.data(), size})) return;
    throw InputError(one.flag + ": " + one.path +
                     " exists and is not a report of sigprop: give another file, or --force to overwrite it");
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
    // A path that does not exist stays relative unless it is made absolute first; that of a pipe cannot be
    // followed.
    const auto whole = [](const std::string& path) {
        std::error_code error;
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    const std::filesystem::path one = whole(a);
    return a == b || (!one.empty() && one == whole(b));
}

void check_destination(const Invocation& call, const std::string& flag, const std::string& path,
                       const std::vector<std::string>& words) {
    if (path == "-") return;
    check_writable(path);
    struct stat there {};
    const bool replaces = ::stat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode);
    if (!replaces || call.flags.has("force") || is_standard_output(path)) return;
    const Destination one{flag, path};
    for (const std::string_view input : inputs)
        check_is_no_input(one, there, call.flags.all(input), "--" + std::string(input));
    check_is_no_input(one, there, words, "this command");
    check_is_own(one);
}

void check_destinations(const Invocation& call) {
    std::vector<std::string> taken;
    if (const auto certificate = call.flags.one("certificate")) taken.push_back(*certificate);
    if (call.flags.has("update-baseline")) taken.push_back(call.flags.one("baseline").value_or(""));
    for (const Destination& one : destinations(call.options)) {
        const bool is_taken = std::ranges::any_of(taken, [&](const std::string& other) {
            return other == "-" || one.path == "-" ? other == one.path : same_file(other, one.path);
        });
        taken.push_back(one.path);
        if (is_taken) {
            const std::string what = one.path == "-" ? "standard output" : one.path;
            throw InputError(one.flag + ": " + what + " already has another result; write " + one.flag +
                             "=FILE");
        }
        check_destination(call, one.flag, one.path);
    }
}

bool write_data(const std::string& path, const Json& data) {
    if (path != "-") {
        write_file_atomically(path, write_json(data));
        return false;
    }
    print(write_json(data));
    return true;
}

}  // namespace sigprop::tool
