/* library-cell.h -- for library-waits.test: a cell that somebody fills and somebody empties. */
void cell_put(int value);
int cell_take(void); /* waits until there is something */
