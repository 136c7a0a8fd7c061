// One name for one file: paths relative to a session's folder are made absolute.

/** From the root, from a home folder, or from a drive. */
function saysWhereItStarts(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path);
}

/** Without `.`, `..` and empty segments, as far as the path itself shows. */
function joined(folder: string, path: string): string {
  const isRooted = folder.startsWith('/');
  const segments: string[] = [];
  for (const segment of `${folder}/${path}`.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!isRooted) segments.push(segment);
  }
  const rest = segments.length === 0 && !isRooted ? '.' : segments.join('/');
  const end = rest !== '' && (path === '' ? folder : path).endsWith('/') ? '/' : '';
  return `${isRooted ? '/' : ''}${rest}${end}`;
}

/** `project` is the base folder of relative paths. */
export function wholePath(path: string, project: string | null): string {
  if (project === null || saysWhereItStarts(path)) return path;
  return project.includes('\\') ? `${project}\\${path}` : joined(project, path);
}

/** The names under which a change may be looked up: where the file is, and where it was before it was moved. */
export function namesOf(
  { path, movedTo }: { readonly path: string; readonly movedTo?: string | undefined },
  project: string | null,
): string[] {
  const names = [wholePath(path, project)];
  if (movedTo !== undefined) names.push(wholePath(movedTo, project));
  return names;
}
