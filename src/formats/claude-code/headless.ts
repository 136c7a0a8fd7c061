// What `claude -p --output-format json --verbose` prints: the records of the stream as one JSON list.

import { asArray, asObject } from '../../base/json.ts';
import type { DocumentSource, PlacedRecord } from '../source.ts';

export const headless: DocumentSource = {
  kind: 'document',
  isDocument: (path) => path.endsWith('.json'),
  begins: /^\s{0,20}\[\s{0,20}\{\s{0,20}"type"\s{0,5}:\s{0,5}"system"/,
  *records(document): Iterable<PlacedRecord> {
    for (const [i, item] of (asArray(document) ?? []).entries()) {
      const record = asObject(item);
      if (record !== undefined) yield { record, where: `[${i}]` };
    }
  },
};
