// The report of the last check of the archive, in a small file next to it: how far the check came, and what it found.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { asArray, asNumber, asObject, asString, parseJson } from '../base/json.ts';
import type { BlockFate, DamageFound } from './check-block.ts';
import { archivePath } from './store/open-archive.ts';

export interface CheckReport {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Null while it is running. */
  readonly finishedAt: number | null;
  /** The block that was checked last. */
  readonly file: number;
  readonly offset: number;
  readonly blocks: number;
  readonly damaged: number;
  /** The first of them. */
  readonly found: readonly DamageFound[];
}

/** Damage beyond this is only counted. */
const MOST_FOUND = 100;

export function newReport(startedAt: number): CheckReport {
  return { startedAt, finishedAt: null, file: 0, offset: -1, blocks: 0, damaged: 0, found: [] };
}

export function withBlock(
  report: CheckReport,
  { file, offset }: Pick<CheckReport, 'file' | 'offset'>,
  damage: DamageFound | undefined,
): CheckReport {
  const next = { ...report, file, offset, blocks: report.blocks + 1 };
  if (damage === undefined) return next;
  const found = report.found.length < MOST_FOUND ? [...report.found, damage] : report.found;
  return { ...next, damaged: report.damaged + 1, found };
}

function reportPath(folder: string): string {
  return `${archivePath(folder)}.check.json`;
}

const FATES: readonly BlockFate[] = ['restored', 'in-log', 'lost'];

function damageOf(value: unknown): DamageFound[] {
  const { path, agent, session, offset, length, fate } = asObject(value) ?? {};
  return [
    {
      path: asString(path) ?? '',
      agent: asString(agent) ?? '',
      session: asString(session) ?? '',
      offset: asNumber(offset) ?? 0,
      length: asNumber(length) ?? 0,
      fate: FATES.find((known) => known === fate) ?? 'lost',
    },
  ];
}

/** Undefined when there was no check, or its report cannot be read. */
export function readReport(folder: string): CheckReport | undefined {
  let text: string;
  try {
    text = readFileSync(reportPath(folder), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = parseJson(text);
  const record = parsed.ok ? asObject(parsed.value) : undefined;
  const startedAt = asNumber(record?.['startedAt']);
  if (record === undefined || startedAt === undefined) return undefined;
  return {
    startedAt,
    finishedAt: asNumber(record['finishedAt']) ?? null,
    file: asNumber(record['file']) ?? 0,
    offset: asNumber(record['offset']) ?? -1,
    blocks: asNumber(record['blocks']) ?? 0,
    damaged: asNumber(record['damaged']) ?? 0,
    found: (asArray(record['found']) ?? []).flatMap(damageOf),
  };
}

/** Atomically. */
export function writeReport(folder: string, report: CheckReport): void {
  const path = reportPath(folder);
  writeFileSync(`${path}.new`, JSON.stringify(report), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** It names logs: it is deleted together with what it is about. */
export function deleteReport(folder: string): void {
  rmSync(reportPath(folder), { force: true });
}
