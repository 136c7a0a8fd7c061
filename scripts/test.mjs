// `npm test`: every check in order, all of them even when one fails, and one plain summary line at the end.
import './check-node.mjs';

// Loaded only after the version check, because these files use newer syntax.
const { runChecks } = await import('./checks.mjs');
process.exitCode = await runChecks(process.argv.slice(2));
