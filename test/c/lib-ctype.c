//: expect safe
//: both
// <ctype.h>, as the headers of glibc do it.
#include <assert.h>
#include <ctype.h>

int main(void)
{
    assert(isalpha('x') && !isalpha('1') && isdigit('7') && isspace('\t') && !isprint(7));
    assert(toupper('a') == 'A' && tolower('Q') == 'q' && tolower('-') == '-');
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
//: also --engine=cegar --property=assert
