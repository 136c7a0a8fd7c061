// Reads TypeScript just deeply enough for the structure checks: code without comments and strings, and imports.

const REGEX_MAY_FOLLOW = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);

/**
 * Splits a source text into `code` (same length; comments, string contents and patterns blanked, quotes kept) and
 * `comments` (offset and text each).
 */
export function scanSource(source) {
  const scan = { source, code: source.split(''), comments: [], last: -1 };
  scanCode(scan, 0, false);
  return { code: scan.code.join(''), comments: scan.comments };
}

/** Scans code from `at`; inside a template's `${…}` it stops at the closing brace. Returns where it stopped. */
function scanCode(scan, at, inTemplate) {
  let depth = 0;
  for (let i = at; i < scan.source.length; ) {
    const char = scan.source[i];
    if (inTemplate && char === '}' && depth === 0) return i;
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    const end = skipToken(scan, i, char);
    if (!/\s/.test(char) && scan.comments.at(-1)?.at !== i) scan.last = end - 1;
    i = end;
  }
  return scan.source.length;
}

function skipToken(scan, i, char) {
  if (char === '"' || char === "'") return skipString(scan, i, char);
  if (char === '`') return skipTemplate(scan, i);
  if (char !== '/') return i + 1;
  const next = scan.source[i + 1];
  if (next === '/') return skipComment(scan, i, endOfLine(scan.source, i));
  if (next === '*') return skipComment(scan, i, endAfter(scan.source, '*/', i + 2));
  return mayBeRegex(scan) ? skipRegex(scan, i) : i + 1;
}

function skipComment(scan, start, end) {
  scan.comments.push({ at: start, text: scan.source.slice(start, end) });
  blank(scan, start, end);
  return end;
}

/** A string ends at its quote or, being unterminated (an apostrophe in JSX text, say), at the end of the line. */
function skipString(scan, start, quote) {
  let i = start + 1;
  while (i < scan.source.length && scan.source[i] !== quote && scan.source[i] !== '\n') {
    i += scan.source[i] === '\\' ? 2 : 1;
  }
  blank(scan, start + 1, i);
  return Math.min(i + 1, scan.source.length);
}

function skipTemplate(scan, start) {
  let i = start + 1;
  let textStart = i;
  while (i < scan.source.length && scan.source[i] !== '`') {
    if (scan.source.startsWith('${', i)) {
      blank(scan, textStart, i);
      i = textStart = scanCode(scan, i + 2, true) + 1;
    } else {
      i += scan.source[i] === '\\' ? 2 : 1;
    }
  }
  blank(scan, textStart, i);
  return Math.min(i + 1, scan.source.length);
}

function mayBeRegex({ source, last }) {
  if (last < 0) return true;
  // `</` closes a JSX element; a value before the slash makes it a division.
  if (/[<)\]}'"`]/.test(source[last])) return false;
  const word = /[\w$]+$/.exec(source.slice(Math.max(0, last - 20), last + 1))?.[0];
  return word === undefined || REGEX_MAY_FOLLOW.has(word);
}

function skipRegex(scan, start) {
  const match = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
  match.lastIndex = start;
  const found = match.exec(scan.source);
  if (!found) return start + 1;
  blank(scan, start + 1, start + found[0].length);
  return start + found[0].length;
}

function blank(scan, start, end) {
  for (let i = start; i < Math.min(end, scan.source.length); i += 1) if (scan.code[i] !== '\n') scan.code[i] = ' ';
}

function endOfLine(source, at) {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

function endAfter(source, mark, at) {
  const end = source.indexOf(mark, at);
  return end < 0 ? source.length : end + mark.length;
}

const KEYWORD = /(?<![.\w$])(?:import|export)\b/g;
const FORMS = [
  { form: 'dynamic', pattern: /import\s*\(\s*(?<quote>["'`])/dy },
  { form: 'bare', pattern: /import\s*(?<quote>["'])/dy },
  { form: 'import', pattern: /import\b\s*(?<clause>[^'"`;()=]*?)\s*\bfrom\s*(?<quote>["'])/dy },
  {
    form: 'export',
    pattern: /export\b\s*(?<clause>(?:type\b\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\}))\s*from\s*(?<quote>["'])/dy,
  },
  { form: 'computed', pattern: /import\s*\(/dy },
];

/**
 * Every import and re-export of a scanned source: `{ at, specifier, kind }`, where kind is `type` (erased), `inline`
 * (`import { type A }`, which still loads the module at run time), `value`, or `computed` (no literal path to check).
 */
export function findImports(source, code) {
  const imports = [];
  for (const { index } of code.matchAll(KEYWORD)) {
    const found = matchForm(code, index);
    if (found) imports.push(readImport(source, code, index, found));
  }
  return imports;
}

function matchForm(code, index) {
  for (const { form, pattern } of FORMS) {
    pattern.lastIndex = index;
    const match = pattern.exec(code);
    if (match) return { form, match };
  }
  return undefined;
}

function readImport(source, code, at, { form, match }) {
  const start = match.indices?.groups?.quote?.[1];
  const end = start === undefined ? -1 : code.indexOf(match.groups.quote, start);
  const specifier = source.slice(start, end);
  const isLiteral = end >= 0 && !(match.groups.quote === '`' && specifier.includes('${'));
  if (!isLiteral) return { at, specifier: '', kind: 'computed' };
  return { at, specifier, kind: kindOf(form, match.groups.clause ?? '', code.slice(0, at)) };
}

function kindOf(form, clause, before) {
  if (form === 'dynamic') return /\btypeof\s*$/.test(before) ? 'type' : 'value';
  if (/^type\b\s*[\w$*{]/.test(clause)) return 'type';
  const names = /^\{([^}]*)\}$/.exec(clause)?.[1];
  const specifiers = (names ?? '').split(',').filter((name) => name.trim() !== '');
  const allTypes = specifiers.length > 0 && specifiers.every((name) => /^\s*type\s+(?!as\b)/.test(name));
  return allTypes ? 'inline' : 'value';
}

/** The 1-based line of an offset. */
export function lineAt(source, at) {
  return source.slice(0, at).split('\n').length;
}
