// Evidence as intervals on an axis of distances from the proved value. Enclosures are some 10^-30 wide and samples
// 10^-3, so the axis is logarithmic to both sides and linear only around its origin. Zooming goes from one size of
// interval to the next smaller one.

const svgNamespace = 'http://www.w3.org/2000/svg';

function svgElement(name, attributes = {}, text = null) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  return element;
}

function htmlElement(name, properties = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** How large the page's text is, which grows with the window, against 16 pixels. */
function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** 10⁻¹² for -12. */
function powerOfTen(exponent) {
  return '10' + [...String(exponent)].map((c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join('');
}

function readIntervals(figure) {
  const rows = [...figure.parentElement.querySelectorAll('.evidence tbody tr')];
  return rows.filter((row) => row.dataset.middle !== undefined).map((row) => ({
    method: row.querySelector('th').textContent,
    kind: row.className,
    middle: Number(row.dataset.middle),
    radius: Number(row.dataset.radius),
  }));
}

/** Sizes of what is seen, largest first, one for what differs by less than a factor of 4. */
function zoomLevels(sizes) {
  const levels = [];
  for (const size of [...new Set(sizes)].filter((one) => one > 0).sort((a, b) => b - a)) {
    if (levels.length === 0 || size < levels[levels.length - 1] / 4) levels.push(size);
  }
  return levels;
}

class IntervalAxis {
  constructor(figure) {
    this.figure = figure;
    this.intervals = readIntervals(figure);
    const data = figure.dataset;
    this.stated = [data.statedLower, data.statedUpper].map((one) => (one === undefined ? null : Number(one)));
    const sizes = this.intervals.flatMap((one) => [Math.abs(one.middle) + one.radius, one.radius]);
    for (const one of this.stated) if (one !== null) sizes.push(Math.abs(one));
    this.levels = zoomLevels(sizes);
    this.level = 0;
    if (this.levels.length === 0) {  // all are the same exact number
      figure.hidden = true;
      return;
    }
    this.linear = this.levels[this.levels.length - 1];
    this.build();
    new ResizeObserver(() => this.draw()).observe(figure);
  }

  build() {
    const tool = (text, level) =>
      htmlElement('button', {type: 'button', textContent: text, onclick: () => this.zoomTo(level())});
    this.closer = tool('Zoom in', () => this.level + 1);
    this.wider = tool('Zoom out', () => this.level - 1);
    this.everything = tool('Show all', () => 0);
    this.caption = htmlElement('figcaption');
    this.svg = svgElement('svg', {role: 'img'});
    this.figure.replaceChildren(this.svg, htmlElement('div', {className: 'tools'},
      [this.closer, this.wider, this.everything]), this.caption);
    this.drawnWidth = 0;
    this.zoomTo(0);
  }

  zoomTo(level) {
    this.level = Math.min(Math.max(level, 0), this.levels.length - 1);
    this.closer.disabled = this.level === this.levels.length - 1;
    this.wider.disabled = this.everything.disabled = this.level === 0;
    this.drawnWidth = 0;
    this.draw();
  }

  /** -1 to 1 for what is in view. */
  place(distance) {
    const size = (d) => Math.log10(1 + Math.abs(d) / this.linear);
    return Math.sign(distance) * size(distance) / size(this.levels[this.level] * 1.15);
  }

  draw() {
    const em = textScale();
    const width = Math.max(280, Math.round(this.figure.clientWidth));
    if (width === this.drawnWidth || this.figure.clientWidth === 0) return;
    this.drawnWidth = width;
    const labels = Math.min(170 * em, width * 0.4);
    const rowHeight = 20 * em;
    const bottom = this.intervals.length * rowHeight + 6;
    const middle = labels + (width - labels) / 2;
    const half = (width - labels) / 2 - 14;
    const x = (distance) => middle + half * Math.min(Math.max(this.place(distance), -1.04), 1.04);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${bottom + 20 * em}`);
    this.svg.setAttribute('aria-label',
      `Distances from ${this.figure.dataset.origin} of ${this.intervals.length} intervals; the table has the numbers`);
    this.svg.replaceChildren();
    this.drawStated(x, bottom);
    this.drawTicks(x, bottom, half, em);
    this.intervals.forEach((one, i) => this.drawInterval(one, x, i * rowHeight + 4, em));
    this.caption.textContent = `Distance from ${this.figure.dataset.origin}: logarithmic to both sides, linear within ±` +
      `${this.linear.toExponential(0)}. Blue: proved enclosures; green: estimates; orange: samples ± 1 standard error` +
      (this.stated.some((one) => one !== null) ? '; dashed box: the stated interval.' : '.');
  }

  add(name, attributes, text = null) { this.svg.append(svgElement(name, attributes, text)); }

  drawStated(x, bottom) {
    const [lower, upper] = this.stated;
    if (lower === null && upper === null) return;
    const left = x(lower ?? -Infinity);
    const right = x(upper ?? Infinity);
    this.add('rect', {class: 'band', x: left, y: 0, width: Math.max(right - left, 2), height: bottom});
  }

  drawTicks(x, bottom, half, em) {
    const largest = Math.floor(Math.log10(this.levels[this.level] * 1.15));
    const smallest = Math.ceil(Math.log10(this.linear));
    const most = Math.max(1, Math.floor(half / (55 * em)));
    const step = Math.max(1, Math.ceil((largest - smallest + 1) / most));
    const line = (distance, name) => this.add('line', {class: name, x1: x(distance), x2: x(distance), y1: 0, y2: bottom});
    line(0, 'origin');
    this.add('text', {x: x(0), y: bottom + 15 * em, 'text-anchor': 'middle'}, '0');
    for (let k = largest; k >= smallest; k -= step) {
      for (const sign of [-1, 1]) {
        const at = sign * 10 ** k;
        if (Math.abs(x(at) - x(0)) < 30 * em) continue;
        line(at, 'grid');
        this.add('text', {x: x(at), y: bottom + 15 * em, 'text-anchor': 'middle'}, (sign < 0 ? '−' : '') + powerOfTen(k));
      }
    }
  }

  drawInterval(one, x, top, em) {
    const left = x(one.middle - one.radius);
    const right = x(one.middle + one.radius);
    const thickness = (one.kind === 'enclosure' ? 10 : 6) * em;
    const middle = top + 7 * em;
    this.add('text', {class: 'method', x: 0, y: top + 11 * em}, one.method);
    this.add('rect', {class: one.kind, x: left, y: middle - thickness / 2, rx: 2,
                      width: Math.max(right - left, 2.5 * em), height: thickness});
    if (one.kind !== 'enclosure') this.add('circle', {class: one.kind, cx: x(one.middle), cy: middle, r: 5 * em});
  }
}

/** Figures are drawn when they come into view. */
const seenFigures = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seenFigures.unobserve(entry.target);
    drawIntervals(entry.target);
  }
}, {rootMargin: '200px'});

function drawIntervals(figure) {
  if (figure.drawn) return;
  figure.drawn = true;
  new IntervalAxis(figure);
}

function prepareRecord(details) {
  const figure = details.querySelector('.intervals');
  if (!figure || figure.drawn) return;
  figure.hidden = false;
  figure.style.minHeight = '6rem';
  seenFigures.observe(figure);
}
