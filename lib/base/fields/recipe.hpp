// The recipe of a product of a kind: the value of the script that it was made from, for files that contain it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include "base/fields/kind.hpp"

namespace jounce {

/// The deleter of a shared product: it keeps the product alive, and the recipe with it. So a law needs no member that only files
/// read.
template <class Product>
struct RecipeKeeper {
    std::shared_ptr<Product> product;
    Value recipe;

    void operator()(Product* /*same as product*/) { product.reset(); }
};

template <class Product>
[[nodiscard]] std::shared_ptr<Product> with_recipe(std::shared_ptr<Product> product, Value recipe) {
    Product* raw = product.get();
    return std::shared_ptr<Product>(raw, RecipeKeeper<Product>{std::move(product), std::move(recipe)});
}

/// Nil for a product that no kind of a script has made.
template <class Product>
[[nodiscard]] Value recipe_of(const std::shared_ptr<Product>& product) {
    const auto* keeper = std::get_deleter<RecipeKeeper<Product>>(product);
    return keeper != nullptr ? keeper->recipe : Value();
}

/// The table of a kind's product as another program run can give it to the family.
[[nodiscard]] inline Table recipe_table(const KindDescription& kind, const Table& given) {
    Table out = given;
    out.set("family", kind.family);
    out.set("kind", kind.name);
    return out;
}

/// The same kind, whose products keep their recipe.
template <class Product>
[[nodiscard]] Kind<std::shared_ptr<Product>> recorded(Kind<std::shared_ptr<Product>> kind) {
    kind.make = [make = std::move(kind.make),
                 about = KindDescription{.family = kind.family, .name = kind.name, .summary = "", .sources = {}}](
                    const Table& table) { return with_recipe(make(table), recipe_table(about, table)); };
    return kind;
}

}  // namespace jounce
