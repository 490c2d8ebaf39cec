//: prove failed --property=memory
//: failed wrong memory 13 a null pointer may be called
int right(int (*f)(int))
{
    return f ? f(1) : 0;
}
/*@ requires f != (void *)0 */ int also_right(int (*f)(int))
{
    return f(1);
}
int wrong(int (*f)(int))
{
    return f(1);
}
int wrong_again(int (**f)(int))
{
    return f ? (*f)(1) : 0;
}
