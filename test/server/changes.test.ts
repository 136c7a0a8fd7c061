// Tests what a session changed in the end: one diff per file, the calls of each hunk, and what cannot be told.

import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import type { NetChanges } from '../../src/api/wire/changes.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { buildWeb } from '../support/program.ts';
import { type Served, serve } from './support.ts';

const SESSION = '33333333-2222-4333-8444-555555555555';
const GATE = '/home/dev/orchard/gate.ts';
const WALL = '/home/dev/orchard/wall.ts';
const NEW = '/home/dev/orchard/new.ts';
const PROBING = '44444444-2222-4333-8444-555555555555';
const PROBE = '/home/dev/orchard/probe.test.ts';

interface Change {
  readonly path: string;
  readonly hunk: { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] };
  readonly before?: string;
}

function edit(log: ClaudeLog, id: string, { path, hunk, before }: Change): void {
  log.call(id, 'Edit', { file_path: path, old_string: 'x', new_string: 'y' });
  log.result(id, 'The file has been updated.', {
    structured: {
      filePath: path,
      oldString: 'x',
      newString: 'y',
      originalFile: before ?? null,
      structuredPatch: [hunk],
      userModified: false,
      replaceAll: false,
    },
  });
}

function log(): ClaudeLog {
  const made = new ClaudeLog(SESSION);
  made.prompt('Paint the gate');
  edit(made, 'toolu_one', {
    path: GATE,
    before: 'a\nb\nc\n',
    hunk: { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] },
  });
  made.call('toolu_no', 'Edit', { file_path: GATE, old_string: 'q', new_string: 'r' });
  made.result('toolu_no', 'String to replace not found in file.', { isError: true });
  edit(made, 'toolu_two', {
    path: GATE,
    before: 'zero\na\nB\nc\n',
    hunk: { oldStart: 2, oldLines: 3, newStart: 2, newLines: 4, lines: [' a', ' B', ' c', '+d'] },
  });
  edit(made, 'toolu_wall', {
    path: WALL,
    hunk: { oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' brick', '-red', '+blue'] },
  });
  edit(made, 'toolu_wall2', {
    path: WALL,
    hunk: { oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' brick', '-green', '+white'] },
  });
  made.call('toolu_new', 'Write', { file_path: NEW, content: 'new\n' });
  made.result('toolu_new', `File created successfully at: ${NEW}`, {
    structured: { type: 'create', filePath: NEW, content: 'new\n', structuredPatch: [], originalFile: null },
  });
  return made;
}

/** Two new files, of which a command removes one and reads the other. */
function probeLog(): ClaudeLog {
  const made = new ClaudeLog(PROBING);
  made.prompt('Find out why the gate squeaks');
  for (const [id, path] of [
    ['toolu_probe', PROBE],
    ['toolu_kept', NEW],
  ] as const) {
    made.call(id, 'Write', { file_path: path, content: 'new\n' });
    made.result(id, `File created successfully at: ${path}`, {
      structured: { type: 'create', filePath: path, content: 'new\n', structuredPatch: [], originalFile: null },
    });
  }
  made.call('toolu_glob', 'Bash', { command: 'rm *.log' });
  made.result('toolu_glob', 'ok', { structured: { stdout: 'ok', stderr: '', interrupted: false, isImage: false } });
  made.call('toolu_rm', 'Bash', { command: `rm ${PROBE}\nnpm test\ncat ${NEW}` });
  made.result('toolu_rm', 'ok', { structured: { stdout: 'ok', stderr: '', interrupted: false, isImage: false } });
  return made;
}

/** Patches that say what and not where, over a file that is made, changed and moved. */
function codexLog(): CodexLog {
  const made = new CodexLog();
  made.prompt('Plant a hedge');
  const patch = (id: string, ...lines: string[]): void => {
    made.custom(id, 'apply_patch', ['*** Begin Patch', ...lines, '*** End Patch'].join('\n'));
    made.customOutput(id, 'Success. Updated the following files:\nM hedge.rs\n');
  };
  patch('call_add', '*** Add File: hedge.rs', '+one', '+two', '+three');
  patch('call_move', '*** Update File: hedge.rs', '*** Move to: tall/hedge.rs', '@@', ' one', '-two', '+TWO');
  patch(
    'call_more',
    '*** Update File: tall/hedge.rs',
    '@@',
    '-three',
    '+THREE',
    '*** Update File: bed.rs',
    '@@',
    '-x',
    '+y',
  );
  return made;
}

let served: Served;
let changes: NetChanges;

beforeAll(async () => {
  await buildWeb();
  const codex = codexLog();
  const folder = folderWith({
    [join('projects', '-home-dev-orchard', `${SESSION}.jsonl`)]: log().text(),
    [join('projects', '-home-dev-orchard', `${PROBING}.jsonl`)]: probeLog().text(),
    [join('sessions', '2026', '03', '01', codex.file)]: codex.text(),
  });
  served = await serve([folder]);
  changes = await served.get('sessionChanges', { agent: 'claude-code', session: SESSION });
}, 240_000);

it('tells one diff per file, with the calls of each hunk', () => {
  expect(changes.calls.map(({ callId, status }) => [callId, status])).toEqual([
    ['toolu_one', 'ok'],
    ['toolu_no', 'error'],
    ['toolu_two', 'ok'],
    ['toolu_wall', 'ok'],
    ['toolu_wall2', 'ok'],
    ['toolu_new', 'ok'],
  ]);
  const [gate, , fresh] = changes.files;
  expect(gate).toEqual({
    path: GATE,
    movedTo: null,
    change: 'modified',
    hunks: [
      {
        oldStart: 1,
        oldLines: 3,
        newStart: 1,
        newLines: 5,
        lines: ['+zero', ' a', '-b', '+B', ' c', '+d'],
        calls: [0, 2],
        elsewhere: true,
      },
    ],
    linesAdded: 3,
    linesRemoved: 1,
    // In a hunk that calls changed too they cannot be told apart.
    elsewhere: { linesAdded: 0, linesRemoved: 0 },
    calls: [0, 2],
    notes: [{ code: 'changed-elsewhere', message: expect.stringContaining('a person'), call: 2 }],
    doubt: null,
    linesLeftOut: 0,
  });
  expect(fresh).toMatchObject({ path: NEW, change: 'added', linesAdded: 1, linesRemoved: 0, calls: [5] });
});

it('says what cannot be rebuilt, why, and from which calls', () => {
  expect(changes.files[1]).toEqual({
    path: WALL,
    movedTo: null,
    change: 'modified',
    hunks: [],
    linesAdded: null,
    linesRemoved: null,
    elsewhere: { linesAdded: 0, linesRemoved: 0 },
    calls: [3, 4],
    notes: [],
    doubt: { code: 'other-lines', message: expect.stringContaining('different lines'), call: 4 },
    linesLeftOut: 0,
  });
});

it('follows a file that is moved, and finds patches without places in what is known', async () => {
  const told = await served.get('sessionChanges', { agent: 'codex', session: new CodexLog().thread });
  expect(
    told.files.map(({ path, movedTo, change, hunks, notes }) => ({ path, movedTo, change, hunks, notes })),
  ).toEqual([
    {
      path: '/home/dev/orchard/hedge.rs',
      movedTo: '/home/dev/orchard/tall/hedge.rs',
      change: 'added',
      hunks: [
        {
          oldStart: 0,
          oldLines: 0,
          newStart: 1,
          newLines: 3,
          lines: ['+one', '+TWO', '+THREE'],
          calls: [0, 1, 2],
          elsewhere: false,
        },
      ],
      notes: [],
    },
    {
      path: '/home/dev/orchard/bed.rs',
      movedTo: null,
      change: 'modified',
      hunks: [
        { oldStart: null, oldLines: 1, newStart: null, newLines: 1, lines: ['-x', '+y'], calls: [2], elsewhere: false },
      ],
      notes: [{ code: 'places-unknown', message: expect.any(String), call: 2 }],
    },
  ]);
});

it('does not tell of a new file that a command removed as if it were there', async () => {
  const told = await served.get('sessionChanges', { agent: 'claude-code', session: PROBING });
  expect(told.calls.map(({ callId }) => callId)).toEqual(['toolu_probe', 'toolu_kept', 'toolu_rm']);
  expect(told.files.map(({ path, change, calls, notes }) => ({ path, change, calls, notes }))).toEqual([
    { path: PROBE, change: 'same', calls: [0, 2], notes: [{ code: 'removed', message: expect.any(String), call: 2 }] },
    { path: NEW, change: 'added', calls: [1], notes: [] },
  ]);
  const { text } = await served.ask(`/api/v1/sessions/claude-code/${PROBING}/changes/patch`);
  expect(text).not.toContain('probe.test.ts b/');
  const { verdict } = await served.get('sessionInsights', { agent: 'claude-code', session: PROBING });
  expect(verdict.changed.files.map(({ path, removedBy }) => [path, removedBy?.callId])).toEqual([
    [PROBE, 'toolu_rm'],
    [NEW, undefined],
  ]);
  const shared = await served.ask(`/api/v1/sessions/claude-code/${PROBING}/share?format=html`);
  const page = shared.text.replaceAll('<wbr/>', '');
  expect([...page.matchAll(/<li><code>([^<]*)<\/code>(.*?)<\/li>/g)].map(([, path, rest]) => [path, rest])).toEqual([
    [expect.stringMatching(/probe\.test\.ts$/), expect.stringContaining('removed since')],
    [expect.stringMatching(/new\.ts$/), ''],
  ]);
});

it('tells one file alone, and knows which it did not change', async () => {
  const parts = { agent: 'claude-code', session: SESSION };
  const one = await served.get('sessionChanges', parts, { path: NEW });
  expect(one.files.map(({ path }) => path)).toEqual([NEW]);
  const trouble = await served.trouble(`/api/v1/sessions/claude-code/${SESSION}/changes?path=/else`);
  expect(trouble).toMatchObject({ status: 404, detail: 'The session did not change this file.' });
});

it('gives all of it as one patch', async () => {
  const { text, headers } = await served.ask(`/api/v1/sessions/claude-code/${SESSION}/changes/patch?download=1`);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['content-disposition']).toContain('session.patch');
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'diff --git a/gate.ts b/gate.ts',
    '--- a/gate.ts',
    '+++ b/gate.ts',
    '@@ -1,3 +1,5 @@',
    '+zero',
    ' a',
    '-b',
    '+B',
    ' c',
    '+d',
    'diff --git a/new.ts b/new.ts',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/new.ts',
    '@@ -0,0 +1,1 @@',
    '+new',
    '',
  ]);
  expect(text).toContain(`# ${WALL}: cannot be rebuilt: this call found different lines`);
  const codex = await served.ask(`/api/v1/sessions/codex/${new CodexLog().thread}/changes/patch`);
  expect(codex.text).toContain('# /home/dev/orchard/bed.rs: not in this patch, for it could not be applied');
  expect(codex.text.split('\n').filter((line) => line.startsWith('diff'))).toEqual([
    'diff --git a/tall/hedge.rs b/tall/hedge.rs',
  ]);
});

it('asks for all calls at once', async () => {
  const one = vi.spyOn(served.library.questions.calls, 'get');
  await served.get('sessionChanges', { agent: 'claude-code', session: SESSION });
  expect(one).not.toHaveBeenCalled();
  one.mockRestore();
});
