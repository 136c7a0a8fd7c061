// Paths in one-line summaries: the end of a long path is more useful than its beginning.

const PATH_MAX = 100;

export function pathTail(path: string): string {
  if (path.length <= PATH_MAX) return path;
  const tail = path.slice(-(PATH_MAX - 1));
  const cut = tail.search(/[/\\]/);
  return `…${cut === -1 ? tail : tail.slice(cut)}`;
}
