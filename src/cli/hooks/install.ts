// `toolscope hook install`: adds our entry to the agents' settings, or only prints it.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { inboxFolder, spoolFolder } from '../../hooks/inbox.ts';
import { shellHook } from '../../hooks/shell-hook.ts';
import { hookKey, loadToken } from '../../server/auth/token-file.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { textOptions } from '../option-values.ts';
import { PROGRAM } from '../package-places.ts';
import { makeChanges, planChanges } from './change-settings.ts';
import { chooseAgents, placesOf } from './choose-agents.ts';
import { type EntryOptions, type HookKind, hookEntry, scriptPath } from './hook-entry.ts';
import type { HookedAgent } from './hooked-agents.ts';
import { withHooks } from './settings-text.ts';

/** The script is ten times as fast as starting Node: the default where there is a shell. */
function kindFor({ options }: Invocation): HookKind {
  const asked = (['shell', 'node', 'http'] as const).filter((kind) => options[kind] !== undefined);
  if (asked.length > 1) throw new AppError('bad-usage', 'Choose one of --shell, --node and --http.');
  const [kind] = asked;
  if (kind === 'http') return 'http';
  if (kind === 'node') return 'command';
  // Printed settings have to work without a script that nobody has created.
  const hasShell = existsSync('/bin/sh') && options['print'] !== true;
  return kind === 'shell' || hasShell ? 'shell' : 'command';
}

/** The server's address, and the key: that of this data folder, unless the address contains another server's key. */
function serverOf({ options }: Invocation): Pick<EntryOptions, 'url' | 'key'> {
  const given = options['http'];
  if (typeof given !== 'string') return { url: undefined, key: undefined };
  const [, url = given, named] = /^([^?]*)\?key=([\w-]+)$/.exec(given) ?? [];
  const isFine = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && /\/hooks\/v1\/?$/.test(url);
  if (isFine) return { url, key: named ?? hookKey(loadToken(dataFolder())) };
  throw new AppError('bad-usage', `${url} is not an address for hooks.`, {
    hint: "Use the running server's address, ending in /hooks/v1.",
  });
}

function eventsOf(agent: HookedAgent, invocation: Invocation): readonly string[] {
  const named = textOptions(invocation, 'event');
  return named.length === 0 ? agent.events : named;
}

export function entryOptions(invocation: Invocation): EntryOptions {
  const chosen = process.env['TOOLSCOPE_HOME'];
  return {
    kind: kindFor(invocation),
    inbox: inboxFolder(dataFolder()),
    node: process.execPath,
    program: PROGRAM,
    dataFolder: chosen === undefined || chosen === '' ? undefined : dataFolder(),
    ...serverOf(invocation),
  };
}

/** The folders and the script that the entry needs. */
export function prepareHook({ kind, inbox }: EntryOptions): void {
  mkdirSync(spoolFolder(inbox), { recursive: true, mode: 0o700 });
  if (kind === 'shell') writeFileSync(scriptPath(inbox), shellHook(spoolFolder(inbox)), { mode: 0o700 });
}

async function print(agents: readonly HookedAgent[], options: EntryOptions, invocation: Invocation): Promise<number> {
  const places = placesOf(invocation);
  for (const agent of agents) {
    invocation.out.note(`${agent.title}: ${agent.settings(places)}`);
    const entry = hookEntry(agent.agent, options);
    const hooks = Object.fromEntries(eventsOf(agent, invocation).map((event) => [event, [{ hooks: [entry] }]]));
    for (const line of JSON.stringify({ hooks }, null, 2).split('\n')) await invocation.out.line(line);
  }
  if (options.kind === 'shell' && !existsSync(scriptPath(options.inbox))) {
    invocation.out.note(`The script ${scriptPath(options.inbox)} does not exist yet: install creates it.`);
  }
  return 0;
}

export async function install(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const places = placesOf(invocation);
  const agents = chooseAgents(invocation, places);
  const options = entryOptions(invocation);
  if (invocation.options['print'] === true) return print(agents, options, invocation);
  const wanted = agents.map((agent) => {
    const entry = hookEntry(agent.agent, options);
    const change = (text: string, path: string): string => withHooks(text, path, eventsOf(agent, invocation), entry);
    return { title: agent.title, path: agent.settings(places), change };
  });
  const changes = await planChanges(wanted, invocation, 'already has the hooks');
  if (changes.length === 0) {
    // The script may have been deleted, or be outdated.
    prepareHook(options);
    return 0;
  }
  const status = await makeChanges(changes, invocation, () => prepareHook(options));
  const changed = agents.filter((agent) => changes.some(({ path }) => path === agent.settings(places)));
  if (status === 0) for (const { afterwards } of changed) if (afterwards !== null) await out.line(afterwards);
  return status;
}
