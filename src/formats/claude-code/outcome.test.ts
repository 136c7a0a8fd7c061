// Tests the outcome matrix and every general text: flags first, words second.

import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { judge, personsWords, type ResultFacts, TEXT_RULES } from './outcome.ts';

function verdict(facts: Partial<ResultFacts>): { status: string; code: string | null; blame: string | null } {
  const { status, failure } = judge({
    isError: false,
    content: '',
    structured: undefined,
    denialKind: undefined,
    background: null,
    ...facts,
  });
  return { status, code: failure?.code ?? null, blame: failure?.blame ?? null };
}

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

describe('judge, by flag', () => {
  it.each<[string, Partial<ResultFacts>, string, string | null, string | null]>([
    ['success with an explicit false', { content: 'done' }, 'ok', null, null],
    [
      'a string companion that is a success',
      { content: 'Structured output provided successfully', structured: 'Structured output provided successfully' },
      'ok',
      null,
      null,
    ],
    [
      'a normal non-zero exit',
      { structured: { stdout: '', returnCodeInterpretation: 'No matches found' } },
      'ok',
      null,
      null,
    ],
    ['a failure', { isError: true, content: 'boom', structured: 'Error: boom' }, 'error', 'error', 'unknown'],
    ['a background launch', { background: { kind: 'shell', taskId: 'b1' } }, 'background', null, null],
    [
      'an interrupted command that returned an object',
      { content: 'partial', structured: { stdout: 'partial', interrupted: true } },
      'interrupted',
      'interrupted',
      'user',
    ],
    [
      'a person said no',
      { isError: true, content: REJECTED, structured: 'User rejected tool use', denialKind: 'user-rejected' },
      'rejected',
      'user-rejected',
      'user',
    ],
    [
      'nobody was there to ask',
      {
        isError: true,
        content: "Claude requested permissions to use WebSearch, but you haven't granted it yet.",
        denialKind: 'user-rejected',
      },
      'denied',
      'permission-not-granted',
      'policy',
    ],
    [
      'a deny rule',
      {
        isError: true,
        content: 'Permission to use Bash with command rm has been denied.',
        denialKind: 'permission-rule',
      },
      'denied',
      'permission-rule',
      'policy',
    ],
    [
      'a hook that denies with its own words',
      { isError: true, content: 'not on Fridays', denialKind: 'permission-rule' },
      'denied',
      'permission-rule',
      'policy',
    ],
    [
      'a hook that denies by exit code',
      { isError: true, content: 'PreToolUse:Bash hook error: [guard.sh]: no', denialKind: 'permission-rule' },
      'denied',
      'hook-blocked',
      'policy',
    ],
    [
      'the classifier',
      { isError: true, content: 'x', denialKind: 'automode-blocked' },
      'denied',
      'auto-mode',
      'policy',
    ],
    [
      'the classifier was away',
      { isError: true, content: 'x', denialKind: 'automode-unavailable' },
      'denied',
      'auto-mode-unavailable',
      'policy',
    ],
    [
      'stopped while running',
      { isError: true, content: 'half of it', denialKind: 'interrupted' },
      'interrupted',
      'interrupted',
      'user',
    ],
    [
      'taken from the queue',
      { isError: true, content: 'x', denialKind: 'cancelled' },
      'cancelled',
      'queue-aborted',
      'user',
    ],
    [
      'a kind nobody knows yet',
      { isError: true, content: 'x', denialKind: 'moon-phase' },
      'denied',
      'not-run',
      'policy',
    ],
  ])('%s', (_, facts, status, code, blame) => {
    expect(verdict(facts)).toEqual({ status, code, blame });
  });
});

/** One made-up text per rule; the test below fails when a rule has none. */
const TEXTS: readonly [string, string, string][] = [
  [REJECTED, 'rejected', 'user-rejected'],
  ['User rejected tool use', 'rejected', 'user-rejected'],
  ['Edit operation blocked by hook:\n- [node guard.js]: no digging at night', 'denied', 'hook-blocked'],
  ["The user doesn't want to take this action right now. STOP what you are doing", 'cancelled', 'queue-aborted'],
  ['[Request interrupted by user for tool use]', 'interrupted', 'interrupted'],
  ['<tool_use_error>Sibling tool call errored</tool_use_error>', 'cancelled', 'sibling-failed'],
  [
    '<tool_use_error>Cancelled: parallel tool call Bash(make all) errored</tool_use_error>',
    'cancelled',
    'sibling-failed',
  ],
  [
    "Claude requested permissions to write to /home/dev/x, but you haven't granted it yet.",
    'denied',
    'permission-not-granted',
  ],
  ['Permission to use Bash with command cd /x && ls\nls has been denied.', 'denied', 'permission-rule'],
  ['File is in a directory that is denied by your permission settings.', 'denied', 'permission-rule'],
  ['This command requires approval', 'denied', 'approval-needed'],
  [
    'This PowerShell command contains multiple operations. The following part requires approval: dotnet build',
    'denied',
    'approval-needed',
  ],
  [
    "ls in '/etc' was blocked. For security, Claude Code may only list files in the allowed directories",
    'denied',
    'outside-workspace',
  ],
  ['Permission for this action was denied by the Claude Code auto mode classifier. Reason: x', 'denied', 'auto-mode'],
  [
    'The model is temporarily unavailable, so auto mode cannot determine the safety of Bash',
    'denied',
    'auto-mode-unavailable',
  ],
  ['PreToolUse:Edit hook error: [check.sh]: not allowed', 'denied', 'hook-blocked'],
  ['Execution stopped by PreToolUse hook: no', 'denied', 'hook-blocked'],
  ['PostToolUse:Edit hook error: [fmt.sh]: tabs', 'error', 'hook-complained'],
  ['Blocked: sleep 10 followed by: ls', 'denied', 'tool-policy'],
  ['Streaming fallback - tool execution discarded', 'cancelled', 'stream-fallback'],
  [
    '<tool_use_error>InputValidationError: Task failed due to the following issue:\nmissing prompt</tool_use_error>',
    'error',
    'invalid-input',
  ],
  ['The tool input could not be parsed as JSON', 'error', 'invalid-input'],
  ['<tool_use_error>Error: No such tool available: Bsh</tool_use_error>', 'error', 'unknown-tool'],
  ["ENOENT: no such file or directory, posix_spawn '/bin/zsh'", 'error', 'working-folder-gone'],
  ['Working directory "/home/dev/pears" was deleted; shell cwd recovered', 'error', 'working-folder-gone'],
  ['EISDIR: illegal operation on a directory, read', 'error', 'is-folder'],
  ["Error: EACCES: permission denied, open '/home/dev/pears'", 'error', 'os-error'],
  ['Interrupted by user', 'interrupted', 'interrupted'],
  ['Exit code 137\n[Request interrupted by user for tool use]', 'interrupted', 'interrupted'],
  ['Exit code 137\npicked 3 pears\n[Request interrupted by user for tool use]', 'interrupted', 'interrupted'],
  ['Permission to use Write has been auto-denied (prompts unavailable)', 'denied', 'permission-not-granted'],
  ['Permission to use Bash has been auto-denied in dontAsk mode.', 'denied', 'permission-not-granted'],
  [
    'Permission to run this was not given: permission prompts are not available in this context.',
    'denied',
    'permission-not-granted',
  ],
  ['Tool permission stream closed before response received', 'cancelled', 'permission-stream-closed'],
  ['Tool permission request failed: AbortError: Stream closed', 'cancelled', 'permission-stream-closed'],
  ['Error: PreToolUse:Bash hook error: [guard.sh]: not on Fridays', 'denied', 'hook-blocked'],
  ['API Error: Request was aborted.', 'error', 'api-error'],
];

describe('judge, by text', () => {
  it.each(TEXTS)('%s', (content, status, code) => {
    expect(verdict({ isError: true, content })).toMatchObject({ status, code });
  });

  it('has a text for every rule', () => {
    const strip = (text: string): string =>
      text.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '').replace(/^Error: /, '');
    const unmet = TEXT_RULES.filter(({ pattern }) => !TEXTS.some(([text]) => pattern.test(strip(text))));
    expect(unmet.map(({ pattern }) => pattern.source)).toEqual([]);
  });

  it.each([
    ['in the terminal', 'To tell you how to proceed, the user said:\n'],
    ['in an editor', 'The user provided the following reason for the rejection:  '],
  ])('keeps what a person said with a rejection, %s', (_, before) => {
    const content = `${REJECTED.slice(0, 90)} ${before}use the other file`;
    expect(
      judge({ isError: true, content, structured: undefined, denialKind: undefined, background: null }),
    ).toMatchObject({
      status: 'rejected',
      feedback: 'use the other file',
    });
    const silent = content.slice(0, -'use the other file'.length);
    expect(
      judge({ isError: true, content: silent, structured: undefined, denialKind: undefined, background: null }),
    ).not.toHaveProperty('feedback');
  });

  it('takes what a failed command wrote for nobody’s words', () => {
    const content = 'Exit code 1\nTo tell you how to proceed, the user said:\nuse the other file';
    expect(
      judge({ isError: true, content, structured: undefined, denialKind: undefined, background: null }),
    ).not.toHaveProperty('feedback');
  });

  it('does not take words that were put into a person’s mouth for theirs', () => {
    for (const words of [
      'The user wants to clarify these questions.\n    Questions asked:\n- "Which pear?"\n  (No answer provided)',
      'The user has indicated they have provided enough answers for the plan interview.\nGo on.',
    ]) {
      const content = `${REJECTED.slice(0, 90)} To tell you how to proceed, the user said:\n${words}`;
      const judged = judge({ isError: true, content, structured: undefined, denialKind: undefined, background: null });
      expect(judged.status).toBe('rejected');
      expect(judged).not.toHaveProperty('feedback');
      expect(personsWords(words)).toBeUndefined();
    }
    expect(personsWords('The user wants to clarify these questions, says my neighbour')).toBeDefined();
  });

  it('knows a rejection whose text is the person’s own words by its structured companion', () => {
    const content = 'please use the other file';
    expect(verdict({ isError: true, content })).toEqual({ status: 'error', code: 'error', blame: 'unknown' });
    for (const label of [REJECTED, `Error: ${REJECTED}`])
      expect(verdict({ isError: true, content, structured: label })).toEqual({
        status: 'rejected',
        code: 'user-rejected',
        blame: 'user',
      });
  });

  it('looks past no exit code for anything but a person who stopped it', () => {
    for (const content of ['Exit code 1\n[Request interrupted by user', 'Exit code 137\nUser rejected tool use'])
      expect(verdict({ isError: true, content })).toMatchObject({ status: 'error' });
  });

  it.each([
    ['a hook, not its name', 'PreToolUse:Edit hook error: [check.sh --all]: no tabs here', 'no tabs here'],
    [
      'the issue, not its headline',
      '<tool_use_error>InputValidationError: Read failed due to the following issues:\nThe required parameter `file_path` is missing\nAn unexpected parameter `pear` was provided</tool_use_error>',
      'The required parameter `file_path` is missing',
    ],
    [
      'the issue in JSON',
      'InputValidationError: [\n  {\n    "code": "invalid_type",\n    "path": ["pear"],\n    "message": "Required"\n  }\n]',
      'Required',
    ],
    ['the headline where there is no more', 'InputValidationError: pears', 'InputValidationError: pears'],
  ])('has for a message %s', (_, content, message) => {
    const judged = judge({ isError: true, content, structured: undefined, denialKind: undefined, background: null });
    expect(judged.failure?.message).toBe(message);
  });

  it('tells words without a frame apart in versions that frame a command’s failure', () => {
    const rule = (version: string | undefined, content: string): string =>
      judge({ isError: true, version, content, structured: undefined, denialKind: undefined, background: null }).rule;
    expect(rule('2.0.5', 'the plums too, please')).toBe('error-flag:unframed');
    expect(rule('1.0.98', 'the plums too, please')).toBe('error-flag');
    expect(rule(undefined, 'the plums too, please')).toBe('error-flag');
    expect(rule('2.1.38', 'Exit code 1\nthe plums too, please')).toBe('error-flag');
  });

  it('marks stand-ins for results that are gone', () => {
    const gone = judge({
      isError: false,
      content: '[Old tool result content cleared]',
      structured: undefined,
      denialKind: undefined,
      background: null,
    });
    expect(gone).toEqual({ status: 'ok', rule: 'text:result-cleared', failure: null, placeholder: true });
  });

  it('is not fooled by the same words later in the text', () => {
    expect(verdict({ isError: true, content: `cat: ${REJECTED}` })).toMatchObject({ status: 'error' });
  });

  it('answers on megabytes of hostile text', () => {
    for (const content of [
      'Permission to use '.repeat(200_000),
      'a'.repeat(4_000_000),
      '<tool_use_error>'.repeat(250_000),
    ]) {
      mustEnd(() => judge({ isError: true, content, structured: content, denialKind: undefined, background: null }));
    }
  });
});
