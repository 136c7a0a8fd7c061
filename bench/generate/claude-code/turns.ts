// A turn: the prompt, the model's messages with their calls, what comes in between, and the end.

import { Weighted } from '../rng.ts';
import { iso } from '../session-request.ts';
import { escapeText } from '../text-pools.ts';
import { commandLine, noun, promptLine, title } from '../words.ts';
import {
  writeCompaction,
  writeLocalCommand,
  writeMicroCompaction,
  writeQueue,
  writeReminders,
  writeSnapshot,
  writeState,
  writeTurnEnd,
} from './bookkeeping.ts';
import { type Actor, playMessage } from './calls.ts';
import { INTERRUPTED } from './failures.ts';
import { startMessage, textBlock, thinkingBlock, writeBlock } from './messages.ts';
import { endSomeTasks } from './notices.ts';
import type { ClaudeSession } from './session.ts';
import { blocksMessage, textMessage } from './thread-writer.ts';

/** Calls per message, as measured. */
const CALLS = new Weighted<number>([
  [1, 900],
  [2, 66],
  [3, 23],
  [4, 7],
  [5, 3],
  [7, 1],
  [10, 0.4],
]);

export function playTurn(session: ClaudeSession, actor: Actor): void {
  const { rng, facts, main } = session;
  facts.promptId = rng.uuid();
  const startedMs = facts.clock.now;
  writePrompt(session);
  let going = true;
  for (let steps = rng.size(7, 24, 150); steps > 0 && going && !session.done; steps--) {
    const cutOff = session.bytesLeft < 60_000 && rng.chance(0.004);
    going = playMessage(session, actor, CALLS.pick(rng), { cutOff }) === 'going' && !cutOff;
    if (going) writeBetween(session, actor);
  }
  if (going && rng.chance(0.012)) {
    main.user(blocksMessage(`{"type":"text","text":"${INTERRUPTED}"}`));
    going = false;
  }
  if (going) writeAnswer(session, actor);
  writeTurnEnd(session, facts.clock.now - startedMs);
  facts.clock.pass(rng.size(40_000, 900_000, 20_000_000));
  if (endSomeTasks(session, { midTurn: false, share: 0.6 }) && !session.done) writeAnswer(session, actor);
}

function writeAnswer(session: ClaudeSession, actor: Actor): void {
  const { rng, facts, main } = session;
  const message = startMessage(session, 'end_turn', actor.model);
  facts.clock.pass(rng.size(3000, 15_000, 60_000));
  if (rng.chance(0.5)) writeBlock(session, main, message, thinkingBlock(session), { last: false });
  writeBlock(session, main, message, textBlock(session, 500, 1900), { last: true });
}

/** What can come between two messages of a turn. */
function writeBetween(session: ClaudeSession, actor: Actor): void {
  const { rng, dialect } = session;
  writeReminders(session);
  endSomeTasks(session, { midTurn: true, share: 0.05 });
  if (dialect.queue && rng.chance(0.008)) queuePrompt(session);
  if (dialect.compaction && session.contextTokens > 160_000 && rng.chance(0.08)) writeCompaction(session);
  if (dialect.microCompaction && actor.recent.length > 20 && rng.chance(0.004)) {
    writeMicroCompaction(session, actor.recent.slice(0, rng.between(5, 20)));
  }
}

/** The user types while the model works: queued, then delivered. */
function queuePrompt(session: ClaudeSession): void {
  const { rng, facts, main, dialect } = session;
  const typedMs = facts.clock.now;
  const text = escapeText(promptLine(rng));
  writeQueue(session, 'enqueue', text);
  facts.clock.pass(rng.between(200, 20_000));
  if (!dialect.attachments || rng.chance(0.3)) {
    writeQueue(session, rng.chance(0.1) ? 'popAll' : 'dequeue', null);
    main.user(textMessage(text));
    return;
  }
  writeQueue(session, 'remove', dialect.queueRemoveText ? text : null);
  const origin = '"origin":{"kind":"human"}';
  main.attachment(
    `{"type":"queued_command","prompt":"${text}","commandMode":"prompt",${origin},"timestamp":"${iso(typedMs)}"}`,
    { atMs: typedMs },
  );
}

function promptTail(session: ClaudeSession): string {
  const { dialect, permissionMode } = session;
  if (dialect.attachments)
    return `,"permissionMode":"${permissionMode}","origin":{"kind":"human"},"promptSource":"typed"`;
  if (!dialect.snapshots) return '';
  return ',"thinkingMetadata":{"level":"high","disabled":false,"triggers":[]},"todos":[]';
}

function writePrompt(session: ClaudeSession): void {
  const { rng, main, dialect, facts } = session;
  const kind = rng.float();
  let uuid: string;
  if (kind < 0.004 && session.bytesLeft > 12_000_000) {
    uuid = writePicture(session);
  } else if (kind < 0.08) {
    const name = noun(rng);
    const text = `<command-message>${name} is running…</command-message>\n<command-name>/${name}</command-name>`;
    uuid = main.user(textMessage(escapeText(text)));
    main.user(
      blocksMessage(`{"type":"text","text":"${session.request.pools.prose(rng, rng.size(700, 4000, 12_000))}"}`),
      ',"isMeta":true',
    );
  } else if (kind < 0.1) {
    uuid = main.user(textMessage(escapeText(`<bash-input>${commandLine(rng)}</bash-input>`)));
    const output = session.request.pools.shell(rng, rng.size(200, 1500, 9000)).text;
    main.user(textMessage(`<bash-stdout>${output}</bash-stdout><bash-stderr></bash-stderr>`));
  } else {
    const text =
      kind < 0.8 ? escapeText(promptLine(rng)) : session.request.pools.prose(rng, rng.size(700, 3800, 40_000));
    session.lastPrompt = text.length <= 200 ? text : escapeText(title(rng));
    uuid = main.user(textMessage(text), promptTail(session));
  }
  writeSnapshot(session, uuid, false);
  if (dialect.turnDuration && rng.chance(0.03)) writeLocalCommand(session);
  if (session.hooked && dialect.progress) {
    const hook = rng.uuid();
    main.progress(
      '{"type":"hook_progress","hookEvent":"UserPromptSubmit","hookName":"UserPromptSubmit","command":"lantern hooks prompt"}',
      hook,
      hook,
    );
  }
  writeState(session);
  facts.clock.pass(rng.between(20, 900));
}

/** A pasted picture: the longest lines there are. */
function writePicture(session: ClaudeSession): string {
  const { rng, main, request } = session;
  const data = request.pools.base64(rng, rng.size(420_000, 900_000, 1_040_000));
  const image = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${data}"}}`;
  return main.user(
    blocksMessage(`${image},{"type":"text","text":"[Image #1] ${request.pools.sentence(rng)}"}`),
    promptTail(session),
  );
}
