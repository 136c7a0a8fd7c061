// Query parameters that routes have in common.

import { z } from 'zod';

export const flag = z.enum(['0', '1']).optional();
export const whole = z.string().regex(/^\d{1,15}$/, 'a whole number');
/** Texts, one per line. */
export const masks = z.string().max(4000).optional();
