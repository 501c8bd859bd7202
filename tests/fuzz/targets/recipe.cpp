#include "engine/recipe/recipe.hpp"

#include "core/expression/expression.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

void run_recipe(std::string_view bytes) {
    Recipe recipe;
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "recipe.json"); };
    if (!accepts([&] { recipe = read_recipe(bytes, "recipe.json"); }, refused)) return;
    require(!recipe.name.empty() && !recipe.tensors.empty(), "a recipe has a name and tensors");
    for (const RecipeTensor& one : recipe.tensors) {
        if (one.has_law) static_cast<void>(parse_expression(one.scale));
        for (const std::string& length : one.shape) static_cast<void>(parse_expression(length));
    }
}

}  // namespace sigprop::fuzz
