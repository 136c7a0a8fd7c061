// Owns the lines of a search result: file, line number, and whether the line matched or only stands around a match.

export interface GrepLine {
  /** Null where only one file was searched. */
  readonly path: string | null;
  readonly number: number | null;
  /** False for lines of context. */
  readonly isMatch: boolean;
  readonly text: string;
}

const NUMBERED = /^(\d{1,9})([:-])/;

/** `sep digits sep` behind a path: where it starts and ends. */
interface Mark {
  readonly at: number;
  readonly end: number;
  readonly number: number;
  readonly isMatch: boolean;
}

/** All places that could end a path, in order. Digits belong to one mark only, so one walk is enough. */
function* marks(line: string): Generator<Mark> {
  const finder = /([:-])(\d{1,9})\1/g;
  for (let found = finder.exec(line); found !== null; found = finder.exec(line)) {
    yield {
      at: found.index,
      end: finder.lastIndex,
      number: Number(found[2]),
      isMatch: found[1] === ':',
    };
    // `-1-2-` holds two marks that share a sign.
    finder.lastIndex--;
  }
}

/** Dates in names look like marks (`2024-01-02-notes.md:7:`): a path of context lines has to end like a file's name. */
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

/** Lines as they stand; `--` between groups is left out. */
export function readGrepLines(content: string): GrepLine[] {
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
    if (marked !== null) {
      lastPath = marked.path;
      lines.push(marked);
      continue;
    }
    const colon = line.indexOf(':', /^[A-Za-z]:[\\/]/.test(line) ? 2 : 0);
    const named = colon > 0 && endsLikeFile(line.slice(0, colon));
    lines.push({
      path: named ? line.slice(0, colon) : null,
      number: null,
      isMatch: true,
      text: named ? line.slice(colon + 1) : line,
    });
  }
  return lines;
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
