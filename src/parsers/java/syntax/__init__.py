"""Java text by the grammar alone (JLS 3, 14, 15): its syntax, not the meanings of its names.

* `tree`: light nodes, with the grammar's known faults corrected. `trust`: the other faults, for which a member is refused.
* `tokens`: the tokens of any text (JLS 3.5). `outline`: the members of a text (JLS 8, 9).
* `statements` (JLS 14), `loops` (JLS 14.12 to 14.14), `lambdas` with bodies of one shape.
* `expressions`: what the place of an expression requires (JLS 14.8, 15). `operators`: the one table of operators.
  `precedence`: how tightly expressions bind (JLS 15.7.3).
"""
