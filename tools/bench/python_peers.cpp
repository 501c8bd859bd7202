#include "python_peers.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string_view>

namespace sigprop::bench {
namespace {

/// The child process, with a pipe each way; it ends when its input does.
class Python {
public:
    Python() {
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        if (pipe(to.data()) != 0 || pipe(from.data()) != 0) return;
        std::signal(SIGPIPE, SIG_IGN);
        child_ = fork();
        if (child_ == 0) {
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
            execlp("bash", "bash", SIGPROP_BENCH_SOURCE_DIR "/../requirements/run.sh", "torch",
                   SIGPROP_BENCH_SOURCE_DIR "/peers.py", nullptr);
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        input_ = fdopen(to[1], "w");
        output_ = fdopen(from[0], "r");
        constexpr std::string_view skipped = "skipped: ";
        const std::string first = child_ > 0 ? answer() : "";
        if (first.empty())
            missing_ = "tools/bench/peers.py does not start";
        else if (first.starts_with(skipped))
            missing_ = first.substr(skipped.size());
        else
            libraries_ = first;
    }
    Python(const Python&) = delete;
    Python& operator=(const Python&) = delete;
    ~Python() {
        if (input_ != nullptr) std::fclose(input_);
        if (output_ != nullptr) std::fclose(output_);
        if (child_ > 0) waitpid(child_, nullptr, 0);
    }

    [[nodiscard]] const std::string& libraries() const { return libraries_; }
    [[nodiscard]] const std::string& missing() const { return missing_; }
    std::string ask(const std::string& line) {
        std::fputs((line + "\n").c_str(), input_);
        std::fflush(input_);
        return answer();
    }

private:
    std::string answer() {
        std::string text;
        for (int c = std::fgetc(output_); c != EOF && c != '\n'; c = std::fgetc(output_)) {
            text += static_cast<char>(c);
        }
        return text;
    }

    pid_t child_ = -1;
    std::FILE* input_ = nullptr;
    std::FILE* output_ = nullptr;
    std::string libraries_, missing_;
};

Python& python() {
    static Python instance;
    return instance;
}

}  // namespace

const std::string& python_libraries() { return python().libraries(); }

const std::string& no_python_libraries() { return python().missing(); }

double run_python(const std::string& library, const std::string& work, std::uint64_t samples) {
    const std::string text = python().ask(library + " " + work + " " + std::to_string(samples));
    if (text.empty()) throw std::runtime_error("tools/bench/peers.py gave no answer");
    return std::stod(text);
}

}  // namespace sigprop::bench
