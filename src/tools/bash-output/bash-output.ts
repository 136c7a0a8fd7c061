// Reading a background shell's output: BashOutput of Claude Code up to 2.0.63.

import { headAndTail } from '../../base/head-and-tail.ts';
import { countLines, utf8Bytes } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseId, looseNumber, looseText, text } from '../shapes.ts';
import { tagged } from '../tags.ts';
import { copilot } from './bash-output.copilot.ts';

export interface BashOutputInput {
  readonly shellId: string;
  /** Only matching lines were requested. */
  readonly filter?: string | undefined;
}

export interface BashOutputResult {
  readonly kind: 'shell';
  readonly shellId: string | null;
  readonly command: string | null;
  /** running, completed, failed, killed, or a newer word. */
  readonly status: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutLines: number;
  readonly stderrLines: number;
  /** When it was read. */
  readonly timestamp: string | null;
  readonly filter: string | null;
}

const structured = shape
  .object({
    shellId: looseId,
    command: looseText,
    status: text.min(1),
    exitCode: looseNumber,
    stdout: text,
    stderr: looseText,
    stdoutLines: looseNumber,
    stderrLines: looseNumber,
    timestamp: looseText,
    filterPattern: looseText,
  })
  .transform(
    (raw): BashOutputResult => ({
      kind: 'shell',
      shellId: raw.shellId ?? null,
      command: raw.command ?? null,
      status: raw.status,
      exitCode: raw.exitCode ?? null,
      stdout: raw.stdout,
      stderr: raw.stderr ?? '',
      stdoutLines: raw.stdoutLines ?? countLines(raw.stdout),
      stderrLines: raw.stderrLines ?? countLines(raw.stderr ?? ''),
      timestamp: raw.timestamp ?? null,
      filter: raw.filterPattern ?? null,
    }),
  );

const OUT_TO_ERR = '</stdout>\n\n<stderr>';

/** Splits the streams at the boundaries between the tags: the output may contain tags itself. */
function streams(content: string): { readonly stdout: string; readonly stderr: string; readonly rest: string } {
  const seam = content.indexOf(OUT_TO_ERR);
  const outStart = content.indexOf('<stdout>');
  const errStart = seam === -1 ? (outStart === -1 ? content.indexOf('<stderr>') : -1) : seam + '</stdout>\n\n'.length;
  const outEnd = seam === -1 ? content.lastIndexOf('</stdout>') : seam;
  const errEnd = content.lastIndexOf('</stderr>');
  const hasOut = outStart !== -1 && outEnd > outStart;
  const hasErr = errStart !== -1 && errEnd > errStart;
  return {
    stdout: hasOut ? inner(content, outStart + '<stdout>'.length, outEnd) : '',
    stderr: hasErr ? inner(content, errStart + '<stderr>'.length, errEnd) : '',
    rest: content.slice(hasErr ? errEnd : hasOut ? outEnd : 0),
  };
}

/** Without the line breaks next to the tags. */
function inner(content: string, start: number, end: number): string {
  const from = content[start] === '\n' ? start + 1 : start;
  return content.slice(from, Math.max(from, content[end - 1] === '\n' ? end - 1 : end));
}

function read(content: string): BashOutputResult | undefined {
  const body = content.trimStart();
  if (!body.startsWith('<status>')) return undefined;
  const { stdout, stderr, rest } = streams(body);
  const first = body.search(/<(?:stdout|stderr)>/);
  const head = first === -1 ? body : body.slice(0, first);
  const exit = Number(tagged(head, 'exit_code') ?? Number.NaN);
  return {
    kind: 'shell',
    shellId: null,
    command: null,
    status: tagged(head, 'status') ?? '',
    exitCode: Number.isInteger(exit) ? exit : null,
    stdout,
    stderr,
    stdoutLines: countLines(stdout),
    stderrLines: countLines(stderr),
    timestamp: tagged(rest, 'timestamp') ?? null,
    filter: null,
  };
}

const claudeCode = defineDialect<BashOutputInput, BashOutputResult>({
  agent: 'claude-code',
  names: ['BashOutput'],
  input: shape
    .object({ bash_id: looseId, shell_id: looseId, filter: looseText })
    .refine((raw) => (raw.bash_id ?? raw.shell_id) !== undefined)
    .transform((raw): BashOutputInput => ({ shellId: raw.bash_id ?? raw.shell_id ?? '', filter: raw.filter })),
  structured: [{ kind: 'shell', schema: structured }],
  text: [{ kind: 'shell', read }],
});

function stateOf(status: string): 'running' | 'completed' | 'failed' | 'killed' | null {
  return status === 'running' || status === 'completed' || status === 'failed' || status === 'killed' ? status : null;
}

/** Errors are usually on standard error: it comes first. */
function saidBy({ stdout, stderr }: BashOutputResult): string {
  return [headAndTail(stderr), headAndTail(stdout)].filter((text) => text !== '').join('\n');
}

export const bashOutput = defineTool<BashOutputInput, BashOutputResult>({
  id: 'bash-output',
  title: 'Shell output',
  family: 'tasks',
  dialects: [claudeCode, copilot],
  failures: [{ code: 'shell-not-found', blame: 'agent', pattern: /^No shell found with ID/ }],
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { taskId: input.shellId }),
    ...(result === null
      ? {}
      : { bytes: utf8Bytes(result.stdout) + utf8Bytes(result.stderr), lines: result.stdoutLines + result.stderrLines }),
    ...(result === null || result.exitCode === null ? {} : { exitCode: result.exitCode }),
  }),
  summary: ({ input, result }) => {
    const what = `shell ${input?.shellId ?? result?.shellId ?? '?'}`;
    if (result === null) return what;
    const exit = result.exitCode === null ? '' : `, exit ${result.exitCode}`;
    return `${what} → ${result.status}${exit}`;
  },
  target: (input) => input.shellId,
  task: ({ input, result }) =>
    input === null
      ? null
      : {
          taskId: input.shellId,
          role: 'poll',
          state: result === null ? null : stateOf(result.status),
          exitCode: result?.exitCode ?? null,
          ...(result?.status === 'failed' ? { said: saidBy(result) } : {}),
        },
});
