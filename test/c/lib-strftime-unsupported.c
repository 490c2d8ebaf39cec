//: expect unknown
//: output a conversion of strftime that heddle does not know
// Flags of conversions are not followed.
#include <time.h>

int main(void)
{
    struct tm day = {.tm_mday = 3};
    char text[9];
    return strftime(text, sizeof text, "%-d", &day) == 1 ? 0 : 1;
}
