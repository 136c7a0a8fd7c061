// Pairs the requests and results in a list of raw records: the same calls as from a file with these lines.

import { isObject, type JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { formats } from '../formats/registry.ts';
import { project } from '../lifecycle/project.ts';
import { SessionFold } from '../lifecycle/reduce.ts';
import { logsEnds } from '../model/log-coverage.ts';
import { MAIN_THREAD, type Observation } from '../model/observation.ts';
import { type BodyRef, FURTHER_LINES, type LineRef } from '../model/source.ts';
import { recordedVerdict, type ToolCall } from '../model/tool-call.ts';
import { interpret } from '../tools/interpret.ts';
import { parsedFrom } from './interpret-call.ts';
import { type Bodies, Interpretations } from './interpretations.ts';
import type { PairedCall } from './parsed-call.ts';
import { isTakenAgain } from './taken-again.ts';

export interface PairOptions {
  /** More records may follow: a call without a result is `running`, not `lost`. */
  readonly live?: boolean;
}

/** The format that is surest of the record. */
function formatOf(record: JsonObject): Format | undefined {
  let best: Format | undefined;
  let surest = 0;
  for (const format of formats) {
    const sure = format.recognise(record);
    if (sure > surest) [best, surest] = [format, sure];
  }
  return best;
}

/** Records by format; unknown ones stay with the record before them. */
function byFormat(records: readonly unknown[]): Map<Format, JsonObject[]> {
  const groups = new Map<Format, JsonObject[]>();
  let last: Format | undefined;
  for (const record of records) {
    if (!isObject(record)) continue;
    last = formatOf(record) ?? last;
    if (last === undefined) continue;
    const group = groups.get(last);
    if (group === undefined) groups.set(last, [record]);
    else group.push(record);
  }
  return groups;
}

/** A record's place is its number in the list. */
function refOf(index: number): LineRef {
  return { source: 0, line: index + 1, offset: index, length: 1 };
}

/** Reads the records in this order. */
class RecordSession {
  readonly format: Format;
  readonly id: string;
  readonly #records: readonly JsonObject[];
  readonly #fold = new SessionFold({ messages: false, tracking: false });
  readonly #interpretations: Interpretations;
  /** When each record was written, according to its own observations. */
  readonly times: (number | null)[] = [];
  readonly #requested = new Set<string>();
  readonly #early = new Set<string>();

  constructor(format: Format, records: readonly JsonObject[]) {
    this.format = format;
    this.id = format.identify('', records)?.session ?? '';
    this.#records = records;
    const bodies: Bodies = { record: (ref) => this.record(ref), pathOf: () => '' };
    this.#interpretations = new Interpretations(format, bodies);
    const reader = format.open({ path: '', source: 0, session: this.id, thread: MAIN_THREAD });
    for (const [index, record] of records.entries()) {
      const ref = refOf(index);
      const reading = reader.read(record, ref);
      const seen = reading.kind === 'observed' ? reading.observations : [];
      this.times.push(seen.find(({ at }) => at !== null)?.at ?? null);
      if (reading.kind === 'problem') continue;
      const isNew = reading.node === null || this.#fold.place(reading.node, ref);
      for (const observation of seen) if (isNew || isTakenAgain(observation, true)) this.#apply(observation);
    }
  }

  /** Whether a result came before its request. */
  get isShuffled(): boolean {
    return [...this.#early].some((callId) => this.#requested.has(callId));
  }

  #apply(observation: Observation): void {
    if (observation.kind === 'call-requested') this.#requested.add(observation.callId);
    if (observation.kind === 'call-resulted' && !this.#requested.has(observation.callId)) {
      this.#early.add(observation.callId);
    }
    this.#fold.apply(observation);
    this.#interpretations.see(observation, false);
  }

  record({ offset, length }: LineRef): JsonObject | undefined {
    const record = this.#records[offset];
    if (record === undefined || length === 1) return record;
    return { ...record, [FURTHER_LINES]: this.#records.slice(offset + 1, offset + length) };
  }

  calls(live: boolean): readonly ToolCall[] {
    const interpretations = this.#interpretations;
    const context = {
      agent: this.format.agent,
      session: this.id,
      live,
      namesMessages: this.format.namesMessages === true,
      isEndLogged: logsEnds(this.format.logs),
      pathOf: () => '',
      interpret: interpretations.of.bind(interpretations),
      failureAtEnd: interpretations.failureAtEnd.bind(interpretations),
      mayVisit: interpretations.mayVisit.bind(interpretations),
      letGo: interpretations.letGo.bind(interpretations),
    };
    return project(this.#fold, context, 'all').calls;
  }

  /** The call with its bodies, typed. */
  open(call: ToolCall): PairedCall {
    const { format } = this;
    const { input, content, structured } = call.bodies;
    const at = <Value>(
      ref: BodyRef | null,
      read: (record: JsonObject, pointer: string) => Value,
    ): Value | undefined => {
      const record = ref === null ? undefined : this.record(ref);
      return ref === null || record === undefined ? undefined : read(record, ref.pointer);
    };
    const asked = at(input, (record, pointer) => format.inputAt(record, pointer));
    const shown = at(content, (record, pointer) => format.contentAt(record, pointer)) ?? '';
    const companion = at(structured, (record, pointer) => format.structuredAt(record, pointer));
    const read = content === null ? null : { verdict: recordedVerdict(call), content: shown };
    const outcome = read === null ? null : { ...read, structured: companion };
    const full = interpret({ agent: call.agent, tool: call.tool, input: asked, outcome });
    return { ...parsedFrom({ agent: call.agent, name: call.tool }, full, read, call), callId: call.callId, call };
  }
}

/** The records by time; those without one stay after the record before them. */
function inOrderOfTime(records: readonly JsonObject[], times: readonly (number | null)[]): readonly JsonObject[] {
  let last = Number.NEGATIVE_INFINITY;
  const dated = records.map((record, index) => {
    last = times[index] ?? last;
    return { record, at: last };
  });
  return dated.sort((a, b) => a.at - b.at).map(({ record }) => record);
}

/**
 * All calls in the raw records of one session, paired and typed. The agent is recognised by the records. They may come in any order: if
 * a result comes before its request, the records are sorted by time first. What an agent expresses by order alone (which calls of Codex
 * ran in parallel) is only as good as the given order.
 *
 * @example
 * import { pairCalls } from 'toolscope/parse';
 * const lines = '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls"}}]}}';
 * for (const call of pairCalls(lines.split('\\n').map((line) => JSON.parse(line)))) console.log(call.tool, call.status);
 */
export function pairCalls(records: readonly unknown[], { live = false }: PairOptions = {}): readonly PairedCall[] {
  const paired: PairedCall[] = [];
  for (const [format, own] of byFormat(records)) {
    const first = new RecordSession(format, own);
    const session = first.isShuffled ? new RecordSession(format, inOrderOfTime(own, first.times)) : first;
    for (const call of session.calls(live)) paired.push(session.open(call));
  }
  return paired;
}
