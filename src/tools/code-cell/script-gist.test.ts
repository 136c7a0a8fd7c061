// Tests the one-line summary of a script.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { commandsIn, scriptGist, toolsCalled, unescaped } from './script-gist.ts';

const patch = (...heads: string[]): string =>
  `const p = "*** Begin Patch\\n${heads.map((head) => `*** ${head}\\n@@\\n-a\\n+b`).join('\\n')}\\n*** End Patch";\ntext(await tools.apply_patch(p));`;

describe('scriptGist', () => {
  it.each<[string, string, string]>([
    ['a command', 'const r = await tools.exec_command({cmd:"ls -la", yield_time_ms: 1000}); text(r.output);', 'ls -la'],
    ['quotes inside', String.raw`await tools.exec_command({cmd: "rg \"a b\" 'x\\y'"})`, String.raw`rg "a b" 'x\y'`],
    ['a key in quotes', 'await tools.exec_command({"cmd":"git status","workdir":"/srv"})', 'git status'],
    ['lines', String.raw`await tools.exec_command({cmd: "cargo fmt\ncargo test"})`, 'cargo fmt ⏎ cargo test'],
    ['a template', 'await tools.exec_command({ cmd: `git log\n  -n 3` })', 'git log ⏎ -n 3'],
    ['a raw template', 'await tools.exec_command({ cmd: String.raw`ls` })', 'ls'],
    ['a variable', "const cmd = 'make all';\nawait tools.exec_command({ cmd });", 'make all'],
    [
      'several commands',
      'await Promise.all([tools.exec_command({cmd:"a b"}), tools.exec_command({cmd:"c"}), tools.exec_command({cmd:"d"})])',
      'a b and 2 more',
    ],
    ['a command without end', `await tools.exec_command({cmd:"${'x'.repeat(500)}"})`, `${'x'.repeat(119)}…`],
    ['a patch', patch('Update File: src/pear.ts'), 'apply_patch src/pear.ts'],
    [
      'a patch of several files',
      patch('Update File: src/pear.ts', 'Add File: src/plum.ts', 'Delete File: src/fig.ts', 'Update File: src/pear.ts'),
      'apply_patch src/pear.ts and 2 more files',
    ],
    ['a patch from elsewhere', 'await tools.apply_patch(load("p"))', 'apply_patch'],
    [
      'a look at a session',
      'const r = await tools.write_stdin({session_id:44879,chars:""}); text(r.output);',
      'look · session 44879',
    ],
    ['a session in quotes', 'await tools.write_stdin({"session_id": "7", "chars": ""})', 'look · session 7'],
    ['words for a session', 'await tools.write_stdin({session_id:7,chars:"y\\n"})', 'write_stdin · session 7'],
    [
      'tools of servers',
      'tools.mcp__apps__get_pr({}); tools.mcp__apps__get_diff({}); tools.mcp__apps__get_pr({})',
      'get_pr, get_diff',
    ],
    [
      'several tools',
      'await tools.exec_command({cmd:"ls"}); await tools.update_plan({plan: []})',
      'exec_command, update_plan',
    ],
    ['no tool', '\n  const total = 1 + 1;\ntext(total)', 'const total = 1 + 1;'],
    ['nothing', '', ''],
    ['an empty command', 'await tools.exec_command({cmd:""})', 'exec_command'],
  ])('%s', (_, source, expected) => {
    expect(scriptGist(source)).toBe(expected);
  });

  it('takes its time over nothing', () => {
    const long = `cmd: "${'\\'.repeat(1_000_000)} tools.${'a'.repeat(1_000_000)} *** Add File: ${'x'.repeat(1_000_000)}`;
    mustEnd(() => scriptGist(long + 'cmd:'.repeat(500_000)));
  });
});

describe('unescaped', () => {
  it('gives what replacing each escape gives', () => {
    const piece = fc.constantFrom('\\', 'n', 'r', 't', 'u', '0041', '{1f600}', '"', 'a', ' ', '\n', '\\\\', '\\u00e9');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const literal = pieces.join('');
        const replaced = literal.replace(/\\(?:(u\{?[0-9a-fA-F]{1,6}\}?)|([\s\S]))/g, (whole, code, mark) => {
          if (code !== undefined) return whole;
          return mark === 'n' || mark === 'r' ? '\n' : mark === 't' ? ' ' : mark;
        });
        expect(unescaped(literal)).toBe(replaced);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('toolsCalled', () => {
  it('finds what a pattern tried everywhere finds', () => {
    const piece = fc.constantFrom('tools.', 'tools', '.', 'a', 'run_b', '$', ' ', '\n', '(', ')', 'xtools.', '9');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        const names = [...source.matchAll(/\btools\.([\w$]{1,80})\s*\(/g)].map(([, name]) => name);
        expect(toolsCalled(source)).toEqual([...new Set(names)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('names each tool once, in order', () => {
    expect(toolsCalled('tools.b({}); tools.a({}); x.tools; tools.b()')).toEqual(['b', 'a']);
  });
});

describe('commandsIn', () => {
  it.each<[string, string, readonly string[]]>([
    ['several', 'tools.exec_command({cmd:"a b"}); tools.exec_command({cmd: \'c "d"\'})', ['a b', 'c "d"']],
    ['a long one, whole', `tools.exec_command({cmd:"${'x '.repeat(500)}docker ps"})`, [`${'x '.repeat(500)}docker ps`]],
    ['the word inside a command', String.raw`tools.exec_command({cmd:"echo cmd: \"x\""})`, ['echo cmd: "x"']],
    ['none', 'text("cmd is a word")', []],
  ])('%s', (_, source, expected) => {
    expect(commandsIn(source)).toEqual(expected);
  });

  it('takes time in proportion to the script', () => {
    expect(mustEnd(() => commandsIn('cmd:"'.repeat(1_000_000))).length).toBeGreaterThan(0);
  });
});
