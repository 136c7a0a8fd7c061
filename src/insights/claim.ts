// A claim of the agent about its own work, and the call that shows it.

import type { LineRef } from '../model/source.ts';
import type { CheckKind } from './checks.ts';
import type { CallRef } from './session-view.ts';

export interface Claim {
  readonly about: CheckKind | 'deployment';
  /** The answer's own words. */
  readonly quote: string;
  readonly ref: LineRef;
  readonly standing: 'shown' | 'not-run' | 'failed' | 'hidden-failure' | 'before-last-edit' | 'partly';
  readonly call: CallRef | null;
}
