// Answers "how well were the logs read, what is not known yet, what will vanish, how large is everything?".

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { healthInSums } from '../../library/library-health.ts';
import { retentions, vanishing } from '../../library/retention.ts';
import { titleOf } from '../../store/sqlite/queries/health.ts';
import { indexTotals } from '../../store/sqlite/queries/index-totals.ts';
import { filesBelow, largestFiles, presentFiles } from '../../store/sqlite/queries/library-files.ts';
import { placeTotals } from '../../store/sqlite/queries/place-totals.ts';
import type { HandlerOf } from '../handler.ts';

/** Of more files than this the largest are told. */
const MOST_SOURCES = 5000;

export const health: HandlerOf<'health'> = async ({ library, now }) => {
  const { database, places } = library;
  const read = await healthInSums(database, places);
  const habits = retentions({ env: process.env, home: homedir() });
  const present = presentFiles(
    database,
    places,
    habits.map(({ root }) => root),
  );
  const kept = library.archiveSizes();
  const below = filesBelow(database, places);
  const title = titleOf(database);
  const { logBytes, indexBytes } = indexTotals(database);
  const known = placeTotals(database, places);
  return {
    roots: places.map((path, i) => {
      const { files = 0, agents = [] } = below[i] ?? {};
      const [agent] = agents;
      return { agent: agents.length === 1 ? (agent ?? null) : null, path, present: existsSync(path), files };
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
    logs: { files: known.files, bytes: known.logBytes },
    sizes: {
      logBytes,
      indexBytes,
      archiveBytes: kept?.diskBytes ?? null,
      archivedBytes: kept?.rawBytes ?? null,
    },
    sources: largestFiles(database, places, MOST_SOURCES).map(({ path, agent, session, bytes, isGone }) => ({
      path,
      agent,
      session,
      bytes,
      gone: isGone,
    })),
  };
};
