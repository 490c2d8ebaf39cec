//: expect bug overlap 9
struct four {
    int v[4];
};
int items[6];

static void move(struct four *to, struct four *from)
{
    *to = *from;
}

int main(void)
{
    move((struct four *)items, (struct four *)(items + 2));
    return 0;
}
//: also --engine=bound
