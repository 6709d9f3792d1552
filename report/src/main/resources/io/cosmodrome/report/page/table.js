// The table of findings: choosing, filtering, grouping.

const Table = {
  report: null,
  body: null,
  rows: [], // by finding, as the page came
  texts: [], // what the filter looks at, by finding
  grouped: [], // all rows, with those that name groups
  list: [], // those that the filter left, of which the first are in the page
  current: null, // row
};

function startTable(report) {
  Table.report = report;
  Table.body = document.querySelector('table.findings tbody');
  Table.rows = [...Table.body.rows];
  Table.rows.forEach((row, i) => {
    row.dataset.i = i;
  });
  Table.grouped = Table.rows;
  Table.body.addEventListener('click', (event) => {
    const row = event.target.closest('tr[data-i]');
    if (row !== null) {
      event.preventDefault();
      chooseRow(row);
    }
  });
  Table.body.addEventListener('mouseover', (event) => {
    const cell = event.target.closest('td');
    if (cell !== null) {
      cell.title = cell.textContent.trim();
    }
  });
  const region = document.querySelector('.scroll');
  region.addEventListener('scroll', () => {
    if (region.scrollTop + 2 * region.clientHeight > region.scrollHeight) {
      showRows(Table.body.rows.length + PORTION);
    }
  });
  addEventListener('beforeprint', () => {
    showRows(Infinity);
    const left = new Set(Table.list.map((row) => row.dataset.i));
    Table.rows.forEach((row, i) => (
      document.getElementById(report.id(i)).classList.toggle('filtered', !left.has(row.dataset.i))));
  });
}

/** Laying out thousands of rows takes seconds, so only those are in the page that somebody may see. */
function showRows(count) {
  Table.body.append(...Table.list.slice(Table.body.rows.length, count));
}

function findingOf(row) {
  return row.dataset.i === undefined ? -1 : Number(row.dataset.i);
}

// ---- choosing ----

/** Opens the finding of a row. */
function choose(row) {
  if (Table.current !== null) {
    Table.current.removeAttribute('aria-current');
  }
  Table.current = row;
  row.setAttribute('aria-current', 'true');
  const at = Table.list.indexOf(row);
  if (at >= Table.body.rows.length) {
    showRows(at + PORTION);
  }
  if (at >= 0) {
    bringIntoView(row);
  }
  openFinding(Table.report, findingOf(row));
}

function bringIntoView(row) {
  const region = document.querySelector('.scroll');
  const head = Table.body.parentNode.tHead.offsetHeight;
  if (row.offsetTop - head < region.scrollTop) {
    region.scrollTop = row.offsetTop - head;
  } else if (row.offsetTop + row.offsetHeight > region.scrollTop + region.clientHeight) {
    region.scrollTop = row.offsetTop + row.offsetHeight - region.clientHeight;
  }
}

/** What somebody chose has an address. */
function chooseRow(row) {
  choose(row);
  history.replaceState(null, '', '#' + Table.report.id(findingOf(row)));
}

function chooseNext(change) {
  const rows = Table.list.filter((row) => findingOf(row) >= 0);
  const next = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(Table.current) + change))];
  if (next !== undefined) {
    chooseRow(next);
  }
}

// ---- filtering ----

function matches(text, words) {
  return words.every((word) => text.includes(word));
}

function filterText(index) {
  if (Table.texts[index] === undefined) {
    const tests = Table.report.tests(index).join(' ');
    Table.texts[index] = `${Table.rows[index].textContent} ${Table.report.id(index)} ${tests}`.toLowerCase();
  }
  return Table.texts[index];
}

/** Rows that have all words, and the names of their groups. */
function filterFindings(words) {
  const fits = words.length === 0 ? () => true : (row) => matches(filterText(findingOf(row)), words);
  Table.list = [];
  let group = null;
  for (const row of Table.grouped) {
    if (findingOf(row) < 0) {
      group = row;
    } else if (fits(row)) {
      if (group !== null) {
        Table.list.push(group);
        group = null;
      }
      Table.list.push(row);
    }
  }
  Table.body.replaceChildren();
  showRows(PORTION);
  const first = Table.list.find((row) => findingOf(row) >= 0);
  if (Table.current !== null && first !== undefined) {
    const same = Table.list.find((row) => findingOf(row) === findingOf(Table.current));
    if (same === undefined) {
      chooseRow(first);
    } else {
      choose(same);
    }
  }
  const all = plural(Table.rows.length, 'finding');
  const count = Table.rows.filter(fits).length;
  return words.length === 0 ? all : `${count.toLocaleString('en')} of ${all}`;
}

// ---- grouping ----

function groupNames(key, row, i) {
  switch (key) {
    case 'method': return [row.cells[0].textContent];
    case 'data': return row.cells[2].textContent.trim().split(', ').filter((name) => name !== '');
    default: return Table.report.tests(i);
  }
}

/** A finding stands in the group of each of its fields or tests. */
function groupBy(key) {
  if (key === '') {
    Table.grouped = Table.rows;
    return;
  }
  const groups = new Map();
  Table.rows.forEach((row, i) => {
    const names = groupNames(key, row, i);
    for (const name of names.length > 0 ? names : ['(none)']) {
      const members = groups.get(name) || [];
      groups.set(name, members);
      members.push(row);
    }
  });
  Table.grouped = [];
  for (const [name, members] of [...groups].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    Table.grouped.push(html('tr', {class: 'group'},
        html('th', {colspan: 6, scope: 'rowgroup'}, `${name} (${plural(members.length, 'finding')})`)));
    for (const row of members) {
      const copy = row.cloneNode(true);
      copy.removeAttribute('aria-current');
      Table.grouped.push(copy);
    }
  }
}
