// The measured work of a cold index without text: every log read to rows, by as many threads as the program uses.
import { openLibraryIndex } from '../../dist/library/library-index.js';
import { report, start } from './report.mjs';

const [library = '.', folder = '.'] = process.argv.slice(2);
const started = start();
const index = await openLibraryIndex(folder, { threads: { folder, hasTexts: false } });
await index.indexer.sweep([library]);
const { calls, logBytes, indexBytes } = await index.questions.health.totals();
await index.close();
report(started, { bytes: logBytes, count: calls, indexBytes });
