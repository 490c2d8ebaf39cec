/* random.c -- seeds make no difference: rand and its relatives are inputs that the front end knows.
 */

void srand(unsigned seed)
{
    (void)seed;
}

void srandom(unsigned seed)
{
    (void)seed;
}

void srand48(long seed)
{
    (void)seed;
}
