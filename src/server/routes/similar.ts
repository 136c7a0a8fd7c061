// "Has this failed before, and what helped?": similar failures, grouped, with what was tried after them and what worked.

import type { BriefCall, FailureCase, FailureGroup } from '../../api/wire/similar.ts';
import { AppError } from '../../base/app-error.ts';
import { sessionKey } from '../../base/session-key.ts';
import { FailureMatcher, type Likeness } from '../../insights/failure-likeness.ts';
import { inTimeOrder, recoveriesIn } from '../../model/recoveries.ts';
import type { SessionAttempt } from '../../store/questions/sessions.ts';
import type { FailedCall, FailureClass, FailureOwner } from '../../store/questions/stats.ts';
import type { Questions } from '../../store/questions.ts';
import { pageOf } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';
import { placeOf } from '../shape/place.ts';

const USUAL = 3;
const MOST = 10;
/** Failures that are compared: the newest of the given class, and the newest of all others. */
const MOST_OF_CLASS = 2500;
const MOST_OTHERS = 1500;
/** Per group. */
const CASES = 2;
/** Calls listed between a failure and what worked, or after it when nothing did. */
const TOLD_AFTER = 4;

interface Candidate extends FailureOwner {
  readonly call: FailedCall;
  readonly isHere: boolean;
  readonly score: number;
}

interface Found {
  /** Of the most similar member, with its score. */
  likeness: Likeness;
  readonly text: string;
  readonly of: FailureClass;
  readonly members: Candidate[];
  score: number;
}

type Ranked = readonly [of: FailureClass, call: FailedCall];

/** The newest so many calls of these classes, in no order: to sort all of them would take longer than to compare some. */
function newest(classes: readonly FailureClass[], most: number): Ranked[] {
  const times = new Float64Array(countOf(classes));
  let count = 0;
  for (const { calls } of classes) for (const { at } of calls) times[count++] = at ?? 0;
  const oldest = count <= most ? Number.NEGATIVE_INFINITY : (times.sort()[count - most] ?? 0);
  const found: Ranked[] = [];
  for (const of of classes) {
    for (const call of of.calls) if ((call.at ?? 0) >= oldest && found.length < most) found.push([of, call]);
  }
  return found;
}

function countOf(classes: readonly FailureClass[]): number {
  return classes.reduce((sum, { calls }) => sum + calls.length, 0);
}

/** The failures to compare, and whether these are all there are. */
function toCompare(
  classes: readonly FailureClass[],
  code: string | undefined,
): { readonly compared: readonly Ranked[]; readonly isComplete: boolean } {
  const ofClass = newest(
    classes.filter((of) => of.code === code),
    MOST_OF_CLASS,
  );
  const others = newest(
    classes.filter((of) => of.code !== code),
    MOST_OTHERS + MOST_OF_CLASS - ofClass.length,
  );
  const compared = [...ofClass, ...others];
  return { compared, isComplete: compared.length === countOf(classes) };
}

function isBelow(project: string | null, folder: string | undefined): boolean {
  if (folder === undefined || project === null) return false;
  return project === folder || project.startsWith(`${folder}/`) || project.startsWith(`${folder}\\`);
}

async function compare(
  { stats }: Questions,
  matcher: FailureMatcher,
  compared: readonly Ranked[],
  folder: string | undefined,
): Promise<readonly Found[]> {
  const words = await stats.failureWords(compared.map(([, call]) => call.key));
  const matches = compared.flatMap(([of, call], number) => {
    const said = words[number];
    const match = said === undefined ? null : matcher.match({ code: of.code, ...said });
    return match === null ? [] : [{ of, call, match }];
  });
  const owners = await stats.ownersOf(matches.map(({ call }) => call.key));
  const groups = new Map<string, Found>();
  for (const [number, { of, call, match }] of matches.entries()) {
    const owner = owners[number];
    if (owner === undefined) continue;
    const { likeness, text, score } = match;
    const name = JSON.stringify([of.toolId, of.code, of.masked, text]);
    const group = groups.get(name) ?? { likeness, text, of, members: [], score: 0 };
    groups.set(name, group);
    const isHere = isBelow(owner.project, folder);
    // A failure in the same project is more useful than the same one elsewhere.
    const worth = score + (isHere ? 0.02 : 0);
    if (worth > group.score) Object.assign(group, { likeness, score: worth });
    group.members.push({ ...owner, call, isHere, score });
  }
  return [...groups.values()].sort((a, b) => b.score - a.score || b.members.length - a.members.length);
}

/** Reads what followed failures; each session is read once. */
class Aftermath {
  readonly #questions: Questions;
  readonly #ordered = new Map<string, readonly SessionAttempt[]>();

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  async of(failed: Candidate): Promise<FailureCase[]> {
    const { agent, session, project } = failed;
    const told = await this.#brief(failed, failed);
    if (told === null) return [];
    const ordered = await this.#orderOf(agent, session);
    const isOne = ({ callId, occurrence }: Pick<SessionAttempt, 'callId' | 'occurrence'>): boolean =>
      callId === failed.callId && occurrence === failed.occurrence;
    const from = ordered.findIndex(isOne);
    const recovery = recoveriesIn(ordered).recoveries.find(isOne);
    const by = recovery?.by ?? null;
    const thread = ordered[from]?.thread;
    const later = ordered.slice(from + 1, by === null ? undefined : by.index).filter((one) => one.thread === thread);
    const after = by === null ? later.slice(0, TOLD_AFTER) : later.slice(-TOLD_AFTER);
    const tried: BriefCall[] = [];
    for (const one of after) {
      const brief = await this.#brief(failed, one);
      if (brief !== null) tried.push(brief);
    }
    return [
      {
        failed: told,
        project,
        sessionTitle: await this.#questions.sessions.title({ agent, id: session }),
        after: tried,
        leftOut: by === null ? 0 : later.length - after.length,
        worked: by === null ? null : await this.#brief(failed, by),
        rule: recovery?.rule ?? null,
        calls: recovery?.calls ?? null,
        ms: recovery?.ms ?? null,
      },
    ];
  }

  async #orderOf(agent: string, session: string): Promise<readonly SessionAttempt[]> {
    const name = sessionKey(agent, session);
    const known = this.#ordered.get(name);
    const ordered = known ?? inTimeOrder(await this.#questions.sessions.attempts({ agent, id: session }));
    this.#ordered.set(name, ordered);
    return ordered;
  }

  async #brief(
    { agent, session }: Pick<Candidate, 'agent' | 'session'>,
    { callId, occurrence }: Pick<SessionAttempt, 'callId' | 'occurrence'>,
  ): Promise<BriefCall | null> {
    const found = await this.#questions.calls.get({ agent, session, callId, occurrence });
    if (found === undefined) return null;
    const { call, paths } = found;
    const { tool, toolId, summary, status, requestedAt, endedAt } = call;
    const failure = call.failure ?? call.masked;
    return {
      ...{ agent, session, callId, occurrence, tool, toolId, summary, status },
      failure: failure === null ? null : { code: failure.code, message: failure.message },
      at: requestedAt ?? endedAt,
      place: placeOf(call.bodies.input, (source) => paths.get(source) ?? ''),
    };
  }
}

function median(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? null;
}

/** The most useful ones: of this project, similar, recovered from, recent. */
function bestOf(members: readonly Candidate[]): readonly Candidate[] {
  const worth = ({ isHere, score, call }: Candidate): number =>
    score + (isHere ? 0.2 : 0) + ((call.recovery ?? 0) !== 0 ? 0.3 : 0);
  const sorted = members.toSorted((a, b) => worth(b) - worth(a) || (b.call.at ?? 0) - (a.call.at ?? 0));
  // Two of one session are mostly alike.
  const sessions = new Set<number>();
  const apart = sorted.filter(({ call }) => !sessions.has(call.session) && sessions.add(call.session));
  return apart.slice(0, CASES);
}

async function groupOnWire({ likeness, text, of, members }: Found, aftermath: Aftermath): Promise<FailureGroup> {
  const { code, blame, toolId, masked } = of;
  const known = members.flatMap(({ call }) => (call.recovery === null ? [] : [Math.abs(call.recovery)]));
  const took = known.filter((calls) => calls > 0);
  const times = members.flatMap(({ call }) => call.at ?? []);
  const cases: FailureCase[] = [];
  for (const member of bestOf(members)) cases.push(...(await aftermath.of(member)));
  return {
    ...{ likeness, code, blame, toolId, masked, text },
    count: members.length,
    sessions: new Set(members.map(({ call }) => call.session)).size,
    examined: known.length,
    recovered: took.length,
    callsToRecover: median(took),
    lastAt: times.length === 0 ? null : times.reduce((last, at) => Math.max(last, at)),
    cases,
  };
}

export const similarFailures: HandlerOf<'similarFailures'> = async (asked) => {
  const { library, query } = asked;
  const { questions } = library;
  const [error = '', command = ''] = [query.error?.trim(), query.command?.trim()];
  if (error === '' && command === '') {
    throw new AppError('bad-usage', 'Give the error, the command that failed, or both.');
  }
  const matcher = new FailureMatcher({ error: error || null, command: command || null });
  const { classes } = await questions.stats.failures(questionOf(query.filter, asked), {
    withExpected: false,
    withMasked: true,
    buckets: 0,
  });
  const { compared, isComplete } = toCompare(classes, matcher.failure?.code);
  const found = await compare(questions, matcher, compared, query.project);
  const { shown, next } = pageOf(found, query.cursor, pageSize(query.limit, USUAL, MOST));
  const aftermath = new Aftermath(questions);
  const { failure } = matcher;
  const groups: FailureGroup[] = [];
  for (const group of shown) groups.push(await groupOnWire(group, aftermath));
  return {
    class: failure === null ? null : { code: failure.code, blame: failure.blame },
    groups,
    next,
    compared: compared.length,
    isComplete,
  };
};
