// Patches: their text, the call that applies one, and the event that tells what changed.

import { escapeText } from '../text-pools.ts';
import { codeLine, identifier, relativePath } from '../words.ts';
import type { CodexCall } from './calls.ts';
import type { CodexSession } from './session.ts';

export function changeJson(session: CodexSession): string {
  const { rng, cwd, request } = session;
  const file = request.pools.file(rng);
  const from = rng.int(Math.max(1, file.text.count - 12));
  const removed = file.raw.slice(from, from + 3).map((line) => `-${line}`);
  const added = Array.from({ length: rng.size(6, 50, 300) }, () => `+${codeLine(rng, file.language)}`);
  const diff = escapeText([`@@ -${from + 1},3 +${from + 1},${added.length} @@`, ...removed, ...added, ''].join('\n'));
  return `${JSON.stringify(`${cwd}/${file.path}`)}:{"type":"update","unified_diff":"${diff}","move_path":null}`;
}

export function patchEnd(session: CodexSession, id: string, applied: boolean): void {
  const out = applied
    ? `"stdout":"Success. Updated the following files:\\nM ${relativePath(session.rng, 'rs')}\\n","stderr":""`
    : '"stdout":"","stderr":"Failed to find expected lines"';
  session.event(
    'patch_apply_end',
    `"call_id":"${id}","turn_id":"${session.turnId}",${out},"success":${applied},"changes":{${changeJson(session)}},"status":"${applied ? 'completed' : 'failed'}"`,
  );
}

/** The text of a patch. */
export function patchText(session: CodexSession): string {
  const { rng, request } = session;
  const file = request.pools.file(rng);
  const from = rng.int(Math.max(1, file.raw.length - 8));
  const context = file.raw.slice(from, from + 3).map((line) => ` ${line}`);
  const removed = file.raw.slice(from + 3, from + 5).map((line) => `-${line}`);
  const added = Array.from({ length: rng.size(12, 60, 500) }, () => `+${codeLine(rng, file.language)}`);
  return [
    '*** Begin Patch',
    `*** Update File: ${file.path}`,
    `@@ ${identifier(rng)}`,
    ...context,
    ...removed,
    ...added,
    '*** End Patch',
  ].join('\n');
}

export function patchCall(session: CodexSession): CodexCall {
  const { rng, dialect } = session;
  const call = { kind: 'custom' as const, name: 'apply_patch', input: JSON.stringify(patchText(session)) };
  const path = relativePath(rng, 'rs');
  const took = rng.between(10, 200);
  if (rng.chance(0.004))
    return {
      ...call,
      output: '"patch rejected by user"',
      status: 'rejected',
      durationMs: rng.size(9000, 60_000, 600_000),
    };
  if (rng.chance(0.05)) {
    const text = `apply_patch verification failed: Failed to find expected lines in ${path}:\n${codeLine(rng, 'rs')}`;
    return { ...call, output: JSON.stringify(text), status: 'error', durationMs: took };
  }
  const success = `Success. Updated the following files:\nM ${path}\n`;
  const output =
    dialect.patchOutput === 'json'
      ? JSON.stringify(JSON.stringify({ output: success, metadata: { exit_code: 0, duration_seconds: 0 } }))
      : JSON.stringify(`Exit code: 0\nWall time: 0 seconds\nOutput:\n${success}`);
  return {
    ...call,
    output,
    status: 'ok',
    durationMs: took,
    ...(dialect.endEvents ? { during: (callId: string) => patchEnd(session, callId, true) } : {}),
  };
}
