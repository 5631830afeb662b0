"""Tabs for indentation, CRLF at the ends of lines, and no newline at the end of the file."""


def tabs(n):
	# before
	if n < 2:
		out = "less"	# tab
	elif n == 2:
		out = "two"
	else:
		out = "more"
		while n > 2:
			n -= 1
			out += str(n)
	for i in range(n):
		if i == 1:
			continue
		out = out + "x"
	for c in out:
		if c == "x":
			break
	else:
		out += "!"
	text = """
	a
b"""
	return (out,
		text)


print([tabs(n) for n in range(5)])