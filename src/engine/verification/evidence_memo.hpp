#pragma once
// Evidence already gathered: a hundred claims ask for a dozen expressions, and each expression is computed
// once. Threads may share it; a thread that asks second waits for the first.

#include "engine/binding/binder.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace sigprop {

class EvidenceMemo {
public:
    /// Everything in the context that changes results, except the digits, must be the same from call to call.
    [[nodiscard]] const std::vector<Evidence>& evidence_of(const BoundExpression& bound,
                                                           const Context& context);

private:
    struct Entry {
        std::once_flag made;
        std::vector<Evidence> evidence;
    };

    std::mutex mutex_;
    std::map<std::pair<std::string, long>, std::shared_ptr<Entry>> entries_;  ///< indexed by text and digits
};

}  // namespace sigprop
