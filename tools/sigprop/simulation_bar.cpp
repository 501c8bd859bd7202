#include "simulation_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/text_width.hpp"
#include "slow_notice.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

using std::chrono::duration;
using std::chrono::seconds;

constexpr seconds patience{2};
constexpr seconds between_lines{60};
constexpr seconds patience_with_methods{1};
constexpr std::chrono::milliseconds between_ticks{250};

std::string time_text(double left) {
    struct Unit {
        double seconds;
        const char* name;
    };
    constexpr double year = 365.2425 * 86400;
    constexpr std::array units = {Unit{year, "years"}, Unit{86400, "d"}, Unit{3600, "h"}, Unit{60, "min"}};
    for (std::size_t i = 0; i < units.size(); ++i) {
        const double whole = std::floor(left / units[i].seconds);
        if (whole < (i == 0 ? 2 : 1)) continue;
        if (i == 0) return fmt::format("{:.0f} years", whole);
        const double smaller = i + 1 < units.size() ? units[i + 1].seconds : 1;
        const char* const name = i + 1 < units.size() ? units[i + 1].name : "s";
        return fmt::format("{:.0f} {} {:.0f} {}", whole, units[i].name,
                           std::floor((left - whole * units[i].seconds) / smaller), name);
    }
    return fmt::format("{:.0f} s", std::ceil(left));
}

/// "43.1 % of 1e+12 samples, 2.3e+08/s, 1 h 12 min left"
std::string status_text(double done, double all, std::string_view unit, double rate) {
    return fmt::format("{:.1f} % of {:.3g} {}, {:.2g}/s{}", 100 * done / all, all, unit, rate,
                       rate > 0 ? ", " + time_text((all - done) / rate) + " left" : "");
}

/// "43.1 % of 10.2 GB, 1.4 GB/s, 4 s left"
std::string bytes_text(double done, double bytes, double rate) {
    constexpr double giga = 1e9;
    return fmt::format("{:.1f} % of {:.3g} GB, {:.2g} GB/s{}", 100 * done / bytes, bytes / giga, rate / giga,
                       rate > 0 ? ", " + time_text((bytes - done) / rate) + " left" : "");
}

std::string bar_text(double share) {
    constexpr std::size_t width = 12;
    const auto full = std::min(width, static_cast<std::size_t>(share * static_cast<double>(width)));
    return "[" + std::string(full, '=') + std::string(width - full, ' ') + "] ";
}

std::size_t error_width() {
    struct winsize size {};
    constexpr std::size_t usual = 80;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

/// One line, with the name cut to the room it has: a line that wraps cannot be erased.
std::string line_of(const std::string& name, const std::string& rest) {
    const std::size_t width = error_width() - 1;
    const std::size_t room = width > rest.size() ? width - rest.size() : 0;
    if (columns(name) < room) return name + " " + rest;
    constexpr std::size_t least = 8;
    const bool plain = columns(name) == name.size();  // one byte a column: can be cut anywhere
    if (room > least && plain) return name.substr(0, room - 4) + "... " + rest;
    return rest.substr(0, width);
}

}  // namespace

SimulationBar::SimulationBar(bool wanted, std::string_view subject)
    : wanted_(wanted),
      terminal_(isatty(STDERR_FILENO) == 1),
      // the subject of a sweep names every value, which takes longer to make printable than the rest of some
      // runs
      subject_(wanted_ && terminal_ ? printable(subject) : "") {}

SimulationBar::~SimulationBar() {
    erase();
    ticker_ = {};  // ends before what it reads
}

void SimulationBar::begins(std::string_view method) {
    now_in_method(method);
    if (!wanted_ || !terminal_) return;
    const std::lock_guard lock(mutex_);
    method_ = printable(method);
    method_start_ = Clock::now();
    parts_done_ = parts_ = 0;
    if (!ticker_.joinable()) ticker_ = std::jthread([this](std::stop_token stop) { tick(std::move(stop)); });
}

void SimulationBar::parts(std::uint64_t done, std::uint64_t all) {
    if (!wanted_ || !terminal_) return;
    const std::lock_guard lock(mutex_);
    parts_done_ = all == parts_ ? std::max(done, parts_done_) : done;
    parts_ = all;
}

void SimulationBar::tick(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, stop, between_ticks, [&] { return stop.stop_requested(); })) {
        if (stop.stop_requested()) return;
        const Clock::time_point now = Clock::now();
        if (method_.empty() || now - method_start_ < patience_with_methods || now - last_shown_ < patience)
            continue;
        const duration<double> spent = now - method_start_;
        const std::string part = parts_ == 0 ? "" : fmt::format(" {} of {} parts,", parts_done_, parts_);
        const std::string status = fmt::format("{},{} {:.0f} s", method_, part, std::floor(spent.count()));
        say("\r" + (subject_.empty() ? line_of("proof", status) : line_of(subject_ + ":", status)) +
            "\033[K");
        drawn_ = true;
    }
}

void SimulationBar::show(std::string_view name, std::uint64_t done, std::uint64_t all,
                         std::string_view unit) {
    const std::lock_guard lock(mutex_);
    progress_ = fmt::format("{} of {} {} of {}", done, all, unit, printable(name));
    if (!wanted_) return;
    const Clock::time_point now = Clock::now();
    if (const std::string shown = printable(name); shown != name_ || done < last_) {
        name_ = shown;
        begin_ = done;
        start_ = now;
    }
    last_ = done;
    last_shown_ = now;
    if (done == all) return wipe();
    const duration<double> spent = now - start_;
    if (terminal_ ? spent < patience : now - last_line_ < between_lines) return;
    last_line_ = now;
    draw(done, all, unit, spent.count());
}

void SimulationBar::draw(std::uint64_t done, std::uint64_t all, std::string_view unit, double seconds) {
    const auto finished = static_cast<double>(done);
    const auto whole = static_cast<double>(all);
    const double rate = static_cast<double>(done - begin_) / std::max(seconds, 1e-3);
    const std::string status =
        unit == "bytes" ? bytes_text(finished, whole, rate) : status_text(finished, whole, unit, rate);
    if (!terminal_) return say("sigprop: " + name_ + ": " + status + "\n");
    say("\r" + line_of(name_, bar_text(finished / whole) + status) + "\033[K");
    drawn_ = true;
}

void SimulationBar::wipe() {
    if (drawn_) say("\r\033[K");
    drawn_ = false;
}

std::string SimulationBar::progress() {
    const std::lock_guard lock(mutex_);
    return progress_;
}

void SimulationBar::erase() {
    const std::lock_guard lock(mutex_);
    method_.clear();
    wipe();
}

}  // namespace sigprop::tool
