// jounce.print_table{ title, columns, rows }.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "script/module.hpp"
#include "session/context.hpp"
#include "values/convert.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

struct TableSettings {
    std::string title;
    Value columns;
    Value rows;
};

std::vector<std::string> read_columns(const Value& value) {
    const List* list = value.list();
    if (list == nullptr || list->empty()) throw bad_field("print_table", "columns", "a list of strings", value);
    std::vector<std::string> out;
    for (const Value& column : *list) {
        if (column.text() == nullptr) throw bad_field("print_table", "columns", "a list of strings", column);
        out.push_back(*column.text());
    }
    return out;
}

std::vector<List> read_rows(const Value& value, const std::vector<std::string>& columns) {
    const List* list = value.list();
    if (list == nullptr) throw bad_field("print_table", "rows", "a list of rows", value);
    std::vector<List> out;
    for (const Value& row : *list) {
        const std::string name = "rows[" + std::to_string(out.size() + 1) + "]";
        if (row.list() == nullptr) throw bad_field("print_table", name, "a list of cells", row);
        if (row.list()->size() != columns.size()) {
            throw bad_case("print_table: '" + name + "' must have a cell for each of the " + std::to_string(columns.size()) +
                           " columns, got " + std::to_string(row.list()->size()));
        }
        for (const Value& cell : *row.list()) {
            if (cell.number() == nullptr && cell.text() == nullptr && cell.boolean() == nullptr) {
                throw bad_field("print_table", name, "made of numbers, strings and booleans", cell);
            }
        }
        out.push_back(*row.list());
    }
    return out;
}

}  // namespace

const FieldList& print_table_fields() {
    static const FieldList fields =
        Fields<TableSettings>()
            .text("title", &TableSettings::title, "Title above the table.")
            .any("columns", &TableSettings::columns, "list of strings", "Headers of the columns, with units.")
            .required()
            .any("rows", &TableSettings::rows, "list of lists", "One list of cells for each row: numbers, strings, booleans.")
            .required();
    return fields;
}

int print_table(lua_State* L) {
    const auto settings = read_settings<TableSettings>(print_table_fields(), fields_argument(L, 1, "print_table"), "print_table");
    const std::vector<std::string> columns = read_columns(settings.columns);
    const std::string text = table_text(settings.title, columns, read_rows(settings.rows, columns));
    if (context(L).purpose != Purpose::modes) std::fputs(text.c_str(), stdout);
    return 0;
}

}  // namespace jounce::lua
