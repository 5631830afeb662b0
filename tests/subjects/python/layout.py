# -*- coding: utf-8 -*-
"""Layout: one-liners, semicolons, backslashes, comments everywhere, odd indentation, parentheses, form feeds."""


def semicolons(): a = 1; b = 2; return a + b


def colon_block(n):
    if n > 1: n += 1; n = n * 2
    elif n: n = 5
    else: n = 7
    return n


def backslashes(a, b):
    total = a + \
        b
    if a < b and \
            not b == 3:
        total += \
            1
    else: \
        total = 0
    return \
        total


def parenthesised(a, b):
    if (a < b): a = (a); b = ((b))
    if(a)and(b): a = 1
    if not(a): b = 1
    while(a)<(3): a = (a) + (1)
    return(a, b)


def several_lines(
    a,  # first
    b=(
        1
    ),
):
    # before
    if (
        a  # left
        < # operator
        b  # right
    ):  # colon
        result = [
            a,
            b,
        ]  # after

    # between
    else:
        # inside
        result = (
            a
            + b
        )
    # after
    return result


def odd_indentation(n):
 if n:
      for i in range(2):
            n += i
            if i: continue
 else:
   n = -1
 while n > 3:
       n -= 1
 return n


def form_feed(n):
    if n == 1:
        out = "one"

    else:
        out = "more"
    return out


def strings(n):
    text = """
if n:
    n = 1
"""
    other = 'a' "b" f'{n}' """c
d"""
    if n: text += other
    else: text = \
"""x
  y"""
    return text


def comments_only(n):
    # first
    if n:
        # nothing
        pass
        # more nothing
    else:
        pass  # here
    # between
    for i in range(n):
        # body
        ...
    # end
    return n
    # behind the end


def no_blanks(a,b):
    c=a<b
    d=a if a<b else b
    e=[x for x in[a,b]if x<b]
    f=lambda x:x+1 if x<a else-x
    return c,d,e,f(1),a<b and-b<a,not-a



def trailing(n) :
    while n < 3 :
        n += 1 ;
    if n == 3 : return n ;
    return - n


class Tight:
    def method(self):return self
    def other(self,n=1):
        if n:return n
        else:return-n


def deeply(n):
    if n:
        if n > 1:
            if n > 2:
                if n > 3:
                    n = 4
                else:
                    n = 3
            elif n == 2:
                n = 20
        else:
            n = 10
    return n


def ends_without_newline(n):
    if n: return "yes"
    else: return "no"


print(semicolons(), [colon_block(n) for n in range(3)], backslashes(1, 2), backslashes(1, 3), parenthesised(0, 2), parenthesised(1, 2))
print(several_lines(0), several_lines(5, 2), odd_indentation(0), odd_indentation(4), form_feed(1), form_feed(2), strings(0), strings(1))
print(comments_only(2), no_blanks(1, 2), trailing(0), trailing(9), Tight().other(), Tight().other(0), [deeply(n) for n in range(6)])
print(ends_without_newline(0), Tight().method() is not None)
