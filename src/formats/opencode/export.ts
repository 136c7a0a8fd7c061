// What `opencode export` writes: one session as one JSON document, `{info, messages: [{info, parts}]}`.

import { asArray, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { DocumentSource, PlacedRecord } from '../source.ts';
import { headRecord, messageHead, messageRecord, partRecord, placed, stateRecord } from './records.ts';

/** Exports have any name. Tools that keep transcripts of several agents name all of them like the last. */
const NAME = /\.json$|(?:^|[/\\])[\w-]{0,80}full\.jsonl$/;
const BEGINNING = /^\s{0,20}\{\s{0,20}"info"\s{0,5}:\s{0,5}\{\s{0,20}"id"\s{0,5}:\s{0,5}"ses_/;

function* partRecords(session: string, message: JsonObject, place: string): Iterable<PlacedRecord> {
  const { id: name, sessionID: _, ...info } = asObject(message['info']) ?? {};
  const id = asName(name) ?? place;
  yield placed(messageRecord({ session, id, isLast: true }, info), `${place}.info`);
  const head = messageHead(info);
  for (const [i, item] of (asArray(message['parts']) ?? []).entries()) {
    const { id: partId, messageID: _message, sessionID: _session, ...part } = asObject(item) ?? {};
    const where = `${place}.parts[${i}]`;
    const version = { session, id: asName(partId) ?? where, isLast: true };
    yield placed(partRecord(version, { message: id, head, created: null }, part), where);
  }
}

export const exported: DocumentSource = {
  kind: 'document',
  isDocument: (path) => NAME.test(path),
  begins: BEGINNING,
  *records(document): Iterable<PlacedRecord> {
    const info = asObject(asObject(document)?.['info']);
    const id = asName(info?.['id']);
    if (info === undefined || id === undefined) return;
    const time = asObject(info['time']);
    const parent = asName(info['parentID']) ?? null;
    const created = asNumber(time?.['created']) ?? null;
    const directory = asString(info['directory']) ?? null;
    const version = asString(info['version']) ?? null;
    yield placed(headRecord({ id, parent, root: parent ?? id, directory, version, created }), 'info');
    yield placed(stateRecord(id, asNumber(time?.['updated']) ?? null, info), 'info');
    for (const [i, message] of (asArray(asObject(document)?.['messages']) ?? []).entries()) {
      yield* partRecords(id, asObject(message) ?? {}, `messages[${i}]`);
    }
  },
};
