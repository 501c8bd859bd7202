// On a terminal a long simulation, or a long proof, shows its progress and erases it afterwards.

#include <doctest/doctest.h>
#include <stdlib.h>

#include "tests/cli/simulations.hpp"

namespace {

/// A terminal of our own, so that the test can read what programs write to it.
class Terminal {
public:
    Terminal() : ours_(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
        if (ours_ < 0 || grantpt(ours_) != 0 || unlockpt(ours_) != 0) throw std::runtime_error("no terminal");
        theirs_ = ::open(ptsname(ours_), O_RDWR | O_NOCTTY);  // kept open: no hang-up when the tool ends
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    ~Terminal() {
        ::close(theirs_);
        ::close(ours_);
    }
    [[nodiscard]] std::string name() const { return ptsname(ours_); }
    const std::string& read() {
        char block[4096];
        for (ssize_t n = 0; (n = ::read(ours_, block, sizeof block)) > 0;) {
            text_.append(block, static_cast<std::size_t>(n));
        }
        return text_;
    }

private:
    int ours_;
    int theirs_ = -1;
    std::string text_;
};

/// Runs the tool with its standard error on the terminal.
pid_t start(const std::vector<std::string>& words, const cli::Folder& folder, const Terminal& terminal) {
    return cli::start(words, folder,
                      {.input = "", .launcher = {"bash", "-c", "exec \"$@\" 2> " + terminal.name(), "bash"}});
}

}  // namespace

TEST_CASE("a bar with rate and time left, gone at the end; none with --quiet") {
    Terminal terminal, quiet_terminal;
    const cli::Folder output, quiet_output;
    const pid_t quiet =
        start(cli::simulation("1e14", {"--quiet", "--threads", "1"}), quiet_output, quiet_terminal);
    const pid_t child = start(cli::simulation("1e14", {"--threads", "1"}), output, terminal);
    const auto shown = [&] { return terminal.read().find(" left") != std::string::npos; };
    CHECK(cli::wait_until(shown, child));
    for (const pid_t one : {child, quiet}) CHECK(kill(one, SIGINT) == 0);
    CHECK(cli::finish(child, output).code == 130);
    CHECK(cli::finish(quiet, quiet_output).code == 130);
    const std::string text = terminal.read();
    CAPTURE(text);
    CHECK(text.find("% of 1e+14 samples, ") != std::string::npos);
    CHECK(text.find("/s, ") != std::string::npos);
    // the bar is erased before the last message
    CHECK(text.find("\r\033[Ksigprop: interrupted: ") != std::string::npos);
    for (std::size_t at = 0; at < text.size();) {  // a wrapped line could not be erased
        const std::size_t end = std::min(text.find('\r', at), text.size());
        CHECK(end - at < 80 + 3);
        at = end + 1;
    }
    CHECK(quiet_terminal.read().empty());
}

TEST_CASE("a proof that takes more than a second is named with its expression, its method and its time") {
    Terminal terminal, quiet_terminal;
    const cli::Folder output, quiet_output;
    const std::string expression = "attention.gaussian_qk_entropy(16, 2, 8)";
    std::vector<std::string> words = {"eval", expression, "--digits", "100", "--methods", "arb_*"};
    const pid_t child = start(words, output, terminal);
    words.emplace_back("--quiet");
    const pid_t quiet = start(words, quiet_output, quiet_terminal);
    const auto shown = [&] { return terminal.read().find(" parts, 2 s") != std::string::npos; };
    CHECK(cli::wait_until(shown, child));
    for (const pid_t one : {child, quiet}) CHECK(kill(one, SIGINT) == 0);
    CHECK(cli::finish(child, output).code == 130);
    CHECK(cli::finish(quiet, quiet_output).code == 130);
    const std::string text = terminal.read();
    CAPTURE(text);
    CHECK(text.find("\rattention.gaussian_qk_entropy(16, 2,... arb_trapezoid, ") != std::string::npos);
    CHECK(text.find("\r\033[Ksigprop: interrupted: ") != std::string::npos);
    CHECK(quiet_terminal.read().empty());
}
