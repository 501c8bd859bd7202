// A chart as a drawing of its own: the curves of uPlot, which draws on a canvas, written once more as SVG. Scales and
// ticks are uPlot's.

function drawingOf(view) {
  const plot = view.plot;
  const ratio = devicePixelRatio;
  const box = {left: plot.bbox.left / ratio, top: plot.bbox.top / ratio, width: plot.bbox.width / ratio, height: plot.bbox.height / ratio};
  const shown = view.data.curves.filter((one) => one.shown);
  const lineHeight = 18;
  const height = plot.height + lineHeight * (shown.length + 1);
  const root = svgElement('svg', {xmlns: svgNamespace, width: plot.width, height, viewBox: `0 0 ${plot.width} ${height}`,
                                  'font-family': 'system-ui, sans-serif', 'font-size': 12, role: 'img', 'aria-label': view.chart.title});
  root.append(svgElement('rect', {width: '100%', height: '100%', fill: view.colour('--page')}));
  const inside = svgElement('svg', {x: box.left, y: box.top, width: box.width, height: box.height, overflow: 'hidden'});
  root.append(...ticksOf(view, box), inside);
  for (const curve of shown) inside.append(...curveOf(view, curve));
  const text = (x, y, content) => svgElement('text', {x, y, fill: view.colour('--text')}, content);
  root.append(text(box.left, plot.height + lineHeight - 4, shortText(view.chart.title)));
  shown.forEach((curve, i) => {
    const y = plot.height + lineHeight * (i + 2) - 4;
    root.append(svgElement('line', {x1: box.left, x2: box.left + 26, y1: y - 4, y2: y - 4, ...strokeOf(view, curve)}),
                text(box.left + 34, y, curve.label));
  });
  return root;
}

function strokeOf(view, curve) {
  const dash = dashes[curve.dash];
  return {stroke: view.colour(`--c${curve.colour + 1}`), 'stroke-width': 2, fill: 'none',
          ...(dash.length > 0 ? {'stroke-dasharray': dash.join(' ')} : {})};
}

function ticksOf(view, box) {
  const plot = view.plot;
  const quiet = view.colour('--quiet');
  const parts = [];
  const tick = (axis, place) => {
    const values = axis._values ?? [];
    (axis._splits ?? []).forEach((split, i) => {
      const label = values[i];
      if (label !== null && label !== undefined && label !== '') place(split, String(label));
    });
  };
  tick(plot.axes[0], (split, label) => {
    const x = box.left + plot.valToPos(split, 'x');
    if (x < box.left - 1 || x > box.left + box.width + 1) return;
    parts.push(svgElement('line', {x1: x, x2: x, y1: box.top, y2: box.top + box.height, stroke: view.colour('--line')}),
               svgElement('text', {x, y: box.top + box.height + 18, fill: quiet, 'text-anchor': 'middle'}, label));
  });
  tick(plot.axes[1], (split, label) => {
    const y = box.top + plot.valToPos(split, 'y');
    if (y < box.top - 1 || y > box.top + box.height + 1) return;
    parts.push(svgElement('line', {x1: box.left, x2: box.left + box.width, y1: y, y2: y, stroke: view.colour('--line')}),
               svgElement('text', {x: box.left - 8, y: y + 4, fill: quiet, 'text-anchor': 'end'}, label));
  });
  parts.push(svgElement('text', {x: box.left + box.width / 2, y: box.top + box.height + 36, fill: quiet, 'text-anchor': 'middle'}, shortText(view.data.axis)));
  if (view.chart.y) {
    const middle = box.top + box.height / 2;
    parts.push(svgElement('text', {x: 14, y: middle, fill: quiet, 'text-anchor': 'middle', transform: `rotate(-90 14 ${middle})`}, view.chart.y));
  }
  return parts;
}

/** The band, the line between neighbouring points that have a value, and the points. */
function curveOf(view, curve) {
  const stroke = strokeOf(view, curve);
  const pieces = [];
  let piece = [];
  view.data.xs.forEach((x, i) => {
    const point = curve.points[i];
    if (point === null) return;
    const [y, lower, upper] = [view.valueAt(point), ...view.bandAt(point)];
    if (y === null) {
      pieces.push(piece);
      piece = [];
      return;
    }
    const across = view.plot.valToPos(x, 'x');
    const heights = [y, lower, upper].map((value) => view.plot.valToPos(value, 'y'));
    if (![across, ...heights].every(Number.isFinite)) return;  // beyond what the axis can hold
    const [line, below, above] = heights.map((height) => `${across.toFixed(2)},${height.toFixed(2)}`);
    piece.push({line, lower: below, upper: above});
  });
  pieces.push(piece);
  const elements = [];
  for (const points of pieces.filter((one) => one.length > 0)) {
    const band = [...points.map((one) => one.upper), ...points.map((one) => one.lower).reverse()];
    if (view.data.numeric) elements.push(svgElement('polygon', {points: band.join(' '), fill: stroke.stroke, 'fill-opacity': 0.18}));
    if (view.data.numeric) elements.push(svgElement('polyline', {points: points.map((one) => one.line).join(' '), ...stroke}));
    if (!view.hasPoints(curve)) continue;
    for (const {line} of points) {
      const [cx, cy] = line.split(',');
      elements.push(svgElement('circle', {cx, cy, r: 2.5, fill: stroke.stroke}));
    }
  }
  return elements;
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  const link = htmlElement('a', {href: address, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function fileName(id, ending) {
  const plain = id.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80);
  return (plain || 'chart') + ending;
}
