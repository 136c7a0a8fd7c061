// Where Copilot keeps its logs, on the command line and in VS Code, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'copilot';
export const VSCODE_AGENT = 'copilot-vscode';

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** `$COPILOT_HOME` replaces `~/.copilot`. */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const configured = env['COPILOT_HOME'];
  const folder = isSet(configured) ? trimEndOf(configured, '/\\') : `${home}/.copilot`;
  return [{ path: `${folder}/session-state`, agent: AGENT, from: isSet(configured) ? 'COPILOT_HOME' : 'default' }];
}

/** Where programs keep a user's data; VS Code's own variables come first. */
function settingsOf({ env, home }: Surroundings): { readonly path: string; readonly from: string } {
  for (const name of ['VSCODE_APPDATA', 'APPDATA', 'XDG_CONFIG_HOME']) {
    const path = env[name];
    if (isSet(path)) return { path: trimEndOf(path, '/\\'), from: name };
  }
  const isMac = home.startsWith('/Users/');
  return { path: isMac ? `${home}/Library/Application Support` : `${home}/.config`, from: 'default' };
}

/** Transcripts of chats, and the database of their spans. */
const LOGS = ['workspaceStorage', 'globalStorage/github.copilot-chat/agent-traces.db'];

export function vscodeRoots(surroundings: Surroundings): readonly Root[] {
  const portable = surroundings.env['VSCODE_PORTABLE'];
  const agent = VSCODE_AGENT;
  if (isSet(portable)) {
    const path = `${trimEndOf(portable, '/\\')}/user-data/User`;
    return LOGS.map((logs) => ({ path: `${path}/${logs}`, agent, from: 'VSCODE_PORTABLE' }));
  }
  const { path, from } = settingsOf(surroundings);
  const programs = ['Code', 'Code - Insiders'];
  return LOGS.flatMap((logs) => programs.map((name) => ({ path: `${path}/${name}/User/${logs}`, agent, from })));
}

export function isTraces(path: string): boolean {
  return /(?:^|[/\\])agent-traces(?:-[\w.-]{1,80})?\.db$/.test(path);
}

const STATE = /(?:^|[/\\])session-state[/\\]([^/\\]+)[/\\](.+)$/;
const FLAT = /(?:^|[/\\])session-state[/\\]([^/\\]+)\.jsonl$/;
const HOME = /(?:^|[/\\])\.copilot[/\\]session-state[/\\]/;

/** The session that a log is named after, by its folder or, in old versions, by itself. */
export function sessionOfPath(path: string): string | null {
  const inside = STATE.exec(path);
  if (inside !== null) return inside[2] === 'events.jsonl' ? (inside[1] ?? null) : null;
  return FLAT.exec(path)?.[1] ?? null;
}

/** Names that others use too count only inside Copilot's own folder. */
export function role(path: string): FileRole | undefined {
  if (!HOME.test(path)) return undefined;
  const session = sessionOfPath(path);
  if (session !== null) return { kind: 'log', thread: MAIN_THREAD, session };
  if (STATE.exec(path)?.[2] === 'workspace.yaml') return { kind: 'side', what: 'workspace' };
  return { kind: 'skip', reason: 'a file of the session, and not its log' };
}

const TRANSCRIPT = /[/\\]GitHub\.copilot-chat[/\\]transcripts[/\\]([^/\\]+)\.jsonl$/;
const BESIDE: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /[/\\](?:chatSessions|emptyWindowChatSessions)[/\\]/, reason: 'a chat that is rewritten in place' },
  { pattern: /[/\\]workspaceStorage[/\\]/, reason: 'another file of VS Code' },
];

export function transcriptOfPath(path: string): string | null {
  return TRANSCRIPT.exec(path)?.[1] ?? null;
}

export function vscodeRole(path: string): FileRole | undefined {
  const session = transcriptOfPath(path);
  if (session !== null) return { kind: 'log', thread: MAIN_THREAD, session };
  if (!/[/\\]User[/\\](?:workspaceStorage|globalStorage)[/\\]/.test(path)) return undefined;
  const beside = BESIDE.find(({ pattern }) => pattern.test(path));
  return beside === undefined ? undefined : { kind: 'skip', reason: beside.reason };
}
