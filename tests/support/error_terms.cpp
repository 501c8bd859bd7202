// The definitions of error_term, signed_error_term and design that the test programs link in place of the
// library's.

#include "tests/support/error_terms.hpp"

#include "core/ball/error_term.hpp"
#include "core/ball/error_term_sign.hpp"

#include <atomic>
#include <list>
#include <mutex>
#include <utility>

namespace error_terms {
namespace {

struct Change {
    Kind kind;
    std::string name;
    double factor;
    bool used = false;
};

std::atomic<int> count = 0;  // usually zero: then nothing is locked
std::mutex mutex;
std::list<Change> changes;

double factor_of(Kind kind, const char* name) {
    if (count == 0) return 1;
    const std::lock_guard lock(mutex);
    for (Change& change : changes) {
        if (change.kind != kind || change.name != name) continue;
        change.used = true;
        return change.factor;
    }
    return 1;
}

}  // namespace

Changed::Changed(Kind kind, std::string name, double factor) {
    const std::lock_guard lock(mutex);
    change_ = &changes.emplace_back(Change{kind, std::move(name), factor});
    ++count;
}

Changed::~Changed() {
    const std::lock_guard lock(mutex);
    changes.remove_if([this](const Change& change) { return &change == change_; });
    --count;
}

bool Changed::was_used() const {
    const std::lock_guard lock(mutex);
    return static_cast<const Change*>(change_)->used;
}

}  // namespace error_terms

namespace sigprop {

Ball error_term(const char* name, Ball bound) {
    return checked_error_term(name, signed_error_term(name, std::move(bound)));
}

double error_term(const char* name, double bound) {
    if (bound < 0) return checked_error_term(name, Ball(bound)).to_double();
    return bound * error_terms::factor_of(error_terms::Kind::term, name);
}

Ball signed_error_term(const char* name, Ball remainder) {
    const double factor = error_terms::factor_of(error_terms::Kind::term, name);
    return factor == 1 ? remainder : remainder * Ball(factor);
}

double design(const char* name, double value) {
    return value * error_terms::factor_of(error_terms::Kind::design, name);
}

}  // namespace sigprop
