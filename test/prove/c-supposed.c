//: prove unknown
//: unknown inferred from the methods whose accesses are proved: limit: never written
// What set_limit writes is not known, so nobody can say that nobody writes it.
extern void elsewhere(void);
static int limit;
void set_limit(int to)
{
    elsewhere();
    limit = to;
}
int get_limit(void)
{
    return limit;
}
