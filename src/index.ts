// The library door: what programs may import from `toolscope`.

export { AppError, type AppErrorCode } from './base/app-error.ts';
export { loadConfig } from './config/load-config.ts';
export type { Insights } from './insights/insights.ts';
export { insightsOfSession } from './library/insights/kept-insights.ts';
export { type CallRecord, callRecord } from './model/call-record.ts';
export type { Duration } from './model/duration.ts';
export type { Facts, Interpretation, ResultShape, Via } from './model/interpretation.ts';
export { addsUp, type Ledger } from './model/ledger.ts';
export { type Blame, type CallStatus, didRun, type Failure, isUnexpectedFailure } from './model/outcome.ts';
export type { Problem } from './model/problem.ts';
export { recoveriesIn } from './model/recoveries.ts';
export type { Loop, Recoveries, Recovery, RecoveryRule } from './model/recovery.ts';
export type { Compaction, Message, ModelUsage, Session, Source, Thread } from './model/session.ts';
export type { BodyRef, LineRef } from './model/source.ts';
export type { Copy, Evidence, HookRun, Stage, ToolCall } from './model/tool-call.ts';
export type { TokenUsage } from './model/usage.ts';
export { isTool, type ListedCall, type ToolId } from './parse/parsed-call.ts';
export { stagesOf } from './reading/call-stages.ts';
export { readSession, streamCalls, streamSessions, type TypedSession } from './reading/many-sessions/read-paths.ts';
export { type OpenedCall, openCall } from './reading/open-call.ts';
export type { ReadOptions } from './reading/read-session.ts';
export { type ExportOptions, exportTrace } from './redaction/export-trace.ts';
export type { RedactionReport } from './redaction/report.ts';
export { DEFAULT_LINE_LIMIT, lineLimit, setLineLimit } from './sources/json-lines/line-limit.ts';
export type * from './tools/tool-types.ts';
export { TRACE_FORMATS, type TraceFormat, type TraceOptions } from './traces/export-trace.ts';
