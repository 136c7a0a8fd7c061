// A call's raw name and input, in the form the rest of the program uses. Evidence: B4, B8.

import { hashText } from '../../base/hash.ts';
import { asName, asString, isObject, type JsonObject, memberOf, parseJson } from '../../base/json.ts';
import { trimEndOf } from '../../base/text.ts';

/** The namespace that means "none". */
const PLAIN = 'functions';

/** `mcp__server` + `tool` is one MCP name; any other namespace precedes a slash. */
export function qualified(namespace: string | undefined, name: string): string {
  if (namespace === undefined || namespace === PLAIN) return name;
  if (/^mcp__./.test(namespace)) {
    return name.startsWith(`${namespace}__`) ? name : `${trimEndOf(namespace, '_')}__${name}`;
  }
  return `${namespace}/${name}`;
}

export function mcpName(server: string | undefined, tool: string | undefined): string {
  return `mcp__${server ?? 'unknown'}__${tool ?? 'unknown'}`;
}

const FIXED: ReadonlyMap<string, string> = new Map([
  ['local_shell_call', 'local_shell'],
  ['tool_search_call', 'tool_search'],
  ['web_search_call', 'web_search'],
  ['image_generation_call', 'image_generation'],
]);

export function toolOfItem(type: string, item: JsonObject): string {
  return FIXED.get(type) ?? qualified(asName(memberOf(item, 'namespace')), asName(memberOf(item, 'name')) ?? 'unknown');
}

/** The key of an item of this type that holds the call's input. */
export function inputKey(type: string): string {
  switch (type) {
    case 'custom_tool_call':
      return 'input';
    case 'local_shell_call':
    case 'web_search_call':
      return 'action';
    case 'image_generation_call':
      return 'revised_prompt';
    default:
      return 'arguments';
  }
}

/** The input in the form the rest of the program uses. Arguments are JSON inside a string; unparsable ones stay a string. */
export function inputValue(key: string, value: unknown): unknown {
  if (key === 'revised_prompt') return { prompt: asString(value) ?? null };
  if (key !== 'arguments' || typeof value !== 'string') return value;
  const result = parseJson(value);
  return result.ok ? result.value : value;
}

/** The command line of a call, to match items that have their own id. */
export function commandOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined;
  const command = memberOf(input, 'cmd') ?? memberOf(input, 'command');
  if (typeof command === 'string') return command;
  return Array.isArray(command) ? commandLine(command) : undefined;
}

const HASHED_MAX = 1024;

/** Recognises a command line again; a long one by its beginning and length. */
export function hashCommand(command: string): number {
  return hashText(`${command.length}\n${command.slice(0, HASHED_MAX)}`);
}

/** What a shell was asked to run: `["bash", "-lc", "<this>"]`, or the words themselves. */
export function commandLine(words: readonly unknown[]): string | undefined {
  const argv = words.filter((word): word is string => typeof word === 'string');
  if (argv.length === 0) return undefined;
  const flag = argv.findIndex((word) => /^-[a-z]*c$/i.test(word) || word === '-Command');
  return flag > 0 && flag + 1 < argv.length ? argv[flag + 1] : argv.join(' ');
}

/** `spawnAgent` → `spawn_agent`: items about agents spell their tools that way. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`);
}
