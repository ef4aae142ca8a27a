"""The course of every number of an SPSA run, as an SVG without any library."""

from html import escape

COLUMNS = 3
WIDTH, HEIGHT = 300, 150
# Room around the curve of a panel: left, top, right, bottom.
LEFT, TOP, RIGHT, BOTTOM = 44, 28, 12, 22
# More points than this cannot be told apart.
POINTS = 300


def svg(courses: dict[str, list[float]], steps: dict[str, float]) -> str:
    """A panel a number. A course begins with the value before the first iteration; the axis goes at least as far as the
    number's step to both sides of it, so that a course that has hardly moved looks so."""
    rows = -(-len(courses) // COLUMNS)
    size = f'width="{WIDTH * COLUMNS}" height="{HEIGHT * rows}"'
    panels = [panel(name, course, steps[name], index) for index, (name, course) in enumerate(courses.items())]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="10">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *panels, "</svg>"]) + "\n"


def panel(name: str, course: list[float], step: float, index: int) -> str:
    low, high = min(*course, course[0] - step), max(*course, course[0] + step)
    last = len(course) - 1

    def x(iteration: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * iteration / max(last, 1)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    shown = sorted({round(last * part / POINTS) for part in range(POINTS + 1)})
    points = " ".join(f"{x(iteration):.1f},{y(course[iteration]):.1f}" for iteration in shown)
    start = y(course[0])
    lines = [
        f'<g transform="translate({index % COLUMNS * WIDTH} {index // COLUMNS * HEIGHT})">',
        f'<text x="{LEFT}" y="{TOP - 10}" font-weight="bold">{escape(name)}: {course[0]:g} to {course[-1]:.1f}</text>',
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#999"/>',
        f'<path d="M{LEFT} {start:.1f}H{WIDTH - RIGHT}" stroke="#999" stroke-dasharray="3 3"/>',
        f'<polyline points="{points}" fill="none" stroke="#1f6feb" stroke-width="1.5"/>',
        *(f'<text x="{LEFT - 4}" y="{y(value) + 3:.1f}" text-anchor="end">{value:.1f}</text>' for value in (low, high)),
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - BOTTOM + 13}" text-anchor="end">{last} iterations</text>',
        "</g>",
    ]
    return "\n".join(lines)
