"""The kit of pages: one HTML file that needs nothing else, with a list that a script fills or as a document; SVG; Markdown."""
