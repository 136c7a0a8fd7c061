// Tests edits: proposals that never look applied, patches through a shell, inputs of every spelling.

import { describe, expect, it } from 'vitest';
import { interpret } from '../interpret.ts';

type Status = 'ok' | 'error' | 'rejected';

function call(agent: string, tool: string, input: unknown, status: Status, content: string, structured?: unknown) {
  const verdict = { status, rule: 'test', failure: null };
  return interpret({ agent, tool, input, outcome: { verdict, content, structured } });
}

const EDIT = { file_path: '/lamp.ts', old_string: 'a\nb', new_string: 'a\nc', replace_all: null };

describe('edits of Claude Code', () => {
  it('can be drawn from the input when they were rejected or failed, and claim nothing', () => {
    for (const status of ['rejected', 'error'] as const) {
      const { input, result, light } = call('claude-code', 'Edit', EDIT, status, 'no', 'Error: no');
      expect(result).toEqual({ kind: 'failure' });
      expect(light.facts).toEqual({ path: '/lamp.ts' });
      expect(light.summary).toBe('/lamp.ts');
      expect(input).toMatchObject({
        proposed: [
          {
            path: '/lamp.ts',
            change: 'modified',
            basis: 'input',
            hunks: [{ oldStart: null, oldLines: 2, newStart: null, newLines: 2, lines: [' a', '-b', '+c'] }],
            linesAdded: 1,
            linesRemoved: 1,
          },
        ],
      });
    }
  });

  it('takes lists as JSON texts, old keys and odd members', () => {
    const edits = JSON.stringify([{ old_string: 'a', new_string: 'b', replace_all: 'true' }, 7, { old_str: 'c' }]);
    const { input } = call('claude-code', 'MultiEdit', { path: '/lamp.ts', edits, extra: 1 }, 'ok', '');
    expect(input).toMatchObject({
      replacements: [
        { oldText: 'a', newText: 'b', everywhere: true },
        { oldText: 'c', newText: '', everywhere: false },
      ],
    });
  });

  it('keeps the original file in the log', () => {
    const structured = {
      filePath: '/lamp.ts',
      oldString: 'b',
      newString: 'c',
      originalFile: 'a\nb',
      structuredPatch: [],
    };
    const { result } = call('claude-code', 'Edit', EDIT, 'ok', '', structured);
    expect(result).toMatchObject({ kind: 'edited', original: { pointer: '/originalFile', characters: 3 } });
  });

  it.each([null, undefined, 7, 'text', [], {}, { file_path: 3 }])('survives the input %j', (input) => {
    const { light } = call(
      'claude-code',
      'Edit',
      input,
      'ok',
      'The file /lamp.ts has been updated successfully.',
      input,
    );
    expect(light.toolId).toBe('edit');
    expect(light.result).toEqual({ kind: 'edited', via: 'text' });
    expect(light.problems.map(({ code }) => code)).toEqual(['unexpected-input']);
  });
});

describe('patches of Codex', () => {
  const patch = '*** Begin Patch\n*** Update File: lamp.rs\n@@\n-a\n+b\n*** End Patch\n';
  const success = 'Success. Updated the following files:\nM lamp.rs\n';

  it('are edits too when they come through a shell, and other commands are not', () => {
    const command = ['bash', '-lc', `cd src && apply_patch <<'EOF'\n${patch}EOF\n`];
    for (const input of [{ command }, { action: { command } }, { cmd: command[2] }]) {
      const found = call('codex', 'shell', input, 'ok', success);
      expect(found.tool.id).toBe('edit');
      expect(found.input).toMatchObject({ paths: ['lamp.rs'], cwd: 'src' });
      expect(found.light.facts).toEqual({ path: 'lamp.rs', linesAdded: 1, linesRemoved: 1 });
    }
    expect(call('codex', 'shell', { command: ['bash', '-lc', 'cat lamp.rs'] }, 'ok', success).tool.id).toBe('shell');
  });

  it('say how long they took', () => {
    const text = `Exit code: 0\nWall time: 1.5 seconds\nOutput:\n${success}`;
    expect(call('codex', 'apply_patch', patch, 'ok', text).light.reportedMs).toBe(1500);
  });

  it('keep a failed patch drawable and never call it applied', () => {
    const { result, light } = call(
      'codex',
      'apply_patch',
      patch,
      'ok',
      'error: Failed to find expected lines in lamp.rs',
    );
    expect(result).toMatchObject({ kind: 'not-edited', files: [{ path: 'lamp.rs', basis: 'input' }] });
    expect(light.failedQuietly).toBe(true);
    expect(light.facts).toEqual({ path: 'lamp.rs' });
  });

  it('take the end event as input and as result', () => {
    const item = {
      changes: { '/lamp.rs': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: null } },
    };
    const { input, result } = call('codex', 'apply_patch', item, 'ok', '', item);
    const files = [
      {
        path: '/lamp.rs',
        change: 'modified',
        basis: 'hunks',
        hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
        linesAdded: 1,
        linesRemoved: 1,
      },
    ];
    expect(input).toMatchObject({ proposed: files });
    expect(result).toMatchObject({ kind: 'edited', files });
  });
});

it('tells the line that says why a patch failed, not the shell before it', () => {
  const patch = '*** Begin Patch\n*** Update File: lamp.ts\n@@\n-a\n+b\n*** End Patch';
  const input = { command: ['bash', '-lc', `apply_patch <<'P'\n${patch}\nP`] };
  const head =
    'failed in sandbox X with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: bash: warning';
  const text = `${head}\nFailed to find expected lines in lamp.ts:\na`;
  expect(call('codex', 'shell', input, 'error', text).light.failure).toEqual({
    code: 'lines-not-found',
    blame: 'agent',
    message: 'Failed to find expected lines in lamp.ts:',
  });
});

it('tells a sandbox that could not be set up from a patch that did not apply', () => {
  const patch = '*** Begin Patch\n*** Add File: lamp.ts\n+on\n*** End Patch';
  const said = 'execution error: Io(Custom { kind: Other, error: "windows sandbox: no shed" })';
  const { light } = call('codex', 'apply_patch', patch, 'error', said);
  expect(light.failure).toMatchObject({ code: 'sandbox-failed', blame: 'environment', message: said });
});
