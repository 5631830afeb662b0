"""Class scopes: names that are attributes, private names, class bodies in functions, __slots__, descriptors."""

limit = 10
y = 100


class Account:
    limit = 3
    rates = [1, 2, 3]
    doubled = [rate * 2 for rate in rates]

    def __init__(self, balance, *, owner="nobody"):
        self.__balance = balance
        self.owner = owner
        __secret = 5
        self.secret = __secret

    def spend(self, amount):
        if amount > limit:
            return "too much"
        else:
            self.__balance -= amount
        __left = self.__balance
        return __left

    @property
    def balance(self):
        current = self.__balance
        return current

    @balance.setter
    def balance(self, value):
        if not value < 0:
            self.__balance = value

    @classmethod
    def make(cls, amount=5, **options):
        made = cls(amount, **options)
        return made

    @staticmethod
    def compare(one, other):
        first = one.balance
        second = other.balance
        return first < second, first == second

    def __len__(self):
        size = self.__balance
        return size if size > 0 else 0


class Slotted:
    __slots__ = ("left", "right", "_total")

    def __init__(self, left, right):
        self.left = left
        self.right = right
        total = left + right
        self._total = total

    def swap(self):
        left, right = self.right, self.left
        self.left = left
        self.right = right
        try:
            self.other = left
        except AttributeError:
            other = "no dict"
        return other, self.left, self.right, self._total


def local_class(x):
    y = 1

    class Inner:
        x = x if False else 2
        z = y

        def x_of(self):
            return x

        y = x + z
        values = [y for y in range(3)]
        for index in range(2):
            z += index

    return Inner.x, Inner.y, Inner.z, Inner.values, Inner.index, Inner().x_of(), sorted(n for n in vars(Inner) if n[0] != "_")


def metaclass():
    seen = []

    class Meta(type):
        def __new__(mcs, name, bases, body, **options):
            names = [key for key in body if not key.startswith("__")]
            seen.append((name, names, sorted(options)))
            return super().__new__(mcs, name, bases, body)

        def __call__(cls, *args):
            made = super().__call__(*args)
            seen.append(cls.__name__)
            return made

    class Made(metaclass=Meta, option=1):
        first = 1
        second = first + 1

        def method(self):
            third = self.first
            return third

    made = Made()
    return made.method(), seen


def name_in_class_from_global():
    value = "local"

    class Uses:
        global limit
        seen = limit
        here = value

    return Uses.seen, Uses.here


class Base:
    def name(self):
        here = "base"
        return here


class Derived(Base):
    def name(self):
        above = super().name()
        kind = __class__.__name__
        return above + ">" + kind

    def lazy(self):
        get = super
        return get(Derived, self).name()

    def __getattr__(self, missing):
        found = missing.upper()
        if found == "NOPE":
            raise AttributeError(missing)
        return found


class Enumish:
    class Inner:
        value = 1

        def get(self):
            value = self.value + 1
            return value

    def get(self):
        inner = self.Inner()
        value = inner.get()
        return value


account = Account(8)
print(account.spend(20), account.spend(2), account.balance, len(account), account.secret)
account.balance = -4
account.balance = 12
print(account.balance, Account.doubled, sorted(key for key in account.__dict__))
print(Account.compare(account, Account.make()), Account.make(amount=2, owner="me").owner, bool(Account(0)))
print(Slotted(1, 2).swap(), local_class(7), metaclass(), name_in_class_from_global())
print(Derived().name(), Derived().lazy(), Derived().other, hasattr(Derived(), "nope"), Enumish().get())
