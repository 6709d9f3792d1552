// The page: theme, tabs, keyboard, and what an address with an anchor opens.

const root = document.documentElement;
root.classList.add('js');

// ---- theme ----

/** Files may have no storage: then the choice lasts as long as the page. */
function remembered(value) {
  try {
    if (value !== undefined) {
      localStorage.setItem('cosmodrome-theme', value);
    }
    return localStorage.getItem('cosmodrome-theme');
  } catch (e) {
    return null;
  }
}

function theme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return root.dataset.theme || system;
}

if (['light', 'dark'].includes(remembered())) {
  root.dataset.theme = remembered();
}

function startTheme() {
  const button = document.getElementById('theme');
  const label = () => {
    button.textContent = theme() === 'dark' ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    root.dataset.theme = theme() === 'dark' ? 'light' : 'dark';
    remembered(root.dataset.theme);
    label();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', label);
  label();
}

// ---- tabs ----

function showTab(tab) {
  for (const other of document.querySelectorAll('[role=tab]')) {
    const isIt = other === tab;
    other.setAttribute('aria-selected', isIt);
    other.tabIndex = isIt ? 0 : -1;
    document.getElementById(other.getAttribute('aria-controls')).classList.toggle('shown', isIt);
  }
  document.getElementById('grouping').parentNode.classList.toggle('off', tab.id !== 'tab-findings');
  filter();
}

/** The links to new findings, once. */
function listNew(report) {
  const list = document.getElementById('new');
  const links = Table.rows.flatMap((row, i) => (row.querySelector('b') === null ? [] : [
    html('li', {}, html('a', {href: '#' + report.id(i)}, row.cells[0].textContent))]));
  list.replaceChildren(...links);
}

function startTabs() {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => showTab(tab));
    tab.addEventListener('keydown', (event) => {
      const change = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (change !== undefined) {
        const next = tabs[(i + change + tabs.length) % tabs.length];
        showTab(next);
        next.focus();
        event.stopPropagation();
      }
    });
  });
}

function filter() {
  const words = document.getElementById('filter').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const tab = document.querySelector('[role=tab][aria-selected=true]').id;
  const shown = document.getElementById('shown');
  if (tab === 'tab-findings') {
    shown.textContent = filterFindings(words);
  } else {
    shown.textContent = tab === 'tab-blocks' ? filterBlocks(words) : '';
  }
}

// ---- keyboard ----

function onKey(event) {
  const typing = event.target.matches('input, select, textarea');
  if (event.key === 'Escape') {
    if (event.target.id === 'filter') {
      event.target.value = '';
      event.target.blur();
      filter();
    } else if (Witness.proof !== null) {
      selectEvent(-1);
    }
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.getElementById('keys').open) {
    return;
  }
  const actions = {
    j: () => chooseNext(1),
    k: () => chooseNext(-1),
    '/': () => document.getElementById('filter').focus(),
    '?': () => document.getElementById('keys').showModal(),
    ArrowRight: () => stepBy(1),
    ArrowLeft: () => stepBy(-1),
    Enter: () => enter(event),
    ' ': () => enter(event),
  };
  const action = actions[event.key];
  const isButton = event.target.matches('button, summary, a') && (event.key === 'Enter' || event.key === ' ');
  const isScroll = event.key === ' ' && !event.target.closest('[data-e], [data-edge]');
  if (action !== undefined && !isButton && !isScroll) {
    event.preventDefault();
    action();
  }
}

/** On a step it is picked; elsewhere the open witness comes into view. */
function enter(event) {
  if (event.target.closest('[data-e], [data-edge]') !== null) {
    pickStep(event);
  } else if (Witness.section !== null) {
    Witness.section.tabIndex = -1;
    Witness.section.scrollIntoView();
    Witness.section.focus({preventScroll: true});
  }
}

// ---- start ----

function openAnchor(report) {
  for (let i = 0; i < report.count; i++) {
    if ('#' + report.id(i) === location.hash) {
      showTab(document.getElementById('tab-findings'));
      choose(Table.list.find((row) => findingOf(row) === i) || Table.rows[i]);
      return true;
    }
  }
  return false;
}

document.addEventListener('DOMContentLoaded', () => {
  const report = unpack(JSON.parse(document.getElementById('data').textContent));
  startTheme();
  startTabs();
  startTable(report);
  showTab(document.getElementById('tab-findings'));
  root.classList.add('ready');
  document.getElementById('filter').addEventListener('input', filter);
  document.getElementById('grouping').addEventListener('change', (event) => {
    groupBy(event.target.value);
    filter();
  });
  document.getElementById('help').addEventListener('click', () => document.getElementById('keys').showModal());
  document.getElementById('witnesses').addEventListener('click', pickStep);
  document.addEventListener('keydown', onKey);
  document.getElementById('tab-diff').addEventListener('click', () => listNew(report), {once: true});
  addEventListener('hashchange', () => openAnchor(report));
  if (!openAnchor(report) && report.count > 0) {
    choose(Table.rows.find((row) => row.querySelector('b') !== null) || Table.rows[0]); // a new one
  }
});
