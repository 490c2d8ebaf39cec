//: expect bug assert 12
// What is wrong in the middle of many rounds is found in its round, which is shown.
//: output wrong = 777777
#include <assert.h>

int main(void)
{
    int i, sum = 0;
    for (i = 1; i < 2000000000; i += 2) {
        sum += 3;
        int wrong = i;
        assert(wrong != 777777);
    }
    return sum;
}
