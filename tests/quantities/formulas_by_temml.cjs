// A second reader of every formula: Temml's MathML, reduced to its skeleton, which formulas_test.cpp compares
// with that of core/notation. KaTeX has to accept each formula too and to show the same signs.
//   node formulas_by_temml.cjs --write <sigprop>   writes formulas_by_temml.tsv: a formula and its skeleton a line
//   node formulas_by_temml.cjs --check <sigprop>   exits 1 when the file is another; 77 without Temml and KaTeX
// npm install temml@0.13.5 katex in any folder, and NODE_PATH=<folder>/node_modules, is all that it needs.

'use strict';
const fs = require('fs');
const path = require('path');
const { execFileSync } = require('child_process');

const [mode, tool] = process.argv.slice(2);
const file = path.join(__dirname, 'formulas_by_temml.tsv');

function optional(name) {
  try {
    return require(name);
  } catch {
    console.log(`skipped: ${name} is not installed`);
    process.exit(77);
  }
}
const temml = optional('temml');
const katex = optional('katex');

/// Signs that have two code points: those of core/notation.
const same = { '|': '∣', '∥': '‖' };

/// frac{1}{2}, sub{x}{i}: the elements that take arguments, and the signs, without spaces.
function skeleton(mathml) {
  const tokens = mathml.replace(/<annotation[\s\S]*?<\/annotation>/g, '').match(/<[^>]*>|[^<]+/g);
  const arguments_of = { mfrac: 'frac', msqrt: 'sqrt', msub: 'sub', munder: 'sub', msup: 'sup', mover: 'sup',
    msubsup: 'subsup', munderover: 'subsup' };
  let at = 0;
  const signs = (text) => text.replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&nbsp;/g, ' ').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&')
    .replace(/[\s\u00a0\u2061-\u2064\u200b]/g, '');
  const children = (name) => {
    const all = [];
    while (tokens[at] !== `</${name}>`) {
      const token = tokens[at++];
      if (token.endsWith('/>')) continue;
      if (!token.startsWith('<')) { all.push(signs(token)); continue; }
      const child = token.match(/^<([a-z]+)/)[1];
      const inside = children(child);
      const called = arguments_of[child];
      if (called === undefined) all.push(inside.join(''));
      else if (called === 'sqrt') all.push(`sqrt{${inside.join('')}}`);
      else all.push(called + inside.map((one) => `{${one}}`).join(''));
    }
    ++at;
    return all;
  };
  at = 1;
  const text = children(tokens[0].match(/^<([a-z]+)/)[1]).join('');
  return text.replace(/[|∥]/g, (sign) => same[sign]);
}

const plain_signs = (mathml) => skeleton(mathml).replace(/(frac|sqrt|subsup|sub|sup)(?=\{)/g, '').replace(/[{}]/g, '')
  .replace(/𝔼/g, 'E').replace(/ℙ/g, 'P').replace(/ℝ/g, 'R');

const listed = JSON.parse(execFileSync(tool, ['list', 'quantities', '--json'], { maxBuffer: 1 << 26 }));
const formulas = new Set();
for (const quantity of listed.quantities) {
  formulas.add(quantity.formula);
  for (const note of quantity.formula_notes ?? []) note.split('$').forEach((part, i) => i % 2 && formulas.add(part));
}

const lines = [];
for (const latex of [...formulas].sort()) {
  const strict = { displayMode: true, throwOnError: true, strict: 'error' };
  const by_temml = temml.renderToString(latex, { displayMode: true, throwOnError: true, strict: true });
  const by_katex = katex.renderToString(latex, { ...strict, output: 'mathml' }).replace(/^<span[^>]*>|<\/span>$/g, '');
  if (plain_signs(by_temml) !== plain_signs(by_katex)) throw new Error(`Temml and KaTeX differ: ${latex}`);
  lines.push(`${latex}\t${skeleton(by_temml)}\n`);
}
const text = lines.join('');
if (mode === '--write') {
  fs.writeFileSync(file, text);
} else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
  console.log(`${file} is not up to date: node ${path.basename(__filename)} --write <sigprop>`);
  process.exit(1);
}
console.log(`${lines.length} formulas`);
