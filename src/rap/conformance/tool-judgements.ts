// Owns the judgement of a tool: what its messages say about rules T-01 to T-S3.

import { asArray, asString, isObject, type JsonObject, parseJson } from '../../base/json.ts';
import { findSecrets } from '../protocol/secrets.ts';
import type { Caught } from './callback-catcher.ts';
import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import { endsCall, isAnswer, type ToolRun } from './tool-session.ts';

export interface ToolEvidence {
  readonly runs: readonly ToolRun[];
  readonly pathOf: (run: ToolRun) => string;
}

export type ToolJudgement = (evidence: ToolEvidence) => Verdict;

interface Said {
  readonly run: ToolRun;
  readonly caught: Caught;
}

function all({ runs }: ToolEvidence): Said[] {
  return runs.flatMap((run) => run.caught.map((caught) => ({ run, caught })));
}

/** Messages that complete a call; where a tool sends none, whatever it sent in their place. */
function results(evidence: ToolEvidence): Said[] {
  return all(evidence).filter(({ caught }) => {
    const type = caught.message['type'];
    return !['oauth', 'user_choice', 'view_update', 'subscription_event'].includes(String(type));
  });
}

function errors(evidence: ToolEvidence): Said[] {
  return results(evidence).filter(({ run }) => run.purpose === 'unknown-operation' || run.purpose === 'bad-arguments');
}

/** A tool may refuse bad calls at once, though it should not: then there are no errors to look at. */
function refusesBadCalls({ runs }: ToolEvidence): boolean {
  const bad = runs.filter(({ purpose }) => purpose === 'unknown-operation' || purpose === 'bad-arguments');
  return bad.length > 0 && bad.every(({ status, caught }) => status >= 400 && status < 500 && caught.length === 0);
}

const REFUSED = unseen('Bad calls were refused with 4xx; they should be accepted and answered with an error.');

/** For judgements of errors. */
function ofErrors(judgement: ToolJudgement): ToolJudgement {
  return (evidence) => (refusesBadCalls(evidence) ? REFUSED : judgement(evidence));
}

function segments(evidence: ToolEvidence): JsonObject[][] {
  return results(evidence).flatMap(({ caught }) => {
    const list = asArray(caught.message['display_as']);
    return list === undefined ? [] : [list.map((item) => (isObject(item) ? item : {}))];
  });
}

/** Every one of them fits, or the first that does not is shown. */
function every(
  said: readonly Said[],
  good: string,
  fits: (said: Said) => boolean,
  bad: (said: Said) => string,
): Verdict {
  if (said.length === 0) return failed('The tool sent no message at all.');
  const broken = said.find((one) => !fits(one));
  return broken === undefined ? passed(good) : failed(bad(broken));
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const textOf = ({ caught }: Said): unknown => caught.message['text'];

function field(name: string, wanted: (run: ToolRun) => string): ToolJudgement {
  return (evidence) =>
    every(
      results(evidence),
      `${name} was repeated in every result.`,
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
    (said) => typeof textOf(said) === 'string' || Array.isArray(said.caught.message['content']),
    (said) => `text was ${show(textOf(said))}.`,
  );
}

function kindsOfText(evidence: ToolEvidence): Verdict {
  const kinds = new Set<string>();
  for (const said of results(evidence)) {
    const text = asString(textOf(said)) ?? '';
    const parsed = parseJson(text);
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
      typeof textOf(said) !== 'object' && !('result' in said.caught.message) && !('data' in said.caught.message),
    (said) => `A result carried data beside its text: ${show(Object.keys(said.caught.message))}.`,
  );
}

function isSegment({ type, content }: JsonObject): boolean {
  if (typeof type !== 'string' || content === undefined) return false;
  if (type === 'text') return typeof content === 'string';
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
    return list.length === 1 && isObject(only) && only['type'] === 'text' && only['content'] === textOf(said);
  });
  return judge('No result repeated its text in display_as.', [
    broken === undefined,
    'display_as only repeats the text.',
  ]);
}

function errorIsResult(evidence: ToolEvidence): Verdict {
  const said = errors(evidence);
  if (said.length === 0) return failed('Bad calls led to no message.');
  return every(
    said,
    'Bad calls led to tool_results with a description.',
    (one) => endsCall(one.caught) && (asString(textOf(one)) ?? '').trim() !== '',
    ({ caught }) => `A bad call led to ${show(caught.message)}.`,
  );
}

function neverSilent({ runs }: ToolEvidence): Verdict {
  const silent = runs.find(
    ({ purpose, status, caught }) =>
      (purpose === 'unknown-operation' || purpose === 'bad-arguments') && status < 300 && !caught.some(isAnswer),
  );
  return judge('No bad call was accepted and then forgotten.', [
    silent === undefined,
    `A call with ${silent?.purpose} was answered with ${silent?.status}, and then came nothing.`,
  ]);
}

function alwaysAnswers({ runs }: ToolEvidence): Verdict {
  const open = runs.find(({ status, caught }) => status < 300 && !caught.some(isAnswer));
  const refused = runs.find(({ purpose, status }) => purpose === 'result' && status >= 300);
  return judge(
    `All ${runs.length} invocations led to an answer.`,
    [refused === undefined, `${refused?.plan.operation} was refused with status ${refused?.status}.`],
    [open === undefined, `${open?.plan.operation} (${open?.purpose}) led to no answer in time.`],
  );
}

function errorPrefix(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Errors began with "Error: ".',
    (said) => asString(textOf(said))?.startsWith('Error: ') === true,
    (said) => `An error began with ${show(textOf(said))}.`,
  );
}

const ADVICE =
  /\b(?:try|retry|use|must|should|need|needs|expected|missing|required|one of|see|check|instead|allowed|available|provide|valid)\b/i;

function errorAdvice(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Errors said what can be done.',
    (said) => ADVICE.test(asString(textOf(said)) ?? ''),
    (said) => `An error gave no advice: ${show(textOf(said))}.`,
  );
}

const INTERNALS =
  /\n\s+at .+[:(]\d+|Traceback \(most recent call last\)|File ".+", line \d+|goroutine \d+ \[|\.(?:js|ts|py|rs|go|java):\d+(?::\d+)?/;

function noInternals(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Errors held no stack traces.',
    (said) => !INTERNALS.test(asString(textOf(said)) ?? ''),
    (said) => `An error held internals: ${show(textOf(said))}.`,
  );
}

function noSecrets(evidence: ToolEvidence): Verdict {
  return every(
    all(evidence),
    'No message held a credential.',
    ({ run, caught }) => findSecrets(caught.text).length === 0 && !caught.text.includes(evidence.pathOf(run)),
    ({ caught }) => `A message held a ${findSecrets(caught.text)[0] ?? 'callback address'}.`,
  );
}

function answerUnread({ runs }: ToolEvidence): Verdict {
  const confused = runs.find(({ purpose, caught }) => purpose === 'result' && caught.filter(endsCall).length > 1);
  return judge('An answer that is no JSON did no harm.', [
    confused === undefined,
    'A result was sent again although it was answered with 200.',
  ]);
}

function subscriptionSaid({ runs }: ToolEvidence): Verdict {
  const subscribed = runs.filter(({ caught }) =>
    caught.some(({ message }) => message['type'] === 'subscription_event' || message['subscription'] === true),
  );
  if (subscribed.length === 0) return unseen('None of the calls started a subscription.');
  const unsaid = subscribed.find(({ caught }) => caught.find(endsCall)?.message['subscription'] !== true);
  return judge('The result that started a subscription said so.', [
    unsaid === undefined,
    `${unsaid?.plan.operation} sent events, but its result did not say subscription: true.`,
  ]);
}

function retries({ runs }: ToolEvidence): Verdict {
  const again = runs.find(({ purpose }) => purpose === 'retry');
  const never = runs.find(({ purpose }) => purpose === 'no-retry');
  if (again === undefined || never === undefined) return unseen('No call could be made to see retries.');
  const tried = again.caught.filter(endsCall);
  return judge(
    `After 503 the result came again after ${Math.round((tried[1]?.atMs ?? 0) - (tried[0]?.atMs ?? 0))} ms; after 400 it did not.`,
    [tried.length >= 2, 'A result that was answered with 503 was not sent again.'],
    [tried[0]?.text === tried[1]?.text, 'The second attempt sent another message.'],
    [never.caught.filter(endsCall).length <= 1, 'A result that was answered with 400 was sent again.'],
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

export const TOOL_JUDGEMENTS: Readonly<Record<string, ToolJudgement>> = {
  'T-01': sentRight,
  'T-02': field('type', () => 'tool_result'),
  'T-03': field('group_id', ({ groupId }) => groupId),
  'T-04': field('id', ({ id }) => id),
  'T-05': field('call_id', ({ callId }) => callId),
  'T-06': hasText,
  'T-07': kindsOfText,
  'T-08': structuredInText,
  'T-09': segmentShape,
  'T-10': textLast,
  'T-11': shortTexts,
  'T-12': conciseIsBare,
  'T-13': ofErrors(errorIsResult),
  'T-14': neverSilent,
  'T-15': alwaysAnswers,
  'T-16': ofErrors(errorPrefix),
  'T-17': ofErrors(errorAdvice),
  'T-18': ofErrors(noInternals),
  'T-19': noSecrets,
  'T-20': answerUnread,
  'T-S1': subscriptionSaid,
  'T-S2': retries,
  'T-S3': addressAsIs,
};
