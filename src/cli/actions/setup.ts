// `toolscope setup`: shows what it would write into the settings of the agents on this machine, asks, writes it, and can
// undo it.

import { homedir } from 'node:os';
import { AppError } from '../../base/app-error.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { makeChanges, type PlannedChange, planChange, planChanges } from '../hooks/change-settings.ts';
import type { HookedAgent, HookPlaces } from '../hooks/hooked-agents.ts';
import { entryOptions, prepareHook } from '../hooks/install.ts';
import { readSettings } from '../hooks/settings-file.ts';
import { PROGRAM } from '../package-places.ts';
import { type SetupFile, type SetupOptions, setupAgents, setupFiles } from '../setup/setup-agents.ts';
import { readRecords, type SetupRecord, writeRecords } from '../setup/setup-record.ts';

function optionsOf(invocation: Invocation, places: HookPlaces): SetupOptions {
  const chosen = process.env['TOOLSCOPE_HOME'] ?? '';
  return {
    places,
    hook: entryOptions(invocation),
    command: process.execPath,
    args: [PROGRAM],
    env: chosen === '' ? {} : { TOOLSCOPE_HOME: dataFolder() },
  };
}

function chosen({ options }: Invocation, places: HookPlaces): readonly HookedAgent[] {
  const found = setupAgents(places);
  const named = options['agent'];
  const agents = Array.isArray(named) && named.length > 0 ? found.filter(({ agent }) => named.includes(agent)) : found;
  if (agents.length > 0) return agents;
  throw new AppError('not-found', 'None of the agents that can be set up is used here.', {
    hint: 'Claude Code and Codex CLI can. Others start the command toolscope mcp: see docs/mcp.md.',
  });
}

async function print(files: readonly SetupFile[], { out }: Invocation): Promise<number> {
  for (const { title, path, add } of files) {
    out.note(`${title}: ${path}`);
    for (const line of add('').trimEnd().split('\n')) await out.line(line);
  }
  return 0;
}

/** Keeps what was there before the first setup, also when it is run again. */
function recordsWith(old: readonly SetupRecord[], changes: readonly PlannedChange[]): SetupRecord[] {
  const records = new Map(old.map((record) => [record.path, record]));
  for (const { path, before, after } of changes) {
    const known = records.get(path);
    const first = known !== undefined && known.after === before ? known.before : (before ?? null);
    records.set(path, { path, before: first, after });
  }
  return [...records.values()];
}

async function undo(files: readonly SetupFile[], invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const folder = dataFolder();
  const records = new Map(readRecords(folder).map((record) => [record.path, record]));
  const changes: PlannedChange[] = [];
  for (const { title, path, remove } of files) {
    const text = readSettings(path);
    const record = records.get(path);
    if (text === undefined) continue;
    // Unchanged since setup: restores the original. Otherwise only our entries are removed.
    const isAsLeft = record?.after === text;
    const change = planChange(title, path, (now) => (isAsLeft ? (record.before ?? '') : remove(now, record?.before)));
    if (change === undefined) await out.line(`${title}: nothing to undo in ${out.safe(path)}.`);
    else changes.push(isAsLeft ? { ...change, original: record.before } : change);
  }
  if (changes.length === 0) return 0;
  const status = await makeChanges(changes, invocation, () => {});
  if (status !== 0) return status;
  const undone = new Set(files.map(({ path }) => path));
  writeRecords(
    folder,
    [...records.values()].filter(({ path }) => !undone.has(path)),
  );
  return 0;
}

export async function setUp(invocation: Invocation): Promise<number> {
  const { options, out } = invocation;
  const places: HookPlaces = { env: process.env, home: homedir(), project: null };
  const agents = chosen(invocation, places);
  const setup = optionsOf(invocation, places);
  const files = agents.flatMap((agent) => setupFiles(agent, setup));
  if (options['print'] === true) return print(files, invocation);
  if (options['undo'] === true) return undo(files, invocation);
  const wanted = files.map(({ title, path, add }) => ({ title, path, change: add }));
  const changes = await planChanges(wanted, invocation, 'has it');
  if (changes.length === 0) return 0;
  const status = await makeChanges(changes, invocation, () => {
    prepareHook(setup.hook);
    writeRecords(dataFolder(), recordsWith(readRecords(dataFolder()), changes));
  });
  if (status !== 0) return status;
  for (const { afterwards } of agents) if (afterwards !== null) await out.line(afterwards);
  await out.line('Start the agents again for the MCP server. To undo all of it: toolscope setup --undo');
  return 0;
}
