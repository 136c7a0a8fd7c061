// `npm run generate`: compile the tools, then bring schemas/, docs/tools.md, docs/agents.md and the WebAssembly up to date.
import './check-node.mjs';

const { binary } = await import('./binary.mjs');
const { run } = await import('./child.mjs');
const { exitStatusOf, prepareInstall, root } = await import('./prepare.mjs');
const { regenerate } = await import('./generated.mjs');
const { regenerateModules } = await import('./wasm.mjs');

try {
  await prepareInstall();
} catch (error) {
  process.exit(exitStatusOf(error));
}
// Only the layers the tools need: an error elsewhere must not prevent generating.
const compiler = [binary(root, 'typescript', 'tsc'), '-b', 'tsconfig.pure.json'];
const compiled = await run(process.execPath, compiler, { cwd: root, stdio: ['ignore', 2, 2] });
if (compiled.code !== 0) {
  console.error('The tools do not compile: see the errors above. Nothing was generated.');
  process.exit(1);
}
const done = [...(await regenerate(root)), ...regenerateModules(root)];
for (const { file, why } of done) console.log(`${why === 'left over' ? 'removed' : 'wrote'} ${file}`);
console.log(done.length === 0 ? 'All generated files are current.' : `${done.length} files brought up to date.`);
