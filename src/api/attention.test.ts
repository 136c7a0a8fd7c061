// Tests when a session wants a person: once for each time it begins, and never for what was so before.

import { describe, expect, it } from 'vitest';
import { attentionFor, type StateName, type Watched } from './attention.ts';

function seen(state: StateName, loops = 0): Watched {
  return { state, loops };
}

describe('attentionFor', () => {
  it('tells when waiting begins, and once', () => {
    expect(attentionFor(seen('working'), seen('waiting-for-permission'))).toBe('permission');
    expect(attentionFor(seen('waiting-for-permission'), seen('waiting-for-permission'))).toBeNull();
    expect(attentionFor(seen('waiting-for-permission'), seen('waiting-for-answer'))).toBe('answer');
  });

  it('tells when work is done, however it ended', () => {
    expect(attentionFor(seen('working'), seen('idle'))).toBe('done');
    expect(attentionFor(seen('working'), seen('ended'))).toBe('done');
    expect(attentionFor(seen('idle'), seen('ended'))).toBeNull();
    expect(attentionFor(seen('waiting-for-answer'), seen('idle'))).toBeNull();
  });

  it('tells of loops while they go on', () => {
    expect(attentionFor(seen('working'), seen('working', 1))).toBe('loop');
    expect(attentionFor(seen('working', 1), seen('working', 1))).toBeNull();
    expect(attentionFor(seen('working'), seen('idle', 1))).toBe('done');
  });

  it('tells nothing of a session that is new to it', () => {
    expect(attentionFor(undefined, seen('waiting-for-permission', 3))).toBeNull();
  });
});
