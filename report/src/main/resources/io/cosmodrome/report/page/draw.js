'use strict';
// What everything that draws uses: elements, and names that fit.

const PORTION = 200; // rows that are made at once
const SVG = 'http://www.w3.org/2000/svg';

/** Elements are made, never parsed: names from the program stay text. */
function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    node.setAttribute(name, value);
  }
  node.append(...(children || []));
  return node;
}

function html(tag, attributes, ...children) {
  return make(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return make(document.createElementNS(SVG, tag), attributes, children);
}

/** The end of a name that is too long: variables differ there. */
function fit(text, length) {
  return text.length <= length ? text : '\u2026' + text.slice(text.length - Math.max(1, length - 1));
}

function plural(count, noun) {
  return count.toLocaleString('en') + ' ' + noun + (count === 1 ? '' : 's');
}

/** A picture with words for those who do not see it. */
function picture(width, height, label, name) {
  return svg('svg', {
    width, height, viewBox: `0 0 ${width} ${height}`, class: name, role: 'group', 'aria-label': label,
  });
}

/** An arrow head for each kind of line, since a marker has its own colour. */
function arrowHeads(prefix) {
  const heads = ['', '-on'].map((suffix) => svg('marker', {
    id: prefix + suffix, class: 'head' + suffix, viewBox: '0 0 10 10', refX: 9, refY: 5,
    markerWidth: 8, markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto',
  }, svg('path', {d: 'M0 0.8 L10 5 L0 9.2 z'})));
  return svg('defs', {}, ...heads);
}

/** Strings that each say first how many letters they share with the one before. */
function frontDecoded(coded) {
  let previous = '';
  return coded.map((text) => {
    previous = previous.slice(0, parseInt(text[0], 36)) + text.slice(1);
    return previous;
  });
}

/** The embedded findings, with their names back in place. */
function unpack(data) {
  const strings = frontDecoded(data.strings);
  const text = (number) => (number === undefined || number < 0 ? '' : strings[number]);
  const sources = data.sources.map(([path, firstLine, ...lines]) => ({path, firstLine, lines}));
  const proof = ([blames, lanes, events, edges]) => ({
    blames: blames === 1,
    lanes: lanes.map(([thread, label, start, end]) => (
      {thread: text(thread), label: text(label), title: text(label).slice(start, end)})),
    events: events.map(([position, lane, what, target, method, frames, locks, excerpt]) => ({
      position, lane, what: text(what), target: text(target),
      method: text(method < 0 ? lanes[lane][1] : method),
      frames: frames.map(text), locks: locks.map(text),
      source: excerpt === undefined ? null : sources[excerpt],
    })),
    edges: edges.map(([from, to, kind]) => ({from, to, kind: text(kind)})),
  });
  return {
    count: data.findings.length,
    id: (i) => data.findings[i][0],
    tests: (i) => data.findings[i][1].map(text),
    proofs: (i) => data.findings[i].slice(2).map(proof),
  };
}

/** `Bank.java:15` of `Bank.java:15 < Main.java:9`. */
function place(event) {
  return event.frames[0] || '';
}

function describe(event) {
  return `${event.what} ${event.target}`.trim();
}
