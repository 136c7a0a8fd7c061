// A call as text to copy: its link, its command, or the call as JSON, Markdown or raw records.

import type { CallDetail } from '../../api/wire/call.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { durationText } from '../parts/display-text.ts';
import { type CallName, callAddress, callParts } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { textOf } from './content-text.ts';

type CopyForm = 'link' | 'command' | 'json' | 'markdown' | 'raw';

export const COPY_FORMS: readonly { readonly form: CopyForm; readonly title: string }[] = [
  { form: 'link', title: 'Copy link' },
  { form: 'command', title: 'Copy as command' },
  { form: 'json', title: 'Copy as JSON' },
  { form: 'markdown', title: 'Copy as Markdown' },
  { form: 'raw', title: 'Copy raw records' },
];

/** The command line that a call ran, in full where its input has it. */
export function commandOf({ bodies, facts }: CallDetail): string | undefined {
  const input: unknown = bodies?.input;
  const own = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  if (typeof own === 'string') return own;
  if (Array.isArray(own) && own.every((word) => typeof word === 'string')) return own.join(' ');
  const known = facts['command'];
  return typeof known === 'string' ? known : undefined;
}

/** A fence that does not occur in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function markdownOf(detail: CallDetail, link: string): string {
  const { tool, status, failure, duration, bodies, summary } = detail;
  const took = durationText(duration?.ms, duration?.bound);
  const head = [`### ${oneLine(tool)}`, failure === null ? status : failure.code, took].filter((part) => part !== '–');
  const command = commandOf(detail);
  const result = textOf(bodies?.content);
  return [
    head.join(' · '),
    oneLine(summary),
    command === undefined ? fenced(JSON.stringify(bodies?.input ?? null, null, 2), 'json') : fenced(command, 'sh'),
    ...(result === '' ? [] : ['Result:', fenced(result, '')]),
    `[In its session](${link})`,
    '',
  ].join('\n\n');
}

/** Undefined when the call has no such form. */
export async function callText(name: CallName, form: CopyForm): Promise<string | undefined> {
  const link = new URL(callAddress(name), location.href).href;
  if (form === 'link') return link;
  if (form === 'raw') {
    const { records } = await api.get('callRaw', { parts: callParts(name) });
    return records.flatMap(({ text }) => (text === null ? [] : [text])).join('\n');
  }
  const detail = await api.get('call', { parts: callParts(name) });
  if (form === 'command') return commandOf(detail);
  return form === 'json' ? JSON.stringify(detail, null, 2) : markdownOf(detail, link);
}

export async function copyCall(name: CallName, form: CopyForm): Promise<void> {
  const text = await callText(name, form);
  if (text === undefined) throw new Error('This call ran no command.');
  await navigator.clipboard.writeText(text);
}
