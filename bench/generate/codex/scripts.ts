// Code mode: scripts the model writes, and what ran inside them, seen only as events with ids of their own.

import { shellOutput } from '../shell-output.ts';
import type { Escaped } from '../text-pools.ts';
import { commandLine, sentence, title } from '../words.ts';
import { type CodexCall, startsWork, stoppedCall } from './calls.ts';
import { changeJson, patchEnd, patchText } from './patches.ts';
import type { CodexSession } from './session.ts';

export function scriptOutput(completed: boolean, tookMs: number, text: Escaped): string {
  const head = `Script ${completed ? 'completed' : 'failed'}\\nWall time ${(tookMs / 1000).toFixed(1)} seconds\\nOutput:\\n`;
  const body = completed ? text : `Script error:\\n${text}`;
  return `[{"type":"input_text","text":"${head}"},{"type":"input_text","text":"${body}"}]`;
}

/** Code mode: the model writes a script; what the script ran is only seen as events. */
export function script(session: CodexSession): CodexCall {
  const { rng, cwd, request } = session;
  const patching = rng.chance(0.14);
  const command = commandLine(rng);
  const source = patching
    ? `const patch = ${JSON.stringify(patchText(session))};\ntext(await tools.apply_patch(patch));\n`
    : `const r = await tools.exec_command({\n  cmd: ${JSON.stringify(command)},\n  workdir: ${JSON.stringify(cwd)},\n  yield_time_ms: 10000,\n  max_output_tokens: 20000\n});\ntext(r.output);\n`;
  const call = { kind: 'custom' as const, name: 'exec', input: JSON.stringify(source) };
  const stopped = stoppedCall(session, call);
  if (stopped !== null) return stopped;
  if (!patching && rng.chance(0.1)) {
    return startsWork(
      session,
      call,
      (handle) => `"Script running with cell ID ${handle}\\nWall time 10.0 seconds\\nOutput:\\n"`,
    );
  }
  const completed = !rng.chance(0.01);
  const took = rng.size(100, 3000, 60_000);
  const text = shellOutput(rng, request.pools, { agent: 'codex', failed: !completed });
  return {
    ...call,
    output: scriptOutput(completed, took, text),
    status: completed ? 'ok' : 'error',
    durationMs: took,
    during: () => nestedEvents(session, { patching, command, text, completed, took }),
  };
}

interface Nested {
  readonly patching: boolean;
  readonly command: string;
  readonly text: Escaped;
  readonly completed: boolean;
  readonly took: number;
}

/** What ran inside a script, with ids that match no call. */
function nestedEvents(session: CodexSession, nested: Nested): void {
  const { rng, dialect, tally } = session;
  const id = `exec-${rng.uuid()}`;
  if (dialect.paginated) {
    completedItem(session, id, nested);
    return;
  }
  if (!dialect.endEvents) return;
  if (nested.patching) {
    tally.nestedCall(nested.completed);
    patchEnd(session, id, nested.completed);
  } else if (rng.chance(0.05)) mcpEnd(session, id);
}

function completedItem(session: CodexSession, id: string, nested: Nested): void {
  const { clock, cwd, tally, threadId, turnId } = session;
  const status = nested.completed ? 'completed' : 'failed';
  const duration = `{"secs":${Math.floor(nested.took / 1000)},"nanos":${(nested.took % 1000) * 1_000_000}}`;
  const item = nested.patching
    ? `{"type":"FileChange","id":"${id}","changes":{${changeJson(session)}},"status":"${status}","auto_approved":true,"stdout":"","stderr":""}`
    : `{"type":"CommandExecution","id":"${id}","command":["bash","-lc",${JSON.stringify(nested.command)}],"cwd":"file://${cwd}","parsed_cmd":[],"source":"agent","status":"${status}","stdout":null,"stderr":null,"aggregated_output":"${nested.text}","exit_code":${nested.completed ? 0 : 1},"duration":${duration},"formatted_output":null}`;
  tally.nestedCall(nested.completed);
  session.event(
    'item_completed',
    `"thread_id":"${threadId}","turn_id":"${turnId}","item":${item},"started_at_ms":${clock.now - nested.took},"completed_at_ms":${clock.now}`,
  );
}

function mcpEnd(session: CodexSession, id: string): void {
  const { rng, request, tally } = session;
  const failed = rng.chance(0.1);
  const body = request.pools.prose(rng, rng.size(2500, 14_000, 40_000));
  const result = failed
    ? `{"Err":${JSON.stringify(sentence(rng))}}`
    : `{"Ok":{"content":[{"type":"text","text":"Action completed."}],"structuredContent":{"items":[{"title":${JSON.stringify(title(rng))},"body":"${body}"}]},"isError":false}}`;
  tally.nestedCall(!failed);
  session.event(
    'mcp_tool_call_end',
    `"call_id":"${id}","invocation":{"server":"tracker","tool":"${rng.pick(['search_issues', 'list_pulls', 'get_file'])}","arguments":{"query":${JSON.stringify(title(rng))}}},"duration":{"secs":${rng.int(3)},"nanos":${rng.int(999_999_999)}},"result":${result}`,
  );
}
