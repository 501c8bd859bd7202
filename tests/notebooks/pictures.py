"""Pictures of notebooks: their formats and size, when two of them are the same, and how they become files."""
import base64
import io
import re
import xml.etree.ElementTree as xml

import matplotlib.image
from PIL import Image

bitmap, drawing = "image/png", "image/svg+xml"
dots_per_inch = 200
slide_mark = "# for a slide"  # the first line of a cell that draws the picture before it again, 16:9 and in large type

number = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
long_path = re.compile(r' (?:d|x|y)="[^"]*"')
long_number = re.compile(r"-?\d+\.\d{3,}")
places = {"d", "x", "y", "width", "height", "viewBox", "points", "transform"}
names = {"id", "clip-path", "{http://www.w3.org/1999/xlink}href"}  # hashes that hold within one file only


def decoded(data):
    return Image.open(io.BytesIO(base64.b64decode(data)))


def compact(output):
    """The picture as it is committed: a PNG of 256 colours, an SVG with places to a hundredth of a point."""
    picture, file = decoded(output.data[bitmap]), io.BytesIO()
    small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(file, format="png", optimize=True, dpi=picture.info.get("dpi"))
    output.data[bitmap] = base64.b64encode(file.getvalue()).decode()
    rounded = long_path.sub(lambda path: long_number.sub(lambda one: f"{float(one.group()):.2f}", path.group()), output.data[drawing])
    output.data[drawing] = rounded


def fault(output, slide):
    """What is wrong with the formats of a picture, or nothing."""
    if drawing not in output.data:
        return "gives no SVG: draw with set_matplotlib_formats('retina', 'svg')"
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


def same_places(old, new):
    """The same path or transform, each number within half a point."""
    if number.sub("0", old) != number.sub("0", new):
        return False
    return all(abs(float(one) - float(other)) <= 0.5 for one, other in zip(number.findall(old), number.findall(new)))


def same_drawing(old, new):
    """The same elements with the same text and style; names do not count, places do by half a point."""
    if old == new:
        return True
    before, after = (list(xml.fromstring(data).iter()) for data in (old, new))
    if len(before) != len(after):
        return False
    for one, other in zip(before, after):
        if one.tag != other.tag or (one.text or "").strip() != (other.text or "").strip() or set(one.attrib) != set(other.attrib):
            return False
        for key in set(one.attrib) - names:
            equal = same_places if key in places else str.__eq__
            if not equal(one.attrib[key], other.attrib[key]):
                return False
    return True


same = {bitmap: same_bitmap, drawing: same_drawing}


def export(notebook, stem, folder):
    """Writes STEM_1.svg and STEM_1.png for the first picture, and STEM_1_slide for its version for slides."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for cell in notebook.cells:
        slide = cell.source.startswith(slide_mark)
        for output in cell.get("outputs", []):
            if bitmap in output.get("data", {}):
                count += not slide
                name = f"{stem}_{count}_slide" if slide else f"{stem}_{count}"
                (folder / f"{name}.png").write_bytes(base64.b64decode(output.data[bitmap]))
                (folder / f"{name}.svg").write_text(output.data[drawing], encoding="utf-8")
