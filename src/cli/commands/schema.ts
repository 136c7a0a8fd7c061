// `toolscope schema`: prints the JSON Schemas of tools that ship with the package.

import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '../../base/app-error.ts';
import { asArray, asObject, asString, type JsonObject, parseJson } from '../../base/json.ts';
import type { Command } from '../command.ts';
import { SCHEMAS } from '../package-places.ts';

interface Schema {
  readonly id: string;
  readonly text: string;
  readonly title: string;
  /** Raw names, each with its agent. */
  readonly names: readonly string[];
}

function rawNames(schema: JsonObject): string[] {
  return (asArray(schema['anyOf']) ?? []).flatMap((dialect) => {
    const tool = asObject(asObject(asObject(dialect)?.['properties'])?.['tool']);
    return (asArray(tool?.['enum']) ?? [tool?.['const']]).filter((name): name is string => typeof name === 'string');
  });
}

async function readSchemas(): Promise<Schema[]> {
  const files = await readdir(SCHEMAS).catch((cause: unknown) => {
    throw new AppError('internal', 'The schemas that ship with Toolscope are missing.', {
      cause,
      hint: 'Reinstall Toolscope.',
    });
  });
  const schemas: Schema[] = [];
  for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
    const text = await readFile(new URL(file, SCHEMAS), 'utf8');
    const parsed = parseJson(text);
    const schema = parsed.ok ? asObject(parsed.value) : undefined;
    if (schema === undefined) continue;
    schemas.push({
      id: file.replace(/\.json$/, ''),
      text,
      title: asString(schema['title']) ?? '',
      names: rawNames(schema),
    });
  }
  return schemas;
}

export const schema: Command = {
  usage: '[tool]',
  options: { json: { type: 'boolean', help: 'List the tools as NDJSON.' } },
  examples: [
    { line: 'schema', does: 'the list of tools' },
    { line: 'schema edit', does: 'the schema of one, by its id' },
    { line: 'schema MultiEdit', does: 'the same, by a raw name' },
  ],
  async run({ positionals, options, out }) {
    const schemas = await readSchemas();
    const [wanted, ...more] = positionals;
    if (more.length > 0)
      throw new AppError('bad-usage', 'schema takes one tool.', { hint: 'See toolscope schema --help.' });
    if (wanted === undefined) {
      for (const { id, title, names } of schemas) {
        await out.line(options['json'] === true ? JSON.stringify({ id, title, names }) : `${id.padEnd(22)} ${title}`);
      }
      return 0;
    }
    const found = schemas.find(({ id }) => id === wanted) ?? schemas.find(({ names }) => names.includes(wanted));
    if (found === undefined) {
      throw new AppError('not-found', `No tool is called ${out.safe(wanted)}.`, {
        hint: 'toolscope schema lists them.',
      });
    }
    await out.line(found.text.trimEnd());
    return 0;
  },
};
