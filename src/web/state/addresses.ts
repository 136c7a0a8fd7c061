// URLs of the app's pages.

export interface SessionName {
  readonly agent: string;
  readonly session: string;
}

export interface CallName extends SessionName {
  readonly callId: string;
  readonly occurrence: number;
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

export function sessionsAddress(filter = ''): string {
  return withQuery('/', { f: filter });
}

export function sessionAddress(agent: string, session: string, query: Readonly<Record<string, string>> = {}): string {
  return withQuery(`/s/${encodeURIComponent(agent)}/${encodeURIComponent(session)}`, query);
}

/** A call is named in the URL of its session by its id, and by its occurrence if that is not the first. */
export function callName({ callId, occurrence }: Pick<CallName, 'callId' | 'occurrence'>): string {
  return occurrence === 1 ? callId : `${callId}~${occurrence}`;
}

export function parseCallName(name: string): Pick<CallName, 'callId' | 'occurrence'> {
  const at = name.lastIndexOf('~');
  const occurrence = at === -1 ? Number.NaN : Number(name.slice(at + 1));
  if (!Number.isInteger(occurrence) || occurrence < 2) return { callId: name, occurrence: 1 };
  return { callId: name.slice(0, at), occurrence };
}

/** A call in the addresses of the API. */
export function callParts({ agent, session, callId, occurrence }: CallName) {
  return { agent, session, callId, occurrence: String(occurrence) };
}

export function callAddress(call: CallName): string {
  return sessionAddress(call.agent, call.session, { call: callName(call) });
}

/** What a session changed in the end; for one file if `path` is given. */
export function changesAddress(agent: string, session: string, path = ''): string {
  return withQuery(`/s/${encodeURIComponent(agent)}/${encodeURIComponent(session)}/changes`, { path });
}

export function callsAddress(filter: string): string {
  return withQuery('/calls', { f: filter });
}

/** Files that one session touched. The filter can be changed there; the session is remembered next to it. */
export function sessionFilesAddress(agent: string, session: string): string {
  return withQuery('/files', { f: filterTerm('session', session), agent });
}

/** The history of a file, within a filter. */
export function fileAddress(path: string, filter = ''): string {
  return withQuery('/files', { path, f: filter });
}

export function searchAddress(words: string): string {
  return withQuery('/search', { q: words });
}

/** A value in the filter language, quoted where it needs to be. */
export function filterTerm(key: string, value: string): string {
  return /^[\w./:@+-]+$/.test(value) ? `${key}:${value}` : `${key}:"${value.replace(/(["\\])/g, '\\$1')}"`;
}

/** A filter narrowed by more terms: a number on a filtered page links to the calls that it counts. */
export function narrowed(filter: string, ...terms: readonly string[]): string {
  const own = filter.trim();
  // OR binds less tightly than a space.
  const kept = /\bor\b/i.test(own) ? `(${own})` : own;
  return [kept, ...terms].filter((term) => term !== '').join(' ');
}

/** The terms that a filter requires, as written; none when it is a choice between several. */
export function topTerms(filter: string): readonly string[] {
  const words = filter.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  const terms: string[] = [];
  let depth = 0;
  for (const word of words) {
    if (depth === 0 && /^or$/i.test(word)) return [];
    const bare = word.replace(/"(?:[^"\\]|\\.)*"?/g, '');
    if (depth === 0 && !/[()]/.test(bare)) terms.push(word);
    depth += bare.split('(').length - bare.split(')').length;
  }
  return terms;
}

export function withoutTerm(filter: string, term: string): string {
  if (term === '' || !topTerms(filter).includes(term)) return filter;
  const at = ` ${filter} `.indexOf(` ${term} `);
  return at === -1 ? filter : `${filter.slice(0, at)}${filter.slice(at + term.length)}`.replace(/ {2,}/g, ' ').trim();
}
