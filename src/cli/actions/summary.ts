// `toolscope summary`: the conclusions about one session, on one screen.

import { type HeadlinePart, headlineOf } from '../../api/headline.ts';
import {
  boundedMs,
  CLASS_TITLES,
  changedText,
  checkText,
  claimsText,
  claimText,
  contextText,
  costText,
  endingReason,
  endingText,
  isMarked,
  personText,
  ruleText,
  usdText,
} from '../../api/insight-text.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import type { Insights } from '../../insights/insights.ts';
import { sessionInsights } from '../../library/insights/kept-insights.ts';
import { resumeCommand } from '../../reading/resume-command.ts';
import type { OneSession } from '../../store/questions/sessions.ts';
import type { Invocation } from '../command.ts';
import { factLines } from '../fact-lines.ts';
import { findSession } from '../find-by-prefix.ts';
import { LogFates } from '../log-fate.ts';
import { withLibrary } from '../open-library.ts';
import { oneSession } from '../option-values.ts';
import type { Output, Style } from '../output.ts';
import { cells, fitCells } from '../table.ts';
import { minuteText } from '../when-text.ts';

const LABEL_CELLS = 10;
const MOST_TURNS = 6;
const BAR_CELLS = 60;

const CLASS_STYLES: Readonly<Record<string, Style>> = {
  model: 'blue',
  tool: 'green',
  hook: 'magenta',
  permission: 'yellow',
  answer: 'yellow',
  subagent: 'cyan',
  idle: 'grey',
  unknown: 'dim',
};

const CLASS_SIGNS: Readonly<Record<string, string>> = {
  model: '█',
  tool: '▓',
  hook: '▒',
  permission: '?',
  answer: '?',
  subagent: '▚',
  idle: '·',
  unknown: '░',
};

/** Lines under a label, each cut to the width. */
class Sheet {
  readonly #out: Output;

  constructor(out: Output) {
    this.#out = out;
  }

  /** Width next to the labels. */
  get width(): number {
    return this.#out.isTerminal ? this.#out.width - LABEL_CELLS : Number.POSITIVE_INFINITY;
  }

  async row(label: string, lines: readonly string[], style?: Style): Promise<void> {
    const { width } = this;
    for (const [index, line] of lines.entries()) {
      const name = (index === 0 ? label : '').padEnd(LABEL_CELLS);
      const text = cells(line) > width ? fitCells(line, width) : line;
      await this.#out.line(
        `${this.#out.paint('dim', name)}${style === undefined ? text : this.#out.paint(style, text)}`,
      );
    }
  }
}

function barOf({ time }: Insights, width: number, out: Output): string {
  if (time.activeMs === 0) return '';
  const busy = time.classes.filter((sum) => sum.class !== 'idle');
  // Each takes one cell at least, so that all together may be longer by as many as there are.
  const most = Math.min(BAR_CELLS, Math.max(1, width - busy.length));
  return busy
    .map((sum) => {
      const length = Math.max(1, Math.round((most * sum.ms) / time.activeMs));
      return out.paint(CLASS_STYLES[sum.class] ?? 'dim', (CLASS_SIGNS[sum.class] ?? '█').repeat(length));
    })
    .join('');
}

function timeLines({ time }: Insights, width: number): string[] {
  const facts = time.classes.map(({ class: name, ms, bound }) => `${CLASS_TITLES[name]} ${boundedMs(ms, bound)}`);
  return factLines(facts, width);
}

const MOST_CLAIMS = 3;

/** How many claims there are, and those that no run confirms. */
function claimLines({ claims }: Insights, out: Output): string[] {
  if (claims.length === 0) return [];
  const marked = claims.filter(isMarked);
  const told = marked.slice(-MOST_CLAIMS).map((claim) => {
    const by = claim.call === null ? '' : `: ${out.safe(claim.call.summary)}`;
    return `“${out.safe(claim.quote)}” ${claimText(claim)}${by}`;
  });
  const more = marked.length > told.length ? [`and ${formatCount(marked.length - told.length)} earlier`] : [];
  return [claimsText(claims), ...told, ...more];
}

/** The first few failures, and how many more there are. */
function failureLines(failures: Insights['verdict']['failures'], count: number, out: Output): string[] {
  const shown = failures.slice(0, 3).map(({ code, blame, summary }) => `${code} (${blame}): ${out.safe(summary)}`);
  return count > shown.length ? [...shown, `and ${formatCount(count - shown.length)} more`] : shown;
}

function turnLines({ turns }: Insights, out: Output): string[] {
  const longest = turns.toSorted((a, b) => b.activeMs - a.activeMs).slice(0, MOST_TURNS);
  const shown = turns.filter((turn) => longest.includes(turn));
  const lines = shown.map(({ turn, asked, activeMs, cost, summary }) => {
    const spent = cost.usd === null ? '' : `  ${usdText(cost.usd)}`;
    const about = asked === null ? '' : `  ${fitCells(out.safe(asked.text), 48)}`;
    return `${String(turn).padStart(3)}  ${formatMs(activeMs).padStart(9)}${spent.padStart(9)}  ${summary}${about}`;
  });
  return turns.length > shown.length
    ? [...lines, `     and ${formatCount(turns.length - shown.length)} shorter`]
    : lines;
}

function slowLines({ waits, path }: Insights, out: Output): string[] {
  const onPath = new Set(path.steps.map(({ callId, occurrence }) => `${callId} ${occurrence}`));
  return waits.slowest.slice(0, 3).map(({ ms, bound, tool, summary, callId, occurrence }) => {
    const mark = onPath.has(`${callId} ${occurrence}`) ? '' : ' (something else took longer meanwhile)';
    return `${boundedMs(ms, bound)}  ${out.safe(tool)}  ${out.safe(summary)}${mark}`;
  });
}

function costLines({ cost }: Insights, out: Output): string[] {
  const models = cost.models
    .filter(({ usd }) => usd !== null)
    .toSorted((a, b) => (b.usd ?? 0) - (a.usd ?? 0))
    .slice(0, 4)
    .map(({ model, usd }) => `${out.safe(model)} ${usdText(usd ?? 0)}`);
  const dated = cost.basis === 'estimate' || cost.basis === 'mixed' ? `, prices of ${cost.priceDate}` : '';
  const unknown = cost.unknownModels.map(({ model }) => out.safe(model));
  return [
    `${costText(cost)}${dated}${models.length > 1 ? `: ${models.join(', ')}` : ''}`,
    ...(unknown.length === 0 ? [] : [`no price known for ${unknown.join(', ')}`]),
  ];
}

const TONES: Readonly<Record<HeadlinePart['tone'], Style>> = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  plain: 'bold',
};

async function heading(session: OneSession, insights: Insights, out: Output): Promise<void> {
  const { time } = insights;
  const { agent, id, title, project, startedAt, calls } = session;
  const name = title ?? id;
  await out.line(out.paint('bold', out.isTerminal ? fitCells(out.safe(name), out.width) : out.safe(name)));
  const width = out.isTerminal ? out.width : Number.POSITIVE_INFINITY;
  const headline = headlineOf(insights).map(({ text, tone }) => out.paint(TONES[tone], text));
  for (const line of factLines(headline, width)) await out.line(line);
  const facts = [
    agent,
    out.safe(id),
    out.safe(project ?? ''),
    minuteText(startedAt),
    time.wallMs === 0 ? '' : formatMs(time.wallMs),
    plural(calls, 'call'),
  ];
  const known = facts.filter((fact) => fact !== '');
  for (const line of factLines(known, width)) await out.line(out.paint('dim', line));
  await out.line('');
}

async function print(session: OneSession, insights: Insights, isGone: boolean, out: Output): Promise<void> {
  const { verdict, waits, context } = insights;
  const sheet = new Sheet(out);
  const hasChanges = verdict.changed.lastAt >= 0;
  await heading(session, insights, out);
  const { ending, rule, quote } = verdict.ended;
  const quoted = quote === null || quote === '' ? [] : [`“${out.safe(quote)}”`];
  await sheet.row('Ended', [`${endingText(ending)}: ${endingReason(rule)}`, ...quoted]);
  const [first] = verdict.asked;
  const others = verdict.person.prompts - 1;
  const further = others <= 0 ? '' : ` (and ${plural(others, 'further prompt')})`;
  await sheet.row('Asked', first === undefined ? [] : [`${out.safe(first.text).slice(0, 140)}${further}`]);
  await sheet.row('Changed', [changedText(verdict.changed)]);
  const checks = verdict.checks.map((check) => `${checkText(check, hasChanges)}: ${out.safe(check.command)}`);
  await sheet.row('Checks', checks.length > 0 ? checks : ['no known check was run']);
  await sheet.row('Said', claimLines(insights, out));
  await sheet.row('Failed', failureLines(verdict.failures, verdict.failureCount, out), 'red');
  await sheet.row('Masked', failureLines(verdict.hidden, verdict.hidden.length, out), 'red');
  const loops = verdict.loops
    .slice(0, 3)
    .map(({ tries, code, last }) => `${tries} × ${code}: ${out.safe(last.summary)}`);
  await sheet.row('Repeated', loops, 'yellow');
  await sheet.row('Person', [personText(verdict.person)]);
  const bar = barOf(insights, sheet.width, out);
  if (bar !== '') await out.line(`${out.paint('dim', 'Time'.padEnd(LABEL_CELLS))}${bar}`);
  await sheet.row(bar === '' ? 'Time' : '', timeLines(insights, sheet.width));
  await sheet.row('Slowest', slowLines(insights, out));
  await sheet.row(
    'Waited',
    waits.rules.slice(0, 3).map((waited) => out.safe(ruleText(waited))),
  );
  await sheet.row('Cost', costLines(insights, out));
  await sheet.row('Context', [contextText(context)]);
  if (insights.turns.length > 1) await sheet.row('Turns', turnLines(insights, out));
  // Never cut: it is meant to be copied. Without its log, the agent cannot resume the session.
  const resume = isGone ? null : resumeCommand(session.agent, session.id, session.project);
  if (resume !== null) await out.line(`${out.paint('dim', 'Resume'.padEnd(LABEL_CELLS))}${out.safe(resume)}`);
}

export async function summarise(invocation: Invocation): Promise<number> {
  const { options, out } = invocation;
  const prefix = oneSession(invocation, 'summary');
  return withLibrary(invocation, async (library) => {
    const { sessions, content } = library.index.questions;
    const { agent, id } = await findSession(library, prefix, out);
    const insights = await sessionInsights(await content.whole({ agent, id }), library.index.open);
    if (options['json'] === true) await out.line(terminalJson({ agent, session: id, ...insights }));
    else {
      const { logsGone } = new LogFates(library.index.store.local, Date.now()).of(agent, id);
      await print(await sessions.summary({ agent, id }), insights, logsGone, out);
    }
    return 0;
  });
}
