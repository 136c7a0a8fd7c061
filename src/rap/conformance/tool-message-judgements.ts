// Judges a tool's messages: how they are sent, which ids they repeat, and their content.

import { asArray, asString, isObject, type JsonObject, parseExactly } from '../../base/json.ts';
import { findSecrets } from '../protocol/secrets.ts';
import { judge, passed, type Verdict } from './finding.ts';
import {
  all,
  every,
  ofType,
  results,
  type Said,
  show,
  type ToolEvidence,
  type ToolJudgement,
} from './tool-evidence.ts';
import type { ToolRun } from './tool-session.ts';

const rawText = ({ caught }: Said): unknown => caught.message['text'];

function segments(evidence: ToolEvidence): JsonObject[][] {
  return results(evidence).flatMap(({ caught }) => {
    const list = asArray(caught.message['display_as']);
    return list === undefined ? [] : [list.map((item) => (isObject(item) ? item : {}))];
  });
}

function field(
  name: string,
  wanted: (run: ToolRun) => string,
  messages: (evidence: ToolEvidence) => Said[] = results,
): ToolJudgement {
  return (evidence) =>
    every(
      messages(evidence),
      `${name} was right in every message.`,
      ({ run, caught }) => caught.message[name] === wanted(run),
      ({ run, caught }) => `${name} was ${show(caught.message[name])} instead of ${show(wanted(run))}.`,
    );
}

function sentRight(evidence: ToolEvidence): Verdict {
  return every(
    all(evidence),
    'Every message came by POST as application/json.',
    ({ caught }) => caught.method === 'POST' && /^application\/json\s*(;|$)/i.test(caught.contentType),
    ({ caught }) => `A message came by ${caught.method} as ${caught.contentType || 'nothing'}.`,
  );
}

function hasText(evidence: ToolEvidence): Verdict {
  return every(
    results(evidence),
    'Every result had a text.',
    (said) => typeof rawText(said) === 'string' || Array.isArray(said.caught.message['content']),
    (said) => `text was ${show(rawText(said))}.`,
  );
}

function kindsOfText(evidence: ToolEvidence): Verdict {
  const kinds = new Set<string>();
  for (const said of results(evidence)) {
    const text = asString(rawText(said)) ?? '';
    const parsed = parseExactly(text);
    kinds.add(
      text.startsWith('Error: ') ? 'errors' : parsed.ok && typeof parsed.value === 'object' ? 'JSON' : 'plain text',
    );
  }
  return passed(`Seen: ${[...kinds].join(', ') || 'nothing'}.`);
}

function structuredInText(evidence: ToolEvidence): Verdict {
  return every(
    results(evidence),
    'No result had data outside its text.',
    (said) =>
      (rawText(said) === null || typeof rawText(said) !== 'object') &&
      !('result' in said.caught.message) &&
      !('data' in said.caught.message),
    (said) => `A result carried data next to its text: ${show(Object.keys(said.caught.message))}.`,
  );
}

function isSegment({ type, content }: JsonObject): boolean {
  if (typeof type !== 'string' || content === undefined) return false;
  if (type === 'text') return typeof content === 'string';
  if (type === 'image')
    return isObject(content) && typeof content['data'] === 'string' && typeof content['mediaType'] === 'string';
  if (type !== 'diff') return true;
  return isObject(content) && typeof content['path'] === 'string' && /^@@ .*@@/m.test(asString(content['patch']) ?? '');
}

const NO_SEGMENTS = passed('No display_as was sent.');

function segmentShape(evidence: ToolEvidence): Verdict {
  const lists = segments(evidence);
  if (lists.length === 0) return NO_SEGMENTS;
  const broken = lists.flat().find((segment) => !isSegment(segment));
  return judge('Every segment had its shape.', [broken === undefined, `A segment was ${show(broken)}.`]);
}

function textLast(evidence: ToolEvidence): Verdict {
  const lists = segments(evidence);
  if (lists.length === 0) return NO_SEGMENTS;
  const broken = lists.find((list) => list.at(-1)?.['type'] !== 'text');
  return judge('The last segment was a text.', [broken === undefined, `The last segment was ${show(broken?.at(-1))}.`]);
}

function shortTexts(evidence: ToolEvidence): Verdict {
  const lists = segments(evidence);
  if (lists.length === 0) return NO_SEGMENTS;
  const texts = lists.flat().flatMap(({ type, content }) => (type === 'text' ? [asString(content) ?? ''] : []));
  const broken = texts.find((text) => text.length > 240 || text.trim().includes('\n'));
  return judge('Text segments had one line.', [
    broken === undefined,
    `A text segment had ${broken?.length} characters.`,
  ]);
}

function conciseIsBare(evidence: ToolEvidence): Verdict {
  const broken = results(evidence).find((said) => {
    const list = asArray(said.caught.message['display_as']) ?? [];
    const [only] = list;
    return list.length === 1 && isObject(only) && only['type'] === 'text' && only['content'] === rawText(said);
  });
  return judge('No result repeated its text in display_as.', [
    broken === undefined,
    'display_as only repeats the text.',
  ]);
}

function noSecrets(evidence: ToolEvidence): Verdict {
  return every(
    all(evidence),
    'No message held a credential.',
    ({ run, caught }) => findSecrets(caught.text).length === 0 && !caught.text.includes(evidence.pathOf(run)),
    ({ caught }) => `A message held a ${findSecrets(caught.text)[0] ?? 'callback address'}.`,
  );
}

function addressAsIs(evidence: ToolEvidence): Verdict {
  return every(
    all(evidence),
    'Every message came to the address that was given, to the last character.',
    ({ run, caught }) => caught.path === evidence.pathOf(run),
    ({ caught }) => `A message came to ${show(caught.path)}.`,
  );
}

const withCallId = (evidence: ToolEvidence): Said[] => [
  ...results(evidence),
  ...ofType(evidence, 'oauth', 'user_choice'),
];

export const MESSAGE_JUDGEMENTS: Readonly<Record<string, ToolJudgement>> = {
  'T-01': sentRight,
  'T-02': field('type', () => 'tool_result'),
  'T-03': field('group_id', ({ groupId }) => groupId, all),
  'T-04': field('id', ({ id }) => id, withCallId),
  'T-05': field('call_id', ({ callId }) => callId, withCallId),
  'T-06': hasText,
  'T-07': kindsOfText,
  'T-08': structuredInText,
  'T-09': segmentShape,
  'T-10': textLast,
  'T-11': shortTexts,
  'T-12': conciseIsBare,
  'T-19': noSecrets,
  'T-S3': addressAsIs,
};
