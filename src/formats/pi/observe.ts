// Turns one entry of pi into observations: one branch per type, nothing dropped silently. Every entry can be read on its own.

import { asName, asNumber, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { SessionFields } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { sessionOfPath } from './locate.ts';
import { observeMessage, orIgnored, said, usageOf } from './messages.ts';
import { type Entry, IGNORED, openEntry } from './records.ts';

/** A fork names the log it was made from, by its path; old and related programs use another name, or its id. */
export function originOf(record: JsonObject): string | undefined {
  const named = asName(record['parentSession']) ?? asName(record['branchedFrom']);
  if (named === undefined) return undefined;
  const name = named.split(/[/\\]/).at(-1) ?? named;
  return sessionOfPath(named) ?? name.replace(/\.jsonl$/, '');
}

function observeHead({ record, seen, node }: Entry): Reading {
  const fields: SessionFields = {};
  const cwd = asName(record['cwd']);
  const forkedFrom = originOf(record);
  if (cwd !== undefined) fields.cwd = cwd;
  if (forkedFrom !== undefined) fields.forkedFrom = forkedFrom;
  if (cwd === undefined && forkedFrom === undefined) return ignored('state: session', node);
  return observed([{ kind: 'session-described', ...seen, fields }], node);
}

function observeCompaction(entry: Entry): Reading {
  const { record, seen, id, node } = entry;
  const preTokens = asNumber(record['tokensBefore']) ?? null;
  const trigger = record['fromHook'] === true ? 'hook' : 'unknown';
  return observed(
    [
      { kind: 'context-compacted', ...seen, trigger, preTokens, postTokens: null },
      ...said(entry, 'compact-summary', record['summary'], '/summary'),
      ...usageOf(entry, record['usage'], null, id),
    ],
    node,
  );
}

function observeTitle({ record, seen, node }: Entry): Reading {
  const title = asName(record['name']);
  if (title === undefined) return ignored('a session without a name', node);
  return observed([{ kind: 'session-described', ...seen, fields: { title, titleBy: 'user' } }], node);
}

const BRANCHES: ReadonlyMap<string, (entry: Entry) => Reading> = new Map<string, (entry: Entry) => Reading>([
  ['session', observeHead],
  ['message', observeMessage],
  ['compaction', observeCompaction],
  ['session_info', observeTitle],
  [
    'branch_summary',
    (entry) => orIgnored(said(entry, 'injected', entry.record['summary'], '/summary'), 'an empty summary', entry),
  ],
  [
    'custom_message',
    (entry) => orIgnored(said(entry, 'injected', entry.record['content'], '/content'), 'state of an extension', entry),
  ],
]);

export class PiReader implements LineReader {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  state(): unknown {
    return null;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const entry = openEntry(record, ref, this.#session);
    if (entry === undefined) return misread('not-an-entry', 'The line is not an entry of pi.');
    const branch = BRANCHES.get(entry.type);
    if (branch !== undefined) return branch(entry);
    const reason = IGNORED.get(entry.type);
    if (reason !== undefined) return ignored(reason, entry.node);
    return observed([{ kind: 'unrecognised', ...entry.seen, what: clip(entry.type, 80) }], entry.node);
  }
}
