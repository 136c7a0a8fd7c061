// Probes of subscriptions and of questions to the user.

import { asObject } from '../../base/json.ts';
import { CallbackCatcher } from './callback-catcher.ts';
import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { PendingCall } from './runtime-driver.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

async function subscribe(kit: RuntimeKit): Promise<PendingCall> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { subscription: true }));
  await kit.appears(call);
  return call;
}

/** Whether an event of an active subscription can be seen at all. */
async function showsEvents(kit: RuntimeKit): Promise<boolean> {
  const call = await subscribe(kit);
  await kit.post(call, kit.event(call, 'seen'));
  return kit.shows(call, 'seen');
}

const NO_EVENTS = unseen('Events of active subscriptions do not appear among the results of their thread.');

async function recorded(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.subscriptions === undefined)
    return (await showsEvents(kit))
      ? passed('An event of the subscription was taken.')
      : unseen('The runtime shows neither its subscriptions nor their events.');
  const call = await kit.pending();
  const message = kit.result(call, { subscription: true });
  await kit.post(call, message);
  await kit.appears(call);
  await kit.post(call, message);
  await kit.settled(call.groupId);
  const isListed = await kit.waitFor(async () =>
    ((await driver.subscriptions?.(call.groupId)) ?? []).includes(call.id),
  );
  const active = (await driver.subscriptions(call.groupId)).filter((id) => id === call.id);
  return judge(
    'The call is recorded once.',
    [isListed, 'The call is not among the active subscriptions of its thread.'],
    [active.length === 1, `The call is recorded ${active.length} times.`],
  );
}

async function notRecorded(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  const call = await kit.pending();
  await kit.post(call, kit.result(call));
  await kit.appears(call);
  const { status } = await kit.post(call, kit.event(call, 'uninvited'));
  await kit.settled(call.groupId);
  const isTaken = (await kit.results(call)).some(({ text }) => text === 'uninvited');
  const active = ((await driver.subscriptions?.(call.groupId)) ?? []).includes(call.id);
  return judge(
    `Nothing was recorded, and an event was answered with ${status}.`,
    [!active, 'A result without subscription started one.'],
    [!isTaken, 'A call without a subscription could send events.'],
  );
}

async function noSecondResult(kit: RuntimeKit): Promise<Verdict> {
  const call = await subscribe(kit);
  await kit.post(call, kit.event(call, 'news'));
  await kit.settled(call.groupId);
  const count = (await kit.resultsOf(call)).length;
  return judge('After an event the call had one result.', [
    count === 1,
    `After an event the call had ${count} results.`,
  ]);
}

async function strayEvents(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (!(await showsEvents(kit))) return NO_EVENTS;
  const ended = await subscribe(kit);
  await kit.post(ended, kit.event(ended, 'last', { final: true }));
  if (!(await kit.shows(ended, 'last'))) return failed('The final event of an active subscription was not taken.');
  await kit.post(ended, kit.event(ended, 'after the end'));
  await kit.settled(ended.groupId);
  if ((await kit.results(ended)).some(({ text }) => text === 'after the end'))
    return failed('An event after the final one was taken.');
  if (driver.cancel === undefined) return passed('Events of ended subscriptions were discarded.');
  const cancelled = await subscribe(kit);
  await driver.cancel(cancelled.groupId, cancelled.id);
  await kit.settled(cancelled.groupId);
  await kit.post(cancelled, kit.event(cancelled, 'after the cancel'));
  await kit.settled(cancelled.groupId);
  return judge('Events of ended and cancelled subscriptions were discarded.', [
    !(await kit.results(cancelled)).some(({ text }) => text === 'after the cancel'),
    'An event of a cancelled subscription was taken.',
  ]);
}

const MANY_SUBSCRIPTIONS = 130;

async function limitedSubscriptions(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.subscriptions === undefined) return unseen('The runtime does not show its subscriptions.');
  let group = kit.newGroup();
  for (let i = 0; i < MANY_SUBSCRIPTIONS; i++) {
    const call = await kit.pending(group);
    group = call.groupId;
    await kit.post(call, kit.result(call, { subscription: true }));
  }
  await kit.settled(group);
  const active = (await driver.subscriptions(group)).length;
  return active < MANY_SUBSCRIPTIONS
    ? passed(`Of ${MANY_SUBSCRIPTIONS} subscriptions ${active} are active.`)
    : unseen(`${active} subscriptions of one thread met no limit; there may be a higher one.`);
}

async function replayed(kit: RuntimeKit): Promise<Verdict> {
  if (!(await showsEvents(kit))) return NO_EVENTS;
  const call = await subscribe(kit);
  const headers = { 'webhook-id': `msg_${call.id}` };
  for (let i = 0; i < 3; i++) await kit.post(call, kit.event(call, 'replayed'), headers);
  await kit.shows(call, 'replayed');
  await kit.settled(call.groupId);
  const events = (await kit.results(call)).filter(({ text }) => text === 'replayed');
  return events.length === 1
    ? passed('An event sent three times under one webhook-id counted once.')
    : unseen('The protocol names no id by which a replayed event could be told; webhook-id is not used here.');
}

async function staysPending(kit: RuntimeKit): Promise<Verdict> {
  const question = { type: 'user_choice', prompt: 'Go on?', choices: ['yes', 'no'], default: 0 };
  const messages: readonly Readonly<Record<string, unknown>>[] = [
    { type: 'oauth', auth_url: 'https://login.example/authorize' },
    { ...question, response_url: 'https://tool.example/answer' },
  ];
  for (const message of messages) {
    const call = await kit.pending();
    const { call_id } = kit.result(call);
    const base = { group_id: call.groupId, id: call.id, ...(call_id === undefined ? {} : { call_id }) };
    const { status } = await kit.post(call, { ...message, ...base });
    if (status >= 400) return failed(`${String(message['type'])} was answered with ${status}.`);
    await kit.settled(call.groupId);
    if ((await kit.resultsOf(call)).length > 0) return failed(`${String(message['type'])} completed the call.`);
    await kit.post(call, kit.result(call, { text: 'after the question' }));
    if (!(await kit.shows(call, 'after the question')))
      return failed(`After ${String(message['type'])} the result of the call was not taken.`);
  }
  return passed('After a sign-in and after a choice the call was still pending, and its result was taken.');
}

/** What arrives at response_url after the user chose; undefined if nothing did. */
async function chosen(kit: RuntimeKit, selected: number | null): Promise<Record<string, unknown> | undefined> {
  const catcher = new CallbackCatcher();
  await catcher.listen(0, '127.0.0.1');
  try {
    const call = await kit.pending();
    const { call_id } = kit.result(call);
    await kit.post(call, {
      ...{ type: 'user_choice', group_id: call.groupId, id: call.id, prompt: 'Which?' },
      ...{ choices: ['a', 'b', 'c'], default: 2, response_url: catcher.urlFor(call.id) },
      ...(call_id === undefined ? {} : { call_id }),
    });
    await kit.settled(call.groupId);
    await kit.driver.choose?.(call.groupId, call.id, selected);
    const [caught] = await catcher.until(call.id, (list) => list.length > 0, kit.deadlineMs);
    return caught === undefined
      ? undefined
      : { ...asObject(caught.message), isRight: caught.message['id'] === call.id };
  } finally {
    await catcher.close();
  }
}

function choiceProbe(selected: number | null, wanted: number): RuntimeProbe {
  return async (kit) => {
    if (kit.driver.choose === undefined) return unseen('The kit cannot answer questions here.');
    const answer = await chosen(kit, selected);
    if (answer === undefined)
      return unseen("Nothing came to the kit's address, which the runtime may not be allowed to call.");
    return judge(
      `The answer ${wanted} arrived with the id of the call.`,
      [answer['isRight'] === true, `The answer came with the id ${JSON.stringify(answer['id'])}.`],
      [answer['selected'] === wanted, `selected was ${JSON.stringify(answer['selected'])} instead of ${wanted}.`],
    );
  };
}

export const EVENT_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'R-16': recorded,
  'R-17': notRecorded,
  'X-05': strayEvents,
  'X-06': noSecondResult,
  'X-08': staysPending,
  'X-10': limitedSubscriptions,
  'X-11': replayed,
  'U-01': choiceProbe(1, 1),
  'U-02': choiceProbe(null, 2),
};
