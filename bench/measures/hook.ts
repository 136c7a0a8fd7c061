// The rows of a hook's cost to an agent: the shell hook and `toolscope hook` next to starting Node with nothing to do.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboxFolder, spoolFolder } from '../../src/hooks/inbox.ts';
import { shellHook } from '../../src/hooks/shell-hook.ts';
import type { Measure, Row } from '../measure.ts';
import { CLI } from '../meter/meter-process.ts';
import { endedChildrenCpuMs } from '../meter/process-tree.ts';
import { percentile } from '../outcome/numbers.ts';

const INPUT = JSON.stringify({
  session_id: 'session-1',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'make' },
  tool_response: { stdout: 'x'.repeat(4000) },
  tool_use_id: 'toolu_1',
});

class Subject {
  readonly id: string;
  readonly title: string;
  readonly #command: readonly [string, ...string[]];
  readonly #wallMs: number[] = [];
  #cpuMs = 0;

  constructor(id: string, title: string, command: readonly [string, ...string[]]) {
    this.id = id;
    this.title = title;
    this.#command = command;
  }

  run(env: NodeJS.ProcessEnv): void {
    const [program, ...args] = this.#command;
    const before = endedChildrenCpuMs() ?? 0;
    const started = performance.now();
    const { status } = spawnSync(program, args, { input: INPUT, env });
    if (status !== 0) throw new Error(`${this.title} ended with ${status}.`);
    this.#wallMs.push(performance.now() - started);
    this.#cpuMs += (endedChildrenCpuMs() ?? 0) - before;
  }

  get p50Ms(): number {
    return percentile(this.#wallMs, 0.5);
  }

  row(bare: Subject): Row {
    return {
      id: this.id,
      title: this.title,
      cpuMs: this.#cpuMs / this.#wallMs.length,
      p50Ms: this.p50Ms,
      p95Ms: percentile(this.#wallMs, 0.95),
      ...(this === bare ? {} : { ofBare: bare.p50Ms / this.p50Ms }),
    };
  }
}

export const hook: Measure = {
  id: 'hook',
  needs: [],
  rounds: 'once',
  async run({ scratch, scale }) {
    const spool = spoolFolder(inboxFolder(scratch));
    const script = join(scratch, 'toolscope-hook.sh');
    mkdirSync(spool, { recursive: true });
    writeFileSync(script, shellHook(spool));
    const bare = new Subject('hook-bare', 'node, nothing to do', [process.execPath, '-e', '0']);
    const subjects = [
      bare,
      new Subject('hook-node', 'toolscope hook, 4 KB', [process.execPath, CLI, 'hook', '--agent', 'claude-code']),
      new Subject('hook-shell', 'shell hook, 4 KB', ['sh', script, 'claude-code']),
    ];
    // In turns, so that all run under the same conditions.
    for (let run = 0; run < scale.samples; run++) {
      for (const subject of subjects) subject.run({ ...process.env, TOOLSCOPE_HOME: scratch });
    }
    return subjects.map((subject) => subject.row(bare));
  },
};
