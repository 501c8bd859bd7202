#include "slow_notice.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

#include "core/base/shown_text.hpp"
#include "report/text_width.hpp"

#include "terminal.hpp"

namespace sigprop::tool {
namespace {

constexpr double usual_patience = 5;  // seconds
constexpr std::size_t longest_subject = 120;

std::mutex doing_mutex;  // NOLINT: one process, one answer to what it is doing
std::string doing;       // NOLINT: the same

void set_doing(std::string text) {
    const std::lock_guard lock(doing_mutex);
    doing = std::move(text);
}

/// What is no positive number of seconds is not obeyed: nobody's call should fail for a notice.
double notice_patience() {
    const char* const text = std::getenv("SIGPROP_PATIENCE");
    if (text == nullptr) return usual_patience;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), seconds);
    const bool is_number = error == std::errc() && *end == '\0' && seconds > 0;
    return is_number ? std::min(seconds, 1e9) : usual_patience;
}

bool takes(const Command& command, std::string_view flag) {
    return std::ranges::find(command.flags, flag) != command.flags.end();
}

/// "--budget SECONDS ends it in time; fewer --digits or a choice of --methods take less"
std::string advice_for(const Command& command, const Invocation& call) {
    std::vector<std::string> quicker;
    const auto offer = [&](std::string_view flag, const char* text) {
        if (takes(command, flag)) quicker.emplace_back(text);
    };
    offer("digits", "fewer --digits");
    offer("methods", "a subset by --methods");
    if (call.flags.has("samples")) offer("samples", "fewer --samples");
    std::string text = "--budget SECONDS limits the time";
    for (std::size_t i = 0; i < quicker.size(); ++i) {
        const bool last = i + 1 == quicker.size();
        text += (i == 0 ? "; " : last ? " or " : ", ") + quicker[i];
    }
    return quicker.empty() ? text : text + (quicker.size() == 1 ? " is faster" : " are faster");
}

std::string subject_of_call(const Command& command, const Invocation& call) {
    std::string text(command.name);
    if (!call.words.empty()) text += " " + call.words.front();
    if (call.words.size() > 1) text += " ...";
    return cut(shown_text(text), longest_subject);
}

}  // namespace

void now_in_method(std::string_view method) { set_doing("running " + std::string(method)); }

void now_done(std::size_t done, std::size_t total, std::string_view what) {
    if (total > 1) set_doing(fmt::format("{} of {} {} done", done, total, what));
}

SlowNotice::SlowNotice(const Command& command, const Invocation& call) {
    if (!takes(command, "budget") || call.options.quiet || call.flags.has("budget")) return;
    subject_ = subject_of_call(command, call);
    advice_ = advice_for(command, call);
    try {
        waiting_ = std::jthread(
            [this, seconds = notice_patience()](const std::stop_token& stop) { wait(stop, seconds); });
    } catch (const std::system_error&) {
        return;  // a machine without another thread computes all the same
    }
}

SlowNotice::~SlowNotice() {
    waiting_ = {};  // ends before what it reads
}

void SlowNotice::wait(const std::stop_token& stop, double seconds) {
    const std::chrono::duration<double> time(seconds);
    {
        std::unique_lock lock(mutex_);
        const auto is_over = [&] { return stop.stop_requested(); };
        if (wake_.wait_for(lock, stop, time, is_over) || stop.stop_requested()) return;
    }
    std::string now;
    {
        const std::lock_guard lock(doing_mutex);
        now = doing.empty() ? "" : ", " + doing;
    }
    // A bar on the line of the terminal is erased; it is drawn again when it next has something to show.
    if (isatty(STDERR_FILENO) == 1) say("\r\033[K");
    complain(fmt::format("{}: {:.3g} s so far{}; {}", subject_, seconds, now, advice_));
}

}  // namespace sigprop::tool
