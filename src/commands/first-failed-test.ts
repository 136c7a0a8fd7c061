// The first test that failed, and why, as its runner tells of it: it says more than how many there were.

import { mayMatch } from '../base/may-match.ts';

interface Runner {
  readonly name: string;
  /** The groups are told as one line; without groups, all that matches. */
  readonly says: RegExp;
}

/** Of one runner, what tells more comes first. Runners with rare words come before those whose words others use, too. */
const RUNNERS: readonly Runner[] = [
  // The line of its summary is cut to the width of the terminal.
  { name: 'pytest', says: /^(?:FAILED|ERROR) [^\s:]{1,200}\.py\S{0,300} - [^\n]{1,400}(?<!\.\.\.)$/m },
  { name: 'pytest', says: /^E {1,12}((?:\w{1,60}\.){0,6}[A-Z]\w{2,60}: [^\n]{1,400})/m },
  { name: 'pytest', says: /^(?:FAILED|ERROR) [^\s:]{1,200}\.py\S{0,300} - [^\n]{1,400}/m },
  { name: 'pytest', says: /^E {4,12}(assert [^\n]{1,400})/m },
  { name: 'pytest', says: /^FAILED [^\s:]{1,200}\.py::\S{1,300}$|^\S{1,200}\.py::\S{1,300} FAILED(?= |$)/m },
  {
    name: 'unittest',
    says: /^((?:FAIL|ERROR): \w{1,200}) \([^\n]{1,300}\n(?:[^\n]{0,300}\n){1,60}?((?:\w{1,60}\.){0,6}[A-Z]\w{2,60}: [^\n]{1,400})/m,
  },
  { name: 'Rust', says: /^thread '[^\n]{1,200}' (?:\(\d+\) )?panicked at [^\n]{1,300}:\n([^\n]{1,400})/m },
  { name: 'Rust', says: /^test [^\n]{1,300} \.\.\. FAILED$/m },
  {
    name: 'testify',
    says: /^[ \t]*(--- FAIL: \S{1,300}) \([\d.]{1,12}s\)\n(?:[ \t]{4}(?!\s*---)[^\n]{0,400}\n){0,60}?\s{4,40}Error: {1,12}\t([^\n]{1,300})(?:\n\s{4,40}(expected: [^\n]{1,200}\n\s{4,40}actual {0,3}: [^\n]{1,200}))?/m,
  },
  // What a test logs looks like what it says of its failure, which ends it.
  {
    name: 'go test',
    says: /^[ \t]*(--- FAIL: \S{1,300}) \([\d.]{1,12}s\)\n(?:[ \t]{4}(?!\s*---)[^\n]{0,400}\n){0,60}[ \t]{4,40}(\S{1,100}\.go:\d{1,6}: [^\n]{1,400})/m,
  },
  { name: 'Maven', says: /^\[ERROR\] {2,4}(\w[^\n]{0,200}:\d{1,6} [^\n]{1,300})/m },
  { name: 'Maven', says: /<<< (?:FAILURE|ERROR)!\s{0,3}\n((?:[\w$]{1,60}\.){1,8}\w{1,60}: [^\n]{1,400})/ },
  { name: 'Gradle', says: /^(\S[^\n]{0,200} > [^\n]{1,200}) FAILED\n {4}(\S[^\n]{0,400})/m },
  { name: '.NET', says: /^ {2}Failed (\S[^\n]{0,300}?) \[[^\n\]]{1,20}\]\n {2}Error Message:\n {3}(\S[^\n]{0,400})/m },
  {
    name: 'XCTest',
    says: /^[^\n:]{1,300}\.swift:\d{1,6}: error: (-?\[?\w[\w.]{0,200}[ .]\w{1,200}\]? : [^\n]{1,400})/m,
  },
  { name: 'Swift Testing', says: /^\S{1,3} {1,2}(Test \S[^\n]{0,200} recorded an issue at [^\n]{1,400})/m },
  {
    name: 'Dart',
    says: /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})? -\d{1,6}: ([^\n]{1,300}) \[E\]\s{0,3}\n {2}(\S[^\n]{0,400})/m,
  },
  { name: 'CTest', says: /^The following tests FAILED:\n\s{0,9}\d{1,6} - (\S[^\n]{0,300})/m },
  { name: 'minitest', says: /^(?: {1,4}\d{1,4}\) )?(?:Failure|Error):\n(\w[^\n]{0,300}):\n([^\n]{1,400})/m },
  { name: 'testthat', says: /^(?:── )?((?:Failure|Error) \([^\n)]{1,120}\): [^\n─]{1,200})─*\n(\S[^\n]{0,400})/m },
  {
    name: 'Julia',
    says: /^([^\n]{0,200}\b(?:Test Failed|Error During Test) at [^\n]{1,200})(?:\n {2}Expression: ([^\n]{1,300}))?/m,
  },
  { name: 'ScalaTest', says: /^\[info\] {1,9}- ([^\n]{1,300} \*\*\* FAILED \*\*\*)\n\[info\] {1,9}(\S[^\n]{0,400})/m },
  { name: 'Deno', says: /^(\S[^\n]{0,300}) => \.\/[^\n]{1,200}:\d{1,6}:\d{1,6}\nerror: ([^\n]{1,400})/m },
  { name: 'Bats', says: /^ {0,2}✗ [^\n]{2,300}/m },
  { name: 'Playwright', says: /^ {2}1\) (\S[^\n─]{2,300})─*\n{1,3} {4}(\S[^\n]{0,400})/m },
  { name: 'jest', says: /^ {1,4}● Test suite failed to run\n{1,3} {0,8}(\S[^\n]{0,400})/m },
  { name: 'jest', says: /^ {1,4}(● [^\n]{1,200} › [^\n]{1,300})\n\n {4}(\S[^\n]{0,400})/m },
  { name: 'jest', says: /^ {1,4}● [^\n]{1,200} › [^\n]{1,300}/m },
  { name: 'PHPUnit', says: /^1\) (\w[\w\\]{0,200}::\w[^\n]{0,200})\n(\S[^\n]{0,400})/m },
  {
    name: 'ExUnit',
    says: /^ {2}1\) ((?:test|doctest|property) [^\n]{1,300})\n {5}\S{1,200}:\d{1,6}\n {5}(\S[^\n]{0,400})/m,
  },
  {
    name: 'mocha, Cypress',
    says: /^ {2}1\) [^\n]{1,300}\n(?: {7,20}[^\n]{1,300}\n){0,6}?\n{0,2} {5,8}(\w{0,60}(?:Error|Exception)\b[^\n]{0,400})/m,
  },
  { name: 'RSpec, Hspec', says: /^ {2}1\) (\S[^\n]{0,300})\n {5,9}(\S[^\n]{0,400})/m },
  {
    name: 'reporters in JSON',
    says: /"message": ?"((?:[^"\\\n]|\\.){3,400})"(?=[^{}]{0,400}"(?:result|status|outcome)": ?"fail)/i,
  },
  // A suite that could not be loaded
  { name: 'vitest', says: /^[ \t]*FAIL {1,2}\S{1,200} \[ [^\n]{1,200} \]\n(\w{0,60}Error: [^\n]{1,400})/m },
  { name: 'vitest', says: /^[ \t]*(FAIL {1,2}\S{1,200} > [^\n]{1,300})\n(\w{0,60}Error: [^\n]{1,400})/m },
  {
    name: 'programs that test in a way of their own',
    says: /^[ \t]*(?:[^\w\s]{1,3} )?FAIL(?:ED)?(?:: {0,20}|\] {0,20}| {1,20})(?![\d:])\S{1,100} [^\n]{2,300}/m,
  },
  {
    name: 'node:test',
    says: /^ {0,8}(✖ [^\n]{3,300}) \([\d.]{1,12}ms\)\n {2,10}(\w{0,60}(?:Error|Exception)\b[^\n]{0,400})/m,
  },
  { name: 'node:test', says: /^ {0,8}✖ [^\n]{3,300} \([\d.]{1,12}ms\)$/m },
  { name: 'bun', says: /^\(fail\) [^\n]{2,300}/m },
];

/** The name of a test must not take the room of its reason. */
const NAME_MAX = 100;

function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX / 2)}…${name.slice(-NAME_MAX / 2)}`;
}

/** Null where no line tells of one. */
export function firstFailedTest(text: string): string | null {
  for (const { says } of RUNNERS) {
    const match = mayMatch(says, text) ? says.exec(text) : null;
    if (match === null) continue;
    const [all, ...groups] = match;
    const told = groups.flatMap((group: string | undefined) => group?.trim().replace(/\s+/g, ' ') ?? []);
    const [name = all.trim(), ...reasons] = told;
    return [reasons.length === 0 ? name : shortened(name), ...reasons].join(': ').replaceAll(':: ', ': ');
  }
  return null;
}
