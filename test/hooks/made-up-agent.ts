// A made-up agent for tests: it reads its settings, runs the hooks that are configured there the way Claude Code does,
// and writes a session log. Its tools do nothing but take a moment.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asArray, asObject, type JsonObject } from '../../src/base/json.ts';
import { ClaudeLog, type Json } from '../support/claude-log.ts';

interface HookEnd {
  readonly command: string;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export interface AgentCall {
  readonly id: string;
  readonly command: string;
  /** The user is asked, and thinks for this long. */
  readonly approvalMs?: number;
  readonly runMs?: number;
}

/** What the agent itself knows about a call: what Toolscope should find out. */
export interface Truth {
  readonly ran: boolean;
  /** As it told its hooks. */
  durationMs: number | null;
  /** From the moment before the person was asked to the moment the answer was there; and around all of it. */
  waitedMs: number | null;
  spentMs: number;
}

export class MadeUpAgent {
  readonly session: string;
  readonly #config: string;
  readonly #log: ClaudeLog;
  readonly #env: Readonly<Record<string, string>>;
  #written = 0;

  constructor(config: string, session: string, env: Readonly<Record<string, string>>) {
    this.#config = config;
    this.session = session;
    this.#env = env;
    this.#log = new ClaudeLog(session);
  }

  get logPath(): string {
    return join(this.#config, 'projects', 'orchard', `${this.session}.jsonl`);
  }

  async start(): Promise<void> {
    await this.#hooks('SessionStart', { source: 'startup' });
    await this.#hooks('UserPromptSubmit', { prompt: 'go' });
    this.#write((log) => log.prompt('go'));
  }

  async stop(): Promise<void> {
    await this.#hooks('Stop', { stop_hook_active: false });
    await this.#hooks('SessionEnd', { reason: 'other' });
  }

  /** Calls of one message, at once. */
  async calls(calls: readonly AgentCall[]): Promise<readonly Truth[]> {
    const message = `msg_${calls[0]?.id}`;
    for (const { id, command } of calls) this.#write((log) => log.call(id, 'Bash', { command }, message));
    return Promise.all(calls.map((call) => this.#call(call)));
  }

  async #call({ id, command, approvalMs, runMs = 1 }: AgentCall): Promise<Truth> {
    const started = performance.now();
    const tool = { tool_name: 'Bash', tool_input: { command } };
    const truth = (ran: boolean): Truth => ({
      ran,
      durationMs: null,
      waitedMs: null,
      spentMs: performance.now() - started,
    });
    const before = await this.#hooks('PreToolUse', { ...tool, tool_use_id: id });
    const no = this.#refusal(id, before);
    if (no !== undefined) {
      this.#write((log) =>
        log.result(id, no, {
          isError: true,
          structured: `Error: ${no}`,
          fields: { toolDenialKind: 'permission-rule' },
        }),
      );
      return truth(false);
    }
    let waitedMs: number | null = null;
    if (approvalMs !== undefined) {
      const asked = performance.now();
      await this.#hooks('PermissionRequest', tool);
      await sleep(approvalMs);
      waitedMs = performance.now() - asked;
    }
    const ranFrom = performance.now();
    await sleep(runMs);
    const durationMs = Math.round(performance.now() - ranFrom);
    const response = { stdout: 'done', stderr: '', interrupted: false };
    await this.#hooks('PostToolUse', { ...tool, tool_use_id: id, tool_response: response, duration_ms: durationMs });
    this.#write((log) => log.result(id, 'done', { structured: response, isError: false }));
    return { ...truth(true), durationMs, waitedMs };
  }

  /** What the hooks answered: exit 2 blocks, and so does a JSON that denies; any other failure is ignored. */
  #refusal(id: string, ends: readonly HookEnd[]): string | undefined {
    let no: string | undefined;
    for (const { command, status, stdout, stderr, durationMs } of ends) {
      const hook = { hookName: 'PreToolUse:Bash', toolUseID: id, hookEvent: 'PreToolUse', command };
      if (status === 2) {
        const blockingError = { blockingError: stderr.trim(), command };
        this.#write((log) =>
          log.add('attachment', { attachment: { type: 'hook_blocking_error', ...hook, blockingError } }),
        );
        no ??= `PreToolUse:Bash hook error: [${command}]: ${stderr.trim()}`;
      } else if (status !== 0) {
        const attachment = {
          type: 'hook_non_blocking_error',
          ...hook,
          stderr: stderr.trim(),
          exitCode: status,
          durationMs,
        };
        this.#write((log) => log.add('attachment', { attachment }));
      } else if (stdout.trim() !== '') {
        const answer = asObject(asObject(JSON.parse(stdout))?.['hookSpecificOutput']);
        const decision = answer?.['permissionDecision'];
        this.#write((log) =>
          log.add('attachment', { attachment: { type: 'hook_permission_decision', ...hook, decision } }),
        );
        if (decision === 'deny') no ??= String(answer?.['permissionDecisionReason']);
      }
    }
    return no;
  }

  async #hooks(event: string, fields: Json): Promise<HookEnd[]> {
    const settings: JsonObject = JSON.parse(readFileSync(join(this.#config, 'settings.json'), 'utf8'));
    const groups = asArray(asObject(settings['hooks'])?.[event]) ?? [];
    const handlers = groups.flatMap((group) => asArray(asObject(group)?.['hooks']) ?? []);
    const input = JSON.stringify({
      session_id: this.session,
      transcript_path: this.logPath,
      cwd: '/home/dev/orchard',
      permission_mode: 'default',
      hook_event_name: event,
      ...fields,
    });
    return Promise.all(handlers.map((handler) => this.#run(String(asObject(handler)?.['command']), input)));
  }

  #run(command: string, input: string): Promise<HookEnd> {
    const started = performance.now();
    return new Promise((done, fail) => {
      const child = spawn('sh', ['-c', command], {
        env: { ...process.env, ...this.#env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].on('data', (part) => {
          said[name] += part;
        });
      }
      child.on('error', fail);
      child.on('close', (status) =>
        done({ command, status, ...said, durationMs: Math.round(performance.now() - started) }),
      );
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }

  /** Writes what a step adds, dated now: hooks and log go by the same clock. */
  #write(step: (log: ClaudeLog) => unknown): void {
    step(this.#log);
    mkdirSync(dirname(this.logPath), { recursive: true });
    for (const record of this.#log.records.slice(this.#written)) {
      appendFileSync(this.logPath, `${JSON.stringify({ ...record, timestamp: new Date().toISOString() })}\n`);
    }
    this.#written = this.#log.records.length;
  }
}
