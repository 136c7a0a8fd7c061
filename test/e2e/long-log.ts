// A made-up session with calls of very different lengths and sizes, some nested in a subagent, for tests of tables.

import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';

export const LONG = '44444444-2222-4333-8444-555555555555';
const OTHER = '55555555-2222-4333-8444-555555555555';
const PROJECT = 'projects/-home-dev-orchard';
const AGENT = 'aaaa1111';
const MINUTE = 60_000;

/** Calls, with how long each took. */
const CALLS = [
  ['toolu_long', 'make everything', 13 * MINUTE + 4000],
  ['toolu_short', 'ls', 0],
  ['toolu_night', 'sleep 90000', 25 * 60 * MINUTE],
  ['toolu_middle', 'make some', 50_000],
] as const;

function main(): ClaudeLog {
  const log = new ClaudeLog(LONG);
  const asked = log.prompt('Build everything, please.');
  log.raw({ type: 'summary', summary: 'Build everything', leafUuid: asked });
  for (const [id, command, ms] of CALLS) {
    log.call(id, 'Bash', { command });
    log.wait(ms);
    log.result(id, `${command} `.repeat(1 + Math.round(ms / MINUTE)));
  }
  log.wait(20 * 60 * MINUTE);
  log.prompt('Look around as well.');
  log.call('toolu_task', 'Task', { description: 'Look around', prompt: 'Look around', subagent_type: 'Explore' });
  log.result('toolu_task', [{ type: 'text', text: 'Nothing there.' }], {
    structured: { status: 'completed', agentId: AGENT, totalDurationMs: 9000, totalTokens: 10, totalToolUseCount: 30 },
  });
  for (let i = 0; i < 60; i++) {
    log.call(`toolu_${i}`, 'Read', { file_path: `/home/dev/orchard/tree-${String(i).padStart(2, '0')}.ts` });
    log.result(`toolu_${i}`, `     1→tree ${i}`);
  }
  log.say('Done.');
  return log;
}

function subagent(): ClaudeLog {
  const extra: Json = { isSidechain: true, agentId: AGENT };
  const log = new ClaudeLog(LONG, extra);
  log.prompt('Look around');
  for (let i = 0; i < 30; i++) {
    log.call(`toolu_nested_${i}`, 'Grep', { pattern: `nested ${i}` });
    log.wait(i * 100);
    log.result(`toolu_nested_${i}`, 'No matches found');
  }
  return log;
}

function other(): ClaudeLog {
  const log = new ClaudeLog(OTHER);
  const asked = log.prompt('Paint the fence.');
  log.raw({ type: 'summary', summary: 'Paint the fence', leafUuid: asked });
  log.call('toolu_paint', 'Bash', { command: 'paint fence' });
  log.result('toolu_paint', 'Exit code 2\npaint: no such fence', { isError: true });
  return log;
}

/** Its path. */
export function longLogs(): { readonly root: string } {
  return {
    root: folderWith({
      [`${PROJECT}/${LONG}.jsonl`]: main().text(),
      [`${PROJECT}/${LONG}/subagents/agent-${AGENT}.jsonl`]: subagent().text(),
      [`${PROJECT}/${OTHER}.jsonl`]: other().text(),
    }),
  };
}
