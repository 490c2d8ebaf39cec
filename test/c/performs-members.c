//: expect bug performs
//: options --all-errors --property=access
//: output 4 errors, reached by
// What is changed and not listed is told: another element of an array of structs, another member, the second element of an array in a struct, and
// the second member of what is behind a pointer.
#include <heddle.h>

struct cell {
    int a, b, tab[3];
};
static struct cell cells[3], *behind = &cells[2];
static int form;

/*@ performs action (cells[i].a) { cells[i].a == 1 } */
static void element(int i)
{
    cells[i].a = 1;
    if (form == 0)
        cells[i - 1].a = 2;
}
/*@ performs action (cells[i].a) { cells[i].a == 3 } */
static void member(int i)
{
    cells[i].a = 3;
    if (form == 1)
        cells[i].b = 2;
}
/*@ performs action (cells[i].tab[k]) { cells[i].tab[k] == 4 } */
static void inner(int i, int k)
{
    cells[i].tab[k] = 4;
    if (form == 2)
        cells[i].tab[k + 1] = 4;
}
/*@ performs action (behind->tab[1]) { behind->tab[1] == 5 } */
static void pointed(void)
{
    behind->tab[1] = 5;
    if (form == 3)
        behind->tab[2] = 6;
}
int main(void)
{
    form = heddle_choose(0, 3);
    element(1), element(2);
    member(0), member(2);
    inner(1, 0), inner(2, 1);
    pointed();
    return 0;
}
