// A shared session as Markdown, for an issue or a pull request: the verdict, then each turn with its answer and its calls.

import { headlineText } from '../../api/headline.ts';
import {
  boundedMs,
  changedText,
  checkText,
  claimText,
  costText,
  endingReason,
  endingText,
  isMarked,
  personText,
  tookText,
} from '../../api/insight-text.ts';
import { countTurns, type SharedEntry, type SharedSession, type SharedTurn } from '../../api/shared-session.ts';
import type { CallDetail } from '../../api/wire/call.ts';
import { stripControls } from '../../base/terminal.ts';
import { plural } from '../../base/units.ts';

/** Characters that mean something to Markdown, or to HTML inside it. */
const SIGNS = /[\\`*_{}[\]<>()#+\-.!|~&$@]/g;

/** On one line, without control characters: it may be printed on a terminal. */
function line(text: string): string {
  return stripControls(text.replace(/\s+/g, ' ')).trim();
}

/** Log text on one line, with all markup escaped. */
function plain(text: string): string {
  return line(text).replace(SIGNS, '\\$&');
}

/** More backticks in a row than the text has anywhere. */
function fenceFor(text: string, least: number): string {
  let longest = least - 1;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** Log text on one line, as code: names in it mention no one, and numbers do not link to issues. */
function code(text: string): string {
  const shown = line(text);
  const fence = fenceFor(shown, 1);
  return shown === '' ? '' : `${fence} ${shown} ${fence}`;
}

/** Log text as it is, in a fence. */
function fenced(text: string): string {
  const shown = stripControls(text).trimEnd();
  const fence = fenceFor(shown, 3);
  return `${fence}text\n${shown}\n${fence}`;
}

function outcome({ status, failure, masked }: CallDetail): string {
  if (masked !== null) return `ok, hides ${masked.code}`;
  if (failure === null) return status;
  return failure.blame === 'expected' ? `expected: ${failure.code}` : `${status}: ${failure.code}`;
}

function callLine(detail: CallDetail): string {
  const { tool, summary, duration } = detail;
  const took = duration === null ? '' : `, ${boundedMs(duration.ms, duration.bound)}`;
  return `- **${plain(tool)}** ${code(summary)} (${plain(outcome(detail))}${took})`;
}

function entryText(entry: SharedEntry): string[] {
  if (entry.kind === 'left-out') return [`- ${plain(entry.what)} could not be checked for secrets and was left out.`];
  if (entry.kind === 'call') {
    const { failure } = entry.detail;
    const isTrouble = failure !== null && failure.blame !== 'expected';
    return isTrouble ? [callLine(entry.detail), '', fenced(failure.message), ''] : [callLine(entry.detail)];
  }
  if (entry.what !== 'answer') return [];
  return ['', '**Answer**', '', fenced(entry.text), ''];
}

function turnText(turn: SharedTurn): string[] {
  const prompt = turn.entries.find((entry) => entry.kind === 'message' && entry.what === 'prompt');
  const asked = prompt?.kind === 'message' ? ['**Prompt**', '', fenced(prompt.text), ''] : [];
  const lines = [...asked, ...turn.entries.flatMap(entryText)];
  // Notices of the agent are left out, and often nothing else precedes the first prompt.
  if (lines.length === 0) return [];
  return [`## ${turn.number === 0 ? 'Before the first prompt' : `Turn ${turn.number}`}`, '', ...lines, ''];
}

/** All are marked where they happened: here is how many there are, and the first. */
function hiddenText(hidden: SharedSession['insights']['verdict']['hidden']): string[] {
  const [first] = hidden;
  if (first === undefined) return [];
  const example = `${plain(first.code)}: ${code(first.summary)}`;
  return [`- **Masked:** ${hidden.length === 1 ? '' : `${plural(hidden.length, 'failure')}, the first `}${example}`];
}

export function shareMarkdown({ session, insights, turns, allTurns, redaction, version }: SharedSession): string {
  const { verdict, claims, time, cost } = insights;
  const lines = [
    `# ${plain(session.title ?? session.id)}`,
    '',
    `${plain(session.agent)} · ${plural(session.calls, 'call')}, ${plural(session.failures, 'error')}${
      session.masked === 0 ? '' : `, ${plural(session.masked, 'masked failure')}`
    }`,
    '',
    `**${plain(headlineText(insights))}**`,
    '',
    `- **Ended:** ${endingText(verdict.ended.ending)} (${endingReason(verdict.ended.rule)})`,
    `- **Changed:** ${plain(changedText(verdict.changed))}`,
    ...verdict.checks.map((check) => `- **Check:** ${plain(checkText(check, verdict.changed.lastAt >= 0))}`),
    ...claims.filter(isMarked).map((claim) => `- **Said:** ${code(claim.quote)}: ${plain(claimText(claim))}`),
    ...verdict.failures.map((failure) => `- **Failed:** ${plain(failure.code)}: ${code(failure.summary)}`),
    ...hiddenText(verdict.hidden),
    `- **Person:** ${plain(personText(verdict.person))}`,
    `- **Took:** ${plain(tookText(time))}; ${plain(costText(cost))}`,
    '',
    ...turns.flatMap(turnText),
    '---',
    '',
    `${countTurns(turns) < allTurns ? `${countTurns(turns)} of ${plural(allTurns, 'turn')}. ` : ''}${
      redaction === null ? 'Nothing was masked.' : `Secrets and personal names: ${plain(redaction)}.`
    } Made by Toolscope ${version}.`,
    '',
  ];
  return lines.filter((text, i) => text !== '' || lines[i - 1] !== '').join('\n');
}
