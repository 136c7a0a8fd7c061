// The demo's tour of the tools: every tool with what it can give and how it can fail, as sessions of both agents.

import { asName, asObject, parseJson } from '../../base/json.ts';
import { ClaudeScript } from './claude-script.ts';
import { CodexScript, exited } from './codex-script.ts';
import { SAMPLE_CALLS } from './sample-calls.ts';

export const SAMPLE_SESSION = 'd0000002-0000-4000-8000-000000000002';

const CWD = '/work/garden';

interface TourCall {
  readonly agent: string;
  readonly tool: string;
  readonly input: unknown;
  readonly status: string;
  readonly content: unknown;
  readonly structured: unknown;
}

function callOf(line: string): TourCall[] {
  const parsed = parseJson(line);
  const call = parsed.ok ? asObject(parsed.value) : undefined;
  const agent = asName(call?.['agent']);
  const tool = asName(call?.['tool']);
  if (call === undefined || agent === undefined || tool === undefined) return [];
  const { input, content, structured } = call;
  return [{ agent, tool, input, status: asName(call['status']) ?? 'ok', content, structured }];
}

const calls = SAMPLE_CALLS.flatMap(callOf);

/** How the agent's log says that a call had no result. */
const NO_RESULT: Readonly<Record<string, string>> = {
  cancelled: '<tool_use_error>Cancelled: parallel tool call errored</tool_use_error>',
  interrupted: '[Request interrupted by user for tool use]',
};

export function claudeSamples(startMs: number): string {
  const script = new ClaudeScript({ session: SAMPLE_SESSION, startMs, cwd: CWD });
  script.title('A tour of the tools');
  script.prompt('Show me what every tool looks like.');
  for (const [i, { agent, tool, input, status, content, structured }] of calls.entries()) {
    if (agent !== 'claude-code') continue;
    const id = `toolu_tour_${String(i).padStart(3, '0')}`;
    script.call(id, tool, input);
    if (status === 'running') continue;
    const isFine = status === 'ok' || status === 'background';
    script.result(id, content ?? NO_RESULT[status] ?? '', {
      ms: 200 + ((i * 137) % 2300),
      ...(structured === undefined ? {} : { structured }),
      ...(isFine ? {} : { isError: true }),
    });
  }
  const last = 'toolu_tour_cancelled';
  script.call(last, 'Bash', { command: 'sleep 600' });
  script.result(last, NO_RESULT['cancelled'], { isError: true });
  script.say('That was every tool I know of.');
  return script.text();
}

export function codexSamples(startMs: number): { readonly file: string; readonly text: string } {
  const script = new CodexScript(startMs, CWD);
  script.prompt('Plant a row of bulbs, and show me your tools on the way.', CWD);
  script.call('call_ls', 'exec_command', { cmd: 'ls -la' }, exited(0, 0.2, 'bulbs.md\nrows.md'));
  script.call(
    'call_patch',
    'apply_patch',
    '*** Begin Patch\n*** Update File: rows.md\n@@\n # Rows\n-1. none\n+1. bulbs\n*** End Patch\n',
    JSON.stringify({
      output: 'Success. Updated the following files:\nM rows.md\n',
      metadata: { exit_code: 0, duration_seconds: 0.1 },
    }),
  );
  script.call('call_fail', 'exec_command', { cmd: 'plant --row 9' }, exited(127, 0.1, 'plant: command not found'));
  for (const [i, { agent, tool, input, content }] of calls.entries()) {
    if (agent === 'codex' && typeof content === 'string')
      script.call(`call_tour_${i}`, tool, input, content, 150 + i * 20);
  }
  script.say('A row of bulbs is planted.');
  return { file: script.file, text: script.text() };
}
