// Tests parsing of MCP tool names.

import { expect, it } from 'vitest';
import { mcpName } from './mcp-name.ts';

it.each([
  ['mcp__clock__wind', { server: 'clock', plugin: null, tool: 'wind' }],
  ['mcp__clock-shop__find__all', { server: 'clock-shop', plugin: null, tool: 'find__all' }],
  ['mcp__my_server__do_it', { server: 'my_server', plugin: null, tool: 'do_it' }],
  ['mcp__apps__github.search', { server: 'apps', plugin: null, tool: 'github.search' }],
  ['mcp__plugin_garden_camera__snap', { server: 'camera', plugin: 'garden', tool: 'snap' }],
  ['mcp__plugin_solo__snap', { server: 'solo', plugin: 'solo', tool: 'snap' }],
  ['mcp__clock/wind', { server: 'clock', plugin: null, tool: 'wind' }],
  ['mcp__clock__/wind', { server: 'clock', plugin: null, tool: 'wind' }],
  ['mcp__clock__a/b', { server: 'clock', plugin: null, tool: 'a/b' }],
  ['mcp__clock', { server: 'clock', plugin: null, tool: '' }],
  ['mcp____', { server: '', plugin: null, tool: '' }],
  ['mcp____proto__', { server: '', plugin: null, tool: 'proto__' }],
])('%s', (raw, name) => {
  expect(mcpName(raw)).toEqual(name);
});
