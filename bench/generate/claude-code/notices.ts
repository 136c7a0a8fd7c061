// How background work ends in the log: task notifications in the queue, as messages, and as attachments.

import { escapeText } from '../text-pools.ts';
import type { TruthStatus } from '../truth.ts';
import { sentence } from '../words.ts';
import { writeQueue } from './bookkeeping.ts';
import type { OpenTask } from './play.ts';
import type { ClaudeSession } from './session.ts';
import { textMessage } from './thread-writer.ts';

const ENDS = { completed: 'ok', failed: 'error', killed: 'interrupted' } as const satisfies Record<string, TruthStatus>;
type End = keyof typeof ENDS;

/** The notification text, by the grammar of the version; escaped. */
function noticeText(session: ClaudeSession, task: OpenTask, end: End): string {
  const { rng, dialect } = session;
  const full = dialect.notices === 'full';
  const lines = ['<task-notification>', `<task-id>${task.taskId}</task-id>`];
  if (full) lines.push(`<tool-use-id>${task.toolUseId}</tool-use-id>`);
  if (dialect.notices !== 'bare') lines.push(`<output-file>${task.outputFile}</output-file>`);
  lines.push(`<status>${end}</status>`);
  const code = end === 'completed' ? 0 : end === 'failed' ? 1 : 137;
  const what =
    task.kind === 'shell'
      ? `Background command "${task.description}" ${end} (exit code ${code})`
      : `Agent "${task.description}" ${end}`;
  lines.push(`<summary>${what}</summary>`);
  let text = escapeText(lines.join('\n'));
  if (task.kind !== 'shell') {
    text += `\\n<result>${session.request.pools.prose(rng, rng.size(2400, 7000, 14_000))}</result>`;
    if (full)
      text += `\\n<usage><subagent_tokens>${rng.between(9000, 90_000)}</subagent_tokens><tool_uses>${rng.between(2, 40)}</tool_uses><duration_ms>${rng.between(20_000, 900_000)}</duration_ms></usage>`;
  }
  return `${text}\\n</task-notification>`;
}

function eventText(session: ClaudeSession, task: OpenTask): string {
  const event = sentence(session.rng);
  return escapeText(
    `<task-notification>\n<task-id>${task.taskId}</task-id>\n<tool-use-id>${task.toolUseId}</tool-use-id>\n<summary>Monitor event: "${task.description}"</summary>\n<event>${event}</event>\n</task-notification>`,
  );
}

/** In the queue first, then as a message between turns, or as an attachment in the middle of one. */
function deliver(session: ClaudeSession, text: string, midTurn: boolean): void {
  const { main, dialect, facts, rng } = session;
  writeQueue(session, 'enqueue', text);
  facts.clock.pass(rng.between(5, 900));
  if (midTurn && dialect.attachments) {
    writeQueue(session, 'remove', dialect.queueRemoveText ? text : null);
    main.attachment(
      `{"type":"queued_command","prompt":"${text}","commandMode":"task-notification","timestamp":"${new Date(facts.clock.now).toISOString()}"}`,
    );
    return;
  }
  writeQueue(session, 'dequeue', null);
  const origin = dialect.attachments ? ',"origin":{"kind":"task-notification"},"promptSource":"system"' : '';
  main.user(textMessage(text), origin);
}

/** Monitors never end by themselves; if all of them kept sending events, events would grow quadratically with a session. */
const SPEAKING_MONITORS = 4;

export function stillSpeaking<Task extends { readonly kind: string }>(tasks: readonly Task[]): Task[] {
  const silent = new Set(tasks.filter(({ kind }) => kind === 'monitor').slice(0, -SPEAKING_MONITORS));
  return tasks.filter((task) => !silent.has(task));
}

/** Lets some of the open background work end. True when a message came that the model will answer. */
export function endSomeTasks(session: ClaudeSession, options: { midTurn: boolean; share: number }): boolean {
  const { rng, dialect, facts, stage } = session;
  if (dialect.notices === 'none') return false;
  let spoken = false;
  for (const task of stillSpeaking(stage.openTasks)) {
    if (!rng.chance(options.share)) continue;
    facts.clock.reach(task.startedMs + rng.size(20_000, 200_000, 2_000_000));
    if (task.kind === 'monitor') {
      deliver(session, eventText(session, task), options.midTurn);
    } else {
      const end: End = rng.chance(0.88) ? 'completed' : rng.chance(0.8) ? 'failed' : 'killed';
      deliver(session, noticeText(session, task, end), options.midTurn);
      session.settle(task, ENDS[end]);
    }
    spoken = spoken || !options.midTurn;
  }
  return spoken;
}

/** The session ended while a notification was still queued: the queue is the only place that has it. */
export function leaveOneQueued(session: ClaudeSession): void {
  const { stage, dialect, rng } = session;
  const task = stage.openTasks.find((open) => open.kind === 'shell' || open.kind === 'agent');
  if (task === undefined || dialect.notices === 'none' || !rng.chance(0.4)) return;
  writeQueue(session, 'enqueue', noticeText(session, task, 'completed'));
  session.settle(task, 'ok');
}
