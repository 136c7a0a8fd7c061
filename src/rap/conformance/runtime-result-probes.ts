// Probes of results, from the callback to the model: routing, matching, duplicates, texts, content.

import { AppError } from '../../base/app-error.ts';
import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

async function answered(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const { status } = await kit.post(call, kit.result(call));
  return judge('A result was answered with 200.', [status === 200, `A result was answered with ${status}.`]);
}

/** Posts a result and waits for it. Returns what the model got, or undefined. */
async function deliver(
  kit: RuntimeKit,
  fields: Readonly<Record<string, unknown>>,
  callId?: string,
): Promise<{ readonly status: number; readonly text: string | undefined; readonly raw: unknown }> {
  const call = await kit.pending(undefined, callId === undefined ? {} : { callId });
  const { status } = await kit.post(call, kit.result(call, fields));
  await kit.appears(call);
  const [entry] = await kit.resultsOf(call);
  return { status, text: entry?.text, raw: entry?.raw };
}

async function routed(kit: RuntimeKit): Promise<Verdict> {
  const [a, b] = [await kit.pending(kit.newGroup(), { id: 'same' }), await kit.pending(kit.newGroup(), { id: 'same' })];
  await kit.post(b, kit.result(b, { text: 'for b' }));
  const reached = await kit.shows(b, 'for b');
  await kit.settled(a.groupId);
  const strays = await kit.entriesOf(a);
  if (!reached) return failed('Of one id in two threads, a result did not reach its thread.');
  if (strays.length > 0) return failed('A result went to the same id of another thread.');
  const group = kit.newGroup();
  try {
    const [one, two] = [await kit.pending(group), await kit.pending(group)];
    await kit.post(two, kit.result(two, { text: 'for two' }));
    await kit.shows(two, 'for two');
    const ids = (await kit.results(one)).filter(({ text }) => text === 'for two').map(({ id }) => id);
    return judge('With two calls pending, and one id in two threads, each result went to its own call.', [
      ids.join() === two.id,
      `A result for one of two pending calls appeared for ${ids.join() || 'none'}.`,
    ]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return passed('With one id in two threads, each result went to its own call.');
  }
}

async function onlyPending(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const invented = await kit.post(call, kit.result(call, { id: `${call.id}-invented`, text: 'invented' }));
  await kit.settled(call.groupId);
  if ((await kit.entriesOf(call)).length > 0)
    return failed(`A result for an invented id was taken (status ${invented.status}).`);
  const done = await kit.pending();
  await kit.post(done, kit.result(done, { text: 'first' }));
  await kit.appears(done);
  const second = await kit.post(done, kit.result(done, { text: 'second' }));
  await kit.settled(done.groupId);
  const texts = (await kit.entriesOf(done)).map(({ text }) => text);
  return judge(`An invented id took nothing, and a second result (status ${second.status}) did not change the first.`, [
    texts.join() === 'first',
    `A call that had its result took another: it now has ${texts.map(show).join(', ') || 'none'}.`,
  ]);
}

async function nowhereElse(kit: RuntimeKit): Promise<Verdict> {
  const [call, other] = [await kit.pending(), await kit.pending()];
  const unknown = kit.newGroup();
  await kit.post(call, kit.result(call, { group_id: unknown, text: 'stray' }));
  await kit.post(call, kit.result(call, { group_id: other.groupId, text: 'stray' }));
  await kit.settled(call.groupId);
  await kit.settled(other.groupId);
  for (const group of [call.groupId, other.groupId, unknown])
    if ((await kit.driver.results(group)).some(({ text }) => text === 'stray'))
      return failed('A result with a foreign or unknown group_id appeared in a thread.');
  return passed('Results with a foreign or unknown group_id appeared in no thread.');
}

async function logged(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.rejected === undefined) return unseen('The runtime shows no log of what it refused.');
  const call = await kit.pending();
  const before = await driver.rejected();
  await kit.post(call, kit.result(call, { id: `${call.id}-unknown` }));
  const grew = await kit.waitFor(async () => (await driver.rejected?.()) !== before);
  return judge('A result with an unknown id appeared in the log.', [grew, 'The log did not grow.']);
}

async function discarded(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { id: 'unknown', text: 'stray' }));
  const { status } = await kit.post(call, kit.result(call, { text: 'real' }));
  return judge('After a stray result the real one was taken.', [
    await kit.shows(call, 'real'),
    `After a stray result the real one was not taken (status ${status}).`,
  ]);
}

async function twiceIsOnce(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const message = kit.result(call);
  const [first] = [await kit.post(call, message)];
  await kit.appears(call);
  const again = await Promise.all([1, 2, 3, 4].map(() => kit.post(call, message)));
  await kit.settled(call.groupId);
  const after = (await kit.resultsOf(call)).length;
  const race = await kit.pending();
  await Promise.all([1, 2, 3, 4].map(() => kit.post(race, kit.result(race))));
  await kit.appears(race);
  await kit.settled(race.groupId);
  const raced = (await kit.resultsOf(race)).length;
  const statuses = [...new Set([first, ...again].map((answer) => answer?.status ?? 0))];
  return judge(
    `Repeated deliveries were answered with ${statuses.join(', ')} and gave one result.`,
    [after === 1, `Five deliveries gave ${after} results.`],
    [raced === 1, `Four deliveries at the same time gave ${raced} results.`],
    [statuses.every((status) => status < 500), `A repeated delivery was answered with ${statuses.join(', ')}.`],
  );
}

const LONG = `  ${'All of it — every line, ünïcode 𝄞 and "quotes" \\ included.\n'.repeat(2000)}the end \n`;
const JSON_TEXT = '{ "count": 1,  "instances": [ ], "big": 12345678901234567890 }';
const SHORT = { type: 'text', content: 'short version' };
const DIFF = { type: 'diff', content: { path: 'a', patch: '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n' } };

async function fullText(kit: RuntimeKit): Promise<Verdict> {
  if (!kit.takesResults) return failed('No result reached the model, whatever its shape.');
  const long = await deliver(kit, { text: LONG });
  if (long.text !== LONG) return failed(`Of ${LONG.length} characters ${long.text?.length ?? 0} arrived.`);
  const json = await deliver(kit, { text: JSON_TEXT });
  return judge(`All ${LONG.length} characters arrived, and text that is JSON as it was written.`, [
    json.text === JSON_TEXT,
    `The text ${show(JSON_TEXT)} became ${show(json.text)}.`,
  ]);
}

async function unaltered(kit: RuntimeKit): Promise<Verdict> {
  for (const display_as of [[SHORT], [DIFF, SHORT]]) {
    const { text } = await deliver(kit, { text: 'for the model', display_as });
    if (text !== 'for the model') return failed(`With display_as ${show(display_as)} the model got ${show(text)}.`);
  }
  return passed('The model got the same text with every kind of display_as.');
}

async function jsonText(kit: RuntimeKit): Promise<Verdict> {
  const { text } = await deliver(kit, { text: JSON_TEXT });
  if (text === undefined) return unseen('A result whose text is JSON did not appear.');
  return passed(text === JSON_TEXT ? 'Text that is JSON is passed on as text.' : 'Text that is JSON is parsed.');
}

async function plainText(kit: RuntimeKit): Promise<Verdict> {
  for (const text of ['plain', '{not json', '[1, 2']) {
    const got = await deliver(kit, { text });
    if (got.text !== text) return failed(`The text ${show(text)} gave status ${got.status} and ${show(got.text)}.`);
  }
  return passed('Plain and almost-JSON texts arrived as they are.');
}

async function errorsAreResults(kit: RuntimeKit): Promise<Verdict> {
  const text = 'Error: API rate limit exceeded. Retry after 60 seconds.';
  const got = await deliver(kit, { text });
  return judge('An error text arrived like any other.', [
    got.text === text,
    `An error text gave status ${got.status} and ${show(got.text)}.`,
  ]);
}

async function optionalFields(kit: RuntimeKit): Promise<Verdict> {
  const bare = { call_id: undefined, display_as: undefined, subscription: undefined };
  const variants: readonly (readonly [Readonly<Record<string, unknown>>, string | undefined])[] = [
    [bare, undefined],
    [{ ...bare, call_id: null }, undefined],
    [{ ...bare, call_id: 'second-id' }, 'second-id'],
    [{ ...bare, call_id: null, subscription: false, something_new: { a: 1 } }, undefined],
  ];
  for (const [fields, callId] of variants) {
    const call = await kit.driver.register({
      groupId: kit.newGroup(),
      id: `optional-${variants.findIndex(([one]) => one === fields)}`,
      ...(callId === undefined ? {} : { callId }),
    });
    const { status } = await kit.post(call, kit.result(call, fields));
    if (!(await kit.appears(call))) return failed(`A result with ${show(fields)} was not taken (status ${status}).`);
  }
  return passed('All spellings of optional fields were taken.');
}

const PICTURE = { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' };

async function contentTaken(kit: RuntimeKit): Promise<Verdict> {
  const items = [{ type: 'text', text: 'in content' }, PICTURE];
  const alone = await deliver(kit, { text: undefined, content: items });
  const both = await deliver(kit, { text: 'superseded', content: items });
  const holds = ({ text, raw }: typeof alone): boolean =>
    text !== undefined && (text.includes('in content') || JSON.stringify(raw).includes('in content'));
  return judge(
    'Results with content arrived, with and without a text.',
    [alone.text !== undefined, `A result with content alone was not taken (status ${alone.status}).`],
    [holds(alone), `The text inside content did not arrive: ${show(alone.text)}.`],
    [holds(both), `Where both are given, content did not supersede text: ${show(both.text)}.`],
  );
}

async function placeholder(kit: RuntimeKit): Promise<Verdict> {
  const { text, raw } = await deliver(kit, { text: undefined, content: [PICTURE] });
  if (text === undefined) return failed('A result with an image alone was not taken.');
  const hasImage = JSON.stringify(raw).includes(PICTURE.data);
  return judge(text === '' ? 'The image itself was passed on.' : `The image left the text ${show(text)}.`, [
    text.trim() !== '' || hasImage,
    'An image alone left nothing that the model could read.',
  ]);
}

async function checkedText(kit: RuntimeKit): Promise<Verdict> {
  const sent = 'visible \u202e hidden \u{e0041}\u{e0042} bell \u0007 end';
  const { status, text, raw } = await deliver(kit, { text: sent });
  if (text === undefined) return unseen(`A text with control characters did not appear (status ${status}).`);
  const isNoted = JSON.stringify(raw).includes('notes');
  if (isNoted) return passed('Hidden characters were pointed out.');
  return text === sent
    ? unseen('Hidden characters passed; whether the text was checked cannot be seen.')
    : passed('Hidden characters were removed.');
}

export const RESULT_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'R-01': answered,
  'R-02': routed,
  'R-03': onlyPending,
  'R-04': nowhereElse,
  'R-05': logged,
  'R-06': discarded,
  'R-07': twiceIsOnce,
  'R-08': fullText,
  'R-09': unaltered,
  'R-14': jsonText,
  'R-15': plainText,
  'R-18': checkedText,
  'R-19': errorsAreResults,
  'R-20': optionalFields,
  'C-01': contentTaken,
  'C-02': placeholder,
};
