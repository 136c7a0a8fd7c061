// Tests hooks end to end: installed by the command, run by a made-up agent, queried on the command line.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inboxFolder } from '../../src/hooks/inbox.ts';
import { drainSpool } from '../../src/hooks/spool.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { folderWith } from '../support/claude-log.ts';
import { elsewhere } from '../support/elsewhere.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { callNamed } from '../support/read.ts';
import { readPlaces } from '../support/read-places.ts';
import { type AgentCall, MadeUpAgent, type Truth } from './made-up-agent.ts';

const SESSION = '99999999-2222-4333-8444-555555555555';

/** Another program's guard, next to our hook. */
const GUARD = `input=$(cat)
case $input in
  *forbidden*) echo "not in this orchard" >&2; exit 2 ;;
  *doubtful*) printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"too steep"}}' ;;
  *crashing*) echo "guard fell over" >&2; exit 1 ;;
esac
`;

interface Played {
  readonly session: Session;
  readonly truth: ReadonlyMap<string, Truth>;
  readonly env: Readonly<Record<string, string>>;
}

const SINGLE: readonly AgentCall[] = [
  { id: 'toolu_plain', command: 'make plain', runMs: 30 },
  { id: 'toolu_asked', command: 'make asked', approvalMs: 120, runMs: 20 },
  { id: 'toolu_blocked', command: 'make forbidden' },
  { id: 'toolu_denied', command: 'make doubtful' },
  { id: 'toolu_open', command: 'make crashing', runMs: 5 },
];
const PARALLEL: readonly AgentCall[] = [1, 2, 3].map((i) => ({
  id: `toolu_parallel${i}`,
  command: 'make together',
  runMs: 10 * i,
}));

/** One session with the hook of the given kind. */
async function play(kind: '--shell' | '--node'): Promise<Played> {
  const home = folderWith({ 'guard.sh': GUARD });
  const config = join(home, 'config');
  const guard = `sh ${join(home, 'guard.sh')}`;
  mkdirSync(config);
  const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: guard }] }] } };
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings, null, 2));
  const env = {
    ...elsewhere(home),
    CLAUDE_CONFIG_DIR: config,
    TOOLSCOPE_HOME: join(home, 'data'),
  };
  const installed = await toolscope(['hook', 'install', '--agent', 'claude-code', kind, '--yes'], { env });
  expect(installed).toMatchObject({ status: 0, stderr: '' });
  const agent = new MadeUpAgent(config, SESSION, env);
  const truth = new Map<string, Truth>();
  await agent.start();
  for (const call of SINGLE) {
    const [told] = await agent.calls([call]);
    if (told !== undefined) truth.set(call.id, told);
  }
  const together = await agent.calls(PARALLEL);
  for (const [i, { id }] of PARALLEL.entries()) if (together[i] !== undefined) truth.set(id, together[i]);
  await agent.stop();
  const inbox = inboxFolder(env.TOOLSCOPE_HOME);
  drainSpool(inbox);
  const [session] = await readPlaces([join(config, 'projects'), inbox]);
  if (session === undefined) throw new Error('no session');
  return { session, truth, env };
}

function stage(call: ToolCall, name: string) {
  return stagesOf(call).find((one) => one.name === name);
}

beforeAll(buildProgram, 120_000);

describe.each(['--shell', '--node'] as const)('a made-up agent with hooks (%s)', (kind) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(kind);
  }, 120_000);

  it('loses nothing: every event of every call is there', () => {
    const { session } = played;
    expect(session.agent).toBe('claude-code');
    expect(session.calls).toHaveLength(SINGLE.length + PARALLEL.length);
    const [log, inbox] = session.sources;
    expect(log?.ledger.problems.size).toBe(0);
    // Start, prompt, stop, end; five before, three after, one question; three times before and after.
    expect([inbox?.ledger.lines, inbox?.ledger.observed]).toEqual([19, 19]);
    expect(session.heard?.at(-1)).toMatchObject({ what: 'ended' });
  });

  it('knows the run time exactly, as the agent told it', () => {
    for (const [id, { ran, durationMs }] of played.truth) {
      if (!ran) continue;
      const duration = { ms: durationMs, basis: 'hook', bound: 'exact', includes: [] };
      expect(callNamed(played.session, id).duration).toEqual(duration);
    }
  });

  it('tells the wait for approval apart', () => {
    const call = callNamed(played.session, 'toolu_asked');
    const { waitedMs, spentMs, durationMs } = played.truth.get('toolu_asked') ?? {
      waitedMs: 0,
      spentMs: 0,
      durationMs: 0,
    };
    expect(call.permission).toMatchObject({ decision: 'allowed', by: 'user', isInferred: true });
    const waitMs = call.permission?.waitMs ?? 0;
    // The person thought for 120 ms; all of it lies inside what the agent spent on the call besides running it. The times
    // of files, which the shell hook goes by, are a few milliseconds coarse.
    expect(waitMs).toBeGreaterThanOrEqual(110);
    expect(waitMs).toBeLessThanOrEqual(spentMs - (durationMs ?? 0) + 10);
    expect(waitedMs).toBeGreaterThan(0);
    expect(stage(call, 'permission')).toMatchObject({ state: 'inferred', ms: waitMs });
    expect(callNamed(played.session, 'toolu_plain').permission).toBeNull();
  });

  it('shows who said no, and why', () => {
    const blocked = callNamed(played.session, 'toolu_blocked');
    expect(blocked).toMatchObject({ status: 'denied', permission: { decision: 'denied', by: 'hook' } });
    expect(stage(blocked, 'hooks-before')?.note).toMatch(/^1 hook; sh .*guard\.sh said no: not in this orchard$/);
    expect(stage(blocked, 'running')).toMatchObject({ state: 'none', note: 'did not run' });
    const denied = callNamed(played.session, 'toolu_denied');
    expect(denied).toMatchObject({ status: 'denied', permission: { decision: 'denied', by: 'hook' } });
    expect(stage(denied, 'hooks-before')?.note).toMatch(/guard\.sh said no/);
  });

  it('shows a hook that crashed, and that the call went on', () => {
    const call = callNamed(played.session, 'toolu_open');
    expect(call.status).toBe('ok');
    expect(stage(call, 'hooks-before')?.note).toMatch(
      /^1 hook; sh .*guard\.sh failed, and the call went on \(exit 1, \d+ ms\): guard fell over$/,
    );
  });

  it('is what the command line says', async () => {
    const { stdout, status } = await toolscope(['call', 'toolu_asked', '--json'], { env: played.env });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      callId: 'toolu_asked',
      duration: { basis: 'hook', bound: 'exact', ms: played.truth.get('toolu_asked')?.durationMs },
    });
  }, 60_000);
});
