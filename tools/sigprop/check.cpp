// sigprop check: proves certificates anew by tools/check/check.py, which is carried as a text and run by the
// machine's Python. Nothing here judges: what is printed and the exit code are that program's, so that no
// fault of ours can accept a certificate.

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "command.hpp"
#include "core/base/embedded.hpp"
#include "formats/system_call.hpp"
#include "interrupt.hpp"

namespace sigprop::tool {
namespace {

/// A file without a name, open in `descriptor`, with the checker's text: it is gone when nobody has it open.
class CheckerText {
public:
    explicit CheckerText(std::string_view text) : descriptor_(memfd_create("sigprop check", 0)) {
        if (descriptor_ < 0) throw IoError("cannot run the checker: " + reason_of(errno));
        while (!text.empty()) {
            const ssize_t written = repeated([&] { return ::write(descriptor_, text.data(), text.size()); });
            if (written < 0) {
                const int error = errno;
                ::close(descriptor_);
                throw IoError("cannot run the checker: " + reason_of(error));
            }
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        ::lseek(descriptor_, 0, SEEK_SET);
    }
    CheckerText(const CheckerText&) = delete;
    CheckerText& operator=(const CheckerText&) = delete;
    ~CheckerText() { ::close(descriptor_); }

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

private:
    int descriptor_;
};

// Every Python 3 understands these lines. No path leads to the text, as /proc may be missing; standard
// input stays free.
constexpr const char* start_of_checker = R"(import signal, sys
if sys.version_info < (3, 8):
    sys.stderr.write("sigprop: python3 is Python %d.%d: the checker needs 3.8 or newer, "
                     "in PATH or named in SIGPROP_PYTHON\n" % sys.version_info[:2])
    sys.exit(2)
signal.signal(signal.SIGINT, signal.SIG_DFL)
with open(int(sys.argv.pop(1)), encoding="utf-8") as text:
    code = compile(text.read(), "check.py", "exec")
exec(code, {"__name__": "__main__", "__builtins__": __builtins__})
)";

/// The Python that runs the checker. A wheel names its own, as there may be no python3 in PATH.
std::string python_program() {
    const char* const given = std::getenv("SIGPROP_PYTHON");
    return given == nullptr || *given == '\0' ? "python3" : given;
}

/// Isolated (-I): neither the folder nor the environment can put a module of its own in the place of
/// Python's.
pid_t start_python(int text, const std::vector<std::string>& files) {
    const std::string python = python_program();
    std::vector<std::string> words = {python, "-I", "-B", "-c", start_of_checker, std::to_string(text)};
    words.insert(words.end(), files.begin(), files.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    const int error = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ);
    if (error == ENOENT) {
        throw IoError("the checker is a Python program, but there is no " + python +
                      (python.find('/') == python.npos ? " in PATH" : "") +
                      ": install Python 3.8 or newer, set SIGPROP_PYTHON to it, or check the file on another "
                      "machine (the package sigprop-check has the checker alone)");
    }
    if (error != 0) throw IoError("cannot run " + python + ", which runs the checker: " + reason_of(error));
    return child;
}

}  // namespace

Exit run_check(const Invocation& call) {
    if (call.ranks != nullptr && call.ranks->rank() != 0) return Exit::ok;  // the first one checks
    const CheckerText text(embedded::checker().front().text);
    const pid_t child = start_python(text.descriptor(), call.words);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) throw IoError("cannot wait for the checker: " + reason_of(errno));
        if (interrupted())
            ::kill(child, SIGTERM);  // Ctrl-C reaches Python as well, a signal to us alone does not
    }
    if (interrupted()) throw Interrupted();
    if (WIFEXITED(status)) return static_cast<Exit>(WEXITSTATUS(status));
    throw IoError(fmt::format("signal {} ended python3, which runs the checker: nothing is accepted",
                              WTERMSIG(status)));
}

}  // namespace sigprop::tool
