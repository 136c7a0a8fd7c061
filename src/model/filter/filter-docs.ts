// The documentation of the filter language: generated from the table of keys, so that it cannot become outdated.

import { formatCount } from '../../base/units.ts';
import { MAX_REGEX_LENGTH } from './automaton/linear-regex.ts';
import { HAS_VALUES, IS_VALUES } from './flags.ts';
import { KEY_NAMES, type KeyKind, specOf } from './keys.ts';
import { MAX_FILTER_LENGTH } from './parse-filter.ts';
import { REGEX_QUERY_STEPS, REGEX_TEXT_LIMIT } from './text-test.ts';

const KIND_HELP: Readonly<Record<KeyKind, string>> = {
  choice: 'one of a list',
  flag: 'one of a list',
  name: 'whole name, or glob',
  part: 'part of it, or a glob for all of it',
  id: 'beginning, or glob',
  path: 'path, or glob',
  count: 'number',
  duration: 'duration',
  bytes: 'size',
  time: 'time',
  text: 'text',
};

const INTRODUCTION = `# The filter language

Everything that lists calls takes a filter: the commands, the HTTP API and the filter boxes of the dashboard. A filter is
a line of words and \`key:value\` terms. A call is shown when **all** of them match.

\`\`\`
tool:Bash status:error -blame:expected since:7d "permission denied"
\`\`\`

| write | to find calls |
|---|---|
| \`timeout\` | whose text contains the word anywhere, even inside a longer one |
| \`"connection reset"\` | whose text contains exactly these characters |
| \`conn*\` | with a word that begins with \`conn\` |
| \`/time(d out\\|out)/i\` | whose text matches the regular expression |
| \`tool:Bash\` | of that tool |
| \`tool:Bash,Read\` | of one of these tools |
| \`-tool:Bash\` or \`NOT tool:Bash\` | of any other tool |
| \`tool:Bash OR tool:Read\` | that match either side; \`OR\` binds more loosely than a space |
| \`(a OR b) -(c d)\` | grouped by parentheses |
| \`duration:>5s\`, \`exit:!=0\`, \`lines:>=100\` | by comparison: \`>\` \`>=\` \`<\` \`<=\` \`=\` \`!=\` (the colon may be left out) |
| \`turn:3..7\`, \`duration:..2s\` | in a range, both ends included |
| \`file:src/**\` | about a matching path |

In lists of calls, bare words are looked for in what describes the call: the name of its tool, its summary, its path,
address, command or search pattern, and the message of its failure, rejection or note. To search whole inputs, results and
everything that was said, use \`toolscope search\` or the search page of the dashboard. Case is ignored everywhere, except
in a regular expression without \`i\`; a search ignores it for ASCII letters only.

## Keys
`;

const VALUES = `
**Names** match as a whole; \`*\` stands for any characters and \`?\` for one: \`tool:mcp__*\`. **Parts** match anywhere:
\`model:opus\`. With a wildcard the whole value must match: \`command:git*\` begins with git. **Ids** may be shortened to
their beginning.

**Paths** are compared by whole segments. A path that does not begin with \`/\` or a drive may start at any folder:
\`file:lib/a.ts\` matches \`/home/me/web/lib/a.ts\`. A folder matches everything in it: \`file:lib\`. \`*\` and \`?\` stay
within one segment, \`**\` crosses them. Write forward slashes, even for Windows paths.

**Times** are \`30m\`, \`2h\`, \`7d\`, \`2w\`, \`3mo\`, \`1y\` (ago), \`now\`, \`today\`, \`yesterday\`, \`2026\`, \`2026-03\`, \`2026-03-08\`,
\`2026-03-08T14:30\` or \`2026-03-08T14:30:00Z\`; without a zone they are local. A call's time is when it was requested.

**Durations** need a unit: \`ms\`, \`s\`, \`m\`, \`h\`, \`d\`. **Sizes** may have one: \`kB\`, \`MB\`, \`GB\`, \`KiB\`, \`MiB\`, \`GiB\`.
Counts may end in \`k\` or \`M\`.

A value that a call does not have matches nothing: \`exit:!=0\` finds commands that ended with a code other than 0, while
\`-exit:0\` finds those and every call without an exit code.
`;

const WRITING = `
## Quotes and escapes

Put a value with spaces or commas in quotes: \`project:"my notes"\`. Inside quotes only \`\\"\` and \`\\\\\` are special, and
\`*\` is a star. In a bare word, a backslash makes the next character ordinary: \`foo\\*\`. A word may contain balanced
parentheses: \`print(x)\`. \`OR\`, \`AND\` and \`NOT\` are operators only in capitals; \`text:OR\` searches for the word.
Two leading hyphens are part of the word: \`--force\`. Web addresses are plain words: \`https://example.org\`. Any other word
with a colon needs quotes: \`"localhost:8080"\`.

## Regular expressions

Write them between slashes, with \`i\` to ignore case and \`s\` to let the dot match line ends; \`^\` and \`$\` match at the
ends of lines. The syntax is JavaScript's, without what cannot be matched in one pass: no lookahead or lookbehind, no
backreferences. Expressions are tried last, on the calls that the rest of the filter leaves. So that none can hang:

- an expression has at most ${MAX_REGEX_LENGTH} characters, and a filter ${formatCount(MAX_FILTER_LENGTH)};
- only the first ${formatCount(REGEX_TEXT_LIMIT)} characters of a call's text are examined;
- all expressions of a query together take at most ${formatCount(REGEX_QUERY_STEPS)} steps, at least one per character.
  Calls that could not be checked within that are left out, and the answer says how many there were.

## Errors

A filter with a mistake is rejected as a whole, with the mistake underlined:

\`\`\`
  tol:Bash status:eror
  ^^^
There is no key “tol”. Did you mean tool:Bash? Write "tol:Bash" to search for it as text.

  tol:Bash status:eror
                  ^^^^
“eror” is no value of status:. Did you mean status:error?
\`\`\`
`;

/** Pipes would end a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function keyTable(): string {
  const rows = KEY_NAMES.map((key) => {
    const { kind, aliases, help, examples } = specOf(key);
    const names = [key, ...(aliases ?? [])].map((name) => `\`${name}\``).join(', ');
    const shown = examples.map((example) => `\`${example}\``).join(' ');
    return `| ${names} | ${cell(help)} | ${KIND_HELP[kind]} | ${cell(shown)} |`;
  });
  return ['| key | meaning | value | for example |', '|---|---|---|---|', ...rows].join('\n');
}

function valueTable(title: string, values: Readonly<Record<string, string>>): string {
  const rows = Object.entries(values).map(([value, help]) => `| \`${value}\` | ${cell(help)} |`);
  return [`\n### ${title}\n`, '| value | meaning |', '|---|---|', ...rows].join('\n');
}

function choiceTables(): string {
  const choices = KEY_NAMES.filter((key) => specOf(key).kind === 'choice');
  return choices.map((key) => valueTable(`\`${key}:\``, specOf(key).values ?? {})).join('\n');
}

/** The text of docs/filter-language.md. */
export function filterDocs(): string {
  const flags = `${valueTable('`is:`', IS_VALUES)}\n${valueTable('`has:`', HAS_VALUES)}`;
  return `${INTRODUCTION}\n${keyTable()}\n${VALUES}${flags}\n${choiceTables()}\n${WRITING}`;
}
