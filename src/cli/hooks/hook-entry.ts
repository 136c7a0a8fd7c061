// The entry that stands in an agent's settings: the command that is run, and how ours is told from others'.

import { join } from 'node:path';
import { shellQuoted } from '../../base/shell-quoted.ts';

/** `shell`: a small script, without Node. `command`: toolscope hook. `http`: a running server. */
export type HookKind = 'shell' | 'command' | 'http';

export interface HookEntry {
  readonly type: 'command' | 'http';
  readonly command?: string;
  readonly url?: string;
  /** Seconds after which the agent gives up: ours takes milliseconds. */
  readonly timeout: number;
}

const TIMEOUT_S = 10;

const SCRIPT_NAME = 'toolscope-hook.sh';

export function scriptPath(inbox: string): string {
  return join(inbox, SCRIPT_NAME);
}

export interface EntryOptions {
  readonly kind: HookKind;
  readonly inbox: string;
  /** For `command`: Node, and the program's main file. */
  readonly node: string;
  readonly program: string;
  /** For `command`: the data folder, if it is not where it would be looked for. */
  readonly dataFolder: string | undefined;
  /** For `http`; `key` lets the hook in, and is worth nothing else. */
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** Quotes that the system's shell understands. */
function quoted(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : shellQuoted(path);
}

export function hookEntry(agent: string, options: EntryOptions): HookEntry {
  const { kind, inbox, node, program, dataFolder, url = '', key = '' } = options;
  if (kind === 'http') {
    return { type: 'http', url: `${url.replace(/\/+$/, '')}/${agent}?key=${key}`, timeout: TIMEOUT_S };
  }
  const folder =
    dataFolder === undefined || process.platform === 'win32' ? '' : `TOOLSCOPE_HOME=${quoted(dataFolder)} `;
  const command =
    kind === 'shell'
      ? `sh ${quoted(scriptPath(inbox))} ${agent}`
      : `${folder}${quoted(node)} ${quoted(program)} hook --agent ${agent}`;
  return { type: 'command', command, timeout: TIMEOUT_S };
}

const HTTP_HOOK = /\/hooks\/v1\/[a-z-]+(?:\?key=([\w-]*))?$/;

/** Whether a server refuses what is posted there: it has no key, or not that of this machine's server. */
export function isRefused(url: string, key: string | undefined): boolean {
  const given = HTTP_HOOK.exec(url)?.[1];
  const isHere = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);
  return given === undefined || given === '' || (isHere && given !== key);
}

const OURS: readonly { readonly kind: HookKind; readonly pattern: RegExp }[] = [
  { kind: 'shell', pattern: /toolscope-hook\.sh['"]? [a-z-]+$/ },
  { kind: 'command', pattern: /(?:^|[\s'"/\\])(?:toolscope(?:\.js)?|main\.js|main\.ts)['"]? hook --agent [a-z-]+$/ },
];

/** Which of ours a handler in the settings is; undefined when it is somebody else's. */
export function kindOf(handler: unknown): HookKind | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  const { command, url }: { command?: unknown; url?: unknown } = handler;
  if (typeof url === 'string' && HTTP_HOOK.test(url)) return 'http';
  return typeof command === 'string' ? OURS.find(({ pattern }) => pattern.test(command))?.kind : undefined;
}
