// The difference between two to-do lists: items added, removed, progressed, or reworded.

export interface Todo {
  readonly id: string | null;
  readonly text: string;
  /** pending, in_progress, completed, or a newer word. */
  readonly status: string;
  /** Its name while in progress: "Running the tests". */
  readonly activeForm: string | null;
  readonly priority: string | null;
}

export type TodoChange =
  | { readonly change: 'added'; readonly todo: Todo }
  | { readonly change: 'removed'; readonly todo: Todo }
  | { readonly change: 'status'; readonly todo: Todo; readonly from: string }
  | { readonly change: 'reworded'; readonly todo: Todo; readonly from: string };

/** Entries match by id if both lists have ids, else by their text; the first of equal ones matches first. */
function keyOf(todo: Todo, byId: boolean): string {
  return byId ? (todo.id ?? todo.text) : todo.text;
}

function hasIds(todos: readonly Todo[]): boolean {
  return todos.length > 0 && todos.every(({ id }) => id !== null);
}

export function todoChanges(before: readonly Todo[], after: readonly Todo[]): readonly TodoChange[] {
  const byId = hasIds(before) && hasIds(after);
  const left = new Map<string, Todo[]>();
  for (const todo of before) {
    const key = keyOf(todo, byId);
    const waiting = left.get(key);
    if (waiting === undefined) left.set(key, [todo]);
    else waiting.push(todo);
  }
  const changes: TodoChange[] = [];
  for (const todo of after) {
    const old = left.get(keyOf(todo, byId))?.shift();
    if (old === undefined) changes.push({ change: 'added', todo });
    else {
      if (old.text !== todo.text) changes.push({ change: 'reworded', todo, from: old.text });
      if (old.status !== todo.status) changes.push({ change: 'status', todo, from: old.status });
    }
  }
  for (const waiting of left.values()) for (const todo of waiting) changes.push({ change: 'removed', todo });
  return changes;
}
