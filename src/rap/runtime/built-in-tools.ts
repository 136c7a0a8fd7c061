// The names of tools that are the runtime's own. No toolset can have a tool of such a name.

/** For the model: ends a subscription of its thread. */
export const CANCEL_TOOL = 'cancel_subscription';
/** How events are reported to the model; never to be called by it. */
export const INJECTED_TOOL = 'receive_event__injected';

export const RESERVED_TOOLS: ReadonlySet<string> = new Set([CANCEL_TOOL, INJECTED_TOOL]);
