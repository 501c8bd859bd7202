#pragma once
// A terminal of a given width for the tool's standard output, without colours: what a person sees.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <thread>

#include "tests/cli/run_tool.hpp"

namespace cli {

class TerminalWindow {
public:
    explicit TerminalWindow(unsigned short width) : ours_(posix_openpt(O_RDWR | O_NOCTTY)) {
        if (ours_ < 0 || grantpt(ours_) != 0 || unlockpt(ours_) != 0)
            throw std::runtime_error("no pseudo-terminal");
        path_ = ptsname(ours_);
        theirs_ = open(path_.c_str(), O_RDWR | O_NOCTTY);
        struct termios settings {};
        struct winsize size {
            .ws_row = 24, .ws_col = width, .ws_xpixel = 0, .ws_ypixel = 0
        };
        if (theirs_ < 0 || tcgetattr(theirs_, &settings) != 0 || ioctl(ours_, TIOCSWINSZ, &size) != 0)
            throw std::runtime_error("no terminal");
        cfmakeraw(&settings);  // line ends stay as they are
        tcsetattr(theirs_, TCSANOW, &settings);
        reader_ = std::thread([this] {
            char piece[4096];
            for (ssize_t count = 0; (count = read(ours_, piece, sizeof piece)) > 0;)
                text_.append(piece, static_cast<std::size_t>(count));
        });
    }
    TerminalWindow(const TerminalWindow&) = delete;
    TerminalWindow& operator=(const TerminalWindow&) = delete;
    ~TerminalWindow() {
        close_theirs();
        close(ours_);
    }

    /// Standard output of a process that is started with it.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Everything that was printed, once all processes have ended.
    std::string text() {
        close_theirs();  // the last one: reading ends
        return text_;
    }

private:
    void close_theirs() {
        if (theirs_ >= 0) close(theirs_);
        theirs_ = -1;
        if (reader_.joinable()) reader_.join();
    }

    int ours_ = -1, theirs_ = -1;
    std::string path_, text_;
    std::thread reader_;
};

}  // namespace cli
