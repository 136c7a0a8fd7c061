// docs/agents.md: which agents are supported, and what each logs about its calls. Generated from the formats.

import type { LogCoverage, Logged } from '../model/log-coverage.ts';
import type { Format } from './format.ts';
import { hooks } from './hooks/format.ts';
import { formats } from './registry.ts';

const WORDS: Readonly<Record<Logged, string>> = { always: 'yes', sometimes: 'sometimes', never: '–' };
const RANK: readonly Logged[] = ['never', 'sometimes', 'always'];

/** Hooks before and after a call share one column: the better known of both. */
function hooksOf({ 'hooks-before': before, 'hooks-after': after }: LogCoverage): Logged {
  return RANK.indexOf(before) < RANK.indexOf(after) ? after : before;
}

const COLUMNS: readonly (readonly [title: string, of: (logs: LogCoverage) => Logged])[] = [
  ['request', ({ requested }) => requested],
  ['permission', ({ permission }) => permission],
  ['hooks', hooksOf],
  ['run time', ({ running }) => running],
  ['result', ({ result }) => result],
  ['exit code', ({ exitCode }) => exitCode],
  ['tokens', ({ tokens }) => tokens],
  ['subagents', ({ subagents }) => subagents],
  ['live', ({ live }) => live],
];

function row({ title, agent, logs }: Format): string {
  return `| ${[title, `\`${agent}\``, ...COLUMNS.map(([, of]) => WORDS[of(logs)])].join(' | ')} |`;
}

function placesOf({ title, roots }: Format): string[] {
  const found = ['/home/you', '/Users/you'].flatMap((home) => roots({ env: {}, home }));
  const places = found.map(({ path }) => path.replace(/^\/(?:home|Users)\/you/, '~'));
  return places.length === 0 ? [] : [`| ${title} | ${[...new Set(places)].map((path) => `\`${path}\``).join(', ')} |`];
}

function resumeOf({ title, resume }: Format): string[] {
  return resume === undefined ? [] : [`| ${title} | \`${resume('<session>', '').join(' ')}\` |`];
}

export function agentsDocument(): { readonly path: string; readonly text: string } {
  const agents = formats.filter((format) => format !== hooks);
  const titles = ['agent', 'in filters', ...COLUMNS.map(([title]) => title)];
  const lines = [
    '<!-- Generated from src/formats by `npm run generate`. Edits here are lost. -->',
    '# Agents',
    '',
    'What each agent writes down about its tool calls. What it never writes is shown as *not logged*, and never as missing or',
    'failed. *Sometimes*: only in some versions, for some tools, or where there is something to tell. Hooks that send to',
    'Toolscope (`toolscope hook`) add what the log leaves out, for the agents that have them.',
    '',
    `| ${titles.join(' | ')} |`,
    `|${titles.map(() => '---|').join('')}`,
    ...agents.map(row),
    '',
    'Where logs are looked for on Linux and macOS, unless a variable or `--root` says otherwise (on Windows the same below the',
    'home folder, and below `%APPDATA%` for VS Code):',
    '',
    '| agent | folders |',
    '|---|---|',
    ...agents.flatMap(placesOf),
    '',
    'Sessions of these agents can be gone on with; the dashboard and `toolscope summary` have the command:',
    '',
    '| agent | command, in the folder of the project |',
    '|---|---|',
    ...agents.flatMap(resumeOf),
    '',
    'The evidence for each format is in [docs/formats](formats).',
    '',
  ];
  return { path: 'docs/agents.md', text: lines.join('\n') };
}
