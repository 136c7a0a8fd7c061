// Tests that what setup adds to a text can be removed again, byte for byte, and that everything else stays.

import { describe, expect, it } from 'vitest';
import { memberOf, withMember, withoutMember } from './json-member.ts';
import { namesServer, withoutServer, withServer } from './toml-block.ts';

const PATH = '/home/dev/.claude.json';
const SERVER = { type: 'stdio', command: 'node', args: ['toolscope.js', 'mcp'] };
const MEMBER = ['mcpServers', 'toolscope'] as const;

describe('a member of JSON', () => {
  it.each([
    ['{}', false],
    ['{"a":1}', false],
    ['{\n  "a": 1\n}\n', false],
    ['{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"github": { "command": "gh" }\n\t}\n}', true],
    ['{\r\n  "mcpServers": {},\r\n  "b": [1, 2]\r\n}\r\n', true],
    ['{ // mine\n  "mcpServers": { "x": {} }, /* end */\n}\n', true],
  ])('%j comes back', (text, hadServers) => {
    const added = withMember(text, PATH, MEMBER, SERVER);
    expect(memberOf(added, PATH, MEMBER)).toEqual(SERVER);
    expect(withMember(added, PATH, MEMBER, SERVER)).toBe(added);
    expect(withoutMember(added, PATH, MEMBER, hadServers)).toBe(text);
  });

  it('brings an older entry up to date, and leaves a text without one alone', () => {
    const old = withMember('{"a": 1}', PATH, MEMBER, { ...SERVER, command: 'bun' });
    expect(memberOf(withMember(old, PATH, MEMBER, SERVER), PATH, MEMBER)).toEqual(SERVER);
    expect(withoutMember('{"a": 1}', PATH, MEMBER, false)).toBe('{"a": 1}');
  });

  it.each(['{"a": ', '[1]', '{"mcpServers": 1}'])('refuses %s', (text) => {
    expect(() => withMember(text, PATH, MEMBER, SERVER)).toThrow('was left as it is');
  });
});

describe('a table of TOML', () => {
  const server = {
    command: '/usr/bin/node',
    args: ['/opt/tool scope/toolscope.js', 'mcp'],
    env: { TOOLSCOPE_HOME: 'C:\\data' },
  };

  it.each(['', 'model = "x"\n', 'model = "x"', '[tui]\nbell = true\n\n', '# only words', 'a = 1\r\n'])(
    '%j comes back',
    (text) => {
      const added = withServer(text, server);
      expect(added).toContain(
        '[mcp_servers.toolscope]\ncommand = "/usr/bin/node"\nargs = ["/opt/tool scope/toolscope.js", "mcp"]\n',
      );
      expect(added).toContain('env = { TOOLSCOPE_HOME = "C:\\\\data" }');
      expect(withServer(added, server)).toBe(added);
      expect(withoutServer(added)).toBe(text);
      const more = `${added}[later]\nb = 2\n`;
      expect(withoutServer(more)).toBe(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[later]\nb = 2\n`);
    },
  );

  it.each([
    // As Codex 0.169 writes them when it adds another server: the comments are lost, or moved.
    ['', '[mcp_servers.later]\ncommand = "x"\n'],
    ['model = "x"\n\n', '[mcp_servers.later]\ncommand = "x"\n# end of toolscope setup\n'],
  ])('is found where the agent has written the file again: %j', (before, behind) => {
    const table = withServer('', { ...server, env: {} }).replace('# toolscope setup\n', '');
    const text = `${before}${table}\n${behind}`;
    expect(withServer(text, { ...server, env: {} })).toBe(text);
    expect(withoutServer(text)).toBe(
      `${before}${before === '' ? '' : '\n'}${behind.replace('# end of toolscope setup\n', '')}`,
    );
  });

  it('is removed with its subtables, and with keys that were added to it', () => {
    const text = `${withServer('a = 1\n', server)}\nstartup_timeout_sec = 20\n\n[mcp_servers.toolscope.env]\nX = "1"\n\n# mine\n[z]\n`;
    expect(withoutServer(text)).toBe('a = 1\n\n\n# mine\n[z]\n');
  });

  it('removes what an earlier version wrote', () => {
    const old = `a = 1\n# toolscope setup\n[mcp_servers.toolscope]\ncommand = "bun"\n# end of toolscope setup\n[z]\n`;
    expect(withoutServer(old)).toBe('a = 1\n[z]\n');
    expect(withServer(old, server)).toContain(
      '[z]\n# toolscope setup\n[mcp_servers.toolscope]\ncommand = "/usr/bin/node"',
    );
  });

  it('leaves a server that the user added alone', () => {
    const own = '[mcp_servers.toolscope]\ncommand = "toolscope"\n';
    expect(namesServer(own)).toBe(true);
    expect(withServer(own, server)).toBe(own);
    expect(withoutServer(own)).toBe(own);
  });
});
