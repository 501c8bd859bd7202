// One chart: uPlot draws the lines, the bands between value - radius and value + radius, and the axes. The legend, the
// readout and the slider that walks along x are elements of HTML, so that keys and screen readers reach them.

const shownAtFirst = 8;

class ChartView {
  constructor(item) {
    this.item = item;
    this.place = item.querySelector('.plot');
    this.chart = JSON.parse(item.querySelector('script').textContent);
    this.data = curvesOf(this.chart);
    this.data.curves.forEach((one) => { one.shown = one.combinationIndex < shownAtFirst; });
    const ys = this.data.curves.flatMap((one) => one.points.map((point) => point && point.y));
    this.canLog = {x: this.data.numeric && isGeometric(this.data.xs, 1), y: ys.some((y) => y > 0)};
    this.log = {x: this.canLog.x && isGeometric(this.data.xs, 50), y: isGeometric(ys, 1000)};
    const [low, high] = ys.reduce(([low, high], y) => (y === null ? [low, high] : [Math.min(low, y), Math.max(high, y)]), [Infinity, -Infinity]);
    this.isTiny = high - low > 0 && high - low < 1e-6;  // which uPlot takes for errors of rounding
    this.least = ys.reduce((least, y) => (y > 0 && y < least ? y : least), Infinity);
    this.probe = htmlElement('span', {hidden: true});
    this.build();
    this.draw();
    new ResizeObserver(() => this.resize()).observe(this.place);
  }

  /** A colour of the page's theme as the canvas wants it. */
  colour(name) {
    this.probe.style.color = `var(${name})`;
    return getComputedStyle(this.probe).color;
  }

  /** What is drawn: a logarithmic axis has no place for 0 and below. */
  valueAt(point) { return point.y === null || (this.log.y && point.y <= 0) ? null : point.y; }

  bandAt(point) {
    if (this.valueAt(point) === null) return [null, null];
    const lower = point.y - (point.radius ?? 0);
    return [this.log.y && lower <= 0 ? this.least / 10 : lower, point.y + (point.radius ?? 0)];
  }

  hasPoints(curve) {
    return !this.data.numeric || curve.kind === 'sample' || this.data.xs.length <= 12;
  }

  build() {
    this.canvas = htmlElement('div');
    this.readout = htmlElement('output');
    this.slider = htmlElement('input', {type: 'range', min: 0, max: this.data.xs.length - 1, value: 0,
                                        oninput: () => this.moveTo(Number(this.slider.value))});
    this.slider.setAttribute('aria-label', `Point along ${shortText(this.data.x || 'the axis')}`);
    this.slider.hidden = this.data.xs.length < 2;
    this.paper = htmlElement('div', {className: 'paper'});
    this.place.replaceChildren(this.probe, this.canvas, this.slider, this.readout, this.buildLegend(), this.buildTools(), this.paper);
  }

  buildLegend() {
    this.boxes = this.data.curves.map((curve, i) => {
      const box = htmlElement('input', {type: 'checkbox', checked: curve.shown, onchange: () => this.show(i, box.checked)});
      const swatch = htmlElement('span', {className: 'swatch'});
      swatch.style.borderTopColor = `var(--c${curve.colour + 1})`;
      swatch.style.borderTopStyle = ['solid', 'dashed', 'dotted', 'double'][curve.dash];
      return {box, item: htmlElement('li', {}, [htmlElement('label', {}, [box, swatch, htmlElement('bdi', {textContent: curve.label})])])};
    });
    const legend = htmlElement('ul', {className: 'legend', tabIndex: 0}, this.boxes.map((one) => one.item));
    legend.setAttribute('aria-label', 'Curves');
    return legend;
  }

  buildTools() {
    const button = (text, onclick) => htmlElement('button', {type: 'button', textContent: text, onclick});
    const logBox = (axis) => {
      const box = htmlElement('input', {type: 'checkbox', checked: this.log[axis], disabled: !this.canLog[axis]});
      box.onchange = () => { this.log[axis] = box.checked; this.draw(); };
      return htmlElement('label', {}, [box, htmlElement('bdi', {textContent: `log ${axis === 'x' ? shortText(this.data.x || 'x') : 'value'}`})]);
    };
    const tools = [logBox('x'), logBox('y'), ...(this.data.numeric ? [button('Zoom in', () => this.zoomIn()), button('Whole range', () => this.draw())] : []),
                   button('SVG', () => this.downloadSvg()), button('CSV', () => this.downloadCsv())];
    if (this.data.curves.length > 2)
      tools.splice(2, 0, button('All curves', () => this.showAll(true)), button('No curves', () => this.showAll(false)));
    return htmlElement('div', {className: 'tools'}, tools);
  }

  show(i, shown) {
    this.data.curves[i].shown = shown;
    this.plot.setSeries(3 * i + 1, {show: shown});
    this.plot.setSeries(3 * i + 2, {show: shown});
    this.plot.setSeries(3 * i + 3, {show: shown});
  }

  showAll(shown) {
    this.data.curves.forEach((curve, i) => { curve.shown = this.boxes[i].box.checked = shown; });
    this.draw();
  }

  columns() {
    const columns = [this.data.xs];
    for (const curve of this.data.curves) {
      // undefined where a curve has no point at all: it runs on to the next one; null where it has no value
      const column = (read) => curve.points.map((point) => (point === null ? undefined : read(point)));
      columns.push(column((point) => this.valueAt(point)), column((point) => this.bandAt(point)[0]), column((point) => this.bandAt(point)[1]));
    }
    return columns;
  }

  series() {
    const all = [{label: this.data.x}];
    for (const curve of this.data.curves) {
      const stroke = this.colour(`--c${curve.colour + 1}`);
      const edge = {show: curve.shown, stroke: 'transparent', width: 0, points: {show: false}};
      all.push({show: curve.shown, label: curve.label, stroke, width: this.data.numeric ? 2 : 0, dash: dashes[curve.dash],
                points: {show: this.hasPoints(curve), size: 6, fill: stroke, stroke}},
               {...edge, label: 'lower'}, {...edge, label: 'upper'});
    }
    return all;
  }

  bands() {
    if (!this.data.numeric) return [];
    return this.data.curves.map((curve, i) => ({
      series: [3 * i + 3, 3 * i + 2],
      fill: this.colour(`--c${curve.colour + 1}`).replace(/^rgb\((.*)\)$/, 'rgba($1, 0.18)'),
    }));
  }

  axes() {
    const em = textScale();
    const font = `${Math.round(12 * em)}px system-ui, sans-serif`;
    const common = {stroke: this.colour('--quiet'), grid: {stroke: this.colour('--line'), width: 1},
                    ticks: {stroke: this.colour('--line'), width: 1}, font, labelFont: font};
    const names = (plot, splits) => splits.map((one) => this.placeName(one));
    const numbers = (plot, splits) => splits.map((one) => (one === null ? '' : shortNumber(one)));
    const x = {...common, label: shortText(this.data.axis || ' '), labelSize: 18 * em, size: 34 * em, values: this.data.numeric ? numbers : names};
    if (!this.data.numeric) x.splits = () => this.namedPlaces(em);
    const width = (plot, values) => 18 + 7 * em * Math.max(3, ...(values ?? []).map((one) => (one ?? '').length));
    const y = {...common, size: width, values: numbers, ...(this.chart.y ? {label: this.chart.y, labelSize: 20 * em} : {})};
    if (this.isTiny) y.splits = (plot, i, least, most) => linearTicks(least, most);
    for (const [axis, name] of [[x, 'x'], [y, 'y']])
      if (this.log[name]) Object.assign(axis, {splits: (plot, i, least, most) => logTicks(least, most), values: logNames, filter: (plot, ticks) => ticks});
    return [x, y];
  }

  placeName(i) {
    const name = this.data.labels[i] ?? '';
    return name.length <= 20 ? name : `${name.slice(0, 19)}…`;
  }

  /** As many of the names along x as stand side by side. */
  namedPlaces(em) {
    const longest = Math.max(...this.data.xs.map((i) => this.placeName(i).length));
    const step = Math.ceil((longest + 2) * 7 * em * this.data.xs.length / this.drawnWidth);
    return this.data.xs.filter((i) => i % step === 0);
  }

  scale(axis) {
    if (axis === 'x' && !this.data.numeric) return {time: false, range: [-0.5, this.data.xs.length - 0.5]};
    if (axis === 'x' && this.data.xs.length < 2 && !this.log.x)
      return {time: false, range: [this.data.xs[0] - 1, this.data.xs[0] + 1]};
    if (axis === 'y' && this.isTiny && !this.log.y)
      return {time: false, range: (plot, least, most) => [least - (most - least) / 10, most + (most - least) / 10]};
    const whole = axis === 'x' ? {range: (plot, least, most) => [least, most]} : {};
    return {time: false, distr: this.log[axis] ? 3 : 1, ...whole};
  }

  draw() {
    this.plot?.destroy();
    this.drawnWidth = Math.max(260, Math.round(this.place.clientWidth));
    this.plot = new uPlot({
      width: this.drawnWidth,
      height: Math.round(Math.min(420, Math.max(260, this.drawnWidth * 0.5))),
      legend: {show: false},
      cursor: {focus: {prox: 30}, points: {size: 8}},
      scales: {x: this.scale('x'), y: this.scale('y')},
      series: this.series(),
      bands: this.bands(),
      axes: this.axes(),
      hooks: {draw: [(plot) => this.alignSlider(plot)], setCursor: [() => this.read()], setSeries: [(plot, i) => { this.focused = i; this.read(); }]},
    }, this.columns(), this.canvas);
    this.plot.batch(() => {});  // drawn now: a drawing for paper cannot wait
  }

  /** The slider's thumb stands below its point where the axis is linear or has one point a step. */
  alignSlider(plot) {
    this.slider.style.marginLeft = `${plot.bbox.left / devicePixelRatio - 8}px`;
    this.slider.style.width = `${plot.bbox.width / devicePixelRatio + 16}px`;
  }

  resize() {
    const width = Math.max(260, Math.round(this.place.clientWidth));
    if (this.place.clientWidth > 0 && width !== this.drawnWidth) this.draw();
  }

  /** Halves the range about the slider's point, as far as points remain; dragging over the chart zooms, too. */
  zoomIn() {
    const to = this.log.x ? Math.log : (x) => x;
    const back = this.log.x ? Math.exp : (x) => x;
    const {min, max} = this.plot.scales.x;
    const at = Math.min(Math.max(to(this.data.xs[this.slider.value]), to(min)), to(max));
    const quarter = (to(max) - to(min)) / 4;
    const middle = Math.min(Math.max(at, to(min) + quarter), to(max) - quarter);
    const [lower, upper] = [back(middle - quarter), back(middle + quarter)];
    if (this.data.xs.filter((x) => x >= lower && x <= upper).length > 1) this.plot.setScale('x', {min: lower, max: upper});
  }

  moveTo(i) {
    const left = this.plot.valToPos(this.data.xs[i], 'x');
    this.plot.setCursor({left, top: this.plot.over.clientHeight / 2});
  }

  /** What the curves say at the cursor: the one nearest to it, or the first few. */
  read() {
    const i = this.plot?.cursor.idx;
    if (i === null || i === undefined) return;
    const near = this.focused ? Math.floor((this.focused - 1) / 3) : null;
    const shown = this.data.curves.filter((one, k) => one.shown && one.points[i] !== null && (near === null || k === near));
    const values = shown.slice(0, 4).map((one) => `${one.label}: ${this.pointText(one.points[i])}`);
    if (shown.length > values.length) values.push(`and ${shown.length - values.length} more`);
    const at = this.data.x ? `${shortText(this.data.x)} = ${shortText(this.data.labels[i])}: ` : '';
    this.readout.textContent = at + (values.join('; ') || 'no value');
    this.slider.value = i;
    this.slider.setAttribute('aria-valuetext', this.readout.textContent);
  }

  pointText(point) {
    if (point.y === null) return point.status;
    const text = shortText(point.text ?? shortNumber(point.y));
    return point.radius === null ? text : `${text} ± ${shortNumber(point.radius)}`;
  }

  downloadSvg() {
    download(fileName(this.chart.id, '.svg'), 'image/svg+xml', new XMLSerializer().serializeToString(drawingOf(this)));
  }

  downloadCsv() { download(fileName(this.chart.id, '.csv'), 'text/csv', csvOf(this.chart)); }

  print() { this.paper.replaceChildren(drawingOf(this)); }
}

const charts = new Map();

function chartIn(item) {
  if (!charts.has(item)) charts.set(item, new ChartView(item));
  return charts.get(item);
}

/** Charts are drawn when they come into view. */
const seenCharts = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seenCharts.unobserve(entry.target);
    chartIn(entry.target);
  }
}, {rootMargin: '300px'});
