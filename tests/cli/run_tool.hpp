#pragma once
// Runs the built tool without a shell in between, so that there is no quoting to get wrong. Standard output
// and standard error go to files, so that neither can block the other.

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/sanitizers.hpp"

namespace cli {

using sigprop::test::has_sanitizers;  // the tool is built as the tests are

/// An empty folder that is deleted with everything in it.
class Folder {
public:
    Folder() {
        std::string name = std::filesystem::temp_directory_path() / "sigprop-cli-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(*this / name); }
    [[nodiscard]] bool empty() const { return std::filesystem::is_empty(path_); }
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(*this / name, std::ios::binary).rdbuf();
        return text.str();
    }
    /// Returns the path. A file of this name is removed, not overwritten: Ext4 waits for the disk,
    /// milliseconds, where one is cut to nothing and written again.
    std::string write(const std::string& name, const std::string& text) const {
        std::string path = *this / name;
        std::error_code ignored;
        if (std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::regular)
            std::filesystem::remove(path);
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

private:
    std::string path_;
};

struct Surroundings {
    std::string input;                          ///< standard input
    std::vector<std::string> environment = {};  ///< NAME=value, in addition to the test's own
    std::string output_path = {};               ///< standard output goes there; `out` stays empty
    std::string folder = {};                    ///< the working directory
    std::vector<std::string> launcher = {};     ///< precedes the tool: a program with its arguments
};

struct Run {
    int code = -1;  ///< 1000 + the signal that ended it, which no exit code can be
    std::string out, err;
    double cpu_seconds = 0;   ///< of all its threads, so that other processes do not count
    long peak_kilobytes = 0;  ///< the most memory that it held

    [[nodiscard]] bool says(const std::string& text) const { return err.find(text) != std::string::npos; }
    [[nodiscard]] bool shows(const std::string& text) const { return out.find(text) != std::string::npos; }
};

inline std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

/// A running process of the tool; its output is in the folder.
inline pid_t start(const std::vector<std::string>& words, const Folder& folder,
                   const Surroundings& around = {}) {
    std::vector<std::string> argv = around.launcher;
    argv.emplace_back(SIGPROP_TOOL);
    argv.insert(argv.end(), words.begin(), words.end());
    std::vector<std::string> environment = around.environment;
    environment.emplace_back("SIGPROP_PATIENCE=1000000");  // the first one holds: no notice on a busy machine
    for (char** one = environ; *one != nullptr; ++one) environment.emplace_back(*one);
    folder.write("in", around.input);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string out = around.output_path.empty() ? folder / "out" : around.output_path;
    posix_spawn_file_actions_addopen(&actions, 0, (folder / "in").c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (folder / "err").c_str(), O_WRONLY | O_CREAT, 0600);
    if (!around.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, around.folder.c_str());
    pid_t child = 0;
    const int error = posix_spawnp(&child, argv[0].c_str(), &actions, nullptr, pointers(argv).data(),
                                   pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot run " + argv[0]);
    return child;
}

inline Run finish(pid_t child, const Folder& folder) {
    int status = 0;
    struct rusage used {};
    while (wait4(child, &status, 0, &used) < 0) {
    }
    Run run;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    run.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    run.peak_kilobytes = used.ru_maxrss;
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    run.out = folder.read("out");
    run.err = folder.read("err");
    return run;
}

inline Run tool(const std::vector<std::string>& words, const Surroundings& around = {}) {
    const Folder folder;
    return finish(start(words, folder, around), folder);
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

inline std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace cli
