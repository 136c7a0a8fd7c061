// `toolscope diff`: compares two sessions, as text or JSON.

import { divergenceText, finalText, outcomeText, sharedText, sumRows } from '../../api/compare-text.ts';
import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatCount, plural } from '../../base/units.ts';
import type { CallPair, ComparedCall, PromptPair } from '../../insights/compare-sessions.ts';
import { compareStored, type FinalChange, type FullComparison } from '../../server/compare.ts';
import type { SessionCandidate } from '../../store/questions/sessions.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { findSession } from '../find-by-prefix.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output, Style } from '../output.ts';
import { printTable } from '../print-table.ts';
import { type Column, cells, fitCells } from '../table.ts';
import { minuteText } from '../when-text.ts';

const SUMS: readonly Column[] = [
  { title: '' },
  { title: 'A', align: 'right' },
  { title: 'B', align: 'right' },
  { title: 'B − A', align: 'right' },
];

const FILES: readonly Column[] = [
  { title: 'FILE', grows: true, wants: 30, keeps: 'end' },
  { title: 'A', align: 'right' },
  { title: 'B', align: 'right' },
  { title: 'IN THE END' },
];

const MOST_FILES = 40;

function fitted(text: string, out: Output): string {
  return out.isTerminal && cells(text) > out.width ? fitCells(text, out.width) : text;
}

function isOtherwise({ a, b }: CallPair): boolean {
  return a !== null && b !== null && outcomeText(a) !== outcomeText(b);
}

function callText({ tool, summary }: ComparedCall, out: Output): string {
  return `${out.safe(tool)}  ${out.safe(summary)}`.trimEnd();
}

/** The line's text with its sign, and its style. */
function pairLine(pair: CallPair, out: Output): { readonly text: string; readonly style: Style | undefined } {
  const { a, b, isElsewhere } = pair;
  if (a !== null && b !== null) {
    if (!isOtherwise(pair)) return { text: `    ${callText(a, out)}`, style: 'dim' };
    return { text: `  ~ ${callText(a, out)}  (A ${outcomeText(a)}, B ${outcomeText(b)})`, style: 'yellow' };
  }
  const made = a ?? b;
  if (made === null) return { text: '', style: undefined };
  const notes = [made.status === 'ok' && made.masked === null ? '' : outcomeText(made), isElsewhere ? 'elsewhere' : ''];
  const note = notes.filter((text) => text !== '').join(', ');
  const text = `  ${a === null ? '>' : '<'} ${callText(made, out)}${note === '' ? '' : `  (${out.safe(note)})`}`;
  return { text, style: a === null ? 'green' : 'red' };
}

function promptLine({ a, b, isSame }: PromptPair, number: number, out: Output): string {
  const words = (turn: PromptPair['a']): string =>
    turn?.asked == null ? 'nothing asked' : `“${out.safe(turn.asked.text)}”`;
  if (a !== null && b !== null && isSame) return `${number}  ${words(a)}`;
  if (b === null) return `${number}  only A: ${words(a)}`;
  return a === null ? `${number}  only B: ${words(b)}` : `${number}  A: ${words(a)}  B: ${words(b)}`;
}

/** Calls under their prompts; calls that both made as a number, unless all are wanted. Returns how many were left out. */
async function printCalls({ prompts }: FullComparison, isAll: boolean, limit: number, out: Output): Promise<number> {
  let shown = 0;
  let leftOut = 0;
  for (const [index, prompt] of prompts.entries()) {
    const lines: { readonly text: string; readonly style: Style | undefined }[] = [];
    let same = 0;
    const settle = (): void => {
      if (same > 0) lines.push({ text: `    ${plural(same, 'call')} in both`, style: 'dim' });
      same = 0;
    };
    for (const pair of prompt.calls) {
      if (pair.a !== null && pair.b !== null && !isAll && !isOtherwise(pair)) {
        same++;
        continue;
      }
      if (shown >= limit) {
        leftOut++;
        continue;
      }
      settle();
      shown++;
      lines.push(pairLine(pair, out));
    }
    settle();
    if (shown >= limit && lines.length === 0 && prompt.calls.length > 0) continue;
    await out.line(out.paint('bold', fitted(promptLine(prompt, index + 1, out), out)));
    for (const { text, style } of lines) {
      const fit = fitted(text, out);
      await out.line(style === undefined ? fit : out.paint(style, fit));
    }
  }
  return leftOut;
}

function changeText(change: FinalChange | null): string {
  if (change === null) return '';
  const { linesAdded, linesRemoved } = change;
  const counts = [
    linesAdded === null ? '' : `+${formatCount(linesAdded)}`,
    linesRemoved === null ? '' : `−${formatCount(linesRemoved)}`,
  ];
  return counts.filter((text) => text !== '').join(' ') || change.change;
}

async function printFiles({ final }: FullComparison, out: Output): Promise<void> {
  if (final.length === 0) return;
  await out.line('');
  const rows = final.slice(0, MOST_FILES).map((file) => ({
    cells: [out.safe(file.path), changeText(file.a), changeText(file.b), finalText(file)],
    styles: { 'IN THE END': file.isSame ? 'dim' : 'yellow' } as const,
  }));
  await printTable(out, FILES, rows);
  if (final.length > MOST_FILES)
    out.note(`toolscope: ${plural(final.length - MOST_FILES, 'more file')}; --json has all.`);
}

function heading(name: string, { agent, id, title, lastAt }: SessionCandidate, out: Output): string {
  const about = title === null ? '' : `  ${out.safe(title)}`;
  return fitted(`${name}  ${agent} ${out.safe(id)}  ${minuteText(lastAt)}${about}`.trimEnd(), out);
}

export async function diffSessions(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const [first, second, ...others] = positionals;
  if (first === undefined || second === undefined || first === '' || second === '' || others.length > 0) {
    throw new AppError('bad-usage', 'diff takes two session ids, or the beginnings of two.', {
      hint: 'toolscope ls lists sessions.',
    });
  }
  const limit = limitFrom(invocation, LIMITS.diff);
  return withLibrary(invocation, async (library) => {
    const a = await findSession(library, first, out);
    const b = await findSession(library, second, out);
    const { questions, open } = library.index;
    const found = await compareStored({ questions, places: library.places, openLog: open }, a, b);
    if (options['json'] === true) {
      const sides = { sessions: { a: { agent: a.agent, session: a.id }, b: { agent: b.agent, session: b.id } } };
      await out.line(terminalJson({ ...sides, ...found }));
      return 0;
    }
    await out.line(out.paint('bold', heading('A', a, out)));
    await out.line(out.paint('bold', heading('B', b, out)));
    await out.line('');
    const rows = sumRows(found).map(({ title, a: ofA, b: ofB, difference }) => ({
      cells: [title, ofA, ofB, difference],
    }));
    await printTable(out, SUMS, rows);
    await out.line('');
    const where = divergenceText(found);
    await out.line(fitted(where === null ? 'Both did the same.' : `First difference: ${out.safe(where)}`, out));
    await out.line(fitted(sharedText(found), out));
    await out.line('');
    const leftOut = await printCalls(found, options['all'] === true, limit, out);
    await printFiles(found, out);
    if (leftOut > 0) out.note(`toolscope: ${plural(leftOut, 'more call')}; --limit 0 shows all.`);
    return 0;
  });
}
