"""Pictures of notebooks: their format and size, when two of them are the same, and how they become files.

A notebook keeps each picture once, as a PNG: nbconvert ends at matplotlib's SVG (its parser refuses the XML declaration),
and with both a notebook is three times as large. `run.py --export` draws both.
"""
import base64
import io

import matplotlib.image
from PIL import Image

bitmap, drawing = "image/png", "image/svg+xml"
dots_per_inch = 200
slide_mark = "# for a slide"  # begins a cell that draws the picture before it again, 16:9 and in large type: only for --export
set_format = 'set_matplotlib_formats("retina")'
set_both = """set_matplotlib_formats("retina", "svg", metadata={"Date": None, "Creator": None})
plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sigprop"})"""  # text stays text, and every run gives the same bytes


def decoded(data):
    return Image.open(io.BytesIO(base64.b64decode(data)))


def with_drawings(source):
    """The source of a cell, which asks for an SVG beside each PNG where it asked for the PNG alone."""
    return source.replace(set_format, set_both)


def compact(output):
    """The picture as it is committed: a PNG of 64 colours and nothing else."""
    picture, file = decoded(output.data[bitmap]), io.BytesIO()
    small = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
    small.save(file, format="png", optimize=True, dpi=picture.info.get("dpi"))
    output.data[bitmap] = base64.b64encode(file.getvalue()).decode()


def fault(output, slide):
    """What is wrong with the format of a picture, or nothing."""
    picture = decoded(output.data[bitmap])
    if abs(picture.info.get("dpi", (0, 0))[0] - dots_per_inch) > 1:
        return f"gives a PNG of another resolution than {dots_per_inch} dpi: figure.dpi is {dots_per_inch // 2}, drawn as 'retina'"
    if slide and abs(9 * picture.width / (16 * picture.height) - 1) > 0.01:
        return f"is for a slide, and {picture.width} by {picture.height} is not 16:9"
    return None


def same_bitmap(old, new):
    """At most 1 % of the pixels may differ visibly: another version of the font renderer moves edges."""
    if old == new:
        return True
    before, after = (matplotlib.image.imread(io.BytesIO(base64.b64decode(data)), format="png") for data in (old, new))
    if before.shape != after.shape:
        return False
    visible = (abs(before - after) > 0.25).any(axis=-1)
    return visible.mean() <= 0.01


def drop_slides(notebook):
    """A notebook keeps each picture once."""
    for cell in notebook.cells:
        if cell.source.startswith(slide_mark):
            cell.outputs = []


def export(notebook, stem, folder):
    """Writes STEM_1.svg and STEM_1.png for the first picture, and STEM_1_slide for its version for slides; takes the SVGs
    out of the notebook."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for cell in notebook.cells:
        slide = cell.source.startswith(slide_mark)
        for output in cell.get("outputs", []):
            if bitmap in output.get("data", {}):
                count += not slide
                name = f"{stem}_{count}_slide" if slide else f"{stem}_{count}"
                (folder / f"{name}.png").write_bytes(base64.b64decode(output.data[bitmap]))
                (folder / f"{name}.svg").write_text(output.data.pop(drawing), encoding="utf-8")
