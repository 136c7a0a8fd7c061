// The paths of a session's files by their number, for reading bodies.

export function pathList(paths: ReadonlyMap<number, string>): string[] {
  const list: string[] = [];
  for (const [source, path] of paths) list[source] = path;
  return list;
}
