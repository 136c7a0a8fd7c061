// The demo's sample sessions of every tool: selects examples from the tools' samples, one per kind of result and failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'src/server/demo/sample-calls.ts';
const MOST_PER_TOOL = 6;
/** Longer examples would make the package too large. */
const LONGEST = 4000;

function samplesOf(root, tool) {
  const folder = path.join(root, 'src/tools', tool, 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

/** A sample without its answer, so that one of each kind can be chosen. */
function kindOf({ outcome, expect }) {
  return [outcome?.status ?? 'running', expect?.result?.kind ?? '', expect?.failure?.code ?? ''].join(' ');
}

function lineOf({ agent, tool, input, outcome }) {
  const { status, content, structured } = outcome ?? { status: 'running' };
  return JSON.stringify({ agent, tool, input, status, content, structured });
}

/** Codex keeps structured results in records of many shapes: only samples with text results are used. */
function isShown({ agent, outcome }) {
  if (agent === 'claude-code') return true;
  return agent === 'codex' && typeof outcome?.content === 'string' && outcome.content !== '';
}

function quoted(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** `{ path, text }` of the generated file. */
export function demoTour(root) {
  const tools = readdirSync(path.join(root, 'src/tools'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const lines = tools.flatMap((tool) => {
    const seen = new Map();
    for (const sample of samplesOf(root, tool).filter(isShown)) {
      const key = `${sample.agent} ${kindOf(sample)}`;
      const line = lineOf(sample);
      if (!seen.has(key) && line.length <= LONGEST) seen.set(key, line);
    }
    return [...seen.values()].slice(0, MOST_PER_TOOL);
  });
  const text = [
    "// The calls of the demo's sample sessions of every tool, as JSON. Generated from the tools' samples: npm run generate.",
    '',
    'export const SAMPLE_CALLS: readonly string[] = [',
    ...lines.map((line) => `  ${quoted(line)},`),
    '];',
    '',
  ].join('\n');
  return { path: FILE, text };
}
