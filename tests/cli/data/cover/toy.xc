c The same in numbers.
p xc 7 0 6
3 5
1 4 7
2 3 6 0
1 4 6
2 7
4 5 7
