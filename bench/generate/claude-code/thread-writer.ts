// The envelope: turns bodies into the records of one thread, chained by parentUuid, in the order each version writes.

import type { LineSink } from '../outlet.ts';
import type { Rng } from '../rng.ts';
import { type Clock, iso } from '../session-request.ts';
import type { Dialect } from './dialect.ts';

/** What every record of a session repeats. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly dialect: Dialect;
  readonly rng: Rng;
  readonly clock: Clock;
  readonly nickname: string;
  readonly entrypoint: string;
  cwd: string;
  gitBranch: string;
  /** One id per turn. */
  promptId: string;
}

export interface RecordPlace {
  /** Instead of the end of the thread's chain. */
  readonly parent?: string | null;
  readonly logicalParent?: string;
  readonly atMs?: number;
  /** False: the record is attached to the chain without becoming its end. */
  readonly extends?: boolean;
}

/** A record as others may repeat it (progress echoes). */
export interface WrittenRecord {
  readonly kind: 'user' | 'assistant';
  readonly message: string;
  readonly uuid: string;
  readonly atMs: number;
  readonly requestId: string | null;
}

export class ThreadWriter {
  readonly facts: SessionFacts;
  readonly agentId: string | null;
  readonly sidechain: boolean;
  /** The end of the chain. */
  leaf: string | null = null;
  /** Sees every user and assistant record. */
  onRecord: ((record: WrittenRecord) => void) | null = null;
  readonly #sink: LineSink;

  constructor(facts: SessionFacts, sink: LineSink, agent: { id: string | null } | null = null) {
    this.facts = facts;
    this.#sink = sink;
    this.agentId = agent?.id ?? null;
    this.sidechain = agent !== null;
  }

  /** A record without uuid and parent. */
  state(json: string): void {
    this.#sink.line(json);
  }

  record(body: string, tail: string, place: RecordPlace = {}): string {
    const { facts } = this;
    const uuid = facts.rng.uuid();
    const parent = place.parent === undefined ? this.leaf : place.parent;
    const logical = place.logicalParent === undefined ? '' : `"logicalParentUuid":"${place.logicalParent}",`;
    const head = `{"parentUuid":${parent === null ? 'null' : `"${parent}"`},${logical}"isSidechain":${this.sidechain},`;
    const stamp = `,"uuid":"${uuid}","timestamp":"${iso(place.atMs ?? facts.clock.now)}"`;
    const line =
      facts.dialect.envelope === 'before'
        ? `${head}${this.#envelopeBefore()}${body}${stamp}${tail}}`
        : `${head}${body}${stamp}${tail}${this.#envelopeAfter()}}`;
    this.#sink.line(line);
    if (place.extends !== false) this.leaf = uuid;
    return uuid;
  }

  user(message: string, tail = '', place: RecordPlace = {}): string {
    const { facts } = this;
    const modern = facts.dialect.promptIds ? `"promptId":"${facts.promptId}",` : '';
    const agent = facts.dialect.envelope === 'after' && this.agentId !== null ? `"agentId":"${this.agentId}",` : '';
    const uuid = this.record(`${modern}${agent}"type":"user","message":${message}`, tail, place);
    this.onRecord?.({ kind: 'user', message, uuid, atMs: place.atMs ?? facts.clock.now, requestId: null });
    return uuid;
  }

  assistant(message: string, requestId: string | null, tail = '', place: RecordPlace = {}): string {
    const { facts } = this;
    const request = requestId === null ? '' : `"requestId":"${requestId}",`;
    const agent = facts.dialect.envelope === 'after' && this.agentId !== null ? `"agentId":"${this.agentId}",` : '';
    const uuid = this.record(`${agent}"message":${message},${request}"type":"assistant"`, tail, place);
    this.onRecord?.({ kind: 'assistant', message, uuid, atMs: place.atMs ?? facts.clock.now, requestId });
    return uuid;
  }

  system(subtype: string | null, fields: string, place: RecordPlace = {}): string {
    const name = subtype === null ? '' : `"subtype":"${subtype}",`;
    return this.record(`"type":"system",${name}${fields}`, '', place);
  }

  attachment(attachment: string, place: RecordPlace = {}): string {
    return this.record(`"attachment":${attachment},"type":"attachment"`, '', place);
  }

  progress(data: string, toolUseId: string, parentToolUseId: string, place: RecordPlace = {}): string {
    const ids = `"toolUseID":"${toolUseId}","parentToolUseID":"${parentToolUseId}"`;
    return this.record(`"type":"progress","data":${data},${ids}`, '', place);
  }

  #envelopeBefore(): string {
    const { facts } = this;
    const branch = facts.dialect.gitBranch ? `"gitBranch":${JSON.stringify(facts.gitBranch)},` : '';
    const agent = this.agentId === null ? '' : `"agentId":"${this.agentId}",`;
    const nickname = facts.dialect.nickname ? `"slug":"${facts.nickname}",` : '';
    return `"userType":"external","cwd":${JSON.stringify(facts.cwd)},"sessionId":"${facts.sessionId}","version":"${facts.dialect.version}",${branch}${agent}${nickname}`;
  }

  #envelopeAfter(): string {
    const { facts } = this;
    const twin = facts.dialect.sessionIdTwice ? `,"session_id":"${facts.sessionId}"` : '';
    return `${twin},"userType":"external","entrypoint":"${facts.entrypoint}","cwd":${JSON.stringify(facts.cwd)},"sessionId":"${facts.sessionId}","version":"${facts.dialect.version}","gitBranch":${JSON.stringify(facts.gitBranch)}`;
  }
}

export function textMessage(escaped: string): string {
  return `{"role":"user","content":"${escaped}"}`;
}

export function blocksMessage(blocks: string): string {
  return `{"role":"user","content":[${blocks}]}`;
}
