// Answers "how did calls turn out, week by week?": by agent, version, model, project and outcome.

import { text, textOrNull } from '../../../base/row.ts';
import { DAY_MS } from '../../../base/time.ts';
import { BLAMES, STATUSES } from '../../../model/outcome.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { type OutcomeSum, weekOf } from '../../questions/trends.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { oneOf } from '../../rows/one-of.ts';
import { CallScan } from './call-scan.ts';
import { outcomeWords, wordList } from './interned-lists.ts';

/** Sessions of one agent, version and project: numbered, so that calls are counted by number alone. */
interface Owners {
  readonly list: readonly Pick<OutcomeSum, 'agent' | 'version' | 'project'>[];
  /** By the keys of sessions. */
  readonly of: readonly number[];
  /** Sessions that are still written to. */
  readonly open: ReadonlySet<number>;
}

function ownersIn(database: Database): Owners {
  const list: Pick<OutcomeSum, 'agent' | 'version' | 'project'>[] = [];
  const of: number[] = [];
  const open = new Set<number>();
  const rows = database.query(
    `SELECT agent, version, project, json_group_array(pk) AS keys,
       json_group_array(pk) FILTER (WHERE is_settled = 0) AS open FROM sessions GROUP BY agent, version, project`,
    (row) => {
      const keys: readonly number[] = JSON.parse(text(row, 'keys'));
      const going: readonly number[] = JSON.parse(text(row, 'open'));
      for (const key of keys) of[key] = list.length;
      for (const key of going) open.add(key);
      list.push({
        agent: text(row, 'agent'),
        version: textOrNull(row, 'version'),
        project: textOrNull(row, 'project'),
      });
    },
  );
  rows.all();
  return { list, of, open };
}

interface Counts {
  calls: number;
  examined: number;
  recovered: number;
  waits: number;
  waitMs: number;
}

interface Group {
  /** Any time of the week; NaN if no time is known. */
  readonly at: number;
  readonly owner: number;
  readonly model: number;
  /** By the numbers of the outcome's word and of a hidden failure's. */
  readonly counts: Map<number, Counts>;
}

/** Calls of one week, owner and model follow each other: the last group is remembered. */
class Groups {
  readonly #groups = new Map<string, Group>();
  #last: Group | undefined;
  #week = Number.NaN;

  of(at: number, owner: number, model: number): Group {
    const week = Math.floor((Math.floor(at / DAY_MS) + 3) / 7);
    const last = this.#last;
    if (last?.owner === owner && last.model === model && Object.is(week, this.#week)) return last;
    const name = `${week} ${owner} ${model}`;
    const group = this.#groups.get(name) ?? { at, owner, model, counts: new Map() };
    this.#groups.set(name, group);
    this.#last = group;
    this.#week = week;
    return group;
  }

  all(): Iterable<Group> {
    return this.#groups.values();
  }
}

/** `waited` is NaN if nobody was asked, or if it is unknown how long that took. */
function add(sum: Counts, isOpen: boolean, recovery: number, waited: number): void {
  sum.calls++;
  if (!isOpen) sum.examined++;
  if (!isOpen && recovery !== 0) sum.recovered++;
  if (Number.isNaN(waited)) return;
  sum.waits++;
  sum.waitMs += waited;
}

export function outcomeSums(database: Database, question: CallQuestion): OutcomeSum[] {
  const scan = new CallScan(database, question);
  const [session, model, at] = [scan.column('session'), scan.column('model'), scan.column('at')];
  const [outcome, masked, flags] = [scan.column('outcome'), scan.column('masked'), scan.column('flags')];
  const [recovery, wait] = [scan.column('recovery'), scan.column('wait')];
  const owners = ownersIn(database);
  const outcomes = outcomeWords(database);
  const groups = new Groups();
  scan.each(({ slots, count }) => {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const key = session[slot] ?? 0;
      const time = ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) === 0 ? (at[slot] ?? Number.NaN) : Number.NaN;
      const { counts } = groups.of(time, owners.of[key] ?? 0, model[slot] || 0);
      const place = (outcome[slot] ?? 0) * outcomes.length + (masked[slot] || 0);
      const sum = counts.get(place) ?? { calls: 0, examined: 0, recovered: 0, waits: 0, waitMs: 0 };
      counts.set(place, sum);
      add(sum, owners.open.has(key), recovery[slot] || 0, wait[slot] ?? Number.NaN);
    }
  });
  const models = wordList(database, 'model');
  const sums: OutcomeSum[] = [];
  for (const group of groups.all()) {
    const owner = owners.list[group.owner] ?? { agent: '', version: null, project: null };
    const week = Number.isNaN(group.at) ? null : weekOf(group.at);
    const who = { week, ...owner, model: group.model === 0 ? null : (models[group.model] ?? null) };
    for (const [place, counts] of group.counts) {
      const { status = '', blame = null, code = null } = outcomes[Math.floor(place / outcomes.length)] ?? {};
      sums.push({
        ...who,
        status: oneOf(STATUSES, status),
        blame: blame === null ? null : oneOf(BLAMES, blame),
        code,
        masked: outcomes[place % outcomes.length]?.code ?? null,
        ...counts,
      });
    }
  }
  return sums;
}
