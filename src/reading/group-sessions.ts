// Groups files into sessions. Separate from reading them, so that a check for changes loads no reader.

import { basename, dirname } from 'node:path';
import { formatOfFile } from '../formats/registry.ts';
import type { Discovered, LogFile, SideFile } from '../sources/discover.ts';
import { isBundled } from '../sources/kinds/bundles.ts';
import type { SessionFiles } from './read-session.ts';

export function earliest(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}

/** Hook reports come after the agent's own logs: they complete them. */
function isBeside({ path, format }: LogFile): boolean {
  return formatOfFile(path, format) !== format;
}

/**
 * Main files before subagents', then by start: the order that numbers a session's sources, the same on every run. A bundle of a
 * session whose own log also exists comes after it: what is said first counts, and in a bundle it may be masked.
 */
function compareLogs(a: LogFile, b: LogFile): number {
  const openFirst = Number(isBundled(a.path)) - Number(isBundled(b.path));
  const ownFirst = Number(isBeside(a)) - Number(isBeside(b));
  const mainFirst = Number(a.identity.thread !== 'main') - Number(b.identity.thread !== 'main');
  const start = (a.identity.startedAt ?? Number.POSITIVE_INFINITY) - (b.identity.startedAt ?? Number.POSITIVE_INFINITY);
  return openFirst || ownFirst || mainFirst || (Number.isNaN(start) ? 0 : start) || (a.path < b.path ? -1 : 1);
}

/** The name up to its first dot: `agent-a9` of `agent-a9.jsonl` and of `agent-a9.meta.json`. */
function stem(path: string): string {
  return basename(path).split('.')[0] ?? '';
}

/** A side file's session: what its path says, or the session of a log in the same folder, one of the same name first. */
function sessionOfSide(side: SideFile, logs: readonly LogFile[]): string | undefined {
  const named = side.format.identify(side.path, [])?.session;
  if (named !== undefined) return named;
  const folder = dirname(side.path);
  const beside = logs.filter((log) => log.format === side.format && dirname(log.path) === folder);
  const log = beside.find(({ path }) => stem(path) === stem(side.path)) ?? beside[0];
  return log?.identity.session;
}

export function groupSessions({ logs, sides }: Discovered): SessionFiles[] {
  const groups = new Map<
    string,
    { format: SessionFiles['format']; session: string; logs: LogFile[]; sides: SideFile[] }
  >();
  for (const log of logs) {
    const key = `${log.format.agent} ${log.identity.session}`;
    const group = groups.get(key) ?? { format: log.format, session: log.identity.session, logs: [], sides: [] };
    groups.set(key, group);
    group.logs.push(log);
  }
  for (const side of sides) {
    const session = sessionOfSide(side, logs);
    if (session !== undefined) groups.get(`${side.format.agent} ${session}`)?.sides.push(side);
  }
  return [...groups.values()].map((group) => {
    const ordered = group.logs.sort(compareLogs);
    return {
      agent: group.format.agent,
      session: group.session,
      format: group.format,
      logs: ordered,
      sides: group.sides.sort((a, b) => (a.path < b.path ? -1 : 1)),
      startedAt: ordered.reduce<number | null>((start, { identity }) => earliest(start, identity.startedAt), null),
      lineage: ordered[0]?.identity.lineage ?? null,
    };
  });
}
