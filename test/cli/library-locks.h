void give(int from, int to);
int look(int from);
