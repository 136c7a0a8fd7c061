// Writes conformance/cases.json: every sample of every tool as a test case for parsers in any language.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'conformance/cases.json';

function samplesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: tool }) => filesOf(path.join(folder, tool, 'samples')).map((file) => ({ tool, file })))
    .sort((a, b) => (`${a.tool}/${a.file}` < `${b.tool}/${b.file}` ? -1 : 1));
}

function filesOf(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function caseOf(folder, { tool, file }) {
  const sample = JSON.parse(readFileSync(path.join(folder, tool, 'samples', file), 'utf8'));
  const { toolId, result, failure, facts, summary } = sample.expect;
  return {
    id: `${tool}/${file.replace(/\.json$/, '')}`,
    agent: sample.agent,
    name: sample.tool,
    input: sample.input,
    outcome: sample.outcome,
    expect: { tool: toolId, kind: result?.kind ?? null, via: result?.via ?? null, failure, facts, summary },
  };
}

/** The expected file. One case per line, so that a change shows as one line. */
export function conformanceCases(root) {
  const folder = path.join(root, 'src/tools');
  const lines = samplesIn(folder).map((sample) => `  ${JSON.stringify(caseOf(folder, sample))}`);
  return { path: FILE, text: `[\n${lines.join(',\n')}\n]\n` };
}
