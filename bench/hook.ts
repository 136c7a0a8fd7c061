// Owns measuring what a hook costs an agent: the shell hook and `toolscope hook` beside starting Node with nothing to do.
// Processor time of the processes and ratios; wall time says as much about the machine's other work. Needs the built
// program. Usage: npx tsx bench/hook.ts [runs]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inboxFolder, spoolFolder } from '../src/ingest/hooks/inbox.ts';
import { shellHook } from '../src/ingest/hooks/shell-hook.ts';

const RUNS = Number(process.argv[2] ?? 30);
const MAIN = resolve(import.meta.dirname, '../dist/cli/main.js');
const MS_PER_TICK = 10;

const INPUT = JSON.stringify({
  session_id: 'session-1',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'make' },
  tool_response: { stdout: 'x'.repeat(4000) },
  tool_use_id: 'toolu_1',
});

/** Processor time of all children that have ended, where the system tells it. */
function childrenCpuMs(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
  } catch {
    return null;
  }
}

interface Subject {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  cpuMs: number;
  readonly wallMs: number[];
}

function subject(name: string, program: string, ...args: string[]): Subject {
  return { name, program, args, cpuMs: 0, wallMs: [] };
}

const home = mkdtempSync(join(tmpdir(), 'toolscope-bench-hook-'));
const spool = spoolFolder(inboxFolder(home));
const script = join(home, 'toolscope-hook.sh');
mkdirSync(spool, { recursive: true });
writeFileSync(script, shellHook(spool));

const subjects = [
  subject('node, nothing to do', process.execPath, '-e', '0'),
  subject('toolscope hook', process.execPath, MAIN, 'hook', '--agent', 'claude-code'),
  subject('shell hook', 'sh', script, 'claude-code'),
];
// In turn, so that all meet the same machine.
for (let run = 0; run < RUNS; run++) {
  for (const one of subjects) {
    const before = childrenCpuMs();
    const started = performance.now();
    spawnSync(one.program, one.args, { input: INPUT, env: { ...process.env, TOOLSCOPE_HOME: home } });
    one.wallMs.push(performance.now() - started);
    one.cpuMs += (childrenCpuMs() ?? 0) - (before ?? 0);
  }
}
const [bare] = subjects;
for (const { name, cpuMs, wallMs } of subjects) {
  const middle = wallMs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  const ratio = bare === undefined || bare.cpuMs === 0 ? 0 : cpuMs / bare.cpuMs;
  console.log(
    `${name.padEnd(20)} cpu ${(cpuMs / RUNS).toFixed(1).padStart(6)} ms  × ${ratio.toFixed(2)}  wall (middle) ${middle.toFixed(1)} ms`,
  );
}
rmSync(home, { recursive: true });
