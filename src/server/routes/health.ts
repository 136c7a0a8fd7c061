// Owns the answer to "how well were the logs read, what is not known yet, what will vanish, how large is everything?".

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import { healthFromIndex } from '../../ingest/library-health.ts';
import { isRapPath } from '../../ingest/rap/rap-place.ts';
import { retentions, vanishing } from '../../ingest/retention.ts';
import { titleOf } from '../../store/queries/health.ts';
import { indexTotals } from '../../store/queries/index-totals.ts';
import type { HandlerOf } from '../handler.ts';

/** Of more files than this the largest are told. */
const MOST_SOURCES = 5000;

export const health: HandlerOf<'health'> = async ({ library, now }) => {
  const { database, places } = library;
  const read = await healthFromIndex(database, places);
  const present = read.files.filter(({ isGone }) => !isGone);
  const habits = retentions({ env: process.env, home: homedir() });
  const kept = library.archiveSizes();
  const title = titleOf(database);
  const { logBytes, indexBytes } = indexTotals(database);
  return {
    roots: places
      .filter((path) => !isRapPath(path))
      .map((path) => {
        const inside = present.filter((file) => file.path === path || file.path.startsWith(path + sep));
        const agents = new Set(inside.map(({ agent }) => agent));
        const [agent] = agents;
        return {
          agent: agents.size === 1 ? (agent ?? null) : null,
          path,
          present: existsSync(path),
          files: inside.length,
        };
      }),
    ledger: { ...read.ledger, wrong: [...read.ledger.wrong] },
    problems: read.problems.map(({ code, count, severity, message, example }) => {
      return { code, count, severity, message, example };
    }),
    remarks: { ...read.remarks },
    unknownRecords: [...read.unknownRecords],
    undefinedTools: [...read.undefinedTools],
    versions: [...read.versions],
    retention: habits.map(({ agent, days, settings, key, isSet, trouble }) => {
      return { agent, days, settings, key, isSet, trouble };
    }),
    vanishing: vanishing(present, habits, now).map((session) => ({
      ...session,
      title: title(session.agent, session.session),
    })),
    sizes: {
      logBytes,
      indexBytes,
      archiveBytes: kept?.diskBytes ?? null,
      archivedBytes: kept?.rawBytes ?? null,
    },
    sources: read.files
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, MOST_SOURCES)
      .map(({ path, agent, session, bytes, isGone }) => ({ path, agent, session, bytes, gone: isGone })),
  };
};
