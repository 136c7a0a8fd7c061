// The measured work of pages: a build's own server code answers each of them, warm. One JSON line: page → user CPU in ms.

const [dist = '.', folder = '.', place = '.', repeats = '20'] = process.argv.slice(2);
const { answer } = await import(`${dist}/server/answer.js`);
const { ThreadLibrary } = await import(`${dist}/server/thread-library.js`);
const options = { folder, places: [place], isDemo: false };
// Older builds open it at once.
const library = ThreadLibrary.open === undefined ? new ThreadLibrary(options) : await ThreadLibrary.open(options);
const { signal } = new AbortController();
const now = Date.now();

async function ask(name, parts = {}, query = {}) {
  const given = await answer({ name, parts, query, now }, library, signal);
  const stream = given?.lines ?? given?.body?.pieces;
  if (stream === undefined) return JSON.stringify(given);
  for await (const _ of stream);
  return '';
}

const { sessions } = JSON.parse(await ask('sessions', {}, { limit: 2000 }));
const longest = sessions.reduce((most, session) => (session.calls > most.calls ? session : most));
const parts = { agent: longest.agent, session: longest.id };
const [call] = JSON.parse(await ask('calls', {}, { limit: 1 })).calls;
const ofCall = { ...parts, ...call, occurrence: String(call.occurrence) };
const pages = {
  sessions: () => ask('sessions'),
  'sessions, filtered': () => ask('sessions', {}, { filter: 'tool:Bash' }),
  session: () => ask('session', parts),
  entries: () => ask('entries', parts),
  calls: () => ask('calls'),
  'calls, filtered': () => ask('calls', {}, { filter: 'tool:Bas?' }),
  call: () => ask('call', ofCall),
  tools: () => ask('tools'),
  errors: () => ask('errors'),
  timeline: () => ask('timeline'),
  control: () => ask('control'),
  files: () => ask('files'),
  health: () => ask('health'),
  search: () => ask('search', {}, { q: 'error' }),
  'search, scoped': () => ask('search', {}, { q: 'the tool:Bash' }),
  insights: () => ask('sessionInsights', parts),
};

const told = {};
for (const [name, page] of Object.entries(pages)) {
  for (let i = 0; i < Number(repeats); i++) await page();
  const before = process.cpuUsage();
  for (let i = 0; i < Number(repeats); i++) await page();
  told[name] = process.cpuUsage(before).user / 1000 / Number(repeats);
}
process.stdout.write(`${JSON.stringify(told)}\n`);
process.exit(0);
