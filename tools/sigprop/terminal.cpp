#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <sigprop/core/base/errors.hpp>

#include "core/base/shown_text.hpp"
#include "formats/system_call.hpp"

#include "interrupt.hpp"
#include "report/text_width.hpp"
#include "slow_notice.hpp"

namespace sigprop::tool {
namespace {

std::atomic<bool> silent{false};  // NOLINT: one standard output, one switch

}  // namespace

void silence(bool wanted) noexcept { silent = wanted; }

void print(std::string_view text) {
    if (silent) return;
    while (!text.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (count == 0) {
            throw IoError("cannot write standard output: " + reason_of(ENOSPC));  // nothing is taken
        } else if (errno == EPIPE) {
            return;
        } else if (errno != EINTR) {
            throw IoError("cannot write standard output: " + reason_of(errno));
        } else if (interrupted()) {
            throw Interrupted();
        }
    }
}

void say(std::string_view text) noexcept {
    if (silent) return;
    while (!text.empty()) {
        const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
        if (count == 0 || (count < 0 && errno != EINTR)) return;
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string shown_message(std::string_view message) {
    constexpr std::size_t longest = 4'000;
    return cut(shown_text(message.substr(0, 2 * longest)), longest);
}

void complain(std::string_view message) noexcept {
    try {
        say("sigprop: " + shown_message(message) + "\n");
    } catch (const std::exception&) {
        return;  // out of memory, for a message
    }
}

std::string indented(std::string_view text, std::size_t blanks) {
    std::string all;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        all += line.empty() ? "\n" : std::string(blanks, ' ').append(line) + '\n';
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return all;
}

std::size_t terminal_width() {
    struct winsize size {};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    constexpr std::size_t unbounded_width = 140;
    return known ? size.ws_col : unbounded_width;
}

std::string fitted(std::string_view text, std::size_t blanks) {
    constexpr std::size_t narrowest = 40;
    const std::size_t width = std::max(terminal_width(), blanks + narrowest) - blanks;
    std::string all;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        start = end + 1;
        if (columns(line) <= width) {
            all += indented(line.empty() ? "\n" : line, blanks);
            continue;
        }
        const std::vector<std::string> parts = wrapped(line, width - 2);
        for (std::size_t i = 0; i < parts.size(); ++i) all += indented(parts[i], blanks + (i > 0 ? 2 : 0));
    }
    return all;
}

std::string titled(std::string_view title, std::string_view text) {
    if (text.empty()) return {};
    return fmt::format("  {:<12}{}", title, fitted(text, 14).substr(14));
}

Progress::Progress(std::size_t total, std::string_view what, bool wanted)
    : total_(total), what_(what), shown_(wanted && total > 1 && isatty(STDERR_FILENO) == 1) {
    show(0);
}

Progress::~Progress() {
    if (shown_) say("\r\033[K");
}

void Progress::show(std::size_t done) const noexcept {
    try {
        now_done(done, total_, what_);
        if (!shown_) return;
        say(fmt::format("\r{} of {} {}\033[K", done, total_, what_));
    } catch (const std::exception&) {
        return;  // a progress line is not worth an error
    }
}

}  // namespace sigprop::tool
