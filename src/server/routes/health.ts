// How well logs were read, what is not known yet, what will be deleted, and how large everything is.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Health } from '../../api/wire/library.ts';
import { leftOut } from '../../library/left-out.ts';
import { healthInSums } from '../../library/library-health.ts';
import { retentions, vanishing } from '../../library/retention.ts';
import { libraryRoots } from '../../library/roots.ts';
import type { HandlerOf } from '../handler.ts';

/** With more files than this, only the largest are listed. */
const MOST_SOURCES = 5000;

export const health: HandlerOf<'health'> = async ({ library, now }) => {
  const { questions, places } = library;
  const { health: asked } = questions;
  const read = await healthInSums(questions, places);
  const surroundings = { env: process.env, home: homedir() };
  const owners = new Map(
    libraryRoots([], surroundings).flatMap(({ path, agent }) => (agent === 'any' ? [] : [[path, agent]])),
  );
  const habits = retentions(surroundings);
  const present = await asked.presentFiles(
    places,
    habits.map(({ root }) => root),
  );
  const kept = library.archiveSizes();
  const below = await asked.filesBelow(places);
  const vanishes: Health['vanishing'] = [];
  for (const session of vanishing(present, habits, now)) {
    const title = await questions.sessions.title({ agent: session.agent, id: session.session });
    vanishes.push({ ...session, title });
  }
  const { logBytes, indexBytes } = await asked.totals();
  const known = await asked.placeTotals(places);
  const sources = await asked.largestFiles(places, MOST_SOURCES);
  const { unreadable } = await leftOut(questions, places);
  return {
    roots: places.map((path, i) => {
      const { files = 0, agents = [] } = below[i] ?? {};
      const agent = owners.get(path) ?? (agents.length === 0 ? null : agents.join(', '));
      return { agent, path, present: existsSync(path), files };
    }),
    unreadable: unreadable.map(({ path, reason }) => ({ path, reason })),
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
    vanishing: vanishes,
    logs: { files: known.files, bytes: known.logBytes },
    sizes: {
      logBytes,
      indexBytes,
      archiveBytes: kept?.diskBytes ?? null,
      archivedBytes: kept?.rawBytes ?? null,
    },
    sources: sources.map(({ path, agent, session, bytes, isGone }) => ({
      path,
      agent,
      session,
      bytes,
      gone: isGone,
    })),
  };
};
