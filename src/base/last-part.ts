// The last part of a path, by which people call a project.

/** With the separators of any system; the path itself where it has no parts. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
