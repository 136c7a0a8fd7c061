// Where Codex keeps its rollouts, and what a path says about a file. Evidence: B1.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'codex';

/** `$CODEX_HOME` replaces `~/.codex`. Live threads are by date, archived ones flat. */
export function roots({ env, home }: Surroundings): readonly Root[] {
  const configured = env['CODEX_HOME'];
  const set = configured !== undefined && configured !== '';
  const folder = set ? trimEndOf(configured, '/\\') : `${home}/.codex`;
  const from = set ? 'CODEX_HOME' : 'default';
  return ['sessions', 'archived_sessions'].map((name) => ({ path: `${folder}/${name}`, agent: AGENT, from }));
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

const ROLLOUT = /^rollout-.*\.jsonl(?:\.zst)?$/;
/** `rollout-<local time, 19 characters>-<thread>[_<rollout>]`: the second id only for reverted threads. */
const NAMED = /^rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-([^_]+?)(?:_.*)?\.jsonl(?:\.zst)?$/;

/** The thread a rollout is named after. */
export function threadOfFile(path: string): string | null {
  return NAMED.exec(nameOf(path))?.[1] ?? null;
}

const BESIDE: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^session_index\.jsonl$/, reason: 'names of threads, no session' },
  { pattern: /^(?:state|thread_history|logs)_.*\.sqlite(?:-wal|-shm)?$/, reason: 'projection of the rollouts' },
];

/** Names that others use too: skipped only right inside Codex's own folder. */
const HOME_FILES: ReadonlyMap<string, string> = new Map([
  ['history.jsonl', 'prompt history, no session'],
  ['auth.json', 'credentials, never read'],
  ['config.toml', 'configuration'],
  ['version.json', 'configuration'],
]);

export function role(path: string): FileRole | undefined {
  const name = nameOf(path);
  if (ROLLOUT.test(name)) return { kind: 'log', thread: MAIN_THREAD, session: threadOfFile(path) };
  const beside = BESIDE.find(({ pattern }) => pattern.test(name));
  if (beside !== undefined) return { kind: 'skip', reason: beside.reason };
  const reason = HOME_FILES.get(name);
  if (reason === undefined) return undefined;
  return path.split(/[/\\]+/).at(-2) === '.codex' ? { kind: 'skip', reason } : undefined;
}
