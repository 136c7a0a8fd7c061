// Sessions from before the database: a file for the session, one for each message and one for each part, in folders named by ids.
// Together they are what `opencode export` writes.

import { asName, asNumber, asObject, type JsonObject } from '../../base/json.ts';
import type { DocumentSource, NearbyFiles } from '../source.ts';
import { exported } from './export.ts';
import { STORED } from './locate.ts';

/** `storage/session/<project>/<session>.json` */
const STEPS_BELOW = 2;

function objects(files: NearbyFiles, ...folder: readonly string[]): JsonObject[] {
  return files.list(...folder).map((name) => asObject(files.read(...folder, name)) ?? {});
}

function createdAt(message: JsonObject): number {
  return asNumber(asObject(message['time'])?.['created']) ?? 0;
}

/** Ids grow with time, even for two messages of one moment. */
function compare(a: JsonObject, b: JsonObject): number {
  return createdAt(a) - createdAt(b) || (String(a['id']) < String(b['id']) ? -1 : 1);
}

export const stored: DocumentSource = {
  kind: 'document',
  isDocument: (path) => STORED.test(path),
  begins: /^\s{0,20}\{\s{0,20}"/,
  stepsBelow: STEPS_BELOW,
  gather(document, files): unknown {
    const info = asObject(document);
    const session = asName(info?.['id']);
    if (session === undefined) return undefined;
    // Without an id it is not a message: half written, or not OpenCode's.
    const messages = objects(files, 'message', session).filter(({ id }) => asName(id) !== undefined);
    return {
      info,
      messages: messages.sort(compare).map((message) => ({
        info: message,
        parts: objects(files, 'part', String(message['id'])),
      })),
    };
  },
  records: (document) => exported.records(document),
};
