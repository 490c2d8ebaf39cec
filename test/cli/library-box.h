/* library-box.h -- for library-weak.test: a number. */
void box_set(int value);
int box_get(void);
