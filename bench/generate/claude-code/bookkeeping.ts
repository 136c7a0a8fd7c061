// The records around the conversation: session state, snapshots, hooks, queue, reminders, turn ends.

import { fitting, iso } from '../session-request.ts';
import { escapeText } from '../text-pools.ts';
import { identifier, noun, relativePath, sentence, title } from '../words.ts';
import type { ClaudeSession } from './session.ts';
import type { ThreadWriter } from './thread-writer.ts';

const HOOK_COMMANDS = [
  'node \\"$CLAUDE_PLUGIN_ROOT/hooks/before-tool.mjs\\"',
  "sh -c 'if ! command -v lantern >/dev/null 2>&1; then exit 0; fi; exec lantern hooks note'",
] as const;

/** State that is appended again and again: the last one counts. */
export function writeState(session: ClaudeSession): void {
  const { main, dialect, facts } = session;
  if (!dialect.stateRecords) return;
  const id = `"sessionId":"${facts.sessionId}"`;
  const prompt = session.lastPrompt === '' ? '' : `"lastPrompt":"${session.lastPrompt}",`;
  main.state(`{"type":"last-prompt",${prompt}"leafUuid":"${main.leaf ?? facts.promptId}",${id}}`);
  main.state(`{"type":"mode","mode":"normal",${id}}`);
  main.state(`{"type":"permission-mode","permissionMode":"${session.permissionMode}",${id}}`);
  main.state(`{"type":"ai-title","aiTitle":${JSON.stringify(session.title)},${id}}`);
  if (session.bridgeId !== null) {
    main.state(`{"type":"bridge-session",${id},"bridgeSessionId":"${session.bridgeId}","lastSequenceNum":0}`);
  }
}

export function writeSnapshot(session: ClaudeSession, messageId: string, update: boolean): void {
  const { main, rng, dialect, facts } = session;
  if (!dialect.snapshots) return;
  const at = iso(facts.clock.now);
  const shown = [...session.tracked].slice(-rng.between(1, 5));
  const backups = shown.map(
    ([path, version]) =>
      `${JSON.stringify(path)}:{"backupFileName":"${rng.hex(16)}@v${version}","version":${version},"backupTime":"${at}"}`,
  );
  main.state(
    `{"type":"file-history-snapshot","messageId":"${messageId}","snapshot":{"messageId":"${messageId}","trackedFileBackups":{${backups.join(',')}},"timestamp":"${at}"},"isSnapshotUpdate":${update}}`,
  );
}

/** A file changed: newer versions write only the difference. */
export function trackChange(session: ClaudeSession, path: string, messageId: string): void {
  const { main, rng, dialect, facts } = session;
  const version = (session.tracked.get(path) ?? 0) + 1;
  session.tracked.set(path, version);
  if (!rng.chance(version > 1 ? 0.1 : 0.6)) return;
  if (!dialect.snapshotDeltas) {
    writeSnapshot(session, messageId, true);
    return;
  }
  const at = iso(facts.clock.now);
  main.state(
    `{"type":"file-history-delta","messageId":"${messageId}","snapshotMessageId":"${facts.promptId}","trackingPath":${JSON.stringify(path)},"backup":{"backupFileName":"${rng.hex(16)}@v${version}","version":${version},"backupTime":"${at}","realParentDir":${JSON.stringify(facts.cwd)}},"timestamp":"${at}"}`,
  );
}

/** Hooks of one event around a call, as this version logs them. */
export function writeHooks(
  session: ClaudeSession,
  thread: ThreadWriter,
  event: 'PreToolUse' | 'PostToolUse',
  tool: string,
  toolUseId: string,
): void {
  const { rng, dialect } = session;
  if (!session.hooked) return;
  const name = `${event}:${tool}`;
  if (dialect.attachments) {
    for (const command of HOOK_COMMANDS.slice(0, rng.chance(0.35) ? 2 : 1)) {
      if (rng.chance(0.3)) continue;
      thread.attachment(hookSuccess(session, name, event, toolUseId, command));
    }
    if (event === 'PostToolUse' && rng.chance(0.006)) {
      thread.attachment(
        `{"type":"hook_additional_context","content":[${JSON.stringify(sentence(rng))}],"hookName":"${name}","toolUseID":"${toolUseId}","hookEvent":"${event}"}`,
      );
    }
  } else if (dialect.progress && rng.chance(0.34)) {
    thread.progress(
      `{"type":"hook_progress","hookEvent":"${event}","hookName":"${name}","command":"${HOOK_COMMANDS[0]}"}`,
      toolUseId,
      toolUseId,
    );
  } else if (dialect.hookNotices && rng.chance(0.8)) {
    thread.system(
      null,
      `"content":"Running \\u001b[1m${name}\\u001b[22m...","isMeta":false,"toolUseID":"${toolUseId}","level":"info"`,
    );
  }
}

function hookSuccess(session: ClaudeSession, name: string, event: string, toolUseId: string, command: string): string {
  const tookMs = session.rng.size(90, 500, 30_000);
  return `{"type":"hook_success","hookName":"${name}","toolUseID":"${toolUseId}","hookEvent":"${event}","content":"","stdout":"{}","stderr":"","exitCode":0,"command":"${command}","durationMs":${tookMs}}`;
}

/** What a session begins with, before the first prompt. */
export function writeOpening(session: ClaudeSession): void {
  const { main, rng, dialect, facts } = session;
  const hookId = rng.uuid();
  if (dialect.summaries && rng.chance(0.3)) {
    for (let i = rng.between(1, 4); i > 0; i--) {
      main.state(`{"type":"summary","summary":${JSON.stringify(title(rng))},"leafUuid":"${rng.uuid()}"}`);
    }
  }
  writeState(session);
  if (session.hooked && dialect.progress) {
    main.progress(
      `{"type":"hook_progress","hookEvent":"SessionStart","hookName":"SessionStart:startup","command":"${HOOK_COMMANDS[1]}"}`,
      hookId,
      hookId,
    );
  }
  if (!dialect.attachments) return;
  if (session.hooked)
    main.attachment(hookSuccess(session, 'SessionStart:startup', 'SessionStart', hookId, HOOK_COMMANDS[1]));
  const names = Array.from({ length: rng.between(8, 30) }, () => identifier(rng));
  main.attachment(
    `{"type":"deferred_tools_delta","addedNames":${JSON.stringify(names)},"addedLines":${JSON.stringify(names)},"removedNames":[],"readdedNames":[],"pendingMcpServers":[]}`,
  );
  const listing = session.request.pools.prose(rng, fitting(session.request, rng.size(5600, 15_000, 24_000)));
  main.attachment(
    `{"type":"skill_listing","content":"${listing}","skillCount":${names.length},"isInitial":true,"names":${JSON.stringify(names)}}`,
  );
  if (rng.chance(0.5)) {
    const lines = names.slice(0, 8).map((name) => `- ${name}: ${sentence(rng)} ${sentence(rng)} ${sentence(rng)}`);
    main.attachment(
      `{"type":"agent_listing_delta","addedTypes":${JSON.stringify(names.slice(0, 8))},"addedLines":${JSON.stringify(lines)},"removedTypes":[],"isInitial":true,"showConcurrencyNote":true}`,
    );
  }
  facts.clock.pass(rng.between(400, 9000));
}

/** Reminders and notices the harness slips in between messages. */
export function writeReminders(session: ClaudeSession): void {
  const { main, rng, dialect } = session;
  if (!dialect.attachments) return;
  if (rng.chance(0.05)) {
    const items = rng.chance(0.5) ? [] : session.stage.board.slice(0, 12);
    main.attachment(`{"type":"task_reminder","content":${JSON.stringify(items)},"itemCount":${items.length}}`);
  }
  if (rng.chance(0.004)) {
    const file = session.request.pools.file(rng);
    const snippet = file.numbered('tab').slice(0, rng.between(20, 160));
    main.attachment(
      `{"type":"edited_text_file","filename":${JSON.stringify(`${session.facts.cwd}/${file.path}`)},"snippet":"${snippet}"}`,
    );
  }
  if (rng.chance(0.004)) {
    const files = [
      {
        uri: relativePath(rng, 'go'),
        diagnostics: [{ message: `function "${identifier(rng)}" is unused`, severity: 'Info', source: 'lint' }],
      },
    ];
    main.attachment(`{"type":"diagnostics","files":${JSON.stringify(files)},"isNew":true}`);
  }
  if (rng.chance(0.1)) writeState(session);
}

/** The end of a turn. */
export function writeTurnEnd(session: ClaudeSession, tookMs: number): void {
  const { main, rng, dialect, facts } = session;
  if (dialect.stopHooks && session.hooked) {
    const infos = HOOK_COMMANDS.map(
      (command) => `{"command":"${command}"${dialect.attachments ? `,"durationMs":${rng.between(40, 9000)}` : ''}}`,
    );
    const context = dialect.attachments ? '"hookAdditionalContext":[],' : '';
    main.system(
      'stop_hook_summary',
      `"hookCount":${infos.length},"hookInfos":[${infos.join(',')}],"hookErrors":[],${context}"preventedContinuation":false,"stopReason":"","hasOutput":${rng.chance(0.3)},"level":"suggestion","toolUseID":"${rng.uuid()}"`,
    );
  }
  if (dialect.turnDuration && rng.chance(0.8)) {
    const count = dialect.attachments ? `"messageCount":${session.messageCount},` : '';
    const open = session.stage.openTasks.filter((task) => task.kind === 'agent').length;
    const pending = dialect.attachments && open > 0 ? `"pendingBackgroundAgentCount":${open},` : '';
    main.system('turn_duration', `"durationMs":${tookMs},${count}${pending}"isMeta":false`);
  }
  if (dialect.attachments && rng.chance(0.12)) {
    main.system('away_summary', `"content":${JSON.stringify(`${sentence(rng)} ${sentence(rng)}`)},"isMeta":false`);
  }
  writeState(session);
  if (dialect.turnDuration && rng.chance(0.25)) {
    const repository = `acme/${noun(rng)}`;
    const number = rng.between(2, 900);
    main.state(
      `{"type":"pr-link","sessionId":"${facts.sessionId}","prNumber":${number},"prUrl":"https://github.example.test/${repository}/pull/${number}","prRepository":"${repository}","timestamp":"${iso(facts.clock.now)}"}`,
    );
  }
}

/** A line of the prompt queue; `content` is escaped. */
export function writeQueue(
  session: ClaudeSession,
  operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll',
  content: string | null,
): void {
  const { main, facts } = session;
  const text = content === null ? '' : `,"content":"${content}"`;
  main.state(
    `{"type":"queue-operation","operation":"${operation}","timestamp":"${iso(facts.clock.now)}","sessionId":"${facts.sessionId}"${text}}`,
  );
}

/** The context was full: a boundary, then a summary that the conversation continues from. */
export function writeCompaction(session: ClaudeSession): void {
  const { main, rng, facts, dialect } = session;
  facts.clock.pass(rng.size(60_000, 120_000, 300_000));
  const trigger = rng.chance(0.8) ? 'auto' : 'manual';
  const more = dialect.attachments
    ? `,"postTokens":${rng.between(9000, 30_000)},"durationMs":${rng.between(40_000, 200_000)}`
    : '';
  main.system(
    'compact_boundary',
    `"content":"Conversation compacted","isMeta":false,"level":"info","compactMetadata":{"trigger":"${trigger}","preTokens":${session.contextTokens}${more}}`,
    { parent: null, ...(main.leaf === null ? {} : { logicalParent: main.leaf }) },
  );
  const summary = session.request.pools.prose(rng, rng.size(10_000, 14_500, 20_000));
  const text = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\\n\\n${summary}`;
  main.user(`{"role":"user","content":"${text}"}`, ',"isVisibleInTranscriptOnly":true,"isCompactSummary":true');
  session.contextTokens = 20_000;
}

/** Old results were dropped from the context, by id. */
export function writeMicroCompaction(session: ClaudeSession, toolUseIds: readonly string[]): void {
  session.main.system(
    'microcompact_boundary',
    `"content":"Context microcompacted","isMeta":false,"level":"info","microcompactMetadata":{"trigger":"auto","preTokens":${session.contextTokens},"tokensSaved":${Math.round(session.contextTokens / 2)},"compactedToolIds":${JSON.stringify(toolUseIds)},"clearedAttachmentUUIDs":[]}`,
  );
}

export function writeLocalCommand(session: ClaudeSession): void {
  const text = escapeText(
    '<command-name>/usage</command-name>\n<command-message>usage</command-message>\n<command-args></command-args>',
  );
  session.main.system('local_command', `"content":"${text}","level":"info","isMeta":false`);
}

/** The only cost and total tool time on disk, at the end of an interactive session. */
export function writeCostState(session: ClaudeSession): void {
  const { main, facts, rng } = session;
  const seconds = facts.clock.now - session.startedMs;
  main.state(
    `{"type":"cost-state","sessionId":"${facts.sessionId}","totalCostUSD":${rng.between(1, 900) / 100},"totalAPIDuration":${Math.round(seconds * 0.6)},"totalAPIDurationWithoutRetries":${Math.round(seconds * 0.58)},"totalToolDuration":${Math.round(seconds * 0.2)},"totalLinesAdded":${rng.int(2000)},"totalLinesRemoved":${rng.int(900)},"totalDuration":${seconds},"startTime":${session.startedMs},"modelUsage":{},"hasUnknownModelCost":false}`,
  );
}
