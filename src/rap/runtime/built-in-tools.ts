// Names of the runtime's own tools. No toolset can have a tool with such a name.

/** For the model: ends a subscription of its thread. */
export const CANCEL_TOOL = 'cancel_subscription';
/** How events are presented to the model; it must never call this. */
export const INJECTED_TOOL = 'receive_event__injected';

export const RESERVED_TOOLS: ReadonlySet<string> = new Set([CANCEL_TOOL, INJECTED_TOOL]);
