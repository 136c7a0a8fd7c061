// The registered tools as a list, in the order of their ids.

import type { ToolDefinition } from './define.ts';
import * as registry from './registry.ts';

export const tools: readonly ToolDefinition[] = Object.values(registry).sort((a, b) => (a.id < b.id ? -1 : 1));
