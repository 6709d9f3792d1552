// The list of blocks, as far as anybody scrolls.

const Blocks = {
  all: null, // not before somebody looks
  shown: [],
  order: 'violated',
};

function readBlocks() {
  const [classes, parameters] = JSON.parse(document.getElementById('block-data').textContent);
  return classes.flatMap(([prefix, ...blocks]) => {
    const names = frontDecoded(blocks.map(([name]) => name));
    return blocks.map(([, list, runs, violated], i) => (
      {label: prefix + names[i] + parameters[list], runs, violated: violated || 0}));
  });
}

function filterBlocks(words) {
  Blocks.all = Blocks.all || readBlocks();
  Blocks.shown = Blocks.all.filter((block) => words.length === 0 || matches(block.label.toLowerCase(), words));
  listBlocks();
  const total = plural(Blocks.all.length, 'block');
  return words.length === 0 ? total : `${Blocks.shown.length.toLocaleString('en')} of ${total}`;
}

function listBlocks() {
  const list = document.getElementById('block-list');
  const key = Blocks.order;
  if (key === 'label') {
    Blocks.shown.sort((a, b) => (a.label < b.label ? -1 : 1));
  } else {
    Blocks.shown.sort((a, b) => b[key] - a[key] || (a.label < b.label ? -1 : 1));
  }
  if (Blocks.shown.length === 0) {
    list.replaceChildren(html('p', {class: 'none'}, Blocks.all.length === 0 ? 'Nobody counted blocks.' : 'None fits.'));
    return;
  }
  const head = [['label', 'Block'], ['runs', 'Runs'], ['violated', 'Not atomic']].map(([name, text]) => {
    const button = html('button', {}, text);
    button.addEventListener('click', () => {
      Blocks.order = name;
      listBlocks();
    });
    return html('th', {scope: 'col', 'aria-sort': name !== key ? 'none' : name === 'label' ? 'ascending' : 'descending'},
        button);
  });
  const body = html('tbody');
  const more = html('button', {class: 'more'});
  const grow = () => {
    const from = body.rows.length;
    for (const block of Blocks.shown.slice(from, from + PORTION)) {
      body.append(html('tr', block.violated > 0 ? {class: 'bad'} : {}, html('td', {}, block.label),
          html('td', {}, block.runs.toLocaleString('en')), html('td', {}, block.violated.toLocaleString('en'))));
    }
    const rest = Blocks.shown.length - body.rows.length;
    more.textContent = `Show more: ${plural(rest, 'block')} left`;
    more.hidden = rest === 0;
  };
  more.addEventListener('click', grow);
  grow();
  list.replaceChildren(html('table', {class: 'blocks'}, html('thead', {}, html('tr', {}, ...head)), body), more);
}
