"""Closures in loops, cells, nonlocal and global."""

counter = 0
shared = []
base = 40


def late_binding():
    made = []
    for i in range(3):
        made.append(lambda: i)
    return [one() for one in made]


def early_binding():
    made = []
    for i in range(3):
        made.append(lambda i=i: i)
    return [one() for one in made]


def in_while():
    made = []
    i = 0
    while i < 3:
        made.append(lambda: i)
        i += 1
    return [one() for one in made]


def over_list():
    made = []
    for item in ["a", "b"]:
        def show():
            return item

        made.append(show)
    return [one() for one in made]


def comprehension():
    return [one() for one in [lambda: i for i in range(3)]]


def generator_binding():
    made = (lambda: i for i in range(3))
    return [one() for one in made]


def counting():
    total = 0

    def add(step=1):
        nonlocal total
        total += step
        return total

    add()
    add(step=5)
    if total > 3:
        total = total - 1
    return total, add()


def written_later():
    def read():
        return value

    value = 1
    first = read()
    value = first + 1
    return first, read()


def conditional_cell(flag):
    if flag:
        value = 1

    def read():
        return value

    try:
        return read()
    except NameError as error:
        return type(error).__name__


def deep():
    level = 0

    def one():
        nonlocal level
        level += 1

        def two():
            nonlocal level
            level *= 10
            return level

        return two() + level

    result = one()
    return result, level


def globals_written():
    global counter
    counter = counter + 1
    shared.append(counter)
    counter += 1
    if counter < 10:
        counter = counter * 2
    return counter


def global_in_nested():
    counter = 100

    def inner():
        global counter
        counter += 7
        return counter

    before = counter
    after = inner()
    return before, after, counter


def global_bound_inside():
    global made_here
    made_here = 3
    local = made_here + 1
    return local


def reads_made_here():
    return made_here * 2


def captured_loop_value():
    last = None
    for value in range(4):
        def peek():
            return value

        if value == 2:
            continue
        last = peek
    value = 50
    return last()


def captured_and_changed():
    items = [1, 2, 3]
    size = len(items)

    def grow():
        nonlocal size
        items.append(size)
        size = size + 1
        return size

    for i in range(size):
        grow()
    return size, items, i


def comparison_changes_cell():
    state = 1

    def bump():
        nonlocal state
        state += 1
        return state

    first = state < bump()
    second = bump() > state
    third = state == bump()
    fourth = bump() != state
    return first, second, third, fourth, state


def self_reference():
    def fact(n):
        return 1 if n < 2 else n * fact(n - 1)

    return fact(6)


def default_evaluated_once():
    def collect(value, into=[]):
        into.append(value)
        return into

    first = collect(1)
    second = collect(2)
    return first is second, second


def class_in_function():
    base = 4

    class Made:
        base = base + 1

        def get(self):
            return base

        def own(self):
            return self.base

    base = 9
    made = Made()
    return made.get(), made.own()


def mutual():
    def even(n):
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    return even(4), odd(4)


print(late_binding(), early_binding(), in_while(), over_list(), comprehension(), generator_binding())
print(counting(), written_later(), conditional_cell(True), conditional_cell(False), deep())
print(globals_written(), globals_written(), counter, shared, global_in_nested(), counter)
print(global_bound_inside(), reads_made_here(), made_here)
print(captured_loop_value(), captured_and_changed(), comparison_changes_cell(), self_reference())
print(default_evaluated_once(), class_in_function(), mutual())
