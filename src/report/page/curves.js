// What the series of a chart are as curves: one axis runs along x, every combination of the others is a curve.

/** The number that a text on an axis spells, 1/3 included; null for a name. */
function axisNumber(text) {
  const [above, below = '1', ...more] = text.split('/');
  const number = Number(above) / Number(below);
  return more.length === 0 && above.trim() !== '' && Number.isFinite(number) ? number : null;
}

/** The numeric axis with the most values; else the longest one, whose names stand side by side. */
function runningAxis(series) {
  let best = null;
  for (const axis of series.flatMap((one) => one.axes)) {
    const numeric = axis.values.every((value) => axisNumber(value) !== null);
    const rank = (axis.values.length > 1 && numeric && axis.name !== 'seed' ? 1e7 : 0) + axis.values.length;
    if (best === null || rank >= best.rank) best = {name: axis.name, numeric, rank};
  }
  return best ?? {name: '', numeric: false};
}

/** For each point its value on every axis, the last axis fastest. */
function coordinatesOf(axes, point) {
  const at = {};
  for (let i = axes.length - 1; i >= 0; --i) {
    const values = axes[i].values;
    at[axes[i].name] = values[point % values.length];
    point = Math.floor(point / values.length);
  }
  return at;
}

/** {x: name, axis, numeric, xs, labels, curves: [{name, method, kind, colour, dash, points}]}, points by index of xs. */
function curvesOf(chart) {
  const drawn = chart.series.filter((series) => series.drawn !== false);  // where all methods agree, one
  const running = runningAxis(drawn);
  const keyOf = running.numeric ? axisNumber : (text) => text;  // 1 and 1.0 are one place
  const labelOf = new Map();
  for (const axis of drawn.flatMap((one) => one.axes.filter((each) => each.name === running.name))) {
    for (const text of axis.values) {
      const key = keyOf(text);
      if (!labelOf.has(key)) labelOf.set(key, text);
    }
  }
  if (labelOf.size === 0) labelOf.set('', '');
  const keys = [...labelOf.keys()];
  if (running.numeric) keys.sort((a, b) => a - b);
  const labels = keys.map((key) => labelOf.get(key));
  const placeOf = new Map(keys.map((key, i) => [key, i]));
  const xs = running.numeric ? keys : keys.map((_, i) => i);
  const combinations = new Map();
  const curves = new Map();
  drawn.forEach((series, method) => {
    const runs = series.axes.some((axis) => axis.name === running.name);
    series.status.forEach((status, k) => {
      const at = coordinatesOf(series.axes, k);
      const others = Object.entries(at).filter(([name]) => name !== running.name);
      const combination = others.map(([name, value]) => `${name} = ${value}`).join(', ');
      if (!combinations.has(combination)) combinations.set(combination, combinations.size);
      const key = method + ' ' + combination;
      if (!curves.has(key)) {
        curves.set(key, {name: combination, method: series.method, run: series.label, kind: series.kind, methodIndex: method,
                         combinationIndex: combinations.get(combination), points: new Array(xs.length).fill(null)});
      }
      const point = {y: status === 'ok' ? series.double[k] : null, radius: series.radius[k], text: series.value[k], status};
      const places = runs ? [placeOf.get(keyOf(at[running.name]))] : xs.map((_, i) => i);
      for (const i of places) curves.get(key).points[i] = point;
    });
  });
  const all = [...curves.values()];
  const byRun = drawn.some((series) => series.run !== undefined);  // the networks of a run have its colour
  const one = byRun || combinations.size === 1;
  for (const curve of all) {
    curve.colour = (one ? curve.methodIndex : curve.combinationIndex) % 8;
    curve.dash = curve.methodIndex % dashes.length;
    curve.label = shortText(curveLabel(curve));
  }
  return {x: running.name, axis: chart.x ?? running.name, numeric: running.numeric, xs, labels, curves: all};
}

/** A curve of a training run is called by the run, any other by its method. */
function curveLabel({run, name, method}) {
  if (run !== undefined) return [run, name].filter(Boolean).join(': ');
  return name ? `${name} (${method})` : method;
}

/** What a legend has room for: ends tell names apart, as beginnings do. */
function shortText(text) {
  return text.length <= 120 ? text : `${text.slice(0, 70)}…${text.slice(-48)}`;
}

/** Patterns of lines, one for each method of a chart. */
const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

function isGeometric(values, ratio) {
  let least = Infinity;
  let most = 0;
  for (const one of values) {
    if (one === null) continue;
    if (!(one > 0)) return false;
    least = Math.min(least, one);
    most = Math.max(most, one);
  }
  return most > 0 && most / least >= ratio;
}

function shortNumber(value) {
  if (value === null || value === undefined) return '';
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential().replace('e+', 'e') : String(Number(value.toPrecision(12)));
}

/** 1, 2, 5, 10 where an axis has few powers of ten, else every power or every few. */
function logTicks(least, most) {
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(most));
  const step = Math.max(1, Math.ceil((last - first) / 8));
  const digits = last - first <= 3 ? [1, 2, 5] : [1];
  const ticks = [];
  for (let k = first; k <= last; k += step) {
    for (const digit of digits) {
      const at = Number(`${digit}e${k}`);
      if (at >= least * 0.999 && at <= most * 1.001) ticks.push(at);
    }
  }
  return ticks;
}

/** Five or so multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(least, most) {
  const rough = (most - least) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const ticks = [];
  for (let k = Math.ceil(least / step); k * step <= most && ticks.length < 20; ++k) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

function logNames(plot, ticks) { return ticks.map((one) => (one === null ? '' : shortNumber(one))); }

/** One row for each point, as the tool writes it: id, expression, method, kind, the axes, value, radius, status; behind
    them the run where there are several. */
function csvOf(chart) {
  const runs = chart.series.some((one) => one.run !== undefined);
  const names = [...new Set(chart.series.flatMap((one) => one.axes.map((axis) => axis.name)))];
  const cell = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = [['id', 'expression', 'method', 'kind', ...names, 'value', 'radius', 'status', ...(runs ? ['run'] : [])]];
  for (const one of chart.series) {
    one.status.forEach((status, k) => {
      const at = coordinatesOf(one.axes, k);
      rows.push([chart.id, one.expression, one.method, one.kind, ...names.map((name) => at[name]),
                 one.value[k] ?? one.double[k], one.radius[k], status, ...(runs ? [one.run] : [])]);
    });
  }
  return rows.map((row) => row.map(cell).join(',') + '\n').join('');
}
