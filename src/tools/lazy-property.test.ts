// Tests lazily computed properties: once, on demand, and otherwise like any other property.

import { expect, it } from 'vitest';
import { LazyProperty } from './lazy-property.ts';

class Lamp extends LazyProperty<readonly string[]> {
  readonly name: string;
  declare readonly colours: readonly string[];

  constructor(name: string, colours: () => readonly string[]) {
    super('colours', colours);
    this.name = name;
  }
}

it('works the part out once, when it is first asked for', () => {
  let asked = 0;
  const lamp = new Lamp('desk', () => {
    asked++;
    return ['white'];
  });
  expect(lamp.name).toBe('desk');
  expect(asked).toBe(0);
  expect(lamp.colours).toBe(lamp.colours);
  expect(asked).toBe(1);
});

it('keeps the parts of several objects apart', () => {
  const [one, two] = [new Lamp('one', () => ['red']), new Lamp('two', () => ['green'])];
  expect([one.colours, two.colours]).toEqual([['red'], ['green']]);
});

it('is there for JSON, copies and comparisons', () => {
  const plain = { name: 'desk', colours: ['white'] };
  expect(JSON.parse(JSON.stringify(new Lamp('desk', () => ['white'])))).toEqual(plain);
  expect({ ...new Lamp('desk', () => ['white']) }).toStrictEqual(plain);
  expect(structuredClone(new Lamp('desk', () => ['white']))).toStrictEqual(plain);
  expect(new Lamp('desk', () => ['white'])).toEqual(plain);
});
