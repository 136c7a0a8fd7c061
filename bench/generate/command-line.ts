// The generator's flags: text in, library options out.

import { parseArgs } from 'node:util';
import { ALL_AGENTS, type LibraryOptions, TRUTH_FILE } from './library.ts';
import { type AgentName, ERRAND_AGENTS } from './truth.ts';

export const USAGE = `Writes a made-up library of agent session logs, and the truth about it.

  --out DIR                where to write (required)
  --bytes SIZE             how much, e.g. 50MB, 1GB, 2GiB (default 50MB)
  --seed TEXT              same seed and options, same bytes (default 1)
  --agents LIST            claude-code,codex (the default), or
                           ${ERRAND_AGENTS.join(',')}
  --files N                about this many transcript files
  --calls-per-session N    end sessions after this many calls
  --epoch now|ISO          end of the timeline (default fixed)
  --list-calls             list every call in ${TRUTH_FILE}
`;

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

export class UsageError extends Error {}

export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  const unit = UNITS[(match?.[2] ?? '').toLowerCase() || 'b'];
  if (match === null || unit === undefined) throw new UsageError(`not a size: ${text}`);
  return Math.round(Number(match[1]) * unit);
}

function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${name} wants a whole number above zero`);
  return count;
}

function parseAgents(text: string): AgentName[] {
  return text.split(',').map((name) => {
    const agent = ALL_AGENTS.find((known) => known === name.trim());
    if (agent === undefined) throw new UsageError(`unknown agent: ${name} (known: ${ALL_AGENTS.join(', ')})`);
    return agent;
  });
}

function parseEpoch(text: string): number {
  const ms = text === 'now' ? Date.now() : Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(`not a time: ${text}`);
  return ms;
}

export function parseOptions(args: readonly string[]): LibraryOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      bytes: { type: 'string', default: '50MB' },
      seed: { type: 'string', default: '1' },
      agents: { type: 'string' },
      files: { type: 'string' },
      'calls-per-session': { type: 'string' },
      epoch: { type: 'string' },
      'list-calls': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (values.out === undefined) throw new UsageError('--out is required');
  return {
    dir: values.out,
    bytes: parseSize(values.bytes),
    seed: values.seed,
    detail: values['list-calls'],
    ...(values.agents === undefined ? {} : { agents: parseAgents(values.agents) }),
    ...(values.files === undefined ? {} : { filesTarget: parseCount('files', values.files) }),
    ...(values['calls-per-session'] === undefined
      ? {}
      : { callsPerSession: parseCount('calls-per-session', values['calls-per-session']) }),
    ...(values.epoch === undefined ? {} : { epochMs: parseEpoch(values.epoch) }),
  };
}
