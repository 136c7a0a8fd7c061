// Toolscope's hook entry in an agent's settings: the command to run, and how to recognise it.

import { join } from 'node:path';
import { shellQuoted } from '../../base/shell-quoted.ts';

/** `shell`: a small script, without Node. `command`: toolscope hook. `http`: a running server. */
export type HookKind = 'shell' | 'command' | 'http';

export interface HookEntry {
  readonly type: 'command' | 'http';
  readonly command?: string;
  readonly url?: string;
  /** Timeout in seconds: ours takes milliseconds. */
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
  /** For `command`: the data folder, if it is not the default one. */
  readonly dataFolder: string | undefined;
  /** For `http`; `key` allows sending hooks, and nothing else. */
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** Quoted for the system's shell. */
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

/** Whether a server refuses posts to this URL: it has no key, or not that of this machine's server. */
export function isRefused(url: string, key: string | undefined): boolean {
  const given = HTTP_HOOK.exec(url)?.[1];
  const isHere = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);
  return given === undefined || given === '' || (isHere && given !== key);
}

const OURS: readonly { readonly kind: HookKind; readonly pattern: RegExp }[] = [
  { kind: 'shell', pattern: /toolscope-hook\.sh['"]? [a-z-]+$/ },
  { kind: 'command', pattern: /(?:^|[\s'"/\\])(?:toolscope(?:\.js)?|main\.js|main\.ts)['"]? hook --agent [a-z-]+$/ },
];

/** Which kind of our hooks a handler in the settings is; undefined if it is not ours. */
export function kindOf(handler: unknown): HookKind | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  const { command, url }: { command?: unknown; url?: unknown } = handler;
  if (typeof url === 'string' && HTTP_HOOK.test(url)) return 'http';
  return typeof command === 'string' ? OURS.find(({ pattern }) => pattern.test(command))?.kind : undefined;
}
