// Claims and evidence: if an answer says that tests, checks, types, a build or a deployment pass, the call that shows it, or what the
// log has instead. A claim is not doubted when anything unseen could have shown it.

import { type CheckKind, checkOfWords } from '../commands/check-kind.ts';
import { allPrograms, baseName } from '../commands/programs.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import { isChange } from './changes.ts';
import type { CheckResult, CheckRun } from './checks.ts';
import { claimsIn, mayClaim, type SaidClaim } from './claim-sentences.ts';
import { isLater, type LogMoment, LogPlaces } from './log-places.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SeenHook,
  type SeenMessage,
  type SessionView,
  traitOf,
} from './session-view.ts';

/**
 * `shown`: the last run before it passed, or showed no failure. `not-run`, `failed`, `hidden-failure`, `before-last-edit`, `partly`:
 * what the log has instead. `unclear`: there was a run, and the log does not say what it means for the claim.
 */
export const STANDINGS = [
  'shown',
  'not-run',
  'failed',
  'hidden-failure',
  'before-last-edit',
  'partly',
  'unclear',
] as const;
export type Standing = (typeof STANDINGS)[number];

export interface Claim {
  readonly about: CheckKind;
  /** The answer's own words. */
  readonly quote: string;
  readonly at: number | null;
  /** The line of the answer. */
  readonly ref: LineRef;
  readonly standing: Standing;
  /** The run that supports or contradicts it. */
  readonly call: CallRef | null;
  /** What that run said. */
  readonly result: CheckResult | null;
}

const MOST_CLAIMS = 200;

/** Programs that look, move and write, and check nothing. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'cat head tail sed awk grep egrep rg ag find fd ls pwd cd echo printf wc sort uniq cut tr tee diff cmp stat file which type ' +
    'mkdir rm mv cp touch chmod ln git jq yq date env export set unset true false sleep test [ basename dirname realpath tree ' +
    'du df ps kill open code xargs nl less more column source . gofmt prettier rustfmt black isort read while for done do'
  ).split(' '),
);

/** Words in a prompt, a hook or a person's command that may mean that something was checked. */
const MAY_CHECK =
  /test|check|lint|build|compil|tsc|verif|\bci\b|make|npm|yarn|pnpm|cargo|pass|green|work|deploy|type|\.sh\b|script/i;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|scala|ex|exs|vue|svelte|sh|sql|css|scss|html|proto|lua|dart|zig)$/i;
const ELSEWHERE = /^(?:\/private)?\/(?:tmp|var)\/|\/(?:\.claude|\.codex|scratchpad)\//;

/** Outside the session's working folder: what ran there says nothing about it. */
function isElsewhere(path: string, cwd: string | undefined): boolean {
  if (ELSEWHERE.test(path)) return true;
  return cwd !== undefined && /^(?:\/|[a-z]:)/i.test(path) && !path.startsWith(cwd);
}

function hookMayCheck({ command, event }: SeenHook): boolean {
  return /^(?:PostToolUse|Stop|SubagentStop|PreToolUse)/i.test(event) && (command === null || MAY_CHECK.test(command));
}

/** Whether a call can have run a check that is not recognised as one. */
function mayCheck(call: SeenCall, traits: InsightOptions['traits']): boolean {
  if (call.hooks.some(hookMayCheck)) return true;
  const { family, touches } = traitOf(traits, call.toolId);
  if (touches !== null || family === 'search' || family === 'files' || family === 'plan') return false;
  if (family === 'dialogue') return false;
  const { command } = call.facts;
  if (call.toolId !== 'shell' || command === undefined) return true;
  return allPrograms(command).some((words) => {
    return checkOfWords(words) === undefined && !HARMLESS.has(baseName(words[0] ?? ''));
  });
}

/** Whether something was over before an answer was given; undefined when the log does not say. */
function isBefore(moment: LogMoment, answer: SeenMessage): boolean | undefined {
  if (moment.line.source === answer.ref.source) return moment.line.offset < answer.ref.offset;
  return moment.at === null || answer.at === null ? undefined : moment.at <= answer.at;
}

function endOf({ bodies, endedAt, requestedAt }: SeenCall): LogMoment {
  return { line: bodies.content ?? bodies.input, at: endedAt ?? requestedAt };
}

/** Background work ends with a notification, whose place is unknown: only its time is known. */
function runEnd(call: SeenCall): LogMoment {
  const { bodies, endedAt, requestedAt } = call;
  if (call.background === null) return endOf(call);
  return { line: { ...bodies.input, source: -1 }, at: endedAt ?? requestedAt };
}

interface EndedRun extends CheckRun {
  readonly end: LogMoment;
}

interface Place {
  readonly end: LogMoment;
}

function placeOf({ ref, at }: { readonly ref: LineRef; readonly at: number | null }): Place {
  return { end: { line: ref, at } };
}

/** The evidence in the log for what answers say. */
class Testimony {
  readonly #view: SessionView;
  readonly #runs: readonly EndedRun[];
  readonly #options: InsightOptions;
  #doubtful: readonly LogMoment[] | undefined;
  #edits: LogPlaces<Place> | undefined;
  /** By the claimed kind, or the named command. */
  readonly #byClaim = new Map<string, LogPlaces<EndedRun>>();
  readonly #prompts: LogPlaces<Place>;
  readonly #requests: LogPlaces<Place>;

  constructor(view: SessionView, runs: readonly CheckRun[], options: InsightOptions) {
    this.#view = view;
    this.#runs = runs.map((run) => ({ ...run, end: runEnd(run.call) }));
    this.#options = options;
    const isMain = ({ thread }: { readonly thread: string }): boolean => thread === MAIN_THREAD;
    this.#prompts = new LogPlaces(view.messages.filter(isPrompt).map(placeOf));
    this.#requests = new LogPlaces(
      view.calls.filter(isMain).map(({ bodies, requestedAt }) => placeOf({ ref: bodies.input, at: requestedAt })),
    );
  }

  /** Moments at which something may have been checked that is not a known check. */
  get #doubts(): readonly LogMoment[] {
    this.#doubtful ??= [
      ...this.#view.calls.filter((call) => mayCheck(call, this.#options.traits)).map(endOf),
      ...this.#view.hooks.filter(hookMayCheck).map(({ ref, at }) => ({ line: ref, at })),
      ...this.#view.compactions.map(({ ref, at }) => ({ line: ref, at })),
      ...this.#view.messages.filter(personMayCheck).map(({ ref, at }) => ({ line: ref, at })),
    ];
    return this.#doubtful;
  }

  /** Changes of source files by the agent's own tools. */
  get #changes(): LogPlaces<Place> {
    const { traits } = this.#options;
    const changes = (call: SeenCall): boolean => {
      const path = call.facts.path ?? '';
      if (!SOURCE.test(path) || isElsewhere(path, this.#view.fields.cwd) || call.flags.includes('off-branch')) {
        return false;
      }
      return isChange(call, traits);
    };
    this.#edits ??= new LogPlaces(this.#view.calls.filter(changes).map((call) => ({ end: endOf(call) })));
    return this.#edits;
  }

  #runsOf(said: SaidClaim): readonly EndedRun[] {
    return this.#runs.filter(({ check, command, result }) => {
      return (
        result !== 'not-run' && (said.command === null ? check.kind === said.about : isSame(said.command, command))
      );
    });
  }

  #lastRun(said: SaidClaim, answer: LogMoment): EndedRun | undefined {
    const name = said.command ?? ` ${said.about}`;
    const known = this.#byClaim.get(name) ?? new LogPlaces(this.#runsOf(said));
    this.#byClaim.set(name, known);
    return known.lastBefore(answer);
  }

  about(said: SaidClaim, answer: SeenMessage, text: string): Claim {
    const { about, quote } = said;
    const base = { about, quote, at: answer.at, ref: lineOf(answer.ref) };
    const last = this.#lastRun(said, placeOf(answer).end);
    if (last === undefined) return { ...base, standing: this.#withoutRun(said, answer), call: null, result: null };
    const standing = this.#ofRun(said, last, answer, text);
    return { ...base, standing, call: callRef(last.call), result: last.result };
  }

  /** Whether anything between a moment and the answer may have been a check. */
  #hasDoubt(since: LogMoment | undefined, answer: SeenMessage): boolean {
    return this.#doubts.some((doubt) => {
      return isBefore(doubt, answer) !== false && (since === undefined || isLater(doubt, since) !== false);
    });
  }

  #withoutRun({ about, command }: SaidClaim, answer: SeenMessage): Standing {
    if (command !== null || about === 'checks' || about === 'deployment') return 'unclear';
    const { forkedFrom, parentSession } = this.#view.fields;
    const isFork = forkedFrom !== undefined || parentSession !== undefined;
    const isCopied = isFork || this.#view.calls.some(({ flags }) => flags.includes('replayed'));
    // A log that begins in the middle, or omits threads, may lack the run.
    const isWhole = this.#view.messages[0]?.what === 'prompt' && this.#view.threads.length <= 1 && !isCopied;
    const hasCalls = this.#view.calls.length > 0;
    // Any check may include this one: tests compile, builds check types.
    const hasRuns = this.#runs.some(({ end }) => isBefore(end, answer) !== false);
    return isWhole && hasCalls && !hasRuns && !this.#hasDoubt(undefined, answer) ? 'not-run' : 'unclear';
  }

  #ofRun(said: SaidClaim, last: EndedRun, answer: SeenMessage, text: string): Standing {
    const { call, result, end } = last;
    if (result === 'open' || call.toolId !== 'shell') return 'unclear';
    if (result === 'failed' || result === 'hidden-failure') {
      const isSure = said.scope === 'all' && !EXPLAINS.test(text) && !this.#hasDoubt(end, answer);
      const failure = call.masked ?? call.failure;
      return isSure && failure !== null && failure.blame === 'code' ? result : 'unclear';
    }
    const edit = this.#changes.lastBefore(placeOf(answer).end)?.end;
    if (edit !== undefined && isLater(edit, end) !== false) {
      const isSure = isLater(edit, end) === true && !this.#hasDoubt(edit, answer);
      return isSure ? 'before-last-edit' : 'unclear';
    }
    return said.isExplicit && this.#isLast(answer) && this.#isPart(said, edit, answer) ? 'partly' : 'shown';
  }

  /** Nothing was done after it in its turn: it is not an interim remark. */
  #isLast(answer: SeenMessage): boolean {
    const { end } = placeOf(answer);
    const request = this.#requests.firstAfter(end);
    const prompt = this.#prompts.firstAfter(end);
    return request === undefined || (prompt !== undefined && isLater(request.end, prompt.end) === true);
  }

  /** All that ran since the last edit selected some tests. */
  #isPart(said: SaidClaim, edit: LogMoment | undefined, answer: SeenMessage): boolean {
    const since = this.#runsOf(said).filter(({ end }) => {
      return isBefore(end, answer) === true && (edit === undefined || isLater(end, edit) !== false);
    });
    return since.every(({ check }) => check.isPart) && !this.#hasDoubt(edit, answer);
  }
}

/** The answer mentions failures itself: people can judge that. */
const EXPLAINS = /fail|pre-?existing|unrelated|flak|known issue|except|broken/i;

function isPrompt({ what, thread }: SeenMessage): boolean {
  return thread === MAIN_THREAD && what === 'prompt';
}

/** A person's words, and commands that the person ran. */
function personMayCheck({ what, thread, preview }: SeenMessage): boolean {
  if (thread !== MAIN_THREAD) return false;
  if (what === 'prompt') return MAY_CHECK.test(preview);
  return what === 'shell' || what === 'command' || what === 'notification' || what === 'peer';
}

function lineOf({ source, line, offset, length }: LineRef): LineRef {
  return { source, line, offset, length };
}

function folded(command: string): string {
  return command.replace(/\s+/g, ' ').trim();
}

/** Whether a command line runs the command that was named. */
function isSame(named: string, command: string): boolean {
  const name = folded(named);
  const at = folded(command).indexOf(name);
  if (at === -1) return false;
  const after = folded(command).slice(at + name.length);
  return after === '' || /^[\s;&|)]/.test(after);
}

/** Answers of the main thread that claim something, in order. */
export function claimsOf(view: SessionView, runs: readonly CheckRun[], options: InsightOptions): Claim[] {
  const testimony = new Testimony(view, runs, options);
  const claims: Claim[] = [];
  for (const message of view.messages) {
    if (message.what !== 'answer' || message.thread !== MAIN_THREAD) continue;
    // Short answers are known in full, only without line breaks: most need not be read again.
    if (message.size <= message.preview.length && !mayClaim(message.preview)) continue;
    const text = view.textOf(message);
    const seen = new Set<string>();
    for (const said of text === null ? [] : claimsIn(text)) {
      const claim = testimony.about(said, message, text ?? '');
      // Neither shown nor doubted: there is nothing to say about it.
      if (claim.standing === 'unclear' && claim.call === null) continue;
      const key = `${claim.about} ${claim.standing} ${claim.call?.callId ?? ''} ${claim.call?.occurrence ?? ''}`;
      if (seen.has(key)) continue;
      seen.add(key);
      claims.push(claim);
      if (claims.length === MOST_CLAIMS) return claims;
    }
  }
  return claims;
}
