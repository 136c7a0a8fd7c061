// The measured work of looking for secrets: every line of every log, through all rules, on one thread.
import { openRedactor } from '../../dist/redaction/open-redactor.js';
import { secretsIn } from '../../dist/search/log-secrets.js';
import { openOnDisk } from '../../dist/sources/files/open-log.js';
import { logFiles } from './log-files.mjs';
import { report, start } from './report.mjs';

const logs = logFiles(process.argv[2] ?? '.');
const redactor = openRedactor({ secretsOnly: true });
const started = start();
let [bytes, count] = [0, 0];
for (const log of logs) {
  const found = await secretsIn([log], { open: openOnDisk, redactor });
  bytes += found.bytes;
  count += found.secrets.length;
}
report(started, { bytes, count });
