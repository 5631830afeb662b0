"""The worst that expressions may write, read and throw, unless less is proven (JLS 15.6, 15.7).

* `model`: effects as values, and which of them exclude a change of order (JLS 15.7.1).
* `analysis`: the effects of each expression. `calls`: the effects of calls, by `parsers.java.table` or by convention.
* `moving`: the effects of whole statements, and of expressions that move among them. `earlier`: what a statement evaluates first.
"""
