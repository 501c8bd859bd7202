#include "engine/verification/evidence_memo.hpp"

#include "engine/composite.hpp"

namespace sigprop {

const std::vector<Evidence>& EvidenceMemo::evidence_of(const BoundExpression& bound, const Context& context) {
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Entry>& known = entries_[{bound.text, context.digits}];
        if (known == nullptr) known = std::make_shared<Entry>();
        entry = known;
    }
    // An interrupted computation throws, and the entry remains to be made.
    std::call_once(entry->made, [&] { entry->evidence = sigprop::evidence_of(bound, context); });
    return entry->evidence;
}

}  // namespace sigprop
