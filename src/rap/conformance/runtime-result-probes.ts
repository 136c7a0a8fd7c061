// Owns the probes of rules: results, from the callback to the model.

import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

async function answered(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const { status } = await kit.post(call, kit.result(call));
  return judge('A result was answered with 200.', [status === 200, `A result was answered with ${status}.`]);
}

async function routed(kit: RuntimeKit): Promise<Verdict> {
  const group = kit.newGroup();
  const [one, two] = [await kit.pending(group), await kit.pending(group)];
  const [a, b] = [await kit.pending(kit.newGroup(), { id: 'same' }), await kit.pending(kit.newGroup(), { id: 'same' })];
  await kit.post(two, kit.result(two, { text: 'for two' }));
  await kit.post(b, kit.result(b, { text: 'for b' }));
  const inThread = await kit.results(one);
  const inA = await kit.results(a);
  const inB = await kit.results(b);
  return judge(
    'With two calls pending, and one id in two threads, each result went to its own call.',
    [
      inThread.length === 1 && inThread[0]?.id === two.id,
      `The thread got results for ${inThread.map(({ id }) => id)}.`,
    ],
    [inA.length === 0, 'A result went to the same id of another thread.'],
    [inB.length === 1 && inB[0]?.text === 'for b', 'A result did not reach its thread.'],
  );
}

async function onlyPending(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const invented = await kit.post(call, kit.result(call, { id: `${call.id}-invented` }));
  const entries = await kit.results(call);
  return judge(`A result for an invented id of the thread was answered with ${invented.status} and not taken.`, [
    entries.length === 0,
    `A result for an invented id was taken (status ${invented.status}).`,
  ]);
}

async function nowhereElse(kit: RuntimeKit): Promise<Verdict> {
  const [call, other] = [await kit.pending(), await kit.pending()];
  const unknown = kit.newGroup();
  await kit.post(call, kit.result(call, { group_id: unknown }));
  await kit.post(call, kit.result(call, { group_id: other.groupId }));
  const places = [call.groupId, other.groupId, unknown];
  const injected: string[] = [];
  for (const group of places) if ((await kit.driver.results(group)).length > 0) injected.push(group);
  return judge('Results with a foreign or unknown group_id appeared in no thread.', [
    injected.length === 0,
    'A result that matched no call of its address appeared in a thread.',
  ]);
}

async function logged(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.rejected === undefined) return unseen('The runtime shows no log of what it refused.');
  const call = await kit.pending();
  const before = await driver.rejected();
  await kit.post(call, kit.result(call, { id: `${call.id}-unknown` }));
  const after = await driver.rejected();
  return judge('A result with an unknown id appeared in the log.', [after > before, 'The log did not grow.']);
}

async function discarded(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { id: 'unknown', text: 'stray' }));
  const { status } = await kit.post(call, kit.result(call, { text: 'real' }));
  const entries = await kit.results(call);
  return judge('A stray result left no trace, and the real one was taken afterwards.', [
    status === 200 && entries.length === 1 && entries[0]?.text === 'real',
    `After a stray result the thread holds ${entries.length} results (real one: status ${status}).`,
  ]);
}

async function twiceIsOnce(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const message = kit.result(call);
  const answers = [
    await kit.post(call, message),
    ...(await Promise.all([1, 2, 3, 4].map(() => kit.post(call, message)))),
  ];
  const entries = await kit.resultsOf(call);
  const statuses = answers.map(({ status }) => status);
  return judge(
    `Five deliveries were answered with ${[...new Set(statuses)].join(', ')} and gave one result.`,
    [entries.length === 1, `Five deliveries gave ${entries.length} results.`],
    [statuses.every((status) => status < 500), `A repeated delivery was answered with ${statuses.join(', ')}.`],
  );
}

const LONG = `${'All of it — every line, ünïcode 𝄞 and "quotes" \\ included.\n'.repeat(2000)}the end`;
const SHORT = [{ type: 'text', content: 'short version' }];

async function fullText(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { text: LONG, display_as: SHORT }));
  const [entry] = await kit.resultsOf(call);
  return judge(`All ${LONG.length} characters arrived.`, [
    entry?.text === LONG,
    `Of ${LONG.length} characters ${entry?.text.length ?? 0} arrived.`,
  ]);
}

async function unaltered(kit: RuntimeKit): Promise<Verdict> {
  const variants: readonly unknown[] = [SHORT, [{ type: 'hologram', content: 1 }], 'nonsense', [], null];
  for (const display_as of variants) {
    const call = await kit.pending();
    await kit.post(call, kit.result(call, { text: 'for the model', display_as }));
    const [entry] = await kit.resultsOf(call);
    if (entry?.text !== 'for the model')
      return failed(
        `With display_as ${JSON.stringify(display_as)} the model got ${JSON.stringify(entry?.text ?? null)}.`,
      );
  }
  return passed('The model got the same text with every kind of display_as, also with broken ones.');
}

async function jsonText(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const text = '{"count": 1, "instances": []}';
  await kit.post(call, kit.result(call, { text }));
  const [entry] = await kit.resultsOf(call);
  if (entry === undefined) return failed('A result whose text is JSON did not arrive.');
  return passed(entry.text === text ? 'Text that is JSON is passed on as text.' : 'Text that is JSON is parsed.');
}

async function plainText(kit: RuntimeKit): Promise<Verdict> {
  for (const text of ['plain', '', '{not json', '[1, 2', '   \n']) {
    const call = await kit.pending();
    const { status } = await kit.post(call, kit.result(call, { text }));
    const [entry] = await kit.resultsOf(call);
    if (status !== 200 || entry?.text !== text)
      return failed(
        `The text ${JSON.stringify(text)} gave status ${status} and ${JSON.stringify(entry?.text ?? null)}.`,
      );
  }
  return passed('Plain, empty and almost-JSON texts arrived as they are.');
}

async function recorded(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.subscriptions === undefined) return unseen('The runtime does not show its subscriptions.');
  const call = await kit.pending();
  const message = kit.result(call, { subscription: true });
  await kit.post(call, message);
  await kit.post(call, message);
  const active = await driver.subscriptions(call.groupId);
  return judge('The call is recorded once.', [
    active.length === 1 && active[0] === call.id,
    `The thread has ${active.length} active subscriptions.`,
  ]);
}

async function notRecorded(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  const call = await kit.pending();
  await kit.post(call, kit.result(call));
  const { status } = await kit.post(call, kit.event(call, 'uninvited'));
  const events = (await kit.results(call)).filter(({ type }) => type === 'subscription_event');
  const active = driver.subscriptions === undefined ? [] : await driver.subscriptions(call.groupId);
  return judge(
    `Nothing was recorded, and an event was answered with ${status}.`,
    [active.length === 0, 'A result without subscription started one.'],
    [events.length === 0, 'A call without a subscription could send events.'],
  );
}

async function checkedText(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const text = 'visible \u202e hidden \u{e0041}\u{e0042} bell \u0007 nul \u0000 end';
  const { status } = await kit.post(call, kit.result(call, { text }));
  const [entry] = await kit.resultsOf(call);
  if (entry === undefined) return failed(`A text with control characters was answered with ${status} and lost.`);
  const notes = entry.raw['notes'];
  if (Array.isArray(notes) && notes.length > 0) return passed(`The text arrived with notes: ${notes.join(', ')}.`);
  return judge('Hidden characters were removed.', [entry.text !== text, 'Hidden characters passed without a word.']);
}

async function errorsAreResults(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const text = 'Error: API rate limit exceeded. Retry after 60 seconds.';
  const { status } = await kit.post(call, kit.result(call, { text }));
  const [entry] = await kit.resultsOf(call);
  return judge('An error text arrived like any other.', [
    status === 200 && entry?.text === text,
    `An error text gave status ${status} and ${JSON.stringify(entry?.text ?? null)}.`,
  ]);
}

async function optionalFields(kit: RuntimeKit): Promise<Verdict> {
  const variants: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { call_id: null },
    { call_id: 'second-id' },
    { display_as: null, subscription: null },
    { call_id: null, subscription: false, display_as: [], something_new: { a: 1 } },
  ];
  for (const fields of variants) {
    const call = await kit.pending(undefined, { callId: 'second-id' });
    const { status } = await kit.post(call, kit.result(call, fields));
    if (status !== 200 || (await kit.resultsOf(call)).length !== 1)
      return failed(`A result with ${JSON.stringify(fields)} was answered with ${status}.`);
  }
  return passed('All spellings of optional fields were taken.');
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
  'R-16': recorded,
  'R-17': notRecorded,
  'R-18': checkedText,
  'R-19': errorsAreResults,
  'R-20': optionalFields,
};
