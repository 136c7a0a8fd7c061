// Adds our table at the end of a TOML file, and removes it again. Codex rewrites this file itself: it drops or moves
// comments, and adds its own tables after ours, so our table is recognised by its content. Pure.

const BEGIN = '# toolscope setup';
const AFTER_OPEN_LINE = ', after an open line';
/** Earlier versions wrote this line as well. */
const END = '# end of toolscope setup';

const ANY_TABLE = /^[ \t]*\[/;
const OUR_TABLE = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:toolscope|"toolscope")[ \t]*(\.[^\]]*)?\]/;
/** How setup starts the server, whatever the quotes; people use the command `toolscope`. */
const OUR_START = /toolscope\.js["'][\s,]*["']mcp["']/;

function textOf(value: string): string {
  return JSON.stringify(value);
}

interface TomlServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function linesOf({ command, args, env }: TomlServer): string[] {
  const names = Object.entries(env).map(([name, value]) => `${name} = ${textOf(value)}`);
  return [
    '[mcp_servers.toolscope]',
    `command = ${textOf(command)}`,
    `args = [${args.map(textOf).join(', ')}]`,
    ...(names.length === 0 ? [] : [`env = { ${names.join(', ')} }`]),
  ];
}

/** Whether the file already names the server, added by setup or by the user. */
export function namesServer(text: string): boolean {
  return text.split('\n').some((line) => OUR_TABLE.test(line));
}

/** Lines `from` until before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The tables of the server, without the comments and empty lines after each: these belong to what follows. */
function serverTables(lines: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (!OUR_TABLE.test(lines[from] ?? '')) continue;
    let to = from + 1;
    while (to < lines.length && !ANY_TABLE.test(lines[to] ?? '')) to += 1;
    while (/^\s*(?:#.*)?$/.test(lines[to - 1] ?? '')) to -= 1;
    spans.push({ from, to });
  }
  return spans;
}

function isOurs(lines: readonly string[], { from, to }: Span): boolean {
  return (lines[from - 1] ?? '').startsWith(BEGIN) || OUR_START.test(lines.slice(from, to).join('\n'));
}

/** Unchanged where the user has added the server. */
export function withServer(text: string, server: TomlServer): string {
  const wanted = linesOf(server);
  const lines = text.split('\n');
  if (serverTables(lines).some(({ from, to }) => lines.slice(from, to).join('\n') === wanted.join('\n'))) return text;
  const rest = withoutServer(text);
  if (namesServer(rest)) return text;
  const isOpen = rest !== '' && !rest.endsWith('\n');
  return [`${rest}${isOpen ? `\n${BEGIN}${AFTER_OPEN_LINE}` : BEGIN}`, ...wanted, ''].join('\n');
}

export function withoutServer(text: string): string {
  const lines = text.split('\n');
  const spans = serverTables(lines);
  if (!spans.some((span) => isOurs(lines, span))) return text;
  let wasOpen = false;
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    const before = lines.slice(at, from);
    if (before.at(-1)?.startsWith(BEGIN)) wasOpen ||= before.pop() === `${BEGIN}${AFTER_OPEN_LINE}`;
    kept.push(...before);
    at = to;
    // The empty line that separated it from the next table is removed too.
    if (kept.every((line) => line === '')) while (lines[at] === '' && at < lines.length - 1) at += 1;
  }
  const behind = lines.slice(at).filter((line) => line.trim() !== END);
  // With nothing after it, the line before it gets back its missing line end.
  return [...kept, ...(wasOpen && behind.join('') === '' ? [] : behind)].join('\n');
}
