// The fold: observations in, in any order and any number of times; the facts of a session out, and which calls they changed. Knows
// no tool and no vendor, keeps no bodies, and reads no clock.

import { hashText } from '../base/hash.ts';
import { oneLine } from '../base/headline.ts';
import { clip } from '../base/text.ts';
import type { TaskReference } from '../model/interpretation.ts';
import { LastLeaf, type LeafTitle, leafTitle, withLeafTitle } from '../model/leaf-titles.ts';
import type {
  CallHeard,
  CallRequested,
  CallResulted,
  MessageSpoken,
  Observation,
  RecordNode,
  SessionFields,
  SpokenKind,
  ThreadId,
} from '../model/observation.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { Message } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import { ArrivalOrder } from './arrival-order.ts';
import { CallsById } from './calls-by-id.ts';
import { ChangedCalls } from './changed-calls.ts';
import { ContextTracker } from './context.ts';
import { Description } from './description.ts';
import {
  type CallFacts,
  FactTexts,
  hookRun,
  noteHook,
  noteLonger,
  notePermission,
  noteProgress,
  noteSupplement,
  type ResultFact,
  requestFact,
  resultFact,
  withOne,
} from './facts.ts';
import type { FoldState } from './fold-state.ts';
import { noteReport } from './hook-reports.ts';
import { ThreadTracker } from './known-threads.ts';
import { addMember, membersOf } from './member-table.ts';
import { firstWord, noteWord } from './model-progress.ts';
import { SessionHookReports } from './session-hook-reports.ts';
import { TaskTracker } from './tasks.ts';
import { RecordTree } from './tree.ts';
import { noTurns, notePrompt, startsOf } from './turn-starts.ts';
import { UsageTracker } from './usage.ts';

export interface FoldOptions {
  /** Keep a row per spoken message; not needed for a list of calls. */
  readonly messages: boolean;
  /** Track which calls change; not needed to read a log once, whole. */
  readonly tracking: boolean;
}

/** The kinds of nearly all records. */
type UsualKind =
  | 'call-requested'
  | 'call-resulted'
  | 'hook-ran'
  | 'progress-made'
  | 'message-spoken'
  | 'usage-counted'
  | 'session-described';
type RareObservation = Exclude<Observation, { readonly kind: UsualKind }>;

/** Messages that are shown as rows. */
const ROWS: ReadonlySet<SpokenKind> = new Set(['prompt', 'command', 'notification', 'peer']);

/** Characters kept of a message. */
const PREVIEW = 280;

export class SessionFold {
  readonly calls: CallsById;
  readonly order = new ArrivalOrder();
  readonly tree: RecordTree;
  readonly tasks: TaskTracker;
  readonly threads: ThreadTracker;
  /** Titles of the sessions that hold these records. */
  readonly leafTitles: FoldState['leafTitles'];
  readonly compactions: FoldState['compactions'];
  readonly contexts: ContextTracker;
  readonly hooks: FoldState['hooks'];
  readonly heard: SessionHookReports;
  /** Messages since the fold was created; a restored fold does not have the earlier ones. */
  readonly messages: Message[] = [];
  readonly superseded: FoldState['superseded'];
  readonly rollbacks: FoldState['rollbacks'];
  /** Calls of one model message, by its hash. */
  readonly groups: FoldState['groups'];
  /** The model's last requests, per thread. */
  readonly modelWords: FoldState['modelWords'];
  readonly usage: UsageTracker;
  startedAt: number | null;
  lastAt: number | null;
  readonly #options: FoldOptions;
  readonly #changes = new ChangedCalls();
  readonly #texts = new FactTexts();
  readonly #description: Description;
  readonly #turns: FoldState['turns'];
  readonly #byThread: FoldState['byThread'];
  readonly #byRecord: FoldState['byRecord'];
  readonly #open: FoldState['open'];

  constructor(options: FoldOptions = { messages: true, tracking: true }, state?: FoldState) {
    this.#options = options;
    this.calls = new CallsById(state?.calls);
    this.tree = new RecordTree(state?.tree, options.tracking);
    this.tasks = new TaskTracker(state?.tasks);
    this.threads = new ThreadTracker(this.calls, state?.threads);
    this.leafTitles = state?.leafTitles ?? [];
    this.compactions = state?.compactions ?? [];
    this.contexts = new ContextTracker(options.tracking, state?.contexts);
    this.hooks = state?.hooks ?? [];
    this.heard = new SessionHookReports(state?.heard);
    this.superseded = state?.superseded ?? new Set();
    this.rollbacks = state?.rollbacks ?? [];
    this.groups = state?.groups ?? new Map();
    this.modelWords = state?.modelWords ?? new Map();
    this.usage = new UsageTracker(state?.usage, options.tracking);
    this.startedAt = state?.startedAt ?? null;
    this.lastAt = state?.lastAt ?? null;
    this.#description = new Description(state?.description);
    this.#turns = state?.turns ?? new Map();
    this.#byThread = state?.byThread ?? new Map();
    this.#byRecord = state?.byRecord ?? new Map();
    this.#open = state?.open ?? new Map();
    // In a session that begins here everything is new: changes are tracked after the first report.
    if (state === undefined) this.#changes.everything();
  }

  /** Shares its parts with the fold: serialize it before the fold continues. Changes must have been taken. */
  save(): FoldState {
    return {
      calls: this.calls.save(),
      tree: this.tree.save(),
      tasks: this.tasks.save(),
      description: this.#description.save(),
      leafTitles: this.leafTitles,
      threads: this.threads.save(),
      compactions: this.compactions,
      contexts: this.contexts.save(),
      hooks: this.hooks,
      heard: this.heard.save(),
      superseded: this.superseded,
      rollbacks: this.rollbacks,
      groups: this.groups,
      modelWords: this.modelWords,
      usage: this.usage.save(),
      startedAt: this.startedAt,
      lastAt: this.lastAt,
      turns: this.#turns,
      byThread: this.#byThread,
      byRecord: this.#byRecord,
      open: this.#open,
    };
  }

  /** Adds a record to the tree. False when the record was added before: its line is a copy. */
  place(node: RecordNode, ref: LineRef): boolean {
    return this.tree.add(node, ref);
  }

  /** What the session's own records say of it. */
  get fields(): SessionFields {
    return this.#description.fields;
  }

  get isNamed(): boolean {
    return this.#description.isNamed;
  }

  /** With the title that its own logs, or others, have for one of its records. */
  fieldsWith(leafTitles: readonly LeafTitle[] = this.leafTitles): SessionFields {
    const last = new LastLeaf();
    for (const { leaf, title } of leafTitles) {
      const place = this.tree.orderOf(leaf);
      if (place !== undefined) last.take(title, place);
    }
    return withLeafTitle(this.fields, last.title);
  }

  apply(observation: Observation): void {
    const { at } = observation;
    if (at !== null) {
      if (this.startedAt === null || at < this.startedAt) this.startedAt = at;
      if (this.lastAt === null || at > this.lastAt) this.lastAt = at;
    }
    this.threads.see(observation.thread);
    switch (observation.kind) {
      case 'call-requested':
        this.#requested(observation);
        break;
      case 'call-resulted':
        this.#resulted(observation);
        break;
      case 'hook-ran':
        if (observation.callId === null) this.hooks.push(hookRun(observation, this.#texts));
        else noteHook(this.#touch(observation.callId), observation, this.#texts);
        break;
      case 'progress-made':
        noteProgress(this.#touch(observation.callId), observation);
        break;
      case 'message-spoken':
        this.#messageSpoken(observation);
        break;
      case 'usage-counted':
        this.usage.note(observation);
        break;
      case 'session-described':
        if (observation.ofRecord === undefined) {
          this.#description.note(observation.fields, observation.ref, observation.isHint);
        } else this.#noteLeafTitle(observation.ofRecord, observation.fields.title ?? '');
        break;
      default:
        this.#applyRare(observation);
    }
  }

  /** Separate from the others: in one function, the first of each kind would deoptimize all of it. */
  #applyRare(observation: RareObservation): void {
    const { thread } = observation;
    switch (observation.kind) {
      case 'result-supplemented':
        noteSupplement(this.#touch(observation.callId), observation);
        break;
      case 'permission-decided':
        notePermission(this.#touch(observation.callId), observation);
        break;
      case 'call-heard':
        if (observation.callId === null) this.heard.noteLoose(observation);
        else this.#heard(observation.callId, observation);
        break;
      case 'session-heard':
        this.heard.noteWord(observation);
        break;
      case 'background-ended':
        this.#changes.calls(this.tasks.end(observation));
        break;
      case 'subagent-linked':
        this.threads.link(observation);
        break;
      case 'context-compacted':
        this.compactions.push(observation);
        this.#changes.calls(this.contexts.compacted(thread, observation.ref));
        break;
      case 'context-cleared':
        for (const callId of observation.callIds) this.#touch(callId).cleared = true;
        break;
      case 'records-superseded':
        for (const record of observation.records) {
          this.superseded.add(record);
          this.#changes.calls(membersOf(this.#byRecord, hashText(record)));
        }
        break;
      case 'turns-rolled-back':
        this.rollbacks.push({ thread, turns: observation.turns, ref: observation.ref });
        this.#changes.everything();
        break;
      case 'turn-measured':
      case 'unrecognised':
        break;
    }
  }

  /** A tool said that a call is about another call's background work. */
  visitTask(callId: string, task: TaskReference, result: ResultFact | null): void {
    this.#changes.calls(this.tasks.visit(callId, task, result));
  }

  /** The calls whose projection may have changed since the last call. */
  takeChanged(): ReadonlySet<string> | 'all' {
    return this.heard.widened(this.#changed(), this.#options.tracking ? this.calls : null);
  }

  #changed(): ReadonlySet<string> | 'all' {
    const { records, groups } = this.tree.settle();
    if (!this.#options.tracking) return this.#changes.take();
    for (const { thread, starters } of this.threads.moved()) {
      this.#changes.calls(membersOf(this.#byThread, thread));
      this.#changes.calls(starters);
    }
    for (const record of records) this.#changes.calls(membersOf(this.#byRecord, record));
    for (const group of groups) this.#changes.calls(membersOf(this.groups, group));
    return this.#changes.take();
  }

  /** The starts of a thread's turns, in file order. */
  turnsOf(thread: ThreadId): readonly LineRef[] {
    const turns = this.#turns.get(thread);
    return turns === undefined ? [] : startsOf(turns);
  }

  #touch(callId: string): CallFacts {
    if (this.#options.tracking) this.#changes.call(callId);
    return this.calls.open(callId);
  }

  #requested(seen: CallRequested): void {
    const { callId, thread, group, record } = seen;
    const facts = this.#touch(callId);
    const fact = requestFact(seen, this.#texts);
    this.threads.requested(fact);
    if (noteLonger(facts, fact)) return;
    this.order.requested(facts, seen.ref, this.calls.newest);
    facts.requests = withOne(facts.requests, fact);
    this.#modelSpoke(thread, seen.ref, group);
    this.contexts.requested(callId, thread, seen.ref);
    if (this.#options.tracking) this.#track(facts, thread, record);
    // A second call makes its message's first one parallel.
    const message = group === null ? null : hashText(group);
    if (message !== null && addMember(this.groups, message, callId) === 2) {
      this.#changes.calls(membersOf(this.groups, message));
    }
  }

  #track({ callId }: CallFacts, thread: ThreadId, record: string | null): void {
    addMember(this.#byThread, thread, callId);
    if (record !== null) addMember(this.#byRecord, hashText(record), callId);
    // An id can be reused, and a result can appear twice: each request waits for its own result, whatever was read before it.
    const open = this.#open.get(thread);
    if (open === undefined) this.#open.set(thread, new Set([callId]));
    else open.add(callId);
  }

  #resulted(seen: CallResulted): void {
    const { callId, record, background } = seen;
    const facts = this.#touch(callId);
    const fact = resultFact(seen, facts, this.#texts);
    facts.results = withOne(facts.results, fact);
    if (this.#options.tracking) {
      if (facts.results.length >= facts.requests.length) {
        for (const { thread } of facts.requests) this.#open.get(thread)?.delete(callId);
      }
      if (record !== null) addMember(this.#byRecord, hashText(record), callId);
    }
    if (background !== null && background.taskId !== null) this.tasks.start(background.taskId, callId);
    this.threads.resulted(fact);
  }

  #heard(callId: string, seen: CallHeard): void {
    const facts = this.#touch(callId);
    this.order.heard(facts);
    noteReport(facts, seen);
  }

  #modelSpoke(thread: ThreadId, ref: LineRef, group: string | null): void {
    const words = this.modelWords.get(thread);
    if (words === undefined) {
      this.modelWords.set(thread, firstWord(ref, group));
      return;
    }
    const isLater = compareRefs(words.last.ref, ref) < 0;
    if (!noteWord(words, ref, group) || !this.#options.tracking) return;
    // The model went on: calls of earlier messages without a result were left behind. Reported once, unless the record was read
    // later than its place in the file.
    const open = this.#open.get(thread);
    this.#changes.calls(open);
    if (isLater) open?.clear();
  }

  #noteLeafTitle(record: string, text: string): void {
    const title = leafTitle(hashText(record), text);
    if (title !== undefined) this.leafTitles.push(title);
  }

  #messageSpoken(observation: MessageSpoken): void {
    const { what, thread, at, text, model, callId, ref, pointer } = observation;
    if (this.#options.messages) {
      const { gist } = observation;
      const preview = gist !== undefined || ROWS.has(what) ? oneLine(gist ?? text, PREVIEW) : clip(text, PREVIEW);
      this.messages.push({ what, thread, at, preview, size: text.length, model, callId, ref, pointer });
    }
    if (what !== 'prompt' && what !== 'command') return;
    const isReplayed = observation.replayed === true;
    this.#description.notePrompt(observation.gist ?? text, ref, thread === MAIN_THREAD && !isReplayed);
    // What another session said begins no turn of this one.
    if (isReplayed) return;
    const turns = this.#turns.get(thread) ?? noTurns();
    this.#turns.set(thread, turns);
    if (notePrompt(turns, text, at, ref)) this.#changes.calls(membersOf(this.#byThread, thread));
  }
}
