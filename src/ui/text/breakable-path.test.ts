import { expect, it } from 'vitest';
import { pathParts } from './breakable-path.tsx';

it.each([
  ['/home/dev/gate.ts', ['/', 'home/', 'dev/', 'gate.ts']],
  ['C:\\orchard\\gate.ts', ['C:\\', 'orchard\\', 'gate.ts']],
  ['https://pear.example/a', ['https://', 'pear.example/', 'a']],
  ['gate.ts', ['gate.ts']],
  ['a\u202e/b', ['a/', 'b']],
])('%s has parts', (path, parts) => {
  expect(pathParts(path)).toEqual(parts);
});
