// The entry point `toolscope/parse`: parsing calls without files, on any JavaScript runtime.

export { AppError, type AppErrorCode } from '../base/app-error.ts';
export type { Format } from '../formats/format.ts';
export { defineFormat, type OwnEvent, type OwnFormat } from '../formats/own-format.ts';
export type { ContentBlock, ResultContent } from '../model/content.ts';
export type { Duration } from '../model/duration.ts';
export type { Facts, ResultShape, Via } from '../model/interpretation.ts';
export { type Blame, type CallStatus, didRun, type Failure, isUnexpectedFailure } from '../model/outcome.ts';
export type { Problem } from '../model/problem.ts';
export type { ToolCall } from '../model/tool-call.ts';
export type { Kinded, TypedTool } from '../tools/define.ts';
export { generic } from '../tools/generic/generic.ts';
export { type DrawnPart, defineOwnTool as defineTool, type OwnResult } from '../tools/own-tool.ts';
export type { OwnPart, OwnTool } from '../tools/own-tool-shape.ts';
export * from '../tools/registry.ts';
export type * from '../tools/tool-types.ts';
export { type CallToParse, interpretCall, type Parser, parserOf } from './interpret-call.ts';
export { type PairOptions, pairCalls } from './pair-calls.ts';
export {
  type AnyResult,
  type FailedResult,
  isTool,
  type ListedCall,
  type PairedCall,
  type ParsedCall,
  type RawResult,
  type ToolId,
} from './parsed-call.ts';
export { type Config, useConfig } from './use-config.ts';
