// Step 3. Raw, by part: 8: unsigned, signed (256 values each, as TexPromoteToFloat gives them); 16:
// unsigned, signed (65,536 each); half: half (LAB8_HALVES_TRIED, of
// hidden_half); texture: u8.error, u8,
// s8 (256), u16, s16, half (LAB8_HALVES, every LAB8_STEP-th pattern), all through
// promote_by_texture; failing: of it what failing.h says.
#include "harness.h"
#include "lab8.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

template <class T> static void promote_all(const char *name) {
    std::vector<float> values;
    for (int i = 0; i < 1 << (8 * (int)sizeof(T)); i++)
        values.push_back(TexPromoteToFloat((T)i));
    write_raw(name, values);
}

template <class T>
static void through_texture(const char *name, Element type, int count, int step) {
    bounded_vector<T> elements;
    bounded_vector<float> out(count, 77.0f);
    elements.reserve(count);
    for (int i = 0; i < count; i++)
        elements.push_back((T)(i * step));
    if (write_error(name, promote_by_texture(type, elements.data(), count, out.data())))
        write_raw(name, out);
}

void harness_main() {
    const char *part = argument_text("part");
    if (strcmp(part, "8") == 0) {
        promote_all<unsigned char>("unsigned");
        promote_all<signed char>("signed");
    } else if (strcmp(part, "16") == 0) {
        promote_all<unsigned short>("unsigned");
        promote_all<short>("signed");
    } else if (strcmp(part, "half") == 0) {
        std::vector<float> values;
        for (int i = 0; i < LAB8_HALVES_TRIED; i++)
            values.push_back(half_to_float(hidden_half(i)));
        write_raw("half", values);
    } else if (strcmp(part, "failing") == 0) {
        const std::vector<unsigned char> bytes(100, 7);
        std::vector<float> out(bytes.size());
        failing("promote_by_texture", out, [&] {
            return promote_by_texture(UNSIGNED8, bytes.data(), (int)bytes.size(), out.data());
        });
    } else {
        through_texture<unsigned char>("u8", UNSIGNED8, 256, 1);
        through_texture<signed char>("s8", SIGNED8, 256, 1);
        through_texture<unsigned short>("u16", UNSIGNED16, LAB8_HALVES, LAB8_STEP);
        through_texture<short>("s16", SIGNED16, LAB8_HALVES, LAB8_STEP);
        through_texture<unsigned short>("half", HALF, LAB8_HALVES, LAB8_STEP);
    }
}
