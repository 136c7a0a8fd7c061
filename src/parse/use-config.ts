// Own tools and formats: checks a configuration and registers them for the lifetime of the process.

import { AppError } from '../base/app-error.ts';
import { asArray, isObject, type JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { defineFormat, type OwnFormat } from '../formats/own-format.ts';
import { addFormats } from '../formats/registry.ts';
import type { RedactionSettings } from '../model/redaction-settings.ts';
import type { ToolDefinition } from '../tools/define.ts';
import { addTools } from '../tools/lookup.ts';
import { defineOwnTool } from '../tools/own-tool.ts';
import { type OwnTool, readOwnTool } from '../tools/own-tool-shape.ts';
import { TOOL_TRAITS } from '../tools/tool-traits.ts';

/** The content of a configuration. */
export interface Config {
  readonly tools?: readonly (OwnTool | ToolDefinition)[];
  readonly formats?: readonly (OwnFormat | Format)[];
  /** Used when secrets are masked in exports; not by the parser. */
  readonly redaction?: RedactionSettings;
}

const KEYS = ['tools', 'formats', 'redaction'];

function refuse(place: string, where: string, why: string): AppError {
  return new AppError('bad-config', `${place}: ${where}: ${why}.`, { hint: 'See docs/configuration.md.' });
}

/** A definition made by `defineTool`, perhaps of another copy of this package. */
function isDefinition(value: JsonObject): boolean {
  return Array.isArray(value['dialects']) && typeof value['facts'] === 'function';
}

const TAKEN: ReadonlySet<unknown> = new Set(['generic', ...TOOL_TRAITS.map(({ id }) => id)]);

function toolOf(value: unknown, where: string, place: string): ToolDefinition {
  if (!isObject(value)) throw refuse(place, where, 'a tool is an object');
  if (TAKEN.has(value['id']))
    throw refuse(place, `${where}.id`, `${value['id']} is the id of a tool that is known already`);
  if (isDefinition(value)) return value as object as ToolDefinition;
  const own = readOwnTool(value);
  if ('misfit' in own) throw refuse(place, [where, ...own.misfit.path].join('.'), own.misfit.why);
  return defineOwnTool(own);
}

function formatOf(value: unknown, where: string, place: string): Format {
  if (!isObject(value) || typeof value['agent'] !== 'string')
    throw refuse(place, `${where}.agent`, 'a name is missing');
  for (const name of ['recognise', typeof value['open'] === 'function' ? 'open' : 'read']) {
    if (typeof value[name] !== 'function') throw refuse(place, `${where}.${name}`, 'a function is missing');
  }
  // What a format's functions take and give cannot be checked before they run; a reader that throws is a problem of its line.
  return typeof value['open'] === 'function' ? (value as object as Format) : defineFormat(value as object as OwnFormat);
}

function listOf(config: JsonObject, name: 'tools' | 'formats', place: string): readonly unknown[] {
  const list = config[name] === undefined ? [] : asArray(config[name]);
  if (list === undefined) throw refuse(place, name, 'a list is expected');
  return list;
}

/**
 * Registers own tools and formats for everything in this process. `place` is the configuration's name in errors. All of it is taken,
 * or, if something is wrong, nothing.
 *
 * @example
 * import { interpretCall, useConfig } from 'toolscope/parse';
 * useConfig({ tools: [{ id: 'wind-clock', names: ['mcp__clocks__wind'], summary: 'wind {input.clock}' }] });
 * console.log(interpretCall({ name: 'mcp__clocks__wind', input: { clock: 'tower' } }).summary);
 */
export function useConfig(config: Config, place?: string): void;
export function useConfig(config: unknown, place?: string): void;
export function useConfig(config: unknown, place = 'The configuration'): void {
  if (!isObject(config)) throw refuse(place, 'the whole', 'an object with tools or formats is expected');
  const other = Object.keys(config).find((key) => !KEYS.includes(key));
  if (other !== undefined) throw refuse(place, other, 'only tools, formats and redaction are known');
  const tools = listOf(config, 'tools', place).map((tool, i) => toolOf(tool, `tools.${i}`, place));
  const formats = listOf(config, 'formats', place).map((format, i) => formatOf(format, `formats.${i}`, place));
  addTools(tools);
  addFormats(formats);
}
