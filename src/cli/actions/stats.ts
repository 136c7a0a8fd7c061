// `toolscope stats`: counts, failures and durations of calls, by tool or another property.

import { terminalJson } from '../../base/terminal.ts';
import { formatCount } from '../../base/units.ts';
import { callRecord } from '../../model/call-record.ts';
import type { CallQuestion } from '../../store/questions/call-question.ts';
import type { BackgroundPage, BackgroundWork, CallGroup, StatsBy } from '../../store/questions/stats.ts';
import type { Questions } from '../../store/questions.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import type { Invocation } from '../command.ts';
import { LIMITS, STATS_BY } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import { choiceOption } from '../option-values.ts';
import type { Output } from '../output.ts';
import { printTable } from '../print-table.ts';
import {
  backgroundTable,
  dayTable,
  groupTable,
  hookRecord,
  hookTable,
  permissionRecord,
  permissionTable,
  type StatsTable,
} from '../stats-tables.ts';

/** The result: how many rows in all, and those to show, for a terminal and for JSON. */
interface Answer {
  readonly total: number;
  readonly records: readonly object[];
  readonly table: (out: Output) => StatsTable | Promise<StatsTable>;
}

const NAMES: Readonly<Record<StatsBy, string>> = {
  tool: 'toolId',
  name: 'tool',
  model: 'model',
  agent: 'agent',
  project: 'project',
};
/** Calls per page when reading background work. */
const PAGE = 500;

function groupRecord({ agent, key, ...stats }: CallGroup, by: StatsBy): object {
  return by === 'agent' || by === 'project' ? { [NAMES[by]]: key, ...stats } : { agent, [NAMES[by]]: key, ...stats };
}

async function allBackground({ stats }: Questions, question: CallQuestion): Promise<BackgroundWork[]> {
  const all: BackgroundWork[] = [];
  let page: BackgroundPage = await stats.background(question, { limit: PAGE });
  for (;;) {
    all.push(...page.work);
    if (page.next === null) return all;
    page = await stats.background(question, { limit: PAGE, after: page.next });
  }
}

async function answer(
  questions: Questions,
  question: CallQuestion,
  by: (typeof STATS_BY)[number],
  limit: number,
): Promise<Answer> {
  const { stats } = questions;
  switch (by) {
    case 'day': {
      const days = await stats.days(question);
      const shown = days.slice(0, limit);
      return { total: days.length, records: shown, table: () => dayTable(shown) };
    }
    case 'hook': {
      const hooks = await stats.hooks(question);
      const shown = hooks.slice(0, limit);
      return { total: hooks.length, records: shown.map(hookRecord), table: (out) => hookTable(shown, out) };
    }
    case 'permission': {
      const decisions = await stats.permissions(question);
      const shown = decisions.slice(0, limit);
      return {
        total: decisions.length,
        records: shown.map(permissionRecord),
        table: (out) => permissionTable(shown, out),
      };
    }
    case 'background': {
      const work = await allBackground(questions, question);
      const shown = work.slice(0, limit);
      const records = shown.map(({ call, pathOf, endedVia, tookMs }) => ({
        ...callRecord(call, pathOf),
        endedVia,
        tookMs,
      }));
      return { total: work.length, records, table: (out) => backgroundTable(shown, questions, out) };
    }
    default: {
      const groups = await stats.groups(question, by);
      const shown = groups.slice(0, limit);
      const records = shown.map((group) => groupRecord(group, by));
      return { total: groups.length, records, table: (out) => groupTable(shown, by, out) };
    }
  }
}

const NOTHING: Partial<Record<(typeof STATS_BY)[number], string>> = {
  hook: 'no hooks match.',
  permission: 'no decisions on record.',
  background: 'nothing ran in the background.',
};

export async function countCalls(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const by = choiceOption(invocation, 'by', STATS_BY, (given) => `--by cannot group by ${given}.`) ?? 'tool';
  const limit = limitFrom(invocation, LIMITS.stats);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const { total, records, table } = await answer(questions, { filter, places, families: TOOL_FAMILIES }, by, limit);
    if (options['json'] === true) {
      for (const record of records) await out.line(terminalJson(record));
      return records.length === 0 ? 1 : 0;
    }
    if (records.length === 0) {
      out.note(`toolscope: ${NOTHING[by] ?? 'no calls match.'}`);
      return 1;
    }
    const { columns, rows } = await table(out);
    await printTable(out, columns, rows);
    if (records.length < total)
      out.note(`toolscope: ${formatCount(records.length)} of ${formatCount(total)} rows; --limit 0 shows all.`);
    return 0;
  });
}
