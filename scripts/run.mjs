// `npm start`: make the tree ready, then become the command line. Stdout belongs to the command alone.
import './check-node.mjs';

// Loaded only after the version check, because these files use newer syntax.
const { start } = await import('./start.mjs');
await start(process.argv.slice(2));
