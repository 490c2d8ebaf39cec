// One of the pointers leads to what is gone: each is found.
//: expect bug freed
//: options --all-errors --engine=explore
//: output zoo-leave-wrong.c:26
//: output zoo-leave-wrong.c:32
//: output zoo-leave-wrong.c:40
//: output zoo-leave-wrong.c:50
//: output zoo-leave-wrong.c:59
//: errors 5
long long heddle_choose(long long, long long);
struct row {
    int at[3];
};
static struct row make(int k)
{
    struct row r = {{k, k + 1, k + 2}};
    return r;
}

static int gone(int which)
{
    int *p = 0, other = 3;
    switch (which) {
    case 0:
        p = make(1).at;
        return p[0];
    case 1: {
        {
            int inner[2] = {1, 2};
            p = &inner[1];
        }
        return *p;
    }
    case 2:
        for (int k = 0; k < 2; k++) {
            int here = k;
            if (k == 0)
                p = &here;
            else
                return *p + other;
        }
        break;
    case 3:
        if (other) {
            int far = 1;
            p = &far;
            goto out;
        }
    out:
        return *p;
    case 4:
        while (1) {
            int once = 1;
            if (p)
                break;
            p = &once;
        }
        p = p;
        return *p;
    }
    return 0;
}

int main(void)
{
    return gone(heddle_choose(0, 4));
}
