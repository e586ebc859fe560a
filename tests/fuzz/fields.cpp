// Field values: tables of right and wrong values for every kind of every family. A kind is made, or a message says why not.
// SPDX-License-Identifier: BSD-3-Clause
#include <fuzzer/FuzzedDataProvider.h>

#include <limits>

#include "fuzzing.hpp"
#include "script/families.hpp"

namespace {

using namespace jounce;

double number(FuzzedDataProvider& data) {
    static constexpr double extremes[] = {0,
                                          -0.0,
                                          1,
                                          -1,
                                          0.5,
                                          2,
                                          3,
                                          1e-308,
                                          5e-324,
                                          1e-100,
                                          1e100,
                                          1e300,
                                          -1e300,
                                          1e-9,
                                          1e9,
                                          1e15,
                                          1e16,
                                          2147483647,
                                          2147483648.0,
                                          -2147483649.0,
                                          0.3,
                                          210e9,
                                          7850,
                                          std::numeric_limits<double>::infinity(),
                                          -std::numeric_limits<double>::infinity(),
                                          std::numeric_limits<double>::quiet_NaN(),
                                          std::numeric_limits<double>::max()};
    return data.ConsumeBool() ? data.PickValueInArray(extremes) : data.ConsumeFloatingPoint<double>();
}

Value value(FuzzedDataProvider& data, const Field* field, int depth);

Table fields(FuzzedDataProvider& data, const FieldList& list, int depth) {
    Table out;
    for (const Field& field : list.fields)
        if (data.ConsumeIntegralInRange(0, 7) != 0) out.set(field.name, value(data, &field, depth));
    if (data.ConsumeIntegralInRange(0, 15) == 0) out.set(data.ConsumeRandomLengthString(8), value(data, nullptr, depth));
    return out;
}

/// A kind of this family by its table.
Value nested(FuzzedDataProvider& data, const lua::AnyFamily& family, int depth) {
    const KindDescription& kind = *family.kinds[data.ConsumeIntegralInRange<std::size_t>(0, family.kinds.size() - 1)];
    Table out = fields(data, kind.fields, depth + 1);
    out.set("family", family.name);
    out.set("kind", kind.name);
    return out;
}

Value value(FuzzedDataProvider& data, const Field* field, int depth) {
    if (field != nullptr && data.ConsumeIntegralInRange(0, 7) != 0) {  // of the right type, mostly
        if (!field->choices.empty())
            return data.PickValueInArray({0, 1})
                       ? Value(field->choices[data.ConsumeIntegralInRange<std::size_t>(0, field->choices.size() - 1)])
                       : Value(data.ConsumeRandomLengthString(6));
        const lua::AnyFamily* family = lua::find_family(field->family);
        if (family != nullptr && depth < 4) return nested(data, *family, depth);
        if (field->type.find("number") == 0 || field->type.find("integer") == 0) return number(data);
        if (field->type == "boolean") return data.ConsumeBool();
    }
    switch (data.ConsumeIntegralInRange(0, 7)) {
        case 0:
            return {};
        case 1:
            return data.ConsumeBool();
        case 2:
            return data.ConsumeRandomLengthString(12);
        case 3:
            return Reference{data.ConsumeIntegral<std::uint64_t>(), data.ConsumeRandomLengthString(5),
                             data.ConsumeRandomLengthString(5)};
        case 4:
        case 5: {
            List list;
            for (int i = data.ConsumeIntegralInRange(0, 5); i > 0 && depth < 6; --i)
                list.push_back(value(data, nullptr, depth + 1));
            return list;
        }
        case 6: {
            List list;
            for (int i = data.ConsumeIntegralInRange(0, 6); i > 0; --i) list.emplace_back(number(data));
            return list;
        }
        default:
            return number(data);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    FuzzedDataProvider data(bytes, size);
    const std::vector<lua::AnyFamily>& all = lua::families();
    const lua::AnyFamily& family = all[data.ConsumeIntegralInRange<std::size_t>(0, all.size() - 1)];
    if (!family.make || family.kinds.empty()) return 0;
    const auto kind = data.ConsumeIntegralInRange<std::size_t>(0, family.kinds.size() - 1);
    const Table table = fields(data, family.kinds[kind]->fields, 0);
    fuzz::accepted([&] { static_cast<void>(family.make(kind, table)); });
    return 0;
}
