//: expect bug performs
// A pointer is changed that no action modifies: its bytes are the offset, which stays the same.
struct box {
    int value;
};
static struct box one, two, *shown = &one;

/*@ performs action () { 1 } */
static void show(struct box *box)
{
    shown = box;
}

int main(void)
{
    show(&two);
    return shown->value;
}
