// Owns the probes of rules: bad input, order, subscriptions, questions, and limits.

import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

async function onlyJsonObjects(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const good = JSON.stringify(kit.result(call));
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['an empty body', ''],
    ['a cut-off body', good.slice(0, -5)],
    ['an array', `[${good}]`],
    ['a string', '"tool_result"'],
    ['bytes that are not UTF-8', Buffer.from(good.replace('conformance result', '\u00ff\u00fe'), 'latin1')],
  ];
  for (const [name, body] of bodies) {
    const { status } = await kit.postRaw(call, body);
    if (status < 400 || status >= 500) return failed(`${name} was answered with ${status}.`);
  }
  const entries = await kit.results(call);
  return judge('All of them were refused with 4xx, and nothing was taken.', [entries.length === 0, 'One was taken.']);
}

async function fitsSchema(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const { callbackUrl: _, ...ids } = call;
  const messages: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a text that is a number', kit.result(call, { text: 7 })],
    ['no text', { type: 'tool_result', group_id: ids.groupId, id: ids.id }],
    ['no id', { type: 'tool_result', group_id: ids.groupId, text: 'x' }],
    ['an id that is a number', kit.result(call, { id: 7 })],
    ['an unknown type', kit.result(call, { type: 'conformance_type' })],
    ['no type', kit.result(call, { type: undefined })],
    ['a subscription that is a string', kit.result(call, { subscription: 'yes' })],
    ['a sign-in without https', { type: 'oauth', group_id: ids.groupId, id: ids.id, auth_url: 'http://x.example/' }],
    ['a choice without choices', { type: 'user_choice', group_id: ids.groupId, id: ids.id, prompt: '?', choices: [] }],
  ];
  for (const [name, message] of messages) {
    const { status } = await kit.post(call, message);
    if (status < 400 || status >= 500) return failed(`${name} was answered with ${status}.`);
  }
  const { status } = await kit.post(call, kit.result(call));
  return judge('All of them were refused with 4xx, and the call stayed pending.', [
    status === 200,
    `Afterwards the good result was answered with ${status}.`,
  ]);
}

async function inOrder(kit: RuntimeKit): Promise<Verdict> {
  const group = kit.newGroup();
  const calls = [];
  for (let i = 0; i < 20; i++) calls.push(await kit.pending(group));
  const backwards = calls.toReversed();
  for (const call of backwards) await kit.post(call, kit.result(call, { text: call.id }));
  const order = (await kit.driver.results(group)).map(({ id }) => id);
  return judge('Twenty results appeared in the order of their arrival.', [
    order.join() === backwards.map(({ id }) => id).join(),
    'Results appeared in another order than they arrived in.',
  ]);
}

async function afterCancel(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.cancel === undefined) return unseen('The kit cannot cancel calls here.');
  const call = await kit.pending();
  await driver.cancel(call.groupId, call.id);
  const before = (await kit.resultsOf(call)).length;
  const { status } = await kit.post(call, kit.result(call, { text: 'too late' }));
  const entries = await kit.resultsOf(call);
  return judge(
    `A late result was answered with ${status} and not taken.`,
    [status < 500, `A late result was answered with ${status}.`],
    [entries.length === before && !entries.some(({ text }) => text === 'too late'), 'A late result was taken.'],
  );
}

async function strayEvents(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  const [ended, never] = [await kit.pending(), await kit.pending()];
  await kit.post(never, kit.event(never, 'never subscribed'));
  await kit.post(ended, kit.result(ended, { subscription: true }));
  await kit.post(ended, kit.event(ended, 'last', { final: true }));
  await kit.post(ended, kit.event(ended, 'after the end'));
  const texts = (await kit.results(ended)).map(({ text }) => text);
  if (!texts.includes('last')) return failed('The final event of an active subscription was not taken.');
  if (texts.includes('after the end')) return failed('An event after the final one was taken.');
  if ((await kit.results(never)).length > 0) return failed('An event of a call without a subscription was taken.');
  if (driver.cancel === undefined) return passed('Events of unknown and ended subscriptions were discarded.');
  const cancelled = await kit.pending();
  await kit.post(cancelled, kit.result(cancelled, { subscription: true }));
  await driver.cancel(cancelled.groupId, cancelled.id);
  await kit.post(cancelled, kit.event(cancelled, 'after the cancel'));
  const entries = await kit.results(cancelled);
  return judge('Events of unknown, ended and cancelled subscriptions were discarded.', [
    !entries.some(({ text }) => text === 'after the cancel'),
    'An event of a cancelled subscription was taken.',
  ]);
}

async function firstWins(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { text: 'first' }));
  const { status } = await kit.post(call, kit.result(call, { text: 'second' }));
  const texts = (await kit.resultsOf(call)).map(({ text }) => text);
  return judge(`A second, different result was answered with ${status}; the first stayed.`, [
    texts.length === 1 && texts[0] === 'first',
    `The call has ${texts.length} results: ${texts.join(', ')}.`,
  ]);
}

async function notStored(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.breakStorage === undefined) return unseen('The kit cannot make the storage of this runtime fail.');
  const call = await kit.pending();
  const message = kit.result(call, { text: 'x'.repeat(100_000) });
  const repair = await driver.breakStorage();
  const broken = await kit.post(call, message).finally(repair);
  const again = await kit.post(call, message);
  const entries = await kit.resultsOf(call);
  return judge(
    `While nothing could be stored it answered ${broken.status}; afterwards the result was taken.`,
    [broken.status >= 500, `It answered ${broken.status} although nothing could be stored.`],
    [again.status === 200 && entries.length === 1, `Sent again, it was answered with ${again.status}.`],
  );
}

async function staysPending(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const base = { group_id: call.groupId, id: call.id };
  const oauth = await kit.post(call, { type: 'oauth', ...base, auth_url: 'https://login.example/authorize' });
  const question = { type: 'user_choice', ...base, prompt: 'Go on?', choices: ['yes', 'no'], default: 0 };
  const choice = await kit.post(call, { ...question, response_url: 'https://tool.example/answer' });
  const early = (await kit.resultsOf(call)).length;
  const result = await kit.post(call, kit.result(call));
  const late = (await kit.resultsOf(call)).length;
  return judge(
    'After a sign-in and a choice the call was still pending, and its result was taken.',
    [oauth.status === 200 && choice.status === 200, `They were answered with ${oauth.status} and ${choice.status}.`],
    [early === 0, 'One of them completed the call.'],
    [result.status === 200 && late === 1, `The result was answered with ${result.status}.`],
  );
}

const MANY = 600;

async function limitedRate(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  const message = kit.result(call);
  for (let sent = 0; sent < MANY; sent += 60) {
    const answers = await Promise.all(Array.from({ length: 60 }, () => kit.post(call, message)));
    const limited = answers.find(({ status }) => status === 429);
    if (limited !== undefined) {
      return judge('Too many callbacks were answered with 429 and Retry-After.', [
        limited.retryAfter !== undefined,
        '429 came without Retry-After.',
      ]);
    }
  }
  return failed(`${MANY} callbacks at one address met no limit.`);
}

const MANY_SUBSCRIPTIONS = 130;

async function limitedSubscriptions(kit: RuntimeKit): Promise<Verdict> {
  const { driver } = kit;
  if (driver.subscriptions === undefined) return unseen('The runtime does not show its subscriptions.');
  const group = kit.newGroup();
  for (let i = 0; i < MANY_SUBSCRIPTIONS; i++) {
    const call = await kit.pending(group);
    await kit.post(call, kit.result(call, { subscription: true }));
  }
  const active = (await driver.subscriptions(group)).length;
  return judge(`Of ${MANY_SUBSCRIPTIONS} subscriptions ${active} are active.`, [
    active < MANY_SUBSCRIPTIONS,
    `${active} subscriptions of one thread are active, without a limit.`,
  ]);
}

async function replayed(kit: RuntimeKit): Promise<Verdict> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { subscription: true }));
  const headers = { 'webhook-id': `msg_${call.id}` };
  for (let i = 0; i < 3; i++) await kit.post(call, kit.event(call, 'replayed'), headers);
  const events = (await kit.results(call)).filter(({ type }) => type === 'subscription_event');
  return judge('An event sent three times under one webhook-id counted once.', [
    events.length === 1,
    `An event sent three times under one webhook-id counted ${events.length} times.`,
  ]);
}

export const MESSAGE_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'X-01': onlyJsonObjects,
  'X-02': fitsSchema,
  'X-03': inOrder,
  'X-04': afterCancel,
  'X-05': strayEvents,
  'X-06': firstWins,
  'X-07': notStored,
  'X-08': staysPending,
  'X-09': limitedRate,
  'X-10': limitedSubscriptions,
  'X-11': replayed,
};
