// Generates docs/failures.md: the rules and evidence by which a shell command's failure is classed.

import { COMMAND_FAILURES } from '../commands/command-failures.ts';
import { MASK_RULES } from '../commands/masked-failure.ts';

const OPENING = `# Failures: which rule decides what

Generated from the rules by \`npm run generate\`. What an agent says about a call (rejected, denied, interrupted) is read by
its format: see [docs/formats](formats). What each tool is known for is in [tools.md](tools.md). This page is about
commands: what a shell call, a poll of one, and the commands inside a script come to.

A command that failed is explained in this order:

1. by its exit code, where that is an answer (\`grep\` without a hit) or says enough by itself;
2. by the summary of a test run or a check, wherever it stands: its output can hold any other words;
3. by the known words that stand *last*: the last command that ran decided the exit, and start-up noise stands first;
4. by what the command is for: a test run, a check, a program of the project;
5. by the plain words of the line that complains;
6. else nothing says why: \`exit-code\`, or \`command-failed\` where the log has no exit code. \`toolscope doctor\` lists these.

An answer gives way to a failure that it hides (\`npm ci | tail; which x\`), by the rules of masked failures below. The message is the
line that decided, or the one that says most beside it: of a test run the first test that failed and what it said.

Lines that come before the output of several different programs in a session are start-up noise (a broken profile, conda)
and are left out first.

| code | whose problem | evidence |
|---|---|---|
`;

const MASKED = `
## Failures that a success hides

The call's status stays \`ok\`, which is what the log says. It is marked \`masks-failure\` where one of these holds; in doubt
it is not marked.

`;

export function failuresDocument(): string {
  const rows = COMMAND_FAILURES.map(({ code, blame, evidence }) => `| \`${code}\` | ${blame} | ${evidence} |\n`);
  const masks = MASK_RULES.map(({ evidence }, place) => `${place + 1}. ${evidence}\n`);
  return `${OPENING}${rows.join('')}${MASKED}${masks.join('')}`;
}
