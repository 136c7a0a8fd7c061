// `toolscope/rap`: what tool authors and runtime authors may import.

export { AppError, type AppErrorCode } from '../base/app-error.ts';
export type { SenderOptions } from './client/callback-sender.ts';
export { type Invocation, parseInvocation } from './client/invocation.ts';
export type { ChoiceRequest, EventOptions } from './client/messages.ts';
export { type AnswerTo, requestChoice, requestOAuth, sendEvent, sendToolResult } from './client/send.ts';
export type { ToolCall } from './client/tool-call.ts';
export { ToolError, type ToolOutcome } from './client/tool-outcome.ts';
export {
  createToolServer,
  type Handler,
  type Migrate,
  type ToolAuth,
  type ToolServer,
  type ToolServerOptions,
} from './client/tool-server.ts';
export { type CheckRuntimeOptions, checkRuntime } from './conformance/check-runtime.ts';
export { checkSelf } from './conformance/check-self.ts';
export { type CheckToolOptions, checkTool } from './conformance/check-tool.ts';
export { conforms, type Finding, type Level } from './conformance/finding.ts';
export { type RapHandler, rapHandler } from './http/handler.ts';
export { type Listening, type MountedRap, type MountOptions, mountRap } from './http/mount.ts';
export { type RapServer, type RapServerOptions, startRapServer } from './http/server.ts';
export type { DeliveryEnd } from './outbound/deliver.ts';
export type { InvocationWire, Segment, SegmentType } from './protocol/messages.ts';
export { SCHEMAS } from './protocol/schemas.ts';
export type { DisplayItem, ModelItem } from './runtime/feed.ts';
export {
  type Ask,
  type OpenCall,
  openRapOverview,
  type RapOverview,
  type ToolServerHealth,
  type View,
} from './runtime/overview.ts';
export { RapRuntime, type RuntimeOptions } from './runtime/runtime.ts';
