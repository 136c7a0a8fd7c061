// The calls on shells: Bash with its background forms, BashOutput, TaskOutput, KillShell, TaskStop, Monitor.

import { shellOutput } from '../../shell-output.ts';
import { escapeText } from '../../text-pools.ts';
import { commandLine, title } from '../../words.ts';
import {
  failure,
  type OpenTask,
  type Outcome,
  type Play,
  quoted,
  type Stage,
  success,
  type TaskPlan,
} from '../play.ts';

function outputFile(stage: Stage, taskId: string): string {
  const slug = stage.facts.cwd.replace(/[^A-Za-z0-9]/g, '-');
  return `/tmp/claude-1000/${slug}/${stage.facts.sessionId}/tasks/${taskId}.output`;
}

export function taskPlan(
  stage: Stage,
  kind: TaskPlan['kind'],
  taskId: string,
  description: string,
  command: string,
): TaskPlan {
  return { taskId, kind, description, command, outputFile: outputFile(stage, taskId) };
}

/** `stdout` and friends; `more` is further fields. */
function shellResult(stage: Stage, stdout: string, stderr: string, more = ''): string {
  const { dialect, rng } = stage;
  const sandbox = dialect.bashSandbox && rng.chance(0.4) ? ',"sandbox":false' : '';
  const none = dialect.bashNoOutput ? `,"noOutputExpected":${rng.chance(0.002)}` : '';
  return `{"stdout":"${stdout}","stderr":"${stderr}","interrupted":false,"isImage":false${sandbox}${none}${more}}`;
}

function bashFailure(stage: Stage, tookMs: number): Outcome {
  const { rng, pools, dialect } = stage;
  const output = shellOutput(rng, pools, { agent: 'claude-code', failed: true });
  const code = rng.chance(0.85) ? 1 : rng.pick([2, 126, 127, 128, 137, 143]);
  const timedOut = code === 143 ? 'Command timed out after 2m 0.0s\\n' : '';
  return failure(dialect.exitCodeText ? `Exit code ${code}\\n${timedOut}${output}` : output, tookMs, 'plain');
}

export function bash(stage: Stage): Play {
  const { rng, pools, dialect } = stage;
  const command = rng.chance(0.4) ? `${commandLine(rng)} && ${commandLine(rng)}` : commandLine(rng);
  const description = title(rng);
  const timeout = rng.chance(0.2) ? `,"timeout":${rng.pick([60_000, 120_000, 300_000])}` : '';
  const backgrounded = canBackground(stage) && rng.chance(dialect.notices === 'full' ? 0.03 : 0.012);
  const flag = backgrounded && rng.chance(0.8) ? ',"run_in_background":true' : '';
  const input = `{"command":${JSON.stringify(command)},"description":${JSON.stringify(description)}${timeout}${flag}}`;
  const tookMs = rng.size(1640, 30_000, 6_000_000);
  if (backgrounded) return backgroundBash(stage, input, command, description, flag !== '');
  if (rng.chance(0.052)) return { tool: 'Bash', input, outcome: bashFailure(stage, tookMs) };
  const progress = dialect.progress && rng.chance(0.32) ? rng.size(5, 17, 120) : 0;
  const ticks = progress > 0 ? { progressTicks: progress } : {};
  if (dialect.spill && rng.chance(0.006)) return { tool: 'Bash', input, ...spilled(stage, tookMs), ...ticks };
  const stdout = rng.chance(0.07) ? '' : shellOutput(rng, pools, { agent: 'claude-code', failed: false });
  const stderr = rng.chance(0.085) ? pools.shell(rng, rng.between(60, 400)).text : '';
  const content = stderr === '' ? stdout : `${stdout}\\n${stderr}`;
  const text = content === '' && dialect.attachments ? '(Bash completed with no output)' : content;
  return {
    tool: 'Bash',
    input,
    outcome: success(quoted(text), shellResult(stage, stdout, stderr, extras(stage, command)), tookMs, false),
    ...ticks,
  };
}

function extras(stage: Stage, command: string): string {
  const { rng, dialect } = stage;
  if (command.startsWith('grep') && rng.chance(0.1)) return ',"returnCodeInterpretation":"No matches found"';
  if (command.startsWith('git add') && dialect.attachments) {
    return `,"gitOperation":{"commit":{"sha":"${rng.hex(7)}","kind":"committed","branch":"main"}}`;
  }
  return '';
}

/** Output too large for the log: a preview here, the whole in a file next to the session. */
function spilled(stage: Stage, tookMs: number): { outcome: Outcome; spill: { name: string; text: string } } {
  const { rng, pools, facts } = stage;
  const whole = pools.shell(rng, rng.size(60_000, 110_000, 200_000)).text;
  const raw: unknown = JSON.parse(quoted(whole));
  const text = typeof raw === 'string' ? raw : '';
  const name = `${rng.lower36(9)}.txt`;
  const path = `/home/dev/.claude/projects/${facts.cwd.replace(/[^A-Za-z0-9]/g, '-')}/${facts.sessionId}/tool-results/${name}`;
  const preview = escapeText(text.slice(0, 2000));
  const bytes = Buffer.byteLength(text);
  const content = `<persisted-output>\\nOutput too large (${(bytes / 1024).toFixed(1)}KB). Full output saved to: ${path}\\n\\nPreview (first 2KB):\\n${preview}\\n...\\n</persisted-output>`;
  const more = `,"persistedOutputPath":"${path}","persistedOutputSize":${bytes}`;
  const stdout = escapeText(text.slice(0, 30_000));
  return {
    outcome: success(quoted(content), shellResult(stage, stdout, '', more), tookMs, false),
    spill: { name, text },
  };
}

function backgroundBash(stage: Stage, input: string, command: string, description: string, asked: boolean): Play {
  const { rng, dialect } = stage;
  const old = dialect.notices === 'none';
  const taskId = old ? rng.hex(6) : dialect.notices === 'full' ? `b${rng.lower36(8)}` : `b${rng.hex(6)}`;
  const task = taskPlan(stage, 'shell', taskId, description, command);
  const where = old ? '' : `. Output is being written to: ${task.outputFile}`;
  const text = asked
    ? `Command running in background with ID: ${taskId}${where}`
    : old
      ? `Command was manually backgrounded by user with ID: ${taskId}`
      : `Command did not complete within its 120s timeout and was moved to the background (ID: ${taskId})${where}`;
  const more = asked ? '' : old ? ',"backgroundedByUser":true' : ',"timedOutAfterMs":120000';
  const outcome: Outcome = {
    status: 'background',
    content: JSON.stringify(text),
    isError: false,
    structured: shellResult(stage, '', '', `,"backgroundTaskId":"${taskId}"${more}`),
    durationMs: asked ? rng.between(60, 900) : 120_000,
  };
  return { tool: 'Bash', input, outcome, task };
}

function openShell(stage: Stage): OpenTask | undefined {
  return stage.openTasks.find((task) => task.kind === 'shell');
}

/** Requests the output of a background shell; needs one that is still open. */
export function poll(stage: Stage): Play | null {
  const { rng, dialect, pools, facts } = stage;
  const task = openShell(stage);
  if (task === undefined) return null;
  const done = rng.chance(0.4);
  const code = done ? (rng.chance(0.8) ? 0 : 1) : null;
  if (done) stage.settle(task, code === 0 ? 'ok' : 'error');
  const output = pools.shell(rng, rng.size(160, 900, 5000));
  const status = code === null ? 'running' : code === 0 ? 'completed' : 'failed';
  const exit = code === null ? '' : `\\n\\n<exit_code>${code}</exit_code>`;
  const command = JSON.stringify(task.command);
  if (dialect.tools.shellPoll === 'BashOutput') {
    const at = new Date(facts.clock.now).toISOString();
    const text = `<status>${status}</status>${exit}\\n\\n<stdout>\\n${output.text}\\n</stdout>\\n\\n<timestamp>${at}</timestamp>`;
    const structured = `{"shellId":"${task.taskId}","command":${command},"status":"${status}","exitCode":${code},"stdout":"${output.text}","stderr":"","stdoutLines":${output.lines},"stderrLines":0,"timestamp":"${at}"}`;
    return {
      tool: 'BashOutput',
      input: `{"bash_id":"${task.taskId}"}`,
      outcome: success(quoted(text), structured, rng.between(20, 90)),
    };
  }
  const retrieval = done ? 'success' : 'not_ready';
  const body = done ? output.text : '';
  const text = `<retrieval_status>${retrieval}</retrieval_status>\\n\\n<task_id>${task.taskId}</task_id>\\n\\n<task_type>local_bash</task_type>\\n\\n<status>${status}</status>${exit}${done ? `\\n\\n<output>\\n${body}\\n</output>` : ''}`;
  const structured = `{"retrieval_status":"${retrieval}","task":{"task_id":"${task.taskId}","task_type":"local_bash","status":"${status}","description":${JSON.stringify(task.description)},"output":"${body}","exitCode":${code}}}`;
  return {
    tool: 'TaskOutput',
    input: `{"task_id":"${task.taskId}","block":${done},"timeout":30000}`,
    outcome: success(quoted(text), structured, rng.between(3, 30_000)),
  };
}

/** Ends a background shell, or finds that it is already gone: an expected failure. */
export function kill(stage: Stage): Play {
  const { rng, dialect } = stage;
  const task = openShell(stage);
  const old = dialect.notices === 'none';
  const id = task?.taskId ?? rng.hex(6);
  if (old) {
    const tool = dialect.version.startsWith('1.') ? 'KillBash' : 'KillShell';
    const input = `{"shell_id":"${id}"}`;
    if (task === undefined) {
      return {
        tool,
        input,
        outcome: failure(`Shell ${id} is not running, so cannot be killed (status: completed)`, 20),
      };
    }
    stage.settle(task, 'interrupted');
    const message = `Successfully killed shell: ${id} (${escapeText(task.command)})`;
    const structured = `{${tool === 'KillBash' ? '"success":true,' : ''}"message":"${message}","shell_id":"${id}"}`;
    return { tool, input, outcome: success(JSON.stringify(structured), structured, 30) };
  }
  const input = `{"task_id":"${id}"}`;
  if (task === undefined) return { tool: 'TaskStop', input, outcome: failure(`No task found with ID: ${id}`, 10) };
  stage.settle(task, 'interrupted');
  const structured = `{"message":"Successfully stopped task: ${id}","task_id":"${id}","task_type":"local_bash","command":${JSON.stringify(task.command)}}`;
  return { tool: 'TaskStop', input, outcome: success(JSON.stringify(structured), structured, rng.between(4, 60)) };
}

/** Watches something and reports each event; it never ends by itself. */
export function monitor(stage: Stage): Play {
  const { rng } = stage;
  const taskId = `b${rng.lower36(8)}`;
  const description = title(rng);
  const persistent = rng.chance(0.4);
  const timeoutMs = persistent ? 0 : 600_000;
  const input = `{"description":${JSON.stringify(description)},"command":"until test -f done; do sleep 2; done","persistent":${persistent},"timeout_ms":${timeoutMs}}`;
  const outcome: Outcome = {
    status: 'background',
    content: `"Monitor started (task ${taskId}, timeout ${timeoutMs}ms). You will be notified on each event."`,
    isError: null,
    structured: `{"taskId":"${taskId}","timeoutMs":${timeoutMs},"persistent":${persistent}}`,
    durationMs: rng.between(60, 900),
  };
  return { tool: 'Monitor', input, outcome, task: taskPlan(stage, 'monitor', taskId, description, '') };
}

/** Version 1.0.1x had no background shells, and subagents do not leave any behind. */
function canBackground(stage: Stage): boolean {
  return !stage.nested && (stage.dialect.notices !== 'none' || stage.dialect.tools.shellPoll !== 'none');
}
