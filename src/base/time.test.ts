// Tests instants: the fast path agrees with the calendar.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from './time.ts';

describe('parseInstant', () => {
  it('agrees with the calendar on every instant', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });

  it('agrees with the engine on instants with a character changed', () => {
    const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.nat({ max: 23 }), fc.constantFrom(...'0123456789-:.TZ x'), (instant, at, character) => {
        const text = instant.toISOString();
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        const expected = Date.parse(changed);
        const isPossible = expected >= 0 && expected < Date.UTC(2200, 0, 1);
        expect(parseInstant(changed)).toBe(isPossible ? expected : null);
      }),
    );
  });

  it.each([
    ['2026-02-30T00:00:00.000Z', Date.parse('2026-02-30T00:00:00.000Z') || null],
    ['2026-13-01T00:00:00.000Z', null],
    ['2026-01-01T00:00:0x.000Z', null],
    ['yesterday', null],
    ['', null],
    [17, null],
    [null, null],
  ])('%s', (value, expected) => {
    expect(parseInstant(value)).toBe(Number.isNaN(expected) ? null : expected);
  });

  it('takes other ISO forms', () => {
    expect(parseInstant('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0, 1));
    expect(parseInstant('2026-01-01T02:00:00+02:00')).toBe(Date.UTC(2026, 0, 1));
  });
});

describe('formatInstant', () => {
  it('never throws', () => {
    expect([formatInstant(0), formatInstant(null), formatInstant(1e300), formatInstant(Number.NaN)]).toEqual([
      '1970-01-01T00:00:00.000Z',
      null,
      null,
      null,
    ]);
  });
});
