// Writes calls with their facts: a call again is the same row again, and what a session's counts gain or lose comes out.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import { wholePath } from '../../../model/whole-path.ts';
import { filesByCall, recoveryByCall } from '../../rows/batch-facts.ts';
import { type CallNumbers, callNumbersOf, factsOfCall } from '../../rows/call-numbers.ts';
import { CALL_COLUMNS, callValues, NOWHERE } from '../../rows/call-row.ts';
import { hookNumber } from '../../rows/stored-hook.ts';
import { addToTally, type Counted, countedOf, isReplayed, noTally, type Tally } from '../../rows/tally.ts';
import type { SessionBatch } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Given, Statements } from '../database/statement.ts';
import type { CallKeys } from './call-keys.ts';
import { addFact } from './facts.ts';
import type { RowSink } from './row-sink.ts';
import type { StoredSession } from './session-rows.ts';
import type { Words } from './words.ts';

export const CALL_ROW = ['week', 'session_pk', 'pk', 'copy_of', ...CALL_COLUMNS] as const;
const FILE_ROW = ['session_pk', 'call_pk', 'files'] as const;

/** What becomes rows of facts. */
interface PreparedFacts {
  readonly numbers: CallNumbers;
  /** The files of a call that changed several, as JSON. */
  readonly files: string | null;
}

/** A call as it will be written; words have their numbers. */
export interface PreparedCall extends PreparedFacts {
  readonly call: ToolCall;
  /** Of CALL_COLUMNS. */
  readonly values: readonly Given[];
}

/** What was made of calls with words that are all known: when words are asked for a second time it is not made again. */
export class ReadyCalls {
  readonly values = new Map<ToolCall, readonly Given[]>();
  readonly facts = new Map<ToolCall, PreparedFacts>();
}

function readyOr<Made>(ready: Map<ToolCall, Made>, call: ToolCall, words: Words, make: (call: ToolCall) => Made): Made {
  const known = ready.get(call);
  if (known !== undefined) return known;
  const { misses } = words;
  const made = make(call);
  if (words.misses === misses) ready.set(call, made);
  return made;
}

export function prepareCalls(batch: SessionBatch, words: Words, ready: ReadyCalls): PreparedCall[] {
  const numbers = new Map(batch.paths.map((path, num) => [path, num]));
  const project = batch.fields.cwd ?? null;
  const filesOf = filesByCall(batch);
  const home = {
    numberOf: (path: string): number => numbers.get(path) ?? -1,
    frameNumber: (parts: Parameters<Words['numberOfParts']>[1], frame: () => string) =>
      words.numberOfParts('frame', parts, frame),
    hookNumber: (run: Parameters<typeof hookNumber>[0]) => hookNumber(run, words),
  };
  const values = (call: ToolCall): Given[] => callValues(call, home).map(givenOf);
  const facts = (call: ToolCall): PreparedFacts => {
    const files = filesOf(call)?.files.map(({ path, linesAdded, linesRemoved }) => {
      return [words.numberOf('path', wholePath(path, project)), linesAdded, linesRemoved];
    });
    return {
      numbers: callNumbersOf(factsOfCall(call), 0, project, words, null),
      files: files === undefined ? null : JSON.stringify(files),
    };
  };
  return batch.calls.map((call) => ({
    call,
    values: readyOr(ready.values, call, words, values),
    ...readyOr(ready.facts, call, words, facts),
  }));
}

/** No column of a call is a bigint. */
function givenOf(value: ReturnType<typeof callValues>[number]): Given {
  return typeof value === 'bigint' ? Number(value) : value;
}

interface Known extends Counted {
  readonly pk: number;
  readonly callId: string;
  readonly occurrence: number;
  readonly copyOf: number | null;
}

const KNOWN = `SELECT pk, call_id, occurrence, status, blame, strpos(coalesce(flags, ''), 'masks-failure') > 0 AS is_masked,
    copy_of FROM calls WHERE week = $1 AND session_pk = $2
    AND left(call_id, ${ID_HEAD}) = ANY(ARRAY(SELECT left(id, ${ID_HEAD}) FROM unnest($3::text[]) AS id)) AND call_id = ANY($3::text[])`;

export class CallRows {
  readonly #keys: CallKeys;
  readonly #sink: RowSink;
  #reserved: number[] = [];

  constructor(keys: CallKeys, sink: RowSink) {
    this.#keys = keys;
    this.#sink = sink;
  }

  /** Takes keys for so many new calls: for all of a commit in one step. */
  async reserve(on: Transaction, calls: number): Promise<void> {
    this.#reserved = await this.#keys.take(on, calls);
  }

  #add(
    home: StoredSession,
    pk: number,
    { values, numbers, files }: PreparedCall,
    copyOf: number | null,
    recovery: number | null,
  ): void {
    this.#sink.add('calls', CALL_ROW, [home.week, home.pk, pk, copyOf, ...values]);
    if (copyOf === null) addFact(this.#sink, home, pk, { ...numbers, recovery });
    if (files !== null) this.#sink.add('call_files', FILE_ROW, [home.pk, pk, files]);
  }

  /** The first time: nothing of the session is there yet. All of it is known, and what became of its failures too. */
  insertAll(home: StoredSession, batch: SessionBatch, calls: readonly PreparedCall[]): Tally {
    const tally = noTally();
    const recoveryOf = recoveryByCall(batch);
    const keys = this.#reserved.splice(0, calls.length);
    for (const [i, prepared] of calls.entries()) {
      const replayed = isReplayed(prepared.call);
      this.#add(home, keys[i] ?? 0, prepared, replayed ? NOWHERE : null, recoveryOf(prepared.call));
      addToTally(tally, countedOf(prepared.call, replayed), 1);
    }
    return tally;
  }

  /** Brings calls up to date. `calls` holds all occurrences of each id in it. */
  async putAll(on: Transaction, home: StoredSession, calls: readonly PreparedCall[]): Promise<Tally> {
    const tally = noTally();
    if (calls.length === 0) return tally;
    const ids = [...new Set(calls.map(({ call }) => call.callId))];
    const rows = await on.all(KNOWN, home.week, home.pk, ids);
    const known = new Map<string, Known>();
    for (const row of rows) {
      const one = {
        pk: integer(row, 'pk'),
        callId: text(row, 'call_id'),
        occurrence: integer(row, 'occurrence'),
        copyOf: integerOrNull(row, 'copy_of'),
        status: text(row, 'status'),
        blame: textOrNull(row, 'blame'),
        isMasked: integer(row, 'is_masked') !== 0,
        isCopy: integerOrNull(row, 'copy_of') !== null,
      };
      known.set(`${one.occurrence} ${one.callId}`, one);
      addToTally(tally, one, -1);
    }
    const pks = [...known.values()].map(({ pk }) => pk);
    const keys = this.#reserved.splice(0, calls.length);
    // Two calls under one id can turn out to be one: what is not written again is gone.
    if (pks.length > 0) await deleteCalls(on, home, pks);
    for (const [i, prepared] of calls.entries()) {
      const { call } = prepared;
      const row = known.get(`${call.occurrence} ${call.callId}`);
      const isCopy = row?.isCopy ?? isReplayed(call);
      const copyOf = row?.copyOf ?? (isCopy ? NOWHERE : null);
      this.#add(home, row?.pk ?? keys[i] ?? 0, prepared, copyOf, null);
      addToTally(tally, countedOf(call, isCopy), 1);
    }
    return tally;
  }
}

async function deleteCalls(on: Transaction, { week, pk }: StoredSession, calls: readonly number[]): Promise<void> {
  await on.all('DELETE FROM calls WHERE week = $1 AND session_pk = $2 AND pk = ANY($3::int8[])', week, pk, calls);
  await on.all('DELETE FROM facts WHERE week = $1 AND session_pk = $2 AND pk = ANY($3::int8[])', week, pk, calls);
  await on.all('DELETE FROM call_files WHERE session_pk = $1 AND call_pk = ANY($2::int8[])', pk, calls);
}

/** Of calls whose results may still come. */
export async function openCallIds(on: Statements, { week, pk }: StoredSession): Promise<string[]> {
  const rows = await on.all(
    `SELECT DISTINCT call_id FROM calls WHERE week = $1 AND session_pk = $2 AND status IN ('running', 'lost')`,
    week,
    pk,
  );
  return rows.map((row) => text(row, 'call_id'));
}

/** What a session counts, from the rows of its calls. */
export async function recount(on: Transaction, { week, pk }: Pick<StoredSession, 'week' | 'pk'>): Promise<void> {
  await on.all(
    `UPDATE sessions s SET calls = n.calls, failures = n.failures, masked = n.masked, running = n.running FROM (
       SELECT count(*) AS calls,
         count(*) FILTER (WHERE status = 'error' AND blame IS DISTINCT FROM 'expected') AS failures,
         count(*) FILTER (WHERE strpos(flags, 'masks-failure') > 0) AS masked,
         count(*) FILTER (WHERE status = 'running') AS running
       FROM calls WHERE week = $1 AND session_pk = $2 AND copy_of IS NULL) n WHERE s.pk = $2`,
    week,
    pk,
  );
}
