// The lines of a search result: file, line number, and whether the line matched or is context.

export interface GrepLine {
  /** Null if only one file was searched. */
  readonly path: string | null;
  readonly number: number | null;
  /** False for lines of context. */
  readonly isMatch: boolean;
  readonly text: string;
}

const NUMBERED = /^(\d{1,9})([:-])/;

/** `sep digits sep` after a path: where it starts and ends. */
interface Mark {
  readonly at: number;
  readonly end: number;
  readonly number: number;
  readonly isMatch: boolean;
}

/** All positions that could end a path, in order. Digits belong to one mark only, so one pass is enough. */
function* marks(line: string): Generator<Mark> {
  const finder = /([:-])(\d{1,9})\1/g;
  for (let found = finder.exec(line); found !== null; found = finder.exec(line)) {
    yield {
      at: found.index,
      end: finder.lastIndex,
      number: Number(found[2]),
      isMatch: found[1] === ':',
    };
    // `-1-2-` contains two marks that share a sign.
    finder.lastIndex--;
  }
}

/** Dates in names look like marks (`2024-01-02-notes.md:7:`): the path of a context line has to end like a file name. */
function endsLikeFile(path: string): boolean {
  return /\.[A-Za-z][\w+]{0,15}$/.test(path.slice(-20));
}

function markedLine(line: string, lastPath: string | null): GrepLine | null {
  if (lastPath !== null && line.startsWith(lastPath)) {
    const rest = /^([:-])(\d{1,9})\1/.exec(line.slice(lastPath.length, lastPath.length + 12));
    if (rest !== null) {
      const text = line.slice(lastPath.length + rest[0].length);
      return { path: lastPath, number: Number(rest[2]), isMatch: rest[1] === ':', text };
    }
  }
  let seen = 0;
  for (const mark of marks(line)) {
    if (++seen > 20) break;
    const path = line.slice(0, mark.at);
    if (path === '' || (!mark.isMatch && !endsLikeFile(path))) continue;
    return { path, number: mark.number, isMatch: mark.isMatch, text: line.slice(mark.end) };
  }
  return null;
}

/** `path:text`. Indented code is not a path, however it ends. */
function unnumberedLine(line: string): GrepLine {
  const colon = line.indexOf(':', /^[A-Za-z]:[\\/]/.test(line) ? 2 : 0);
  const isNamed = colon > 0 && /^\S/.test(line) && endsLikeFile(line.slice(0, colon));
  return {
    path: isNamed ? line.slice(0, colon) : null,
    number: null,
    isMatch: true,
    text: isNamed ? line.slice(colon + 1) : line,
  };
}

/** Lines as they are, without the `--` between groups. */
function linesOf(content: string): GrepLine[] {
  const lines: GrepLine[] = [];
  let lastPath: string | null = null;
  for (const line of content.split('\n')) {
    if (line === '--' || line === '') continue;
    const single = NUMBERED.exec(line);
    if (single !== null) {
      const text = line.slice(single[0].length);
      lines.push({ path: null, number: Number(single[1]), isMatch: single[2] === ':', text });
      continue;
    }
    const marked = markedLine(line, lastPath);
    if (marked !== null) lastPath = marked.path;
    lines.push(marked ?? unnumberedLine(line));
  }
  return lines;
}

/** `path-text` around a match whose line names the file: without numbers nothing else separates it from other text. */
function contextOf(path: string | null, { text }: GrepLine): GrepLine | null {
  if (path === null || !text.startsWith(`${path}-`)) return null;
  return { path, number: null, isMatch: false, text: text.slice(path.length + 1) };
}

/** Adds context lines without a number around matches of a named file. */
function withContext(lines: readonly GrepLine[]): readonly GrepLine[] {
  const isLoose = ({ path, number }: GrepLine): boolean => path === null && number === null;
  if (!lines.some(isLoose) || lines.every(isLoose)) return lines;
  const next: (string | null)[] = [];
  let path: string | null = null;
  for (let at = lines.length - 1; at >= 0; at--) {
    path = lines[at]?.path ?? path;
    next[at] = path;
  }
  path = null;
  return lines.map((line, at) => {
    path = line.path ?? path;
    return isLoose(line) ? (contextOf(path, line) ?? contextOf(next[at] ?? null, line) ?? line) : line;
  });
}

const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** The longest tail of a full path that also names the file. */
function shortName(path: string, names: ReadonlySet<string>): string {
  for (const { index } of path.matchAll(/[\\/]/g)) {
    const end = path.slice(index + 1);
    if (names.has(end)) return end;
  }
  return path;
}

/**
 * One name per file: inside its folder the agent shortens the paths of all matches, but those of context lines only
 * sometimes. A match with its full path is elsewhere.
 */
function withOneName(lines: readonly GrepLine[]): readonly GrepLine[] {
  const names = new Set<string>();
  const elsewhere = new Set<string>();
  const whole = new Map<string, string>();
  for (const { path, isMatch } of lines) {
    if (path === null) continue;
    if (!ABSOLUTE.test(path)) names.add(path);
    else if (isMatch) elsewhere.add(path);
    else whole.set(path, path);
  }
  if (names.size === 0 || whole.size === 0) return lines;
  for (const path of whole.keys()) if (!elsewhere.has(path)) whole.set(path, shortName(path, names));
  return lines.map((line) => {
    const name = line.path === null ? null : (whole.get(line.path) ?? line.path);
    return name === line.path ? line : { path: name, number: line.number, isMatch: line.isMatch, text: line.text };
  });
}

/** The lines of a result, each with its file. */
export function readGrepLines(content: string): readonly GrepLine[] {
  return withOneName(withContext(linesOf(content)));
}

export interface GrepCount {
  readonly path: string;
  readonly matches: number;
}

/** `path:count` lines. */
export function readGrepCounts(content: string): GrepCount[] {
  const counts: GrepCount[] = [];
  for (const line of content.split('\n')) {
    const colon = line.lastIndexOf(':');
    const matches = Number(line.slice(colon + 1));
    if (colon > 0 && Number.isInteger(matches)) counts.push({ path: line.slice(0, colon), matches });
  }
  return counts;
}
