// Puts our table at the end of a TOML file, between two comments, and takes it out again. Pure.

const BEGIN = '# toolscope setup';
const END = '# end of toolscope setup';

/** A block of ours, with the line end that had to be put before it. */
const BLOCK =
  /(?:\n(?=# toolscope setup, after an open line\n))?# toolscope setup(?:, after an open line)?\n[\s\S]*?# end of toolscope setup\n/;

function textOf(value: string): string {
  return JSON.stringify(value);
}

export interface TomlServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function tableOf({ command, args, env }: TomlServer): string {
  const lines = ['[mcp_servers.toolscope]', `command = ${textOf(command)}`, `args = [${args.map(textOf).join(', ')}]`];
  const names = Object.entries(env).map(([name, value]) => `${name} = ${textOf(value)}`);
  return [...lines, ...(names.length === 0 ? [] : [`env = { ${names.join(', ')} }`])].join('\n');
}

/** Whether somebody has named the server in this file already, us or a person. */
export function namesServer(text: string): boolean {
  return /^\s*\[\s*mcp_servers\s*\.\s*"?toolscope"?\s*\]/m.test(text);
}

/** Unchanged where a person has named the server. */
export function withServer(text: string, server: TomlServer): string {
  const rest = withoutServer(text);
  if (namesServer(rest)) return text;
  const isOpen = rest !== '' && !rest.endsWith('\n');
  return `${rest}${isOpen ? `\n${BEGIN}, after an open line` : BEGIN}\n${tableOf(server)}\n${END}\n`;
}

export function withoutServer(text: string): string {
  const block = BLOCK.exec(text);
  if (block === null) return text;
  const rest = text.slice(block.index + block[0].length);
  // What was written behind it needs the line end.
  return text.slice(0, block.index) + (rest !== '' && block[0].startsWith('\n') ? '\n' : '') + rest;
}
