//: expect unknown
//: output unknown-label.c:6: pointers into two objects are subtracted
// Distances between labels.
int main(void)
{
    static const int distance[] = {&&zero - &&zero, &&one - &&zero};
    const char *from = &&zero;
    int k = 1;
    goto *(void *)(from + distance[k]);
zero:
    return 0;
one:
    return 1;
}
