// Answers "what did models cost, week by week?": by agent, version, model and project.

import { blob, integer, type Row, text, textOrNull } from '../../../base/row.ts';
import { type CostSum, weekOf } from '../../questions/trends.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type FactCondition } from './condition.ts';

const USD_BYTES = 8;

/** A sum, and what was lost of it. */
type MoneyParts = readonly [sum: number, lost: number];

/** Many small amounts: what is lost of each addition is kept and added at the end. */
class MoneySum {
  #sum = 0;
  #lost = 0;
  #isKnown = false;

  add(usd: number): void {
    this.#isKnown = true;
    const sum = this.#sum + usd;
    this.#lost += Math.abs(this.#sum) >= Math.abs(usd) ? this.#sum - sum + usd : usd - sum + this.#sum;
    this.#sum = sum;
  }

  /** Goes on where another sum of the same group ended. */
  include([sum, lost]: MoneyParts): void {
    this.add(sum);
    this.add(lost);
  }

  /** What `include` takes; null when none was known. */
  get parts(): MoneyParts | null {
    return this.#isKnown ? [this.#sum, this.#lost] : null;
  }

  /** Null when none was known. */
  get usd(): number | null {
    return this.#isKnown ? this.#sum + this.#lost : null;
  }
}

type Group = Pick<CostSum, 'week' | 'agent' | 'version' | 'model' | 'project'>;

interface Growing {
  readonly group: Group;
  readonly money: MoneySum;
  readonly counts: Record<'requests' | 'unpriced' | 'input' | 'output' | 'cacheRead' | 'cacheWrite', number>;
}

const COUNTS = ['requests', 'unpriced', 'input', 'output', 'cacheRead', 'cacheWrite'] as const;

/** A group as it is written down. */
type WrittenCost = readonly [group: Group, money: MoneyParts | null, counts: Growing['counts']];

function costRows(on: Statements, sessions: FactCondition): Promise<Row[]> {
  return ask(
    on,
    `SELECT c.day, s.agent, s.version, c.model, s.project, s.week AS begun, string_agg(c.usd, '') AS usd,
       sum(c.requests) AS requests, sum(c.unpriced) AS unpriced, sum(c.input) AS input, sum(c.output) AS output,
       sum(c.cache_read) AS "cacheRead", sum(c.cache_write) AS "cacheWrite"
     FROM session_costs c JOIN sessions s ON s.pk = c.session_pk WHERE ${sessions.sql} GROUP BY 1, 2, 3, 4, 5, 6`,
    ...sessions.values,
  );
}

export class CostSums {
  readonly #sums = new Map<string, Growing>();

  /** Of sessions that began in these weeks, week by week. */
  static async ofWeeks(on: Statements, weeks: readonly number[]): Promise<Map<number, CostSums>> {
    const sums = new Map(weeks.map((week) => [week, new CostSums()]));
    const rows = await costRows(on, condition('s.week = ANY(?::int4[])', weeks));
    for (const row of rows) {
      const week = sums.get(integer(row, 'begun'));
      if (week !== undefined) week.#add(row);
    }
    return sums;
  }

  /** Of rows `s` of sessions. */
  async addSessions(on: Statements, sessions: FactCondition): Promise<void> {
    for (const row of await costRows(on, sessions)) this.#add(row);
  }

  written(): string {
    return JSON.stringify(
      [...this.#sums.values()].map(({ group, money, counts }): WrittenCost => [group, money.parts, counts]),
    );
  }

  addWritten(costs: string): void {
    // Our own words: the schema's version vouches for their shape.
    const written: readonly WrittenCost[] = JSON.parse(costs);
    for (const [group, parts, counted] of written) {
      const { money, counts } = this.#of(group);
      if (parts !== null) money.include(parts);
      for (const name of COUNTS) counts[name] += counted[name];
    }
  }

  #add(row: Row): void {
    const day = textOrNull(row, 'day');
    const { money, counts } = this.#of({
      week: day === null ? null : weekOf(Date.parse(day)),
      agent: text(row, 'agent'),
      version: textOrNull(row, 'version'),
      model: text(row, 'model'),
      project: textOrNull(row, 'project'),
    });
    const usd = blob(row, 'usd');
    const view = new DataView(usd.buffer, usd.byteOffset, usd.length);
    for (let at = 0; at < usd.length; at += USD_BYTES) money.add(view.getFloat64(at));
    for (const name of COUNTS) counts[name] += integer(row, name);
  }

  #of(group: Group): Growing {
    const { week, agent, version, model, project } = group;
    const name = JSON.stringify([week, agent, version, model, project]);
    const known = this.#sums.get(name);
    if (known !== undefined) return known;
    const counts = { requests: 0, unpriced: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const growing = { group, money: new MoneySum(), counts };
    this.#sums.set(name, growing);
    return growing;
  }

  all(): CostSum[] {
    const sums = [...this.#sums.values()].map(({ group, money, counts }) => ({
      ...group,
      usd: money.usd,
      requests: counts.requests,
      unpriced: counts.unpriced,
      inputTokens: counts.input,
      outputTokens: counts.output,
      cacheReadTokens: counts.cacheRead,
      cacheWriteTokens: counts.cacheWrite,
    }));
    return sums.sort(inOrder);
  }
}

/** What is not known comes first. */
function compareWords(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a < b ? -1 : Number(a > b);
}

function inOrder(a: CostSum, b: CostSum): number {
  return (
    compareWords(a.week, b.week) ||
    compareWords(a.agent, b.agent) ||
    compareWords(a.version, b.version) ||
    compareWords(a.model, b.model) ||
    compareWords(a.project, b.project)
  );
}

/** Of all sessions: those of weeks that changed are looked at one by one. */
export async function allCosts(on: Statements): Promise<CostSum[]> {
  const sums = new CostSums();
  const stale = (await on.all('SELECT DISTINCT week FROM stale_costs')).map((row) => integer(row, 'week'));
  const rows = await ask(on, 'SELECT costs FROM cost_sums WHERE NOT (week = ANY(?::int4[])) ORDER BY week', stale);
  for (const row of rows) sums.addWritten(text(row, 'costs'));
  if (stale.length > 0) await sums.addSessions(on, condition('s.week = ANY(?::int4[])', stale));
  return sums.all();
}

/** Of rows `s` of sessions. */
export async function costSums(on: Statements, sessions: FactCondition): Promise<CostSum[]> {
  const sums = new CostSums();
  await sums.addSessions(on, sessions);
  return sums.all();
}
