// The chats of versions before 0.40: one JSON document, rewritten as a whole after every message.

import { asArray, asObject, type JsonObject } from '../../base/json.ts';
import type { DocumentSource, PlacedRecord } from '../source.ts';

const HEAD = '(?=[\\s\\S]{0,480}"sessionId"\\s{0,5}:)(?=[\\s\\S]{0,480}"(?:projectHash|startTime)"\\s{0,5}:)';

/** Its messages unchanged, between what does not change and what changes with each of them. */
function* records(document: unknown): Iterable<PlacedRecord> {
  const { messages, lastUpdated: _, summary, ...head } = asObject(document) ?? {};
  const list = asArray(messages);
  if (list === undefined) return;
  yield { record: head, where: 'the document' };
  for (const [i, message] of list.entries()) {
    const record: JsonObject = asObject(message) ?? { message };
    yield { record, where: `messages[${i}]` };
  }
  if (typeof summary === 'string') yield { record: { $set: { summary } }, where: 'summary' };
}

export const document: DocumentSource = {
  kind: 'document',
  isDocument: (path) => path.endsWith('.json'),
  begins: new RegExp(`^\\s{0,20}\\{${HEAD}`),
  records,
};

/** Tools that keep transcripts of several agents name them like files of lines; a document for people has more than one line. */
export const copiedDocument: DocumentSource = {
  kind: 'document',
  isDocument: (path) => /(?:^|[/\\])[\w-]{0,80}full\.jsonl$/.test(path),
  begins: new RegExp(`^\\s{0,20}\\{[ \\t\\r]{0,5}\\n${HEAD}`),
  records,
};
