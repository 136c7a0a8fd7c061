// Owns `npm run generate`: compile what is due, then bring schemas/ and docs/tools.md up to date.
import './check-node.mjs';

const { exitStatusOf, prepare, root } = await import('./prepare.mjs');
const { regenerate } = await import('./generated.mjs');

try {
  await prepare();
} catch (error) {
  process.exit(exitStatusOf(error));
}
const done = await regenerate(root);
for (const { file, why } of done) console.log(`${why === 'left over' ? 'removed' : 'wrote'} ${file}`);
console.log(done.length === 0 ? 'All generated files are current.' : `${done.length} files brought up to date.`);
