// Tests text edits of settings: everything else stays byte for byte, installing twice changes nothing, uninstalling restores.

import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/app-error.ts';
import { type HookEntry, kindOf } from './hook-entry.ts';
import { installedIn, withHooks, withoutHooks } from './settings-text.ts';

const PATH = '/home/dev/.claude/settings.json';
const EVENTS = ['PreToolUse', 'Stop'];
const ENTRY: HookEntry = { type: 'command', command: "sh '/data/hooks/toolscope-hook.sh' claude-code", timeout: 10 };
const OLD: HookEntry = {
  ...ENTRY,
  command: "'/usr/bin/node' '/opt/toolscope/dist/cli/main.js' hook --agent claude-code",
};

const GROUP = `{
        "hooks": [
          {
            "type": "command",
            "command": "${ENTRY.command}",
            "timeout": 10
          }
        ]
      }`;

describe('withHooks', () => {
  it('makes new settings', () => {
    expect(withHooks('', PATH, ['Stop'], ENTRY)).toBe(`{
  "hooks": {
    "Stop": [
      ${GROUP}
    ]
  }
}
`);
  });

  it('leaves comments, order, spacing and the hooks of others alone', () => {
    const settings = `{
  // how it should sound
  "model": "large",   "hooks": { // mine
    "Stop": [ { "hooks": [ { "type": "command", "command": "bell" } ] } ], /* two rings */
  }, // end
  "last":[1,2],
}
`;
    const changed = withHooks(settings, PATH, EVENTS, ENTRY);
    const inline = JSON.stringify({ hooks: [ENTRY] });
    expect(changed).toBe(
      settings
        .replace('"bell" } ] } ]', `"bell" } ] }, ${inline} ]`)
        .replace(`${inline} ],`, `${inline} ],\n    "PreToolUse": [\n      ${GROUP}\n    ],`),
    );
    expect(withoutHooks(changed, PATH)).toBe(settings);
  });

  it('does nothing the second time, and brings an earlier installation up to date', () => {
    const once = withHooks('{"a": 1}', PATH, EVENTS, OLD);
    const updated = withHooks(once, PATH, EVENTS, ENTRY);
    expect(withHooks(updated, PATH, EVENTS, ENTRY)).toBe(updated);
    expect(installedIn(updated, PATH)).toEqual(EVENTS.map((event) => ({ event, kind: 'shell' })));
    expect(parse(updated)).toEqual(parse(withHooks('{"a": 1}', PATH, EVENTS, ENTRY)));
  });

  it('takes one of two away', () => {
    const twice = JSON.stringify({ hooks: { Stop: [{ hooks: [ENTRY, ENTRY] }, { matcher: '', hooks: [OLD] }] } });
    expect(parse(withHooks(twice, PATH, ['Stop'], ENTRY))).toEqual({ hooks: { Stop: [{ hooks: [ENTRY] }] } });
  });

  it.each(['\t', '    '])('keeps the file’s own indentation %j and line ends', (unit) => {
    const settings = `\ufeff{\r\n${unit}"a": 1\r\n}\r\n`;
    const changed = withHooks(settings, PATH, ['Stop'], ENTRY);
    expect(changed).toContain(`\r\n${unit}"hooks": {\r\n${unit}${unit}"Stop": [\r\n`);
    expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(withoutHooks(changed, PATH)).toBe(settings);
  });

  it.each([
    ['{"a": }', /not valid JSON \(ValueExpected in line 1\)/],
    ['{"a": 1', /not valid JSON/],
    ['[]', /not a JSON object/],
    ['{"hooks": []}', /"hooks" is not an object/],
    ['{"hooks": {"Stop": {}}}', /hooks for Stop are not a list/],
  ])('refuses %s', (text, why) => {
    for (const change of [() => withHooks(text, PATH, EVENTS, ENTRY), () => withoutHooks(text, PATH)]) {
      expect(change).toThrow(AppError);
      expect(change).toThrow(why);
    }
  });

  it('keeps everything, whatever the settings', () => {
    const others = fc.dictionary(
      fc.constantFrom('PreToolUse', 'Stop', 'Other'),
      fc.array(fc.record({ hooks: fc.array(fc.record({ command: fc.string() })) }), { maxLength: 3 }),
    );
    const settings = fc.record({ a: fc.jsonValue(), hooks: others, z: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 1, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const changed = withHooks(text, PATH, EVENTS, ENTRY);
        expect(withHooks(changed, PATH, EVENTS, ENTRY)).toBe(changed);
        const places = installedIn(changed, PATH).map(({ event }) => event);
        expect(places.toSorted()).toEqual(EVENTS.toSorted());
        const back = parse(withoutHooks(changed, PATH));
        const { hooks = {}, ...rest } = parse(text);
        const { hooks: kept = {}, ...restBack } = back;
        expect(restBack).toEqual(rest);
        // An empty list of hooks may be removed with ours.
        for (const [event, groups] of Object.entries(hooks)) expect(kept[event] ?? []).toEqual(groups);
      }),
      { numRuns: 200 },
    );
  });
});

describe('kindOf', () => {
  it.each([
    [ENTRY, 'shell'],
    [OLD, 'command'],
    [{ type: 'command', command: 'toolscope hook --agent codex' }, 'command'],
    [{ type: 'http', url: 'http://127.0.0.1:7070/hooks/v1/codex' }, 'http'],
    [{ type: 'command', command: 'bell' }, undefined],
    [{ type: 'command', command: 'echo toolscope hook' }, undefined],
    [null, undefined],
  ])('%j is %s', (handler, kind) => {
    expect(kindOf(handler)).toBe(kind);
  });
});
