// Owns the fold: observations in, in any order and any number of times; the facts of a session out. Knows no tool and no
// vendor, keeps no bodies, and asks no clock.

import { fingerprint } from '../base/hash.ts';
import { clip } from '../base/text.ts';
import type {
  CallRequested,
  CallResulted,
  HookRan,
  MessageSpoken,
  Observation,
  RecordNode,
  SessionFields,
  ThreadId,
} from '../model/observation.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { Compaction, Message } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import type { TokenUsage } from '../model/usage.ts';
import { type CallFacts, type EndFact, emptyFacts, type LinkFact, type RequestFact, type ResultFact } from './facts.ts';
import { RecordTree } from './tree.ts';

interface FieldFact {
  readonly value: SessionFields[keyof SessionFields];
  readonly titleBy: SessionFields['titleBy'];
  readonly ref: LineRef;
}

interface UsageFact {
  readonly model: string | null;
  readonly usage: TokenUsage;
}

export interface FoldOptions {
  /** Keep a row per spoken message; a list of calls does without. */
  readonly messages: boolean;
}

/** Characters kept of a message. */
const PREVIEW = 280;

/** A title given by a person beats a generated one, whenever it came. */
const TITLE_RANK: Record<NonNullable<SessionFields['titleBy']>, number> = { prompt: 0, summary: 1, model: 2, user: 3 };

export class SessionFold {
  readonly calls = new Map<string, CallFacts>();
  readonly tree = new RecordTree();
  readonly threads = new Set<ThreadId>([MAIN_THREAD]);
  readonly links: LinkFact[] = [];
  readonly ends: EndFact[] = [];
  readonly compactions: Compaction[] = [];
  readonly hooks: HookRun[] = [];
  readonly messages: Message[] = [];
  readonly superseded = new Set<string>();
  readonly rollbacks: { thread: ThreadId; turns: number; ref: LineRef }[] = [];
  /** Where each thread's turns begin. */
  readonly turns = new Map<ThreadId, LineRef[]>();
  /** The last thing the model said or asked for, per thread. */
  readonly lastModelWord = new Map<ThreadId, { ref: LineRef; group: string | null }>();
  readonly usage = new Map<string, UsageFact>();
  readonly #fields = new Map<keyof SessionFields, FieldFact>();
  readonly #options: FoldOptions;
  startedAt: number | null = null;
  lastAt: number | null = null;

  constructor(options: FoldOptions = { messages: true }) {
    this.#options = options;
  }

  /** Takes a record's place in the tree. False when the record was taken before: its line is a copy. */
  place(node: RecordNode, ref: LineRef): boolean {
    return this.tree.add(node, ref);
  }

  apply(observation: Observation): void {
    const { at, thread } = observation;
    if (at !== null) {
      if (this.startedAt === null || at < this.startedAt) this.startedAt = at;
      if (this.lastAt === null || at > this.lastAt) this.lastAt = at;
    }
    this.threads.add(thread);
    switch (observation.kind) {
      case 'call-requested': {
        this.facts(observation.callId).requests.push(requestFact(observation));
        this.#modelSpoke(thread, observation.ref, observation.group);
        break;
      }
      case 'call-resulted': {
        this.facts(observation.callId).results.push(resultFact(observation));
        break;
      }
      case 'result-supplemented':
        this.facts(observation.callId).supplements.push({ ref: observation.ref, pointer: observation.pointer });
        break;
      case 'hook-ran': {
        const { callId } = observation;
        (callId === null ? this.hooks : this.facts(callId).hooks).push(hookRun(observation));
        break;
      }
      case 'permission-decided': {
        this.facts(observation.callId).permissions.push(observation);
        break;
      }
      case 'progress-made': {
        const { progress } = this.facts(observation.callId);
        progress.count++;
        if (progress.lastRef === null || compareRefs(progress.lastRef, observation.ref) < 0) {
          progress.lastRef = observation.ref;
          progress.lastAt = at;
          progress.elapsedMs = observation.elapsedMs;
        }
        break;
      }
      case 'background-ended': {
        this.ends.push(observation);
        break;
      }
      case 'subagent-linked': {
        this.links.push(observation);
        break;
      }
      case 'message-spoken':
        this.#messageSpoken(observation);
        break;
      case 'usage-counted': {
        // The record with the largest output is the final one; they are never summed, and the first is a placeholder.
        const known = this.usage.get(observation.key);
        if (known === undefined || observation.usage.output > known.usage.output) {
          this.usage.set(observation.key, { model: observation.model, usage: observation.usage });
        }
        break;
      }
      case 'session-described':
        this.#describe(observation.fields, observation.ref);
        break;
      case 'context-compacted': {
        this.compactions.push(observation);
        break;
      }
      case 'context-cleared':
        for (const callId of observation.callIds) this.facts(callId).cleared = true;
        break;
      case 'records-superseded':
        for (const record of observation.records) this.superseded.add(record);
        break;
      case 'turns-rolled-back':
        this.rollbacks.push({ thread, turns: observation.turns, ref: observation.ref });
        break;
      case 'turn-measured':
      case 'unrecognised':
        break;
    }
  }

  facts(callId: string): CallFacts {
    const known = this.calls.get(callId);
    if (known !== undefined) return known;
    const created = emptyFacts(callId);
    this.calls.set(callId, created);
    return created;
  }

  get fields(): SessionFields {
    const fields: Record<string, unknown> = {};
    for (const [key, { value, titleBy }] of this.#fields) {
      fields[key] = value;
      if (key === 'title' && titleBy !== undefined) fields['titleBy'] = titleBy;
    }
    return fields as SessionFields;
  }

  #describe(fields: SessionFields, ref: LineRef): void {
    for (const key of Object.keys(fields) as (keyof SessionFields)[]) {
      if (key === 'titleBy') continue;
      const value = fields[key];
      if (value === undefined || value === '') continue;
      const known = this.#fields.get(key);
      const titleBy = key === 'title' ? fields.titleBy : undefined;
      const rank = titleBy === undefined ? 0 : TITLE_RANK[titleBy];
      const knownRank = known?.titleBy === undefined ? 0 : TITLE_RANK[known.titleBy];
      if (known !== undefined && (rank < knownRank || (rank === knownRank && compareRefs(ref, known.ref) < 0)))
        continue;
      this.#fields.set(key, { value, titleBy, ref });
    }
  }

  #modelSpoke(thread: ThreadId, ref: LineRef, group: string | null): void {
    const known = this.lastModelWord.get(thread);
    if (known === undefined || compareRefs(known.ref, ref) < 0) this.lastModelWord.set(thread, { ref, group });
  }

  #messageSpoken(observation: MessageSpoken): void {
    const { what, thread, at, text, model, callId, ref, pointer } = observation;
    if (this.#options.messages) {
      this.messages.push({
        what,
        thread,
        at,
        preview: clip(text, PREVIEW),
        size: text.length,
        model,
        callId,
        ref,
        pointer,
      });
    }
    if (what === 'prompt' || what === 'command') {
      const starts = this.turns.get(thread);
      if (starts === undefined) this.turns.set(thread, [ref]);
      else starts.push(ref);
    }
  }
}

function requestFact(seen: CallRequested): RequestFact {
  return {
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: seen.callId,
    tool: seen.tool,
    record: seen.record,
    group: seen.group,
    model: seen.model,
    pointer: seen.pointer,
    fingerprint: fingerprint(seen.input),
    parentCall: seen.parentCall,
    implied: seen.implied,
    promptHash: seen.promptHash,
    wirePointer: seen.wirePointer,
  };
}

function resultFact(seen: CallResulted): ResultFact {
  return {
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: seen.callId,
    verdict: seen.verdict,
    record: seen.record,
    requestRecord: seen.requestRecord,
    background: seen.background,
    agentId: seen.agentId,
    runId: seen.runId,
    pointers: seen.pointers,
    reportedMs: seen.reportedMs,
    continues: seen.continues,
  };
}

function hookRun({
  event,
  name,
  command,
  outcome,
  exitCode,
  durationMs,
  decision,
  message,
  at,
  ref,
}: HookRan): HookRun {
  return { event, name, command, outcome, exitCode, durationMs, decision, message, at, ref };
}
