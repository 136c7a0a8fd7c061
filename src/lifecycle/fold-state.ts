// Owns everything a fold knows, as plain data, so that it can be kept over a restart.

import type { LeafTitle } from '../model/leaf-titles.ts';
import type { ThreadId } from '../model/observation.ts';
import type { Compaction } from '../model/session.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import type { CallBookState } from './call-book.ts';
import type { ContextState } from './context-book.ts';
import type { FieldFact, FieldKey } from './description.ts';
import type { HeardState } from './heard-book.ts';
import type { MemberTable } from './member-table.ts';
import type { ModelWords } from './model-words.ts';
import type { TaskState } from './task-book.ts';
import type { ThreadBookState } from './thread-book.ts';
import type { TreeState } from './tree.ts';
import type { UsageState } from './usage-book.ts';

export interface Turns {
  starts: LineRef[];
  isSorted: boolean;
}

/** Everything a fold knows, as plain data, for keeping it over a restart. Maps and sets need a serialiser that has them. */
export interface FoldState {
  readonly calls: CallBookState;
  readonly tree: TreeState;
  readonly tasks: TaskState;
  readonly description: Map<FieldKey, FieldFact>;
  readonly leafTitles: LeafTitle[];
  readonly threads: ThreadBookState;
  readonly compactions: Compaction[];
  readonly contexts: ContextState;
  readonly hooks: HookRun[];
  readonly heard: HeardState;
  readonly superseded: Set<string>;
  readonly rollbacks: { thread: ThreadId; turns: number; ref: LineRef }[];
  readonly groups: MemberTable<number>;
  readonly modelWords: Map<ThreadId, ModelWords>;
  readonly usage: UsageState;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  readonly turns: Map<ThreadId, Turns>;
  readonly byThread: MemberTable<ThreadId>;
  readonly byRecord: MemberTable<number>;
  readonly open: Map<ThreadId, Set<string>>;
}
