import { describe, expect, it } from 'vitest';
import { normalisedFailure } from './normalised-failure.ts';

describe('what varies gives way to a mark', () => {
  it.each([
    ['cat: /home/ada/shop/src/cart.ts: No such file or directory', 'cat: <path>: No such file or directory'],
    ['cat: notes.md: No such file or directory', 'cat: <path>: No such file or directory'],
    ['rg: .shoprc.yaml: No such file or directory (os error 2)', 'rg: <path>: No such file or directory (os error 2)'],
    ['C:\\Users\\ada\\shop\\cart.cs(14,9): error CS0103: no such name', '<path>(<n>): error CS0103: no such name'],
    ['src/cart.go:41:7: undefined: totalPrice', '<path>: undefined: totalPrice'],
    ['--- FAIL: TestCartTotal (0.07s)', '--- FAIL: TestCartTotal (<time>)'],
    ['Command timed out after 5m 0s', 'Command timed out after <time>'],
    ['log of 2026-03-04T10:11:12.345Z is stale', 'log of <time> is stale'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED <host>'],
    ['dial tcp: lookup api.shop.example.com: no such host', 'dial tcp: lookup <host>: no such host'],
    ['GET https://registry.example.org/cart?v=2 failed with status 502', 'GET <url> failed with status 502'],
    ['mail to ada@shop.example.com bounced', 'mail to <mail> bounced'],
    ['fatal: bad object 4fc38c5faac9d0541d411fb3159eab17c84d0115', 'fatal: bad object <hash>'],
    ['job 019f8a67-31eb-73a8-856b-e1265e894dd9 was lost', 'job <id> was lost'],
    ['no task with id task_9aF3kQ72Lm', 'no task with id <id>'],
    ["KeyError: 'price'", 'KeyError: price'],
    ["KeyError: 'the price of pears'", 'KeyError: <value>'],
    ['error[E0425]: cannot find value `total` in this scope', 'error[E0425]: cannot find value <value> in this scope'],
    ['Found 8 matches of the string', 'Found <n> matches of the string'],
    ['=========== 3 failed, 12 passed in 0.41s ===========', '<n> failed in <time>'],
    ['\u001b[31mError:\u001b[0m cart is empty', 'Error: cart is empty'],
  ])('%s', (message, expected) => {
    expect(normalisedFailure(message)).toBe(expected);
  });
});

describe('the same failure, told twice', () => {
  it.each([
    ['exit code 1: --- FAIL: TestCartTotal (1.02s)', '--- FAIL: TestCartTotal (0.71s)'],
    ['[test:ci] src/a.go:3:1: undefined: x', 'exit code 2: pkg/deep/b.go:300:11: undefined: x'],
    ['zsh:1: command not found: bun', 'exit code 127: zsh: command not found: bun'],
    ["ls: cannot access 'docs': No such file", "ls: cannot access '/srv/shop': No such file"],
    ['{"message":"database is locked (5)","status":"500"}', 'exit code 1: database is locked (7)'],
    ['rg: .config: No such file or directory', 'exit code 2: rg: docs: No such file or directory'],
    ['grep: C:shop/cart.md: No such file or directory', 'grep: src/cart.ts: No such file or directory'],
    ['error: Failed to find expected lines in a/b.md:', 'Failed to find expected lines in c.md:'],
    ["on line 4: '' is no header", "on line 5: 'Pears' is no header"],
    ['=== 1 failed, 9 passed, 1 skipped in 1.4s ===', '=== 3 failed, 208 deselected in 39.2s ==='],
    ['=== 1 failed in 1.4s ===', '=== 3 failed, 2 passed in 0.2s ==='],
    [`no agent 'pear', there are ${'apple, '.repeat(30)}app…`, `no agent 'orange', there are ${'apple, '.repeat(30)}…`],
    ['Port 3000 is in use', 'Port 8080 is in use'],
    ["spawn '/opt/tool/2.1.14/bin'", "spawn '/opt/tool/2.1.15/bin'"],
    ['expected 2 arguments,   but got 3', 'expected 4 arguments, but got 0:'],
  ])('%s = %s', (one, other) => {
    expect(normalisedFailure(one)).toBe(normalisedFailure(other));
  });
});

describe('failures that must stay apart', () => {
  it.each([
    ['Request failed with status code 404', 'Request failed with status code 403'],
    ["ModuleNotFoundError: No module named 'pears'", "ModuleNotFoundError: No module named 'apples'"],
    ["KeyError: 'price'", "KeyError: 'name'"],
    ['3 failed, 2 passed in 0.2s', '2 passed in 0.2s'],
    ['ls: docs: No such file or directory', 'cat: docs: No such file or directory'],
    ['gh: Not Found (HTTP 404)', 'gh: Unprocessable (HTTP 422)'],
    ['exit code 1', 'exit code 127'],
    ['OSError: [Errno 2] went wrong', 'OSError: [Errno 13] went wrong'],
    ['killed by signal 9', 'killed by signal 15'],
    ['error TS2304: cannot be', 'error TS2307: cannot be'],
    ['--- FAIL: TestCartTotal (0.07s)', '--- FAIL: TestCartEmpty (0.07s)'],
    ['src/a.go:3:1: undefined: first', 'src/a.go:3:1: undefined: second'],
    ["a.go:1:2: expected '(', found x", "a.go:1:2: expected ')', found x"],
    ['{"message":"database is locked"}', '{"message":"disk is full"}'],
    ['"error": "no such table"', '"error": "no such column"'],
    ['input/output error', 'read/write error'],
    ["can't open it, doesn't exist", "can't read it, doesn't exist"],
    ['ENOENT: open', 'EACCES: open'],
  ])('%s ≠ %s', (one, other) => {
    expect(normalisedFailure(one)).not.toBe(normalisedFailure(other));
  });
});

it('ends soon, whatever it is given', () => {
  for (const piece of ['%', 'a/', '"', '=', 'a1', "'a ", '1s ', '\u001b]', 'aB1_', '\\']) {
    expect(normalisedFailure(piece.repeat(500_000)).length).toBeLessThan(5000);
  }
});
