// Tests the shell outputs of the library generator: the proportions of real logs, and text that is safe inside JSON.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../bench/generate/rng.ts';
import { type OutputRequest, shellOutput } from '../../bench/generate/shell-output.ts';
import { TextPools } from '../../bench/generate/text-pools.ts';

const COUNT = 4000;

function outputs(request: OutputRequest, seed = 'outputs'): string[] {
  const rng = new Rng(seed);
  const pools = new TextPools(rng);
  return Array.from({ length: COUNT }, () => shellOutput(rng, pools, request));
}

/** As a reader gets them. */
function texts(request: OutputRequest): string[] {
  return outputs(request).map((escaped) => String(JSON.parse(`"${escaped}"`)));
}

function percentOf(list: readonly string[], test: (text: string) => boolean): number {
  return (100 * list.filter(test).length) / list.length;
}

const isTraceback = (text: string): boolean => text.includes('Traceback (most recent call last)');
const isStack = (text: string): boolean => /^ {4}at \w+ \(/m.test(text);
const isSandboxed = (text: string): boolean => text.includes('</sandbox_violations>');
const isRedrawn = (text: string): boolean => /\r(?!\n)/.test(text);
const isLong = (text: string): boolean => text.length > 4096;
const isVeryLong = (text: string): boolean => text.length > 16_384;

describe('Claude Code', () => {
  const ok = texts({ agent: 'claude-code', failed: false });
  const failed = texts({ agent: 'claude-code', failed: true });

  it('fails with tracebacks, and now and then with a sandbox report, at the end of long outputs', () => {
    expect(percentOf(failed, isTraceback)).toBeGreaterThan(9);
    expect(percentOf(failed, isTraceback)).toBeLessThan(14);
    expect(percentOf(failed, isSandboxed)).toBeGreaterThan(0.5);
    expect(percentOf(failed, isSandboxed)).toBeLessThan(2);
    expect(failed.filter(isSandboxed).every((text) => text.endsWith('</sandbox_violations>'))).toBe(true);
    expect(percentOf(failed, isLong)).toBeGreaterThan(12);
    expect(percentOf(failed, isLong)).toBeLessThan(20);
    expect(percentOf(failed, isVeryLong)).toBe(0);
  });

  it('succeeds with little noise and few long outputs', () => {
    expect(percentOf(ok, isRedrawn)).toBeGreaterThan(0.1);
    expect(percentOf(ok, isRedrawn)).toBeLessThan(0.5);
    expect(percentOf(ok, isSandboxed)).toBe(0);
    expect(percentOf(ok, isLong)).toBeGreaterThan(4);
    expect(percentOf(ok, isLong)).toBeLessThan(10);
    expect(percentOf(ok, isVeryLong)).toBeGreaterThan(0.5);
  });
});

describe('Codex CLI', () => {
  const ok = texts({ agent: 'codex', failed: false });
  const failed = texts({ agent: 'codex', failed: true });

  it('fails with stacks, mostly in few words, seldom at length', () => {
    expect(percentOf(failed, isStack)).toBeGreaterThan(2);
    expect(percentOf(failed, isStack)).toBeLessThan(4.5);
    expect(percentOf(failed, isLong)).toBeLessThan(12);
    expect(percentOf(failed, isVeryLong)).toBeGreaterThan(1);
  });

  it('succeeds with long outputs', () => {
    expect(percentOf(ok, isLong)).toBeGreaterThan(18);
    expect(percentOf(ok, isVeryLong)).toBeGreaterThan(3.5);
    expect(percentOf(ok, isStack)).toBeLessThan(0.5);
  });
});

describe('all of them', () => {
  it('are the same again for the same seed', () => {
    const request = { agent: 'claude-code', failed: true } as const;
    expect(outputs(request)).toEqual(outputs(request));
    expect(outputs(request)).not.toEqual(outputs(request, 'other'));
  });

  it('can be a document inside a string', () => {
    for (const failed of [true, false]) {
      const request = { agent: 'codex', failed, size: 3000, isTwice: true } as const;
      for (const output of outputs(request)) {
        const once: unknown = JSON.parse(`"${output}"`);
        expect(typeof JSON.parse(`"${String(once)}"`)).toBe('string');
      }
    }
  });
});
