#include <sigprop/models/attention.hpp>

namespace sigprop {

AttentionRows attention_rows(const AttentionHead<float>&, const AttentionOptions&, const Context&) {
    return {};
}

AttentionRows attention_rows(const AttentionHead<double>&, const AttentionOptions&, const Context&) {
    return {};
}

}  // namespace sigprop
