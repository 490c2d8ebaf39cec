int a[20000];

int main(void)
{
    for (int i = 0; i <= 20000; i++)
        a[i] = i;
    return 0;
}
