// Test runs that failed: the lines with which runners sum up.

import { rule } from '../failure-rule.ts';

/** Task runners put the name of their task before every line. */
export const TESTS_FAILED = rule('tests-failed', 'code', 'The summary line of a test runner that counts failures.', [
  // pytest
  /^=+ [^\n]{0,120}\b\d+ (?:failed|errors?)\b[^\n]{0,120} in [\d.]+s/m,
  /^\d+ (?:failed|errors?)\b[^\n]{0,120} in [\d.]+s/m,
  /^(?:FAILED|ERROR) [^\s:]{1,200}\.py(?:::\S{1,300})?(?: - |$)/m,
  // go test
  /^(?:\[[\w:.-]{1,40}\] )?[ \t]*--- FAIL: /m,
  /^(?:\[[\w:.-]{1,40}\] )?FAIL\t(?![^\n]{1,300}\[(?:build|setup) failed\])/m,
  // cargo test
  /^test result: FAILED/m,
  // vitest, jest, mocha, ava, Playwright, Cypress, bun, deno, node:test
  /^(?:\S{1,100}(?: \w{1,30})?: )?[ \t]*(?:Tests|Test Files|Test Suites):?[ \t]+\d+ failed/m,
  /⎯\[\d{1,5}\/\d{1,5}\]⎯/,
  /^[ \t]*Errors {1,4}[1-9]\d* errors?$/m,
  /^[ \t]*FAIL {1,2}[^\s]{1,200}\.(?:test|spec)\.\w{1,5}\b/m,
  /^[ \t]+\d+ (?:failing|(?:tests? )?failed)$/m,
  /^(?:#|ℹ) fail [1-9]/m,
  /^[ \t]*[1-9]\d* fail$/m,
  /^FAILED(?: \((?:failures|errors)=| \| \d)/m,
  /^ {0,8}✖ {1,4}\d+ of \d+ failed/m,
  // A line with a cross and the time it took
  /^[ \t]*[×✕✗✘✖] \S[^\n]{0,300}[ (][\d.]{1,9} ?m?s\)?$/m,
  // Playwright's list, as far as no summary says that a test passed when it was tried again
  /^ {2}✘ {1,4}\d{1,5} \[[^\n]{1,300} \([\d.]{1,9}m?s\)$(?![\s\S]*\n {2}\d{1,6} (?:flaky|passed)\b)/m,
  // TAP, automake, unittest
  /^(?:\[[\w:.-]{1,40}\] ){0,2}not ok (?:\d{1,6}|- )(?![^\n]{0,200}# (?:TODO|SKIP))/m,
  /^(?:FAIL|ERROR): test\w{0,200} \(|^# FAIL: {1,4}[1-9]/m,
  /^FAIL: \S[^\n]{0,300}[^:\n]$/m,
  // minitest
  /^\d+ runs?, \d+ assertions?, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/m,
  // Foundry
  /^\[FAIL(?:: |\. )[^\n]{2,300}|^\[FAIL\][^\n]{0,300}\w\(/m,
  // CTest, GoogleTest, Maven, Gradle, .NET, PHPUnit, XCTest, Dart, testthat, Julia
  /\btests? failed out of \d|^\[ {0,4}FAILED {0,4}\] /m,
  /^\S[^\n]{0,200} > [^\n]{1,200} FAILED$/m,
  /^\[ERROR\] Tests run: |^\[ERROR\] [^\n]{0,400}\bThere are test failures\b|There were failing tests|^> Task :\S{0,100}[tT]est\S{0,40} FAILED/m,
  /^Failed! +- Failed:|^Test Run Failed\.$|^Tests: \d+, Assertions: \d+, (?:Errors|Failures): [1-9]/m,
  /^FAILURES!$/m,
  /\bExecuted \d+ tests?, with [1-9]|^\*\* TEST FAILED \*\*/m,
  /\b[Pp]assed: \d{1,9},? {1,2}[Ff]ailed: [1-9]/m,
  /\bSome tests (?:failed\.|did not pass: )/m,
  /^\[ FAIL [1-9]\d* \| |^Error: Test failures?$/m,
  // zig, Perl
  /^error: '[^'\n]{1,200}' failed: |^Build Summary: [^\n]{1,100}\btests passed[^\n]{0,60}; [1-9]\d* failed/m,
  /^# {1,4}Failed test |^# Looks like you failed \d|^Result: FAIL$/m,
  // A run that broke off; tests that passed and did not cover enough
  /^INTERNALERROR> \w{1,60}(?:Error|Exception)\b|\bcoverage threshold for [^\n]{1,80} not met\b|^ERROR: Coverage for |^FAIL Required test coverage of |^Coverage failure: total of /m,
  /^[^\n]{0,40}\b[1-9]\d{0,8} test(?:s|\(s\))? failed\b/m,
  // sbt, clojure.test; then any count of failures beside one of tests
  /^\[error\] Failed: Total \d|^[1-9]\d* failures, \d+ errors\.$/m,
  /^(?!\W{0,8}[Cc]hecks?\b)[^\n]{0,100}\b\d{1,9} (?:tests?|passed|passing|passes|specs?|examples?)\b[^\n]{0,60}\b[1-9]\d{0,8} (?:tests? )?(?:failed|failing|failures?|fails?)\b/m,
  // Task runners that name the target
  /\bRunning target "?[\w:.-]{0,60}(?:test|e2e|spec)[\w:.-]{0,60}"? for [^\n]{1,200} failed/m,
  /^ ?Failed: {1,8}\S{1,100}#\S{0,60}(?:test|e2e)\S{0,60}/m,
  /^nox > Session [^\n]{0,80}test[^\n]{0,80} failed/m,
]);

/** Data of tests are no run of them. */
const RUNS_TESTS = { command: /test(?!s?\/(?:fixtures|data|resources)\/)|spec\b|e2e|playwright/i };

/** What also tests that pass may write: of what was tried again, or to be told. */
export const TESTS_LISTED = rule(
  'tests-failed',
  'code',
  'A command that runs tests lists failures in lines of its own.',
  [
    // Playwright, where its summary was cut off
    /^ {0,8}Error: expect\([^\n]{1,200} failed$/m,
    /^FAIL(?:ED)?:? {1,4}(?!to )(?=[^\n]{0,200}[a-z] )[A-Za-z][^\n]{3,300}$/m,
    /^ {0,8}\[fail(?:ed|ure)?\] {1,4}(?=\S)/im,
  ],
  RUNS_TESTS,
);

/** Reporters of any runner. */
export const TESTS_REPORTED = rule(
  'tests-failed',
  'code',
  'A command that runs tests reports failures in JSON.',
  [
    /"(?:result|status|outcome)": ?"fail(?:ed|ure)"|"num(?:Failed|RuntimeError)Test(?:s|Suites)": ?[1-9]|"(?:failed|failures)": ?[1-9]/i,
  ],
  RUNS_TESTS,
);

/** The count below says only that there were errors. */
export const NOT_COLLECTED = rule(
  'tests-failed',
  'code',
  'pytest could not collect tests: the exception that kept it from that.',
  [/^E {1,6}((?:\w{1,60}\.){0,6}\w{1,60}: [^\n]{1,300})$/m],
  {
    after: ' ERROR collecting ',
  },
);

/** A build says it in the words of one that failed. */
export const NO_TESTS_BUILT = rule('no-tests', 'agent', 'A build was asked for tests of a name that none has.', [
  /\bNo tests (?:matching pattern "[^"\n]{1,200}" )?were executed!|\bNo tests found for given includes\b/,
]);

export const NO_TESTS = rule('no-tests', 'agent', 'A test runner that found nothing to run.', [
  /^=* ?no tests (?:ran|collected)\b|^=+ \d+ deselected in [\d.]+s|^NO TESTS RAN$|^No tests executed!/m,
  /^(?:[eE]rror: )?[Nn]o test(?:s| files) found\b|^testing: warning: no tests to run$/m,
]);
