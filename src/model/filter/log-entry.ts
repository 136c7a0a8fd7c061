// What a filter can ask of anything in a log, whether it is a call or was said outside of calls.

import type { ToolCall } from '../tool-call.ts';
import type { SessionFacts } from './session-facts.ts';

export type LogEntry = Pick<ToolCall, 'agent' | 'session' | 'thread' | 'model' | 'requestedAt' | 'endedAt'>;

export type EntryTest = (entry: LogEntry, facts: SessionFacts) => boolean;
