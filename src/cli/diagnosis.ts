// Collects the findings of `toolscope doctor`: places, index, how well the logs were read, what will be deleted, and what
// needs attention.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import type { WholeCheck } from '../archive/check-archive.ts';
import { readReport } from '../archive/check-report.ts';
import { AppError, type AppErrorCode } from '../base/app-error.ts';
import { sessionKey } from '../base/session-key.ts';
import { formatInstant } from '../base/time.ts';
import { formatCount, plural } from '../base/units.ts';
import { inboxFolder } from '../hooks/inbox.ts';
import { type LeftOut, leftOut } from '../library/left-out.ts';
import { healthByReading, healthFromIndex, type LibraryHealth } from '../library/library-health.ts';
import { type Retention, retentions, type Vanishing, vanishing } from '../library/retention.ts';
import { libraryRoots } from '../library/roots.ts';
import { NOTHING_UNCLASSED, type Unclassed, unclassedTexts } from '../library/unclassed.ts';
import { knownHookKey } from '../server/auth/token-file.ts';
import { type Discovered, discover } from '../sources/discover.ts';
import { type FieldDrift, fieldDrift } from '../sources/field-drift.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';
import { mountOf } from '../sources/watch/mount.ts';
import { dataFolder } from '../store/data-folder.ts';
import { engineVersion, indexPath } from '../store/open-store.ts';
import { shownStore } from '../store/store-address.ts';
import { type BlockHealth, blockAttention, blockHealth } from './block-health.ts';
import type { Invocation } from './command.ts';
import { explain } from './errors.ts';
import { type HookHealth, hookAttention, hookHealth } from './hooks/hook-health.ts';
import { type ArchiveState, archiveState, verifyArchive } from './keep-archive.ts';
import { type Library, withLibrary } from './open-library.ts';
import { textOptions } from './option-values.ts';
import { version } from './version.ts';

interface RootState {
  readonly path: string;
  readonly agent: string;
  /** `default`, or the option or variable that named it. */
  readonly from: string;
  readonly state: 'found' | 'missing' | 'unreadable';
  readonly fileSystem: string;
  readonly files: number;
  readonly bytes: number;
}

interface IndexState {
  readonly path: string;
  /** Why the index cannot be used; null when it can. */
  readonly trouble: string | null;
  /** Whether it existed before. */
  readonly existed: boolean;
  readonly lastWrittenAt: string | null;
  readonly bytes: number;
  /** Bytes of all logs in it, wherever they are. */
  readonly logBytes: number;
  readonly schemaVersion: number | null;
  /** Which process holds the writer's lock. */
  readonly keptBy: 'this command' | 'another process' | 'nobody';
  readonly damagedCopy: string | null;
}

interface ArchiveReport {
  /** Null when there is none, or it cannot be used. */
  readonly state: ArchiveState | null;
  /** Why it cannot be used, or could not be updated; null when all is well. */
  readonly trouble: string | null;
  /** The requested check, or the last one in the background; null when there was none. */
  readonly check: WholeCheck | null;
}

export interface Diagnosis {
  readonly version: string;
  readonly node: string;
  readonly sqlite: { readonly driver: string; readonly version: string };
  readonly roots: readonly RootState[];
  readonly index: IndexState;
  readonly archive: ArchiveReport;
  /** Logs of a shared index in object storage; undefined where there are none. */
  readonly blocks?: BlockHealth | undefined;
  readonly health: LibraryHealth;
  /** Unknown fields, in a sample of the newest logs. */
  readonly fieldDrift: FieldDrift;
  /** Results that only general rules explain. */
  readonly unclassed: Unclassed;
  readonly unreadable: LeftOut['unreadable'];
  readonly unclaimed: readonly string[];
  readonly retention: readonly Retention[];
  readonly vanishing: readonly (Vanishing & { readonly title: string | null })[];
  readonly hooks: HookHealth;
  /** One short sentence part each; empty when all is well. */
  readonly attention: readonly string[];
}

/** Problems with the index that do not prevent reading the logs. */
const INDEX_TROUBLE: readonly AppErrorCode[] = ['store-unusable', 'store-newer', 'store-busy', 'disk-full'];

function stateOf(path: string): RootState['state'] {
  if (!existsSync(path)) return 'missing';
  try {
    accessSync(path, statSync(path).isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    return 'found';
  } catch {
    return 'unreadable';
  }
}

/** When the index was last written: new pages go to the -wal file first. */
function lastWritten(path: string): number | null {
  const times = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => statSync(file).mtimeMs);
  return times.length === 0 ? null : Math.max(...times);
}

interface Examined {
  readonly index: IndexState;
  readonly archive: ArchiveReport;
  readonly blocks?: BlockHealth | undefined;
  readonly health: LibraryHealth;
  readonly unclassed: Unclassed;
  readonly leftOut: LeftOut;
  readonly titles: (agent: string, session: string) => string | null;
}

/** Damage that could not be repaired. */
function unrepaired({ damaged, found, structure }: WholeCheck): number {
  return damaged - found.filter(({ fate }) => fate === 'restored').length + structure.length;
}

/** `mayRestore`: no other process writes to the archive. */
async function checkOf(folder: string, verify: boolean, mayRestore: boolean): Promise<WholeCheck | null> {
  if (verify) return (await verifyArchive(folder, mayRestore)) ?? null;
  const last = readReport(folder);
  return last === undefined ? null : { ...last, structure: [] };
}

/** The state of the archive, after updating it if wanted. */
async function examineArchive(
  bringUp: () => Promise<void>,
  { verify, mayRestore }: { readonly verify: boolean; readonly mayRestore: boolean },
): Promise<ArchiveReport> {
  const folder = dataFolder();
  try {
    await bringUp();
    const check = await checkOf(folder, verify, mayRestore);
    return { state: archiveState(folder) ?? null, trouble: null, check };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: null, trouble: explain(error), check: null };
  }
}

async function examineIndex(
  { index, places, archive }: Library,
  before: Pick<IndexState, 'path' | 'existed' | 'lastWrittenAt'>,
  verify: boolean,
): Promise<Omit<Examined, 'titles'> & { readonly titles: ReadonlyMap<string, string | null> }> {
  const { questions, store, indexer, setAside } = index;
  const { indexBytes, logBytes } = await questions.health.totals();
  const health = await healthFromIndex(questions, places);
  const briefs = await questions.sessions.briefs();
  const titles = new Map(
    briefs.map((brief) => [sessionKey(brief.agent, brief.session), brief.title ?? brief.project ?? '']),
  );
  return {
    index: {
      ...before,
      trouble: null,
      bytes: indexBytes,
      logBytes,
      schemaVersion: store.schemaVersion(),
      keptBy: indexer === undefined ? 'another process' : 'this command',
      damagedCopy: setAside,
    },
    archive: await examineArchive(archive, { verify, mayRestore: indexer !== undefined }),
    blocks: await blockHealth(store),
    health,
    unclassed: await unclassedTexts(questions, places),
    leftOut: await leftOut(questions, places),
    titles,
  };
}

const NO_INDEX = { bytes: 0, logBytes: 0, schemaVersion: null, damagedCopy: null, keptBy: 'nobody' } as const;
const NO_LOGS: Discovered = { logs: [], sides: [], unclaimed: [], skipped: [], unreadable: [] };

/** Queries the index, or reads the logs themselves if it cannot be used. */
async function examine(invocation: Invocation, roots: readonly Pick<RootState, 'path' | 'state'>[]): Promise<Examined> {
  const shared = shownStore();
  const path = shared ?? indexPath(dataFolder());
  const before = {
    path,
    existed: shared !== null || existsSync(path),
    lastWrittenAt: shared === null ? formatInstant(lastWritten(path)) : null,
  };
  // Notes of the other commands are part of the report here.
  const quiet = { ...invocation.out, note: () => {} };
  const asked = { ...invocation, out: quiet };
  const verify = invocation.options['verify'] === true;
  const without = roots.filter(({ state }) => state === 'unreadable').map(({ path }) => path);
  try {
    const options = { without, isForgiving: true };
    const { titles, ...rest } = await withLibrary(asked, (library) => examineIndex(library, before, verify), options);
    return { ...rest, titles: (agent, session) => titles.get(sessionKey(agent, session)) ?? null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isEmpty = error.code === 'no-logs';
    if (!isEmpty && !INDEX_TROUBLE.includes(error.code)) throw error;
    const readable = roots.filter(({ state }) => state === 'found').map(({ path }) => path);
    const found = isEmpty ? NO_LOGS : await discover(readable);
    return {
      index: { ...before, trouble: isEmpty ? null : explain(error), ...NO_INDEX },
      archive: await examineArchive(async () => {}, { verify, mayRestore: false }),
      health: await healthByReading(found),
      unclassed: NOTHING_UNCLASSED,
      leftOut: found,
      titles: () => null,
    };
  }
}

function attentionOf(
  roots: readonly RootState[],
  { index, archive, blocks, health, leftOut }: Examined,
  kept: readonly Retention[],
  hooks: HookHealth,
): string[] {
  const said: string[] = [];
  const unreadable = roots.filter(({ state }) => state === 'unreadable').length + leftOut.unreadable.length;
  const missing = roots.filter(({ state, agent }) => state === 'missing' && agent === 'any').length;
  if (health.files.length === 0) said.push('no logs were found');
  else if (missing > 0) said.push(`${plural(missing, 'named folder')} missing`);
  if (unreadable > 0) said.push(`${plural(unreadable, 'path')} cannot be read`);
  if (index.trouble !== null) said.push('the index cannot be used');
  if (index.damagedCopy !== null) said.push('the index was damaged and rebuilt');
  if (archive.trouble !== null) said.push('the archive is not up to date');
  const damaged = archive.check === null ? 0 : unrepaired(archive.check);
  if (damaged > 0) said.push(`${plural(damaged, 'part')} of the archive ${damaged === 1 ? 'is' : 'are'} damaged`);
  said.push(...blockAttention(blocks));
  if (!health.ledger.addsUp) said.push('the ledger does not add up');
  if (health.ledger.problems > 0) said.push(`${plural(health.ledger.problems, 'line')} could not be read`);
  const unknown = health.unknownRecords.length;
  if (unknown > 0) said.push(`${formatCount(unknown)} ${unknown === 1 ? 'type' : 'types'} of records not known yet`);
  if (kept.some(({ trouble }) => trouble !== null)) said.push('settings that cannot be read');
  said.push(...hookAttention(hooks));
  return said;
}

export async function diagnose(invocation: Invocation, now: number): Promise<Diagnosis> {
  const surroundings = { env: process.env, home: homedir() };
  const named = textOptions(invocation, 'root');
  const roots = libraryRoots(named, surroundings).map((root) => ({ ...root, state: stateOf(root.path) }));
  const examined = await examine(invocation, roots);
  const present = examined.health.files.filter(({ isGone }) => !isGone);
  const states: RootState[] = [];
  for (const root of roots) {
    const inside = present.filter(({ path }) => isAtOrBelow(path, root.path));
    const { name } = root.state === 'missing' ? { name: '' } : await mountOf(root.path);
    const bytes = inside.reduce((total, file) => total + file.bytes, 0);
    states.push({ ...root, fileSystem: name, files: inside.length, bytes });
  }
  const kept = retentions(surroundings);
  const hooks = hookHealth(
    inboxFolder(dataFolder()),
    { ...surroundings, project: null },
    now,
    knownHookKey(dataFolder()),
  );
  return {
    version: version(),
    node: process.versions.node,
    sqlite: engineVersion(),
    roots: states,
    index: examined.index,
    archive: examined.archive,
    blocks: examined.blocks,
    health: examined.health,
    fieldDrift: await fieldDrift(present),
    unclassed: examined.unclassed,
    unreadable: examined.leftOut.unreadable,
    unclaimed: examined.leftOut.unclaimed.map(({ path }) => path),
    retention: kept,
    vanishing: vanishing(present, kept, now).map((session) => ({
      ...session,
      title: examined.titles(session.agent, session.session),
    })),
    hooks,
    attention: attentionOf(states, examined, kept, hooks),
  };
}
