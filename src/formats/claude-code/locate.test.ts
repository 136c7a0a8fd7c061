// Tests where logs are and what their paths say.

import { describe, expect, it } from 'vitest';
import { agentOfFile, role, roots, runOfFolder, sessionOfFile, sessionOfFolder } from './locate.ts';

const SID = '0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f';

describe('roots', () => {
  it('takes the variable, else the home folder', () => {
    expect(roots({ env: { CLAUDE_CONFIG_DIR: '/data/claude/' }, home: '/home/dev' })).toEqual([
      { path: '/data/claude/projects', agent: 'claude-code', from: 'CLAUDE_CONFIG_DIR' },
    ]);
    expect(roots({ env: { CLAUDE_CONFIG_DIR: '' }, home: '/home/dev' })).toEqual([
      { path: '/home/dev/.claude/projects', agent: 'claude-code', from: 'default' },
    ]);
  });
});

describe('role', () => {
  it.each([
    [`p/x/${SID}/subagents/agent-a9.jsonl`, { kind: 'log', thread: 'a9', session: SID }],
    ['p/x/agent-a9.jsonl', { kind: 'log', thread: 'a9', session: null }],
    [`p/x/${SID}/subagents/agent-a9.meta.json`, { kind: 'side', what: 'agent-meta' }],
    [`p/x/${SID}/subagents/workflows/wf_12345678-abc/journal.jsonl`, { kind: 'log', thread: 'main', session: SID }],
    [`p/x/${SID}/workflows/wf_12345678-abc.json`, { kind: 'side', what: 'workflow-snapshot' }],
    [`p/x/${SID}/custom-title.json`, { kind: 'side', what: 'custom-title' }],
    [`p/x/${SID}.jsonl.orphaned-1700000000000`, { kind: 'skip', reason: 'set aside by Claude Code' }],
    [`p/x/${SID}.jsonl.backup`, { kind: 'skip', reason: 'set aside by Claude Code' }],
    ['/home/dev/.claude/history.jsonl', { kind: 'skip', reason: 'prompt history, no session' }],
    [`p/x/${SID}.jsonl`, undefined],
    [`C:\\logs\\${SID}\\subagents\\agent-b.jsonl`, { kind: 'log', thread: 'b', session: SID }],
  ])('%s', (path, expected) => {
    expect(role(path)).toEqual(expected);
  });
});

describe('names in paths', () => {
  it('finds session, agent and run', () => {
    const path = `p/x/${SID}/subagents/workflows/wf_1-2/agent-z.jsonl`;
    expect([sessionOfFolder(path), agentOfFile(path), runOfFolder(path)]).toEqual([SID, 'z', 'wf_1-2']);
    expect([sessionOfFile(`x/${SID}.jsonl`), sessionOfFile('x/full.jsonl')]).toEqual([SID, null]);
  });
});
