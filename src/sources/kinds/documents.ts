// Logs that are one JSON document, read as lines.

import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { parseJson } from '../../base/json.ts';
import type { DocumentSource } from '../../formats/source.ts';
import type { FileFacts } from '../files/file-stamp.ts';
import { openOnDisk } from '../files/open-log.ts';
import { nearbyFiles } from './nearby-files.ts';
import { RenderedLog, renderRecords } from './rendered-log.ts';

/** A document is read as a whole, which takes several times its size in memory. */
const LIMIT_MB = 64;

interface Content {
  readonly text: string;
  readonly facts: FileFacts | undefined;
}

function contentOf(path: string): Content {
  const file = openOnDisk(path);
  try {
    const facts = file.facts();
    const size = facts?.size ?? 0;
    if (size > LIMIT_MB * 1024 * 1024) {
      throw new AppError('path-unreadable', `${path} is a document of more than ${LIMIT_MB} MB, and was not read.`);
    }
    const bytes = Buffer.allocUnsafe(size);
    return { text: bytes.toString('utf8', 0, file.read(bytes, 0)), facts };
  } finally {
    file.close();
  }
}

const BEGINNING_BYTES = 512;

/** The beginning of a file, to distinguish documents by. Throws an AppError when it cannot be read. */
export function beginningOf(path: string): string {
  const file = openOnDisk(path);
  try {
    const bytes = Buffer.allocUnsafe(BEGINNING_BYTES);
    return bytes.toString('utf8', 0, file.read(bytes, 0));
  } finally {
    file.close();
  }
}

/** A document is incomplete while it is being written: then reading it fails, and it is read again later. */
export function openDocument(path: string, source: DocumentSource): RenderedLog {
  const { text, facts } = contentOf(path);
  const parsed = parseJson(text);
  if (!parsed.ok || facts === undefined) {
    throw new AppError('path-unreadable', `${path} does not hold one whole JSON document.`);
  }
  const { gather, stepsBelow = 0 } = source;
  const folder = resolve(dirname(path), ...Array.from({ length: stepsBelow }, () => '..'));
  const document = gather === undefined ? parsed.value : gather(parsed.value, nearbyFiles(folder));
  return new RenderedLog(renderRecords(source.records(document)), facts);
}
