#include "measure/gradient/memory_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace sigprop {
namespace {

using AxisOrder = std::vector<std::size_t>;

/// Orders of n axes, the first of which is the order that is there.
std::vector<AxisOrder> orders_of(std::size_t n) {
    AxisOrder axes(n);
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::vector<AxisOrder> orders = {axes};
    if (n <= 3) {
        while (std::ranges::next_permutation(axes).found) orders.push_back(axes);
        return orders;
    }
    const auto add = [&](auto&& change) {
        AxisOrder changed = axes;
        change(changed);
        if (std::ranges::find(orders, changed) == orders.end()) orders.push_back(changed);
    };
    add([](AxisOrder& all) { std::ranges::reverse(all); });
    add([](AxisOrder& all) { std::swap(all[0], all[1]); });
    add([](AxisOrder& all) { std::swap(all[all.size() - 2], all.back()); });
    add([](AxisOrder& all) { std::rotate(all.begin() + 1, all.begin() + 2, all.end()); });
    add([](AxisOrder& all) { std::rotate(all.begin() + 1, all.end() - 1, all.end()); });
    return orders;
}

}  // namespace

std::string MemoryOrder::text() const { return fmt::format("axes {}", fmt::join(axes, ", ")); }

std::vector<MemoryOrder> memory_orders(std::span<const std::size_t> shape) {
    AxisOrder long_axes;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] > 1) long_axes.push_back(axis);
    }
    std::vector<MemoryOrder> all;
    if (long_axes.size() < 2) return all;
    std::vector<AxisOrder> orders = orders_of(long_axes.size());
    for (std::size_t i = 1; i < orders.size(); ++i) {
        AxisOrder axes(shape.size());
        std::iota(axes.begin(), axes.end(), std::size_t{0});
        for (std::size_t k = 0; k < long_axes.size(); ++k) axes[long_axes[k]] = long_axes[orders[i][k]];
        all.push_back({axes, false});
        all.push_back({axes, true});
    }
    return all;
}

std::vector<double> reordered(const TensorView& view, const MemoryOrder& order) {
    const std::vector<std::size_t>& shape = view.shape();
    const std::size_t n = shape.size();
    std::vector<double> numbers(view.size());
    view.read(0, numbers);
    // Element k of the array with its axes in that order is element source(k) of the array as it is.
    std::vector<std::size_t> strides(n, 1);
    for (std::size_t axis = n - 1; axis > 0; --axis) strides[axis - 1] = strides[axis] * shape[axis];
    std::vector<double> read(numbers.size());
    std::vector<std::size_t> index(n, 0);
    std::size_t source = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        (order.inverse ? read[source] : read[k]) = numbers[order.inverse ? k : source];
        for (std::size_t i = n; i-- > 0;) {
            const std::size_t axis = order.axes[i];
            source += strides[axis];
            if (++index[i] < shape[axis]) break;
            source -= strides[axis] * shape[axis];
            index[i] = 0;
        }
    }
    return read;
}

}  // namespace sigprop
