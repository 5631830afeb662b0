"""Resolution of references by the last part of a name, as docstrings write them: `MutationError`, `EffectAnalysis.commute`.

A name that two objects share stays unresolved, so that `sphinx-build -n` reports it.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

__all__ = ["setup"]


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    if node.get("refdomain") != "py":
        return None
    domain, target = env.get_domain("py"), f".{node['reftarget']}"
    # The facade's names are those of other modules: the place of the definition counts.
    found = [o for o in domain.get_objects() if o[0].endswith(target) and o[5] >= 0]
    if len({name for name, *_ in found}) != 1:
        return None
    name, _, kind, *_ = found[0]
    role = domain.role_for_objtype(kind) or "obj"
    return domain.resolve_xref(env, node["refdoc"], app.builder, role, name, node, content)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the resolver with Sphinx."""
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
