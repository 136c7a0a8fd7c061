// Turns one Codex record into observations: one branch per record type, nothing dropped silently.

import { asName, asObject, asString, type JsonObject, memberOf } from '../../base/json.ts';
import type { Observation, SpokenKind } from '../../model/observation.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { observeActivity } from './activity.ts';
import { endsOfMessage, endsOfNotification } from './agents.ts';
import { observeEnd } from './apply-end.ts';
import { observeAsked, observeReview } from './approvals.ts';
import { observeCall, observeDynamicRequest, observeOutput, type Told } from './calls.ts';
import { readEnd } from './end-records.ts';
import { type Line, looseNumber, type Odd, openLine, turnOf, withTimeChecked } from './envelope.ts';
import { Memory } from './memory.ts';
import { hashSaid, peerText, readMessage, readReasoning, spoken, textOfEvent } from './messages.ts';
import { readOdd } from './odd-lines.ts';
import {
  END_EVENTS,
  END_ITEMS,
  IGNORED_EVENTS,
  IGNORED_ITEMS,
  IGNORED_RECORDS,
  ITEM_ROLES,
  TWIN_EVENTS,
} from './records.ts';
import { beginThread, isReplayed, keptOfParent } from './replay.ts';
import { changedFields, contextFields, metaFields, ownThread, sandboxOf } from './session.ts';
import { observeTurnAborted, observeTurnEnd, observeTurnStart } from './turns.ts';
import { type Counted, countOfEvent, countOfRecord, uncounted } from './usage.ts';

const TWIN = 'twin of a response item';

function told({ observations, findings }: Told): Reading {
  return findings.length === 0 ? observed(observations) : { kind: 'observed', observations, node: null, findings };
}

/** Observed if there is something to observe; else ignored, with the reason. */
function orIgnored(observations: readonly Observation[], reason: string): Reading {
  return observations.length === 0 ? ignored(reason) : observed(observations);
}

export class CodexReader implements LineReader {
  readonly #file: OpenFile;
  readonly #memory: Memory;
  /** Reads what was copied from a parent whose log is missing. */
  #parent: CodexReader | undefined;

  constructor(file: OpenFile, state?: unknown) {
    this.#file = file;
    this.#memory = Memory.revive(state);
    const parent = asObject(state)?.['parent'];
    if (parent !== undefined) this.#parent = new CodexReader({ ...file, isOrphan: false }, parent);
  }

  state(): unknown {
    const own = this.#memory.save();
    return this.#parent === undefined ? own : { ...asObject(own), parent: this.#parent.state() };
  }

  /** Lines of the parent: they are in its own log, and read there. Without that log they are all that is left of it. */
  #replayed(record: JsonObject, ref: LineRef): Reading {
    if (this.#file.isOrphan !== true) return ignored('replayed parent line');
    this.#parent ??= new CodexReader({ ...this.#file, isOrphan: false });
    const reading = this.#parent.read(record, ref);
    if (reading.kind !== 'observed') return ignored('replayed parent line');
    const kept = reading.observations.flatMap(keptOfParent);
    return kept.length === 0 ? ignored('replayed parent line') : observed(kept);
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const line = openLine(record, ref, this.#file.thread, this.#memory.bare);
    const reading = this.#read(record, ref, line);
    return 'odd' in line ? reading : withTimeChecked(reading, line.seen, record);
  }

  #read(record: JsonObject, ref: LineRef, line: Line | Odd): Reading {
    if ('odd' in line) return readOdd(line, ref, this.#file.thread);
    if (isReplayed(line, this.#memory)) return this.#replayed(record, ref);
    switch (line.type) {
      case 'session_meta':
        return this.#meta(line);
      case 'turn_context':
        return this.#context(line, line.payload);
      case 'response_item':
        return this.#item(line);
      case 'event_msg':
        return this.#event(line);
      case 'compacted':
        return this.#compaction(line, 'compacted');
      case 'inter_agent_communication':
        return this.#peer(line);
      case 'token_usage_record':
        this.#memory.usageRecords = true;
        return this.#usage(line, countOfRecord(line.payload));
      default: {
        const reason = IGNORED_RECORDS.get(line.type);
        return reason === undefined ? this.#unknown(line, line.type) : ignored(reason);
      }
    }
  }

  #unknown(line: Line, what: string): Reading {
    return observed([{ kind: 'unrecognised', ...line.seen, what }]);
  }

  /** The first one is the thread's own; the parent's were filtered out before. */
  #meta(line: Line): Reading {
    const memory = this.#memory;
    if (memory.own === null) {
      const begun = ownThread(line.payload);
      if (begun !== undefined) beginThread(begun.own, begun.copied, line.seen.at, memory);
      if (line.base === '') memory.bare = true;
    }
    const fields = changedFields(metaFields(line.payload), memory);
    return orIgnored(
      fields === undefined ? [] : [{ kind: 'session-described', ...line.seen, fields }],
      'state: session unchanged',
    );
  }

  /** `turn_context`, or the settings inside `thread_settings_applied`. */
  #context(line: Line, context: JsonObject): Reading {
    const memory = this.#memory;
    memory.turn = turnOf(line) ?? memory.turn;
    memory.model = asName(context['model']) ?? memory.model;
    memory.sandbox = sandboxOf(context, memory.sandbox);
    const fields = changedFields(contextFields(context), memory);
    return orIgnored(
      fields === undefined ? [] : [{ kind: 'session-described', ...line.seen, fields }],
      'state: settings unchanged',
    );
  }

  #item(line: Line): Reading {
    const memory = this.#memory;
    const { payload } = line;
    // A message needs no type to be one.
    const type = asName(memberOf(payload, 'type')) ?? (typeof payload['role'] === 'string' ? 'message' : undefined);
    if (type === undefined) return misread('no-item-type', 'A response item without a type.');
    memory.responseItems = true;
    switch (ITEM_ROLES.get(type)) {
      case 'call':
        return told(observeCall(type, line, memory));
      case 'output':
        return told(observeOutput(type, line, memory));
      case 'reasoning':
        return this.#reasoning(line);
      case 'message':
        return this.#message(line);
      case 'peer':
        return this.#peer(line);
      case 'compaction':
        return this.#compaction(line, 'item');
      default: {
        const reason = IGNORED_ITEMS.get(type);
        return reason === undefined ? this.#unknown(line, `response_item/${type}`) : ignored(reason);
      }
    }
  }

  #message(line: Line): Reading {
    const memory = this.#memory;
    const { seen, payload, base } = line;
    const said = readMessage(payload);
    if (said === undefined || said.text === '') return ignored('empty message');
    if (said.what !== 'answer') memory.group = null;
    else memory.compaction.clear();
    if (this.#wasSaid(said.what, said.text)) return ignored('twin of an event');
    const model = said.what === 'answer' ? memory.model : null;
    const message = spoken(seen, said.what, said.text, `${base}/content`, model);
    if (said.what !== 'notification') return observed([message]);
    return observed([message, ...endsOfNotification(said.text, seen, memory)]);
  }

  #reasoning(line: Line): Reading {
    const memory = this.#memory;
    memory.compaction.clear();
    const { text, hasContent } = readReasoning(line.payload);
    if (hasContent) memory.reasoningContent = true;
    if (text === '') return ignored('encrypted reasoning');
    if (this.#wasSaid('thinking', text)) return ignored('twin of an event');
    return observed([spoken(line.seen, 'thinking', text, `${line.base}/summary`, memory.model)]);
  }

  #peer(line: Line): Reading {
    const { seen, payload, base } = line;
    const text = peerText(payload);
    const ends = endsOfMessage(asName(payload['author']), text, seen, this.#memory);
    const pointer = 'content' in payload ? `${base}/content` : base;
    return observed([spoken(seen, 'peer', text, pointer, null), ...ends]);
  }

  /** Several records report one compaction: the first counts. */
  #compaction(line: Line, kind: string): Reading {
    const memory = this.#memory;
    const known = memory.compaction;
    if (known.size > 0 && !known.has(kind)) {
      known.add(kind);
      return ignored('twin of a compaction');
    }
    known.clear();
    known.add(kind);
    const { seen, payload, base } = line;
    const trigger = asName(payload['trigger']) ?? 'unknown';
    const observations: Observation[] = [
      { kind: 'context-compacted', ...seen, trigger, preTokens: null, postTokens: null },
    ];
    const summary = asName(payload['message']);
    if (summary !== undefined) observations.push(spoken(seen, 'compact-summary', summary, `${base}/message`, null));
    return observed(observations);
  }

  #usage(line: Line, counted: Counted | undefined): Reading {
    if (counted === undefined) return uncounted(line.payload);
    const { ref, at, thread } = line.seen;
    return observed([{ kind: 'usage-counted', ref, at, thread, ...counted, model: this.#memory.model }]);
  }

  #tokenCount(line: Line): Reading {
    if (this.#memory.usageRecords) return ignored('twin of a usage record');
    return this.#usage(line, countOfEvent(line.payload));
  }

  #event(line: Line): Reading {
    const { payload, base } = line;
    const type = asName(memberOf(payload, 'type'));
    if (type === undefined) return misread('no-event-type', 'An event without a type.');
    // A quarter of all records.
    if (type === 'token_count') return this.#tokenCount(line);
    if (TWIN_EVENTS.has(type)) return this.#twin(line, type);
    if (END_EVENTS.has(type)) {
      const end = readEnd(type, payload, payload, base);
      if (end !== undefined)
        return orIgnored(observeEnd(end, line, 'end-event', this.#memory), 'state: step of a stream');
    }
    const reason = IGNORED_EVENTS.get(type);
    if (reason !== undefined) return ignored(reason);
    return this.#turnEvent(line, type) ?? this.#otherEvent(line, type) ?? this.#unknown(line, `event_msg/${type}`);
  }

  #turnEvent(line: Line, type: string): Reading | undefined {
    const memory = this.#memory;
    const { seen, payload } = line;
    switch (type) {
      case 'task_started':
      case 'turn_started':
        return orIgnored(observeTurnStart(line, memory), 'state: turn began');
      case 'task_complete':
      case 'turn_complete':
        return orIgnored(observeTurnEnd(line, memory), 'state: turn ended');
      case 'turn_aborted':
        return orIgnored(observeTurnAborted(line, memory), 'state: turn ended');
      case 'context_compacted':
        return this.#compaction(line, type);
      case 'thread_rolled_back': {
        const turns = looseNumber(payload['num_turns']) ?? 0;
        // They add up, so a duplicated line must not count twice.
        if (seen.at !== null && seen.at === memory.lastRollbackAt) return ignored('copy of a record');
        memory.lastRollbackAt = seen.at;
        return orIgnored(
          turns > 0 ? [{ kind: 'turns-rolled-back', ...seen, turns }] : [],
          'state: nothing rolled back',
        );
      }
      case 'thread_settings_applied':
        return this.#context(line, asObject(payload['thread_settings']) ?? {});
      case 'item_completed':
        return this.#completed(line);
      default:
        return undefined;
    }
  }

  #otherEvent(line: Line, type: string): Reading | undefined {
    const { seen, payload, base } = line;
    switch (type) {
      case 'sub_agent_activity':
        return observeActivity(line, payload, asName(payload['event_id']), this.#memory);
      case 'dynamic_tool_call_request': {
        const request = observeDynamicRequest(line, this.#memory);
        return request === undefined ? ignored('twin of a call') : told(request);
      }
      case 'guardian_assessment':
        return observeReview(line);
      case 'exec_approval_request':
      case 'apply_patch_approval_request':
      case 'request_permissions':
      case 'elicitation_request':
        return observeAsked(line);
      case 'thread_name_updated': {
        const title = asName(payload['thread_name'] ?? payload['threadName']);
        if (title === undefined) return ignored('state: name removed');
        return observed([{ kind: 'session-described', ...seen, fields: { title, titleBy: 'user' } }]);
      }
      case 'error':
      case 'stream_error':
        return this.#notice(
          line,
          'api-error',
          asName(payload['message']) ?? asName(asObject(payload['error'])?.['message']),
        );
      case 'warning':
      case 'guardian_warning':
      case 'undo_completed':
        return this.#notice(line, 'notice', asName(payload['message']));
      case 'thread_goal_updated':
        return this.#notice(line, 'notice', asName(asObject(payload['goal'])?.['objective']));
      case 'entered_review_mode':
        return this.#review(line, asName(payload['user_facing_hint']) ?? asName(payload['prompt']), base);
      case 'exited_review_mode': {
        const output = asObject(payload['review_output']);
        const text = asName(output?.['overall_explanation']) ?? type;
        return observed([spoken(seen, 'notice', text, `${base}/review_output`, null)]);
      }
      default:
        return undefined;
    }
  }

  /** A person requested a review, which is a turn: the prompt went to the reviewer, not into this thread. */
  #review(line: Line, target: string | undefined, pointer: string): Reading {
    this.#memory.group = null;
    const text = target === undefined ? '/review' : `/review ${target}`;
    return observed([spoken(line.seen, 'command', text, pointer, null)]);
  }

  #notice(line: Line, what: SpokenKind, text: string | undefined): Reading {
    return observed([spoken(line.seen, what, text ?? '', line.base, null)]);
  }

  /** Repeats a response item, unless the file has only events: then it is the only record of it. */
  #twin(line: Line, type: string): Reading {
    const memory = this.#memory;
    const raw = type === 'agent_reasoning_raw_content';
    // Raw thoughts are repeated only by items that show their content.
    if (raw ? memory.reasoningContent : memory.responseItems) return ignored(TWIN);
    const what: SpokenKind = type === 'user_message' ? 'prompt' : type === 'agent_message' ? 'answer' : 'thinking';
    return this.#saidOnce(line, what, textOfEvent(line.payload), line.base);
  }

  /** Whether an event has said it before. */
  #wasSaid(what: SpokenKind, text: string): boolean {
    const { spoken: said } = this.#memory;
    return said.length > 0 && said.includes(hashSaid(what, text));
  }

  #saidOnce(line: Line, what: SpokenKind, text: string, pointer: string): Reading {
    const memory = this.#memory;
    if (text === '') return ignored('empty message');
    if (this.#wasSaid(what, text)) return ignored('twin of an event');
    memory.noteSpoken(hashSaid(what, text));
    return observed([spoken(line.seen, what, text, pointer, what === 'prompt' ? null : memory.model)]);
  }

  #completed(line: Line): Reading {
    const { payload, base } = line;
    const item = asObject(payload['item']);
    const type = asName(item?.['type']);
    if (item === undefined || type === undefined) return misread('no-item', 'A completed item without an item.');
    const pointer = `${base}/item`;
    if (END_ITEMS.has(type)) {
      const end = readEnd(type, item, payload, pointer);
      if (end !== undefined)
        return orIgnored(observeEnd(end, line, 'item-completed', this.#memory), 'state: step of a stream');
    }
    switch (type) {
      case 'UserMessage':
      case 'AgentMessage':
      case 'Reasoning':
        return this.#spokenItem(line, type, item, pointer);
      case 'FunctionCallOutput':
        return ignored(TWIN);
      case 'Plan':
        return observed([
          spoken(line.seen, 'notice', asString(item['text']) ?? '', `${pointer}/text`, this.#memory.model),
        ]);
      case 'HookPrompt':
        return ignored(TWIN);
      case 'EnteredReviewMode':
        return this.#review(line, asName(item['review']), pointer);
      case 'ExitedReviewMode':
        return observed([spoken(line.seen, 'notice', asName(item['review']) ?? type, pointer, null)]);
      case 'ContextCompaction':
        return this.#compaction(line, type);
      case 'SubAgentActivity':
        return observeActivity(line, item, asName(item['id']), this.#memory);
      default:
        return this.#unknown(line, `item_completed/${type}`);
    }
  }

  #spokenItem(line: Line, type: string, item: JsonObject, pointer: string): Reading {
    if (this.#memory.responseItems) return ignored(TWIN);
    if (type === 'Reasoning') return this.#saidOnce(line, 'thinking', readReasoning(item).text, pointer);
    return this.#saidOnce(line, type === 'UserMessage' ? 'prompt' : 'answer', peerText(item), `${pointer}/content`);
  }
}
