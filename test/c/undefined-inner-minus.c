//: expect bug bounds 9
struct pair {
    int first, rest[3];
} pair;
volatile int at = -1;

int main(void)
{
    return pair.rest[at];
}
//: also --engine=summarize
