// Compares generated files with what the compiled definitions produce.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiReport } from './api-report.mjs';
import { conformanceCases } from './conformance-cases.mjs';
import { demoTour } from './demo-samples.mjs';

/** The expected files, from dist/. */
async function expected(root) {
  const { generatedFiles, GENERATED_FOLDERS } = await import(
    pathToFileURL(path.join(root, 'dist/tools/generated-files.js')).href
  );
  const { agentsDocument } = await import(pathToFileURL(path.join(root, 'dist/formats/agents-document.js')).href);
  const { openApiFile } = await import(pathToFileURL(path.join(root, 'dist/api/openapi.js')).href);
  return {
    files: [
      ...generatedFiles(),
      agentsDocument(),
      openApiFile(),
      demoTour(root),
      apiReport(root),
      conformanceCases(root),
    ],
    folders: GENERATED_FOLDERS,
  };
}

/** What differs: `{ file, why }`, where why is missing, stale or left over. */
export async function findStale(root) {
  const { files, folders } = await expected(root);
  const known = new Set(files.map((file) => file.path));
  const differing = files.flatMap((file) => {
    const there = read(path.join(root, file.path));
    if (there === file.text) return [];
    return [{ file: file.path, why: there === undefined ? 'missing' : 'stale' }];
  });
  const leftOver = folders.flatMap((folder) =>
    list(path.join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !known.has(file)),
  );
  return [...differing, ...leftOver.map((file) => ({ file, why: 'left over' }))];
}

/** Writes what differs and removes what is left over; returns what was done. */
export async function regenerate(root) {
  const stale = await findStale(root);
  const { files } = await expected(root);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  for (const { file } of stale) {
    const target = path.join(root, file);
    const text = texts.get(file);
    if (text === undefined) {
      rmSync(target, { recursive: true, force: true });
      continue;
    }
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return stale;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function list(folder) {
  // Only files are removed: other folders belong to others.
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
