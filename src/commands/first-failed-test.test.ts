import { expect, test } from 'vitest';
import { whyFailed } from './why-failed.ts';

/** What a runner printed, and what the failure is told by. */
const RUNS: readonly (readonly [command: string, output: string, message: string])[] = [
  [
    'go test ./...',
    '--- FAIL: TestBeds (0.00s)\n    --- FAIL: TestBeds/north (0.00s)\n        beds_test.go:14: Count() = 3, want 4\nFAIL\nFAIL\tgarden/beds\t0.004s',
    '--- FAIL: TestBeds/north: beds_test.go:14: Count() = 3, want 4',
  ],
  [
    'go test ./...',
    '--- FAIL: TestBeds (0.02s)\n    beds_test.go:9: digging bed 1\n    beds_test.go:14: bed 1 is dry\n--- FAIL: TestHose (0.00s)\n    hose_test.go:3: leaks\nFAIL\tgarden\t0.1s',
    '--- FAIL: TestBeds: beds_test.go:14: bed 1 is dry',
  ],
  [
    'go test ./...',
    '--- FAIL: TestBeds (0.00s)\n    beds_test.go:14: \n        \tError Trace:\t/srv/garden/beds_test.go:14\n        \tError:      \tNot equal: \n        \t            \texpected: 4\n        \t            \tactual  : 3\n        \tTest:       \tTestBeds\nFAIL\tgarden\t0.1s',
    '--- FAIL: TestBeds: Not equal: expected: 4 actual : 3',
  ],
  [
    'mvn -q test',
    '[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0 <<< FAILURE! -- in garden.BedTest\n[ERROR] Failures: \n[ERROR]   BedTest.count:14 expected: <4> but was: <3>\n[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0',
    'BedTest.count:14 expected: <4> but was: <3>',
  ],
  [
    'mvn -q test',
    '[ERROR] Tests run: 12, Failures: 0, Errors: 1\n[ERROR] garden.BedTest.count -- Time elapsed: 0.004 s <<< ERROR!\njava.lang.IllegalStateException: no water\n\tat garden.Bed.count(Bed.java:4)\n',
    'java.lang.IllegalStateException: no water',
  ],
  [
    './gradlew test',
    '> Task :test FAILED\n\nBedTest > count() FAILED\n    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>\n        at BedTest.java:14\n\n12 tests completed, 1 failed',
    'BedTest > count(): org.opentest4j.AssertionFailedError: expected: <4> but was: <3>',
  ],
  [
    'dotnet test',
    '  Failed Counts beds [12 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\n\nFailed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13',
    'Counts beds: Assert.Equal() Failure: Values differ',
  ],
  [
    'swift test',
    '/srv/garden/Tests/BedTests.swift:22: error: -[GardenTests.BedTests testCount] : XCTAssertEqual failed: ("3") is not equal to ("4")\n\t Executed 1 test, with 1 failure (0 unexpected) in 0.003 (0.004) seconds',
    '-[GardenTests.BedTests testCount] : XCTAssertEqual failed: ("3") is not equal to ("4")',
  ],
  [
    'swift test',
    '✘ Test count() recorded an issue at BedTests.swift:9:5: Expectation failed: (3) == (4)\n✘ Test run with 2 tests failed after 0.001 seconds with 1 issue.',
    'Test count() recorded an issue at BedTests.swift:9:5: Expectation failed: (3) == (4)',
  ],
  [
    'flutter test',
    '00:02 +3 -1: test/bed_test.dart: counts [E]\n  Expected: <4>\n    Actual: <3>\n\n00:02 +3 -1: Some tests failed.',
    'test/bed_test.dart: counts: Expected: <4>',
  ],
  [
    'ctest --test-dir build',
    '50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  1 - beds (Failed)\nErrors while running CTest',
    'beds (Failed)',
  ],
  [
    'bin/rails test',
    'F\n\nFailure:\nBedTest#test_count [test/bed_test.rb:9]:\nExpected: 4\n  Actual: 3\n\n2 runs, 2 assertions, 1 failures, 0 errors, 0 skips',
    'BedTest#test_count [test/bed_test.rb:9]: Expected: 4',
  ],
  [
    "Rscript -e 'devtools::test()'",
    "── Failure ('test-bed.R:9:3'): counts ─────\n`count()` not equal to 4.\n1/1 mismatches\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 3 ]",
    "Failure ('test-bed.R:9:3'): counts: `count()` not equal to 4.",
  ],
  [
    'julia --project test/runtests.jl',
    'beds: Test Failed at /srv/garden/test/runtests.jl:9\n  Expression: count() == 4\n   Evaluated: 3 == 4\n\nERROR: LoadError: Some tests did not pass: 3 passed, 1 failed, 0 errored, 0 broken.',
    'beds: Test Failed at /srv/garden/test/runtests.jl:9: count() == 4',
  ],
  [
    'sbt test',
    '[info] BedSpec:\n[info] - counts *** FAILED ***\n[info]   3 did not equal 4 (BedSpec.scala:9)\n[error] Failed: Total 4, Failed 1, Errors 0, Passed 3',
    'counts *** FAILED ***: 3 did not equal 4 (BedSpec.scala:9)',
  ],
  [
    'deno test',
    'counts ... FAILED (3ms)\n\n ERRORS \n\ncounts => ./bed_test.ts:9:6\nerror: AssertionError: Values are not equal.\n\nFAILED | 1 passed | 1 failed (12ms)',
    'counts: AssertionError: Values are not equal.',
  ],
  ['bats test/', ' ✗ counts\n   (in test file test/bed.bats, line 9)\n\n2 tests, 1 failure', '✗ counts'],
  [
    'npx playwright test',
    '  1) [chromium] › bed.spec.ts:9:5 › counts ───────\n\n    Error: expect(locator).toHaveText(expected) failed\n\n  1 failed\n  3 passed (4.1s)',
    '[chromium] › bed.spec.ts:9:5 › counts: Error: expect(locator).toHaveText(expected) failed',
  ],
  [
    'npx jest',
    'FAIL src/bed.test.ts\n  ● Bed › counts\n\n    expect(received).toBe(expected) // Object.is equality\n\nTests:       1 failed, 3 passed, 4 total',
    '● Bed › counts: expect(received).toBe(expected) // Object.is equality',
  ],
  [
    'vendor/bin/phpunit',
    'There was 1 failure:\n\n1) Tests\\BedTest::testCount\nFailed asserting that 3 matches expected 4.\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.',
    'Tests\\BedTest::testCount: Failed asserting that 3 matches expected 4.',
  ],
  [
    'mix test',
    '  1) test counts (GardenTest)\n     test/garden_test.exs:5\n     Assertion with == failed\n     code:  assert Garden.count() == 4\n\n1 test, 1 failure',
    'test counts (GardenTest): Assertion with == failed',
  ],
  [
    'npx mocha',
    '  3 passing (12ms)\n  1 failing\n\n  1) Bed\n       counts:\n\n      AssertionError [ERR_ASSERTION]: 3 == 4\n      + expected - actual',
    'AssertionError [ERR_ASSERTION]: 3 == 4',
  ],
  [
    'bundle exec rspec',
    '  1) Bed counts\n     Failure/Error: expect(bed.count).to eq(4)\n\n       expected: 4\n            got: 3\n\n1 example, 1 failure',
    'Bed counts: Failure/Error: expect(bed.count).to eq(4)',
  ],
  [
    'python -m unittest',
    'FAIL: test_count (tests.test_bed.BedTest)\n----------\nTraceback (most recent call last):\n  File "/srv/garden/tests/test_bed.py", line 9, in test_count\n    self.assertEqual(count(), 4)\nAssertionError: 3 != 4\n\nFAILED (failures=1)',
    'FAIL: test_count: AssertionError: 3 != 4',
  ],
  [
    'npx vitest run',
    ' FAIL  src/bed.test.ts > counts\nAssertionError: expected 3 to be 4 // Object.is equality\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)',
    'FAIL src/bed.test.ts > counts: AssertionError: expected 3 to be 4 // Object.is equality',
  ],
  [
    'npx vitest run',
    ' FAIL  src/bed.test.ts [ src/bed.test.ts ]\nError: [vitest] There was an error when mocking a module.\n ❯ src/bed.ts:1:1\n\n Test Files  1 failed (1)\n      Tests  no tests',
    'Error: [vitest] There was an error when mocking a module.',
  ],
  [
    'pytest -v',
    'test_bed.py::test_north PASSED [ 50%]\ntest_bed.py::test_count FAILED [100%]\n    def test_count():\n>       assert count() == 5\nE       assert 4 == 5\nE        +  where 4 = count()\n====== 1 failed, 1 passed in 1.42s ======',
    'assert 4 == 5',
  ],
  [
    'pytest -v',
    'test_bed.py::test_north PASSED [ 50%]\ntest_bed.py::test_count FAILED [100%]\n====== 1 failed, 1 passed in 1.42s ======',
    'test_bed.py::test_count FAILED',
  ],
  [
    'cargo test',
    'test src/lib.rs - count (line 11) ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored',
    'test src/lib.rs - count (line 11) ... FAILED',
  ],
  [
    'node --test',
    '✖ counts (0.9ms)\nℹ fail 1\n\n✖ failing tests:\n\ntest at bed.test.js:9:1\n✖ counts (0.9ms)\n  AssertionError [ERR_ASSERTION]: 3 !== 4',
    '✖ counts: AssertionError [ERR_ASSERTION]: 3 !== 4',
  ],
  ['bun test', 'bed.test.ts:\n(fail) counts [0.12ms]\n\n 1 pass\n 1 fail', '(fail) counts [0.12ms]'],
];

test.each(RUNS)('%s is told by the first test that failed: %#', (command, output, message) => {
  expect(whyFailed({ command, exitCode: 1, stdout: output, stderr: '' })).toEqual({
    code: 'tests-failed',
    blame: 'code',
    message: `exit code 1: ${message}`,
  });
});

test('a long name leaves room for the reason', () => {
  const name = `beds > ${'very '.repeat(40)}deep > are dug`;
  const said = ` FAIL  beds.test.ts > ${name}\nTypeError: dig is not a function\n\n      Tests  1 failed (1)`;
  const { message } = whyFailed({ command: 'npx vitest run', exitCode: 1, stdout: said, stderr: '' });
  expect(message).toMatch(
    /^exit code 1: FAIL beds\.test\.ts > beds > very .*….* > are dug: TypeError: dig is not a function$/,
  );
  expect(message.length).toBeLessThan(160);
});

test('where no line tells of one, their number is told', () => {
  const said = 'Tests:       1 failed, 3 passed, 4 total';
  expect(whyFailed({ command: 'npm test', exitCode: 1, stdout: said, stderr: '' }).message).toBe(
    `exit code 1: ${said}`,
  );
});
