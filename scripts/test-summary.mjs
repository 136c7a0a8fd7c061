// The numbers of a test run: from vitest's JSON report to `N passed, M failed, K skipped`.

/**
 * Counts tests by how they ended. A file that failed without a failing test (it did not load, or a hook threw) counts
 * as one failure, and so does a run that vitest calls failed although no test or file did.
 */
export function countTests(report, runSucceeded) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    const failedBefore = counts.failed;
    for (const { status } of file.assertionResults) counts[status in counts ? status : 'skipped'] += 1;
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed += 1;
  }
  const total = counts.passed + counts.failed + counts.skipped;
  if (!runSucceeded && counts.failed === 0 && (report === undefined || total > 0)) counts.failed = 1;
  return counts;
}

export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
