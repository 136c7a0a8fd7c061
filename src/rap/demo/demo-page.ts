// The demo's page: plain HTML, style and script as separate files, nothing inline.

export const DEMO_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>RAP demo · Toolscope</title>
<link rel="stylesheet" href="demo.css">
<script src="demo.js" defer></script>
</head>
<body>
<header>
<h1>Results over HTTP</h1>
<p>An agent calls four tools of a remote server. Every result below came as a callback, and was on the disk before the
tool got its answer.</p>
<p><button id="again" type="button">Run again</button> <span id="thread"></span></p>
</header>
<section id="view" aria-label="Deployment" hidden><h2>Deployment</h2><p id="step"></p><progress id="bar" max="3"></progress></section>
<main id="calls" aria-live="polite"></main>
<noscript><p>The page needs JavaScript: it follows the thread live.</p></noscript>
</body>
</html>
`;

export const DEMO_CSS = `
:root { color-scheme: light dark; --line: #8884; --muted: #777; --good: #1a7f37; --bad: #c0392b; --wait: #9a6700; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
button { font: inherit; padding: .25rem .8rem; margin: 0 .4rem .2rem 0; cursor: pointer; }
button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
article, #view { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; margin: 1rem 0; }
article header { display: flex; gap: .8rem; align-items: baseline; flex-wrap: wrap; }
article header code { font-weight: 600; }
.state { margin-left: auto; font-size: .85rem; }
.state.pending { color: var(--wait); }
.state.done { color: var(--good); }
.state.error { color: var(--bad); }
.meta, #thread { color: var(--muted); font-size: .85rem; }
pre { margin: .5rem 0 0; padding: .5rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .3rem; font-size: .85rem; }
.diff .add { background: #2ea04333; display: block; }
.diff .del { background: #f8514933; display: block; }
.diff .hunk { color: var(--muted); display: block; }
.diff .same { display: block; }
ol.events { margin: .5rem 0 0; padding-left: 1.4rem; }
article > button { margin-top: .5rem; }
fieldset { border: 1px solid var(--wait); border-radius: .4rem; margin: .6rem 0 0; }
progress { width: 100%; }
img { max-width: 100%; }
`;

export const DEMO_SCRIPT = String.raw`
'use strict';
const cards = new Map();
let stream;

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

function threadUrl(group) {
  return '/rap/v1/threads/' + encodeURIComponent(group);
}

function post(url, body) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body === undefined ? {} : body),
  });
}

function cardFor(item) {
  const known = cards.get(item.id);
  if (known !== undefined) return known;
  const article = element('article');
  const header = element('header');
  const state = element('span', 'pending', 'state pending');
  const input = item.details && item.details.arguments ? JSON.stringify(item.details.arguments) : '';
  header.append(element('code', item.operation), element('span', input, 'meta'), state);
  const body = element('div');
  const stop = element('button', 'Cancel');
  stop.type = 'button';
  stop.addEventListener('click', () => {
    stop.disabled = true;
    post(threadUrl(item.group_id) + '/calls/' + encodeURIComponent(item.id) + '/cancel');
  });
  article.append(header, body, stop);
  document.getElementById('calls').append(article);
  const card = { article, state, body, stop, events: undefined };
  cards.set(item.id, card);
  return card;
}

function setState(card, text, className) {
  card.state.textContent = text;
  card.state.className = 'state ' + className;
}

function drawSegment(segment) {
  if (segment.type === 'diff') {
    const box = element('div');
    box.append(element('p', segment.content.path, 'meta'));
    const pre = element('pre', undefined, 'diff');
    for (const line of segment.content.patch.trimEnd().split('\n')) {
      const kind = /^(@@|--- |\+\+\+ )/.test(line) ? 'hunk' : line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : 'same';
      pre.append(element('span', line === '' ? ' ' : line, kind));
    }
    box.append(pre);
    return box;
  }
  if (segment.type === 'image') {
    const image = element('img');
    image.alt = 'Image sent by the tool';
    image.src = 'data:' + segment.content.mediaType + ';base64,' + segment.content.data;
    return image;
  }
  return element('pre', segment.content);
}

function onResult(item) {
  const card = cardFor(item);
  const isError = item.display.type === 'text' && item.display.content.startsWith('Error: ');
  const subscribed = item.details.subscription === true;
  setState(card, isError ? 'error' : subscribed ? 'subscribed' : 'done', isError ? 'error' : subscribed ? 'pending' : 'done');
  card.stop.hidden = !subscribed;
  card.stop.textContent = 'Cancel subscription';
  card.body.append(drawSegment(item.display));
}

function onEvent(item) {
  const card = cardFor(item);
  if (card.events === undefined) {
    card.events = element('ol', undefined, 'events');
    card.body.append(card.events);
  }
  card.events.append(element('li', item.display.content));
  if (item.details.final === true) {
    setState(card, 'subscription ended', 'done');
    card.stop.hidden = true;
  }
}

function onChoice(item) {
  const card = cardFor(item);
  const box = element('fieldset');
  box.append(element('legend', item.details.prompt));
  item.details.choices.forEach((choice, i) => {
    const button = element('button', choice);
    button.type = 'button';
    button.addEventListener('click', () => {
      for (const other of box.querySelectorAll('button')) other.disabled = true;
      post(threadUrl(item.group_id) + '/calls/' + encodeURIComponent(item.id) + '/choice', { selected: i });
    });
    box.append(button);
  });
  setState(card, 'waiting for you', 'pending');
  card.choice = { box, choices: item.details.choices };
  card.body.append(box);
}

function onAnswer(item) {
  const card = cardFor(item);
  if (card.choice === undefined) return;
  card.choice.box.replaceWith(element('p', 'You chose: ' + card.choice.choices[item.details.selected], 'meta'));
  setState(card, 'pending', 'pending');
}

function onView(item) {
  const view = item.details;
  if (view.view_type !== 'deployment') return;
  document.getElementById('view').hidden = false;
  document.getElementById('step').textContent = view.content.app + ' → ' + view.content.environment + ': ' + view.content.step;
  document.getElementById('bar').value = view.content.done;
}

const HANDLERS = {
  'call-registered': cardFor,
  tool_result: onResult,
  'synthetic-result': onResult,
  subscription_event: onEvent,
  user_choice: onChoice,
  'choice-answered': onAnswer,
  view_update: onView,
  'subscription-cancelled': (item) => {
    const card = cardFor(item);
    setState(card, 'subscription cancelled', 'done');
    card.stop.hidden = true;
  },
};

async function run() {
  if (stream !== undefined) stream.close();
  cards.clear();
  document.getElementById('calls').replaceChildren();
  document.getElementById('view').hidden = true;
  const answer = await post('runs');
  const { group_id: group } = await answer.json();
  document.getElementById('thread').textContent = 'thread ' + group;
  stream = new EventSource(threadUrl(group) + '/display');
  for (const [kind, handle] of Object.entries(HANDLERS))
    stream.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
}

document.getElementById('again').addEventListener('click', run);
run();
`;
