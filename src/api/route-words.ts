// What routes have in common: the parts of their paths, and query parameters.

import { z } from 'zod';

export const SESSION = ['agent', 'session'] as const;
export const CALL = ['agent', 'session', 'callId', 'occurrence'] as const;
export const flag = z.enum(['0', '1']).optional();
export const whole = z.string().regex(/^\d{1,15}$/, 'a whole number');
/** Texts, one per line. */
export const masks = z.string().max(4000).optional();
