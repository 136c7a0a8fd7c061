// Everything a fold knows, as plain data, so that it survives a restart.

import type { LeafTitle } from '../model/leaf-titles.ts';
import type { ThreadId } from '../model/observation.ts';
import type { Compaction } from '../model/session.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import type { CallsByIdState } from './calls-by-id.ts';
import type { ContextState } from './context.ts';
import type { FieldFact, FieldKey } from './description.ts';
import type { ThreadTrackerState } from './known-threads.ts';
import type { MemberTable } from './member-table.ts';
import type { ModelProgress } from './model-progress.ts';
import type { SessionHookReportsState } from './session-hook-reports.ts';
import type { TaskState } from './tasks.ts';
import type { TreeState } from './tree.ts';
import type { Turns } from './turn-starts.ts';
import type { UsageState } from './usage.ts';

/** Maps and sets need a serializer that supports them. */
export interface FoldState {
  readonly calls: CallsByIdState;
  readonly tree: TreeState;
  readonly tasks: TaskState;
  readonly description: Map<FieldKey, FieldFact>;
  readonly leafTitles: LeafTitle[];
  readonly threads: ThreadTrackerState;
  readonly compactions: Compaction[];
  readonly contexts: ContextState;
  readonly hooks: HookRun[];
  readonly heard: SessionHookReportsState;
  readonly superseded: Set<string>;
  readonly rollbacks: { thread: ThreadId; turns: number; ref: LineRef }[];
  readonly groups: MemberTable<number>;
  readonly modelWords: Map<ThreadId, ModelProgress>;
  readonly usage: UsageState;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly turns: Map<ThreadId, Turns>;
  readonly byThread: MemberTable<ThreadId>;
  readonly byRecord: MemberTable<number>;
  readonly open: Map<ThreadId, Set<string>>;
}
