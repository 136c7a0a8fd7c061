// Whether a path that changed on disk is worth a look: only what some format reads.

import { formats } from '../formats/registry.ts';
import { BUNDLE_ENDING } from '../sources/kinds/bundles.ts';
import { databaseOfFile, isRendered } from '../sources/kinds/open-source.ts';

export function isLog(path: string): boolean {
  if (/\.jsonl(?:\.zst)?$/.test(path) || databaseOfFile(path) !== undefined || isRendered(path)) return true;
  if (path.endsWith(BUNDLE_ENDING)) return true;
  return formats.some((format) => (format.role(path)?.kind ?? 'skip') !== 'skip');
}
