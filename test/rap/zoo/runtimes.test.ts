// Tests the kit with a zoo of runtimes: each broken one fails exactly the rule it breaks, each unusual one none.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CheckRuntimeOptions, checkRuntime } from '../../../src/rap/conformance/check-runtime.ts';
import { conforms, type Finding } from '../../../src/rap/conformance/finding.ts';
import { RUNTIME_RULES } from '../../../src/rap/conformance/runtime-rules.ts';
import { afterwards } from '../harness.ts';
import { inPool } from './in-pool.ts';
import { MiniRuntime, type Trait } from './runtime.ts';

const failures = (findings: readonly Finding[]): string[] =>
  findings.filter(({ pass }) => pass === false).map(({ rule }) => rule);

const BROKEN: readonly (readonly [Trait, string])[] = [
  ['answers202', 'R-01'],
  ['answers204', 'R-01'],
  ['ignoresGroup', 'R-02'],
  ['takesInventedIds', 'R-03'],
  ['countsTwice', 'R-03'],
  ['lastWins', 'R-03'],
  ['straysIntoNewest', 'R-04'],
  ['logsNothing', 'R-05'],
  ['strayConsumes', 'R-06'],
  ['countsSameTwice', 'R-07'],
  ['cutsText', 'R-08'],
  ['reserialisesJson', 'R-08'],
  ['trimsText', 'R-08'],
  ['showsNothing', 'R-08'],
  ['showsDisplayToModel', 'R-09'],
  ['showsLastSegment', 'R-10'],
  ['refusesUnknownSegments', 'R-11'],
  ['showsNothingUnknown', 'R-12'],
  ['needsJsonText', 'R-15'],
  ['ignoresSubscriptions', 'R-16'],
  ['subscribesTwice', 'R-16'],
  ['subscribesAlways', 'R-17'],
  ['dropsErrors', 'R-19'],
  ['needsCallId', 'R-20'],
  ['needsCallIdField', 'R-20'],
  ['refusesContent', 'C-01'],
  ['ignoresContent', 'C-01'],
  ['dropsImages', 'C-02'],
  ['takesArrays', 'X-01'],
  ['malformedKills', 'X-01'],
  ['takesNumbers', 'X-02'],
  ['takesAnyType', 'X-02'],
  ['takesMissingText', 'X-02'],
  ['newestFirst', 'X-03'],
  ['losesConcurrent', 'X-03'],
  ['crashesOnLate', 'X-04'],
  ['eventsAfterFinal', 'X-05'],
  ['eventsAfterCancel', 'X-05'],
  ['eventIsResult', 'X-06'],
  ['oauthCompletes', 'X-08'],
  ['refusesChoices', 'X-08'],
  ['wrongChoiceId', 'U-01'],
  ['dismissSendsFirst', 'U-02'],
  ['refusesViews', 'V-01'],
  ['viewsAreResults', 'V-02'],
];

const UNUSUAL: readonly (readonly Trait[])[] = [
  ['later'],
  ['muchLater'],
  ['always200'],
  ['emptyBodies'],
  ['oneAddress'],
  ['ignoresDisplay'],
  ['textOnly'],
  ['ownIds'],
  ['threadsEvents'],
  ['onePending'],
  ['sanitises'],
  ['limitsRate'],
  ['echoesCallId'],
  ['showsLate'],
  ['refusesWith422'],
  ['doesNotChoose'],
  ['limitsSubscriptions'],
  ['later', 'always200', 'oneAddress', 'emptyBodies'],
];

async function check(
  traits: readonly Trait[],
  deadlineMs: number,
  routes: CheckRuntimeOptions['routes'] = {},
): Promise<Finding[]> {
  const { url, close } = await new MiniRuntime(...traits).start();
  try {
    return await checkRuntime(url, { deadlineMs, routes, maxCallbacks: 120 });
  } finally {
    close();
  }
}

type Animal = (typeof BROKEN)[number] | (typeof UNUSUAL)[number];
let found: ReadonlyMap<Animal, Finding[]> = new Map();

beforeAll(async () => {
  // What never comes is waited for in vain; the deadline is long enough for what does.
  const isMute = (animal: Animal): boolean => animal[0] === 'showsNothing';
  const isBroken = (animal: Animal): animal is (typeof BROKEN)[number] => BROKEN.some((one) => one === animal);
  found = await inPool<Animal, Finding[]>([...BROKEN, ...UNUSUAL], (animal) =>
    check(isBroken(animal) ? [animal[0]] : animal, isMute(animal) ? 500 : 2500),
  );
}, 300_000);

describe('broken runtimes', () => {
  test.each(BROKEN.map((animal) => [...animal, animal] as const))(
    '%s fails %s, and nothing else',
    (_, rule, animal) => {
      const findings = found.get(animal) ?? [];
      expect(failures(findings)).toEqual([rule]);
      const level = RUNTIME_RULES.find((one) => one.rule === rule)?.level;
      expect(conforms(findings)).toBe(level !== 'MUST');
    },
  );
});

test('of two flaws neither hides the other', { timeout: 240_000 }, async () => {
  const pairs: readonly (readonly [Trait, Trait, ...string[]])[] = [
    ['cutsText', 'eventsAfterCancel', 'R-08', 'X-05'],
    ['trimsText', 'logsNothing', 'R-08', 'R-05'],
    ['reserialisesJson', 'viewsAreResults', 'R-08', 'V-02'],
    ['needsCallId', 'oauthCompletes', 'R-20', 'X-08'],
    ['needsCallId', 'subscribesAlways', 'R-20', 'R-17'],
    ['showsDisplayToModel', 'showsLastSegment', 'R-09', 'R-10'],
  ];
  const seen = await inPool(pairs, ([one, other]) => check([one, other], 2500));
  for (const pair of pairs) {
    const [one, other, ...rules] = pair;
    expect([one, other, ...failures(seen.get(pair) ?? []).sort()]).toEqual([one, other, ...rules.sort()]);
  }
});

describe('unusual runtimes', () => {
  test.each(UNUSUAL.map((traits) => [traits.join(' and '), traits] as const))('%s fails nothing', (_, traits) => {
    const findings = found.get(traits) ?? [];
    expect(findings).toHaveLength(RUNTIME_RULES.length);
    expect(findings.filter(({ pass }) => pass === false)).toEqual([]);
  });

  test('one that shows little is checked as far as it can be seen', { timeout: 240_000 }, async () => {
    const routes = { display: '', calls: '', rejections: '', cancel: '', choice: '' };
    const findings = await check(['later'], 2500, routes);
    expect(failures(findings)).toEqual([]);
    const unseen = findings.filter(({ pass }) => pass === null).map(({ rule }) => rule);
    expect(unseen.sort()).toEqual(
      [...['R-05', 'R-10', 'R-11', 'R-12', 'R-18', 'U-01', 'U-02', 'X-04', 'X-07', 'X-09', 'X-10', 'X-11']].sort(),
    );
  });
});

test('a server that cannot register calls is told what is missing', async () => {
  const server = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(checkRuntime(url)).rejects.toThrow('did not register a call (status 404)');
});

test('every rule cites a sentence and a page, and only rules before it as causes', () => {
  const seen = new Set<string>();
  for (const { rule, page, says, after = [] } of RUNTIME_RULES) {
    expect([rule, page.length > 0, says.length > 10]).toEqual([rule, true, true]);
    for (const cause of after) expect([rule, cause, seen.has(cause) || cause === 'R-20']).toEqual([rule, cause, true]);
    seen.add(rule);
  }
});
