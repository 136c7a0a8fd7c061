// What `codex exec --json` prints: items that begin and end, in a vocabulary of its own. Ends are read like those of rollouts.

import { fingerprint } from '../../base/hash.ts';
import { asArray, asName, asNumber, asObject, asString, isObject, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { receivedBy, receivedFrom } from '../../model/arrival.ts';
import type { Observation, SpokenKind, ThreadId } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import { isSpawn, linked, startedThreads } from './agents.ts';
import { impliedRequest, placeId, requested, resulted } from './drafts.ts';
import { type End, readEnd } from './end-records.ts';
import { instant, type Seen } from './envelope.ts';
import { spoken } from './messages.ts';
import { STREAM_CAPTURE } from './records.ts';
import { readUsage, uncounted } from './usage.ts';

const STEP = 'state: step of a stream';
const AT = '/item';

/** Items that are messages. */
const WORDS: ReadonlyMap<string, SpokenKind> = new Map([
  ['agent_message', 'answer'],
  ['reasoning', 'thinking'],
  ['plan', 'notice'],
  ['error', 'notice'],
]);

/** A call that has begun: since when it is known, whether its request was reported, and whether it has ended. */
interface Begun {
  readonly at: number | null;
  readonly isAsked: boolean;
  readonly isEnded: boolean;
}

const TWICE = 'written twice';

/** Whether a record is a line of such a stream; errors are, once the stream has begun. */
export function isExecLine(record: JsonObject, hasBegun: boolean): boolean {
  if ('payload' in record) return false;
  const type = record['type'];
  if (type === 'error') return hasBegun;
  return typeof type === 'string' && STREAM_CAPTURE.test(type);
}

/** A search begins before its query is known. */
function isToldLater(end: End): boolean {
  return end.tool === 'web_search' && asName(end.value['query']) === undefined;
}

/** Nobody can be asked in such a run: what was declined, a rule declined. */
function unattended(verdict: Verdict): Verdict {
  if (verdict.status !== 'rejected') return verdict;
  const { rule, failure } = verdict;
  return { status: 'denied', rule, failure: { code: 'declined', blame: 'policy', message: failure?.message ?? '' } };
}

export class ExecStream {
  readonly #begun = new Map<string, Begun>();
  /** How often each list was written, and the last one. */
  readonly #lists = new Map<string, { readonly count: number; readonly last: number }>();

  constructor(state?: unknown) {
    const saved = asObject(state) ?? {};
    for (const call of asArray(saved['begun']) ?? []) {
      if (!Array.isArray(call) || typeof call[0] !== 'string' || !isObject(call[1])) continue;
      const { at, isAsked, isEnded } = call[1];
      this.#begun.set(call[0], { at: asNumber(at) ?? null, isAsked: isAsked === true, isEnded: isEnded === true });
    }
    for (const list of asArray(saved['lists']) ?? []) {
      if (!Array.isArray(list) || typeof list[0] !== 'string' || !isObject(list[1])) continue;
      const { count, last } = list[1];
      this.#lists.set(list[0], { count: asNumber(count) ?? 0, last: asNumber(last) ?? 0 });
    }
  }

  state(): unknown {
    return { begun: [...this.#begun], lists: [...this.#lists] };
  }

  read(record: JsonObject, ref: LineRef, thread: ThreadId): Reading {
    const type = asString(record['type']) ?? '';
    // A request may have come a little earlier than it was read, its result no later.
    const received = type === 'item.started' ? receivedFrom(record) : receivedBy(record);
    const seen: Seen = { ref, at: received ?? instant(record['timestamp']), thread };
    switch (type) {
      case 'thread.started':
        // Another run of the same thread numbers its items from zero again.
        this.#begun.clear();
        this.#lists.clear();
        return ignored('state: beginning of a run');
      case 'turn.started':
        return ignored('state: turn began');
      case 'turn.completed':
        return this.#usage(record, seen);
      case 'turn.failed': {
        const message = asName(asObject(record['error'])?.['message']) ?? 'The turn failed.';
        return observed([spoken(seen, 'api-error', message, '/error', null)]);
      }
      case 'error':
        return observed([spoken(seen, 'api-error', asName(record['message']) ?? '', '/message', null)]);
      case 'item.started':
      case 'item.updated':
      case 'item.completed': {
        const item = asObject(record['item']);
        return item === undefined ? misread('no-item', 'An item event without an item.') : this.#item(type, item, seen);
      }
      default:
        return ignored(STEP);
    }
  }

  /** A sum over the whole thread: the largest counts. */
  #usage(record: JsonObject, seen: Seen): Reading {
    const usage = readUsage(record['usage']);
    if (usage === undefined) return uncounted(record);
    return observed([{ kind: 'usage-counted', ...seen, key: 'exec:thread', model: null, usage }]);
  }

  #item(step: string, item: JsonObject, seen: Seen): Reading {
    const type = asName(item['type']) ?? '';
    const words = WORDS.get(type);
    if (words !== undefined) {
      if (step !== 'item.completed') return ignored(STEP);
      const key = type === 'error' ? 'message' : 'text';
      const text = asString(item[key]) ?? '';
      return text === '' ? ignored('empty message') : observed([spoken(seen, words, text, `${AT}/${key}`, null)]);
    }
    if (type === 'todo_list') return this.#list(step, item, seen);
    const end = readEnd(type, item, {}, AT);
    if (end === undefined) return observed([{ kind: 'unrecognised', ...seen, what: `item/${clip(type, 80)}` }]);
    if (step === 'item.updated') return ignored(STEP);
    return step === 'item.started' ? this.#began(end, seen) : this.#ended(end, seen);
  }

  /** The list is logged each time it changes, and once more at the end of the turn. */
  #list(step: string, item: JsonObject, seen: Seen): Reading {
    if (step === 'item.completed') return ignored('state: repeats the list');
    const id = asName(item['id']) ?? placeId(seen);
    const known = this.#lists.get(id);
    const last = fingerprint(item['items']);
    if (known?.last === last) return ignored(TWICE);
    const count = (known?.count ?? 0) + 1;
    this.#lists.set(id, { count, last });
    const callId = count === 1 ? id : `${id}#${count}`;
    const verdict = { status: 'ok', rule: 'end:completed', failure: null } as const;
    const result = resulted(seen, callId, verdict, '', `${AT}/-`, null);
    result.structured = item;
    result.pointers = { content: `${AT}/-`, structured: AT };
    result.isWrittenWithRequest = true;
    return observed([impliedRequest(seen, seen.at, callId, 'update_plan', item, AT, null), result]);
  }

  #began(end: End, seen: Seen): Reading {
    const callId = end.id ?? placeId(seen);
    if (this.#begun.has(callId)) return ignored(TWICE);
    const isAsked = !isToldLater(end);
    this.#begun.set(callId, { at: seen.at, isAsked, isEnded: false });
    return isAsked
      ? observed([requested(seen, callId, end.tool, end.value, AT, null)])
      : ignored('start of a search: told at its end');
  }

  #ended(end: End, seen: Seen): Reading {
    const callId = end.id ?? placeId(seen);
    const begun = this.#begun.get(callId);
    if (begun?.isEnded === true) return ignored(TWICE);
    this.#begun.set(callId, { at: begun?.at ?? null, isAsked: true, isEnded: end.verdict !== null });
    const told: Observation[] = [];
    if (begun?.isAsked !== true)
      told.push(impliedRequest(seen, begun?.at ?? null, callId, end.tool, end.value, AT, null));
    if (end.verdict !== null) {
      const result = resulted(seen, callId, unattended(end.verdict), end.content, end.contentPointer, null);
      result.structured = end.value;
      result.pointers = { content: end.contentPointer, structured: AT };
      told.push(result);
    }
    if (isSpawn(end.tool)) {
      for (const agentId of startedThreads(end.value))
        told.push(linked(seen, { agentId, callId, agentType: null, description: null }));
    }
    return observed(told);
  }
}
