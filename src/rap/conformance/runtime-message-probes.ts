// Probes of bad input, order, cancelled calls, storage, views and limits.

import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

/** Sends what must not be accepted, then what must. The status is up to the runtime. */
async function noneTaken(
  kit: RuntimeKit,
  bad: (call: Awaited<ReturnType<RuntimeKit['pending']>>) => readonly (readonly [string, string | Buffer])[],
  good: string,
): Promise<Verdict> {
  const names = bad(await kit.pending()).map(([name]) => name);
  for (const [i, name] of names.entries()) {
    const call = await kit.pending();
    const body = bad(call)[i]?.[1] ?? '';
    const { status } = await kit.postRaw(call, body);
    await kit.settled(call.groupId);
    if ((await kit.entriesOf(call)).length > 0) return failed(`${name} was taken (status ${status}).`);
    await kit.post(call, kit.result(call, { text: 'the good one' }));
    if (!(await kit.shows(call, 'the good one')))
      return failed(`${name} (status ${status}) cost the call: its good result was not taken afterwards.`);
  }
  return passed(good);
}

const notObjects: RuntimeProbe = (kit) =>
  noneTaken(
    kit,
    (call) => {
      const good = JSON.stringify(kit.result(call));
      return [
        ['An empty body', ''],
        ['A cut-off body', good.slice(0, -5)],
        ['An array', `[${good}]`],
        ['A string', JSON.stringify(good)],
      ];
    },
    'None of them was taken, and the call stayed pending.',
  );

const fitsSchema: RuntimeProbe = (kit) =>
  noneTaken(
    kit,
    (call) =>
      (
        [
          ['A text that is a number', { text: 7 }],
          ['A result without text and content', { text: undefined }],
          ['A result without id', { id: undefined }],
          ['An unknown type', { type: 'conformance_type' }],
          ['A message without type', { type: undefined }],
        ] as const
      ).map(([name, fields]) => [name, JSON.stringify(kit.result(call, fields))]),
    'None of them was taken, and the call stayed pending.',
  );

async function inOrder(kit: RuntimeKit): Promise<Verdict> {
  const wanted = kit.newGroup();
  const calls = [await kit.pending(wanted)];
  const group = calls[0]?.groupId ?? wanted;
  for (let i = 1; i < 16; i++) calls.push(await kit.pending(group));
  const [first, second, third, ...rest] = calls.toReversed();
  const slow = [first, second, third].filter((call) => call !== undefined);
  for (const call of slow) {
    await kit.post(call, kit.result(call, { text: call.id }));
    if (!(await kit.shows(call, call.id))) return failed('One of several pending calls did not get its result.');
  }
  await Promise.all(rest.map((call) => kit.post(call, kit.result(call, { text: call.id }))));
  await kit.waitFor(async () => (await kit.driver.results(group)).length >= calls.length);
  const ids = (await kit.driver.results(group)).filter(({ type }) => type === 'tool_result').map(({ id }) => id);
  const order = ids.filter((id) => slow.some((call) => call.id === id));
  return judge(
    'Results appeared in the order of their arrival, and of many at the same time none was lost.',
    [new Set(ids).size === calls.length, `Of ${calls.length} results ${new Set(ids).size} appeared.`],
    [order.join() === slow.map(({ id }) => id).join(), 'Results appeared in another order than they arrived in.'],
  );
}

async function afterCancel(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.cancel === undefined) return unseen('The kit cannot cancel calls here.');
  const call = await kit.pending();
  await driver.cancel(call.groupId, call.id);
  const { status } = await kit.postOnce(call, kit.result(call, { text: 'too late' }));
  const next = await kit.pending();
  await kit.post(next, kit.result(next));
  return judge(
    `A late result was answered with ${status}, and did no harm.`,
    [status < 500, `A late result was answered with ${status}.`],
    [await kit.appears(next), 'After a late result the runtime took no other.'],
  );
}

async function notStored(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.breakStorage === undefined) return unseen('The kit cannot make the storage of this runtime fail.');
  const call = await kit.pending();
  const message = kit.result(call, { text: 'x'.repeat(100_000) });
  const repair = await driver.breakStorage();
  const broken = await kit.postOnce(call, message).finally(repair);
  await kit.post(call, message);
  return judge(
    `While nothing could be stored it answered ${broken.status}; afterwards the result was taken.`,
    [broken.status >= 500, `It answered ${broken.status} although nothing could be stored.`],
    [await kit.appears(call), 'Sent again, it was not taken.'],
  );
}

const VIEW = { type: 'view_update', view_type: 'conformance', content: { patch: '', text: 'a view' } };

async function viewTaken(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const { status } = await kit.post(call, { ...VIEW, group_id: call.groupId });
  return judge(`A view_update was answered with ${status}.`, [
    status < 400,
    `A view_update of a known thread was refused with ${status}.`,
  ]);
}

async function viewIsNoResult(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, { ...VIEW, group_id: call.groupId });
  await kit.settled(call.groupId);
  if ((await kit.entriesOf(call)).length > 0) return failed('A view_update appeared among what the model gets.');
  await kit.post(call, kit.result(call, { text: 'after the view' }));
  return judge('A view_update said nothing to the model, and left the call pending.', [
    await kit.shows(call, 'after the view'),
    'After a view_update the result of the call was not taken.',
  ]);
}

const AT_ONCE = 60;
const PATIENCE_MS = 20_000;

async function limitedRate(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const message = { ...VIEW, group_id: call.groupId };
  const end = performance.now() + PATIENCE_MS;
  let sent = 0;
  for (; sent < kit.maxCallbacks && performance.now() < end; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => kit.postOnce(call, message)));
    const limited = answers.find(({ status }) => status === 429 || status === 503);
    if (limited !== undefined) return passed(`Too many callbacks were answered with ${limited.status}.`);
  }
  return unseen(`${sent} callbacks at one address met no limit; there may be a higher one.`);
}

export const MESSAGE_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'X-01': notObjects,
  'X-02': fitsSchema,
  'X-03': inOrder,
  'X-04': afterCancel,
  'X-07': notStored,
  'X-09': limitedRate,
  'V-01': viewTaken,
  'V-02': viewIsNoResult,
};
