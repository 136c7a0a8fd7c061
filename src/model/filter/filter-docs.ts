// Owns the documentation of the filter language: made from the table of keys, so that it cannot fall behind.

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
  part: 'part of it, or glob over all of it',
  id: 'beginning, or glob',
  path: 'path, or glob',
  count: 'number',
  duration: 'duration',
  bytes: 'size',
  time: 'time',
  text: 'text',
};

const INTRODUCTION = `# The filter language

Every place that lists calls takes a filter: the commands, the HTTP API and the search box of the dashboard. A filter is
a line of words and \`key:value\` terms. A call is shown when **all** of them fit.

\`\`\`
tool:Bash status:error -blame:expected since:7d "permission denied"
\`\`\`

| write | to find calls |
|---|---|
| \`timeout\` | whose text contains the word anywhere, also inside a longer one |
| \`"connection reset"\` | whose text contains exactly these characters |
| \`conn*\` | with a word that begins so |
| \`/time(d out\\|out)/i\` | whose text matches the regular expression |
| \`tool:Bash\` | of that tool |
| \`tool:Bash,Read\` | of one of these tools |
| \`-tool:Bash\` or \`NOT tool:Bash\` | of every other tool |
| \`tool:Bash OR tool:Read\` | that fit one side; \`OR\` binds less than standing side by side |
| \`(a OR b) -(c d)\` | grouped by parentheses |
| \`duration:>5s\`, \`exit:!=0\`, \`lines:>=100\` | by comparison: \`>\` \`>=\` \`<\` \`<=\` \`=\` \`!=\` (the colon may be left out) |
| \`turn:3..7\`, \`duration:..2s\` | in a range, both ends included |
| \`file:src/**\` | about a path that fits |

In lists of calls, the text of a call is what it is told by: the name of its tool, its summary, its path, address, command or
search pattern, and the words of its failure, rejection or remark. A search looks through all of it, and through what was said:
\`toolscope search\`, or the search page of the dashboard.
Upper and lower case are the same everywhere, except in a regular expression without \`i\`; in a search, those of ASCII letters.

## Keys
`;

const VALUES = `
**Names** fit whole; \`*\` stands for any characters and \`?\` for one: \`tool:mcp__*\`. **Parts** are found anywhere:
\`model:opus\`. With a wildcard the whole value must fit: \`command:git*\` begins with git. **Ids** may be shortened to
their beginning.

**Paths** are compared in whole segments. A path that does not begin with \`/\` or a drive may begin at any folder:
\`file:lib/a.ts\` fits \`/home/me/web/lib/a.ts\`. A folder fits everything in it: \`file:lib\`. \`*\` and \`?\` stay inside
one segment, \`**\` crosses them. Write slashes, also for Windows paths.

**Times** are \`30m\`, \`2h\`, \`7d\`, \`2w\`, \`3mo\`, \`1y\` (ago), \`now\`, \`today\`, \`yesterday\`, \`2026\`, \`2026-03\`, \`2026-03-08\`,
\`2026-03-08T14:30\` or \`2026-03-08T14:30:00Z\`; without a zone they are local. A call's time is when it was asked for.

**Durations** need a unit: \`ms\`, \`s\`, \`m\`, \`h\`, \`d\`. **Sizes** may have one: \`kB\`, \`MB\`, \`GB\`, \`KiB\`, \`MiB\`, \`GiB\`.
Counts may end in \`k\` or \`M\`.

A value that a call does not have fits nothing: \`exit:!=0\` finds commands that ended with another code than 0, while
\`-exit:0\` finds these and every call that has no exit code at all.
`;

const WRITING = `
## Quotes and escapes

Put a value with spaces or commas in quotes: \`project:"my notes"\`. Inside quotes only \`\\"\` and \`\\\\\` are special, and
\`*\` is a star. In a bare word a backslash makes the next character ordinary: \`foo\\*\`. A word may hold parentheses when
they are balanced: \`print(x)\`. \`OR\`, \`AND\` and \`NOT\` are operators only in capitals; \`text:OR\` searches for the word.
A word that begins with two hyphens is a word: \`--force\`. Addresses are words: \`https://example.org\`. Another word with
a colon needs quotes: \`"localhost:8080"\`.

## Regular expressions

Between slashes, with \`i\` to ignore case and \`s\` to let the dot match line ends; \`^\` and \`$\` are ends of lines. The syntax
is JavaScript's without what cannot be matched in one pass: no looking ahead or back, no references to earlier groups.
They are tried last, on the calls that everything else in the filter leaves over. So that none can hang:

- an expression has at most ${MAX_REGEX_LENGTH} characters, and a filter ${formatCount(MAX_FILTER_LENGTH)};
- of a call's text the first ${formatCount(REGEX_TEXT_LIMIT)} characters are looked at;
- all expressions of a query together take at most ${formatCount(REGEX_QUERY_STEPS)} steps, one for each character at
  least. Calls that could not be decided within that are left out, and the answer says how many there were.

## Errors

A filter with a mistake is refused as a whole, with the wrong word underlined:

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
