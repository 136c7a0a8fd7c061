// Recognises compressed logs by their names.

export function isCompressed(path: string): boolean {
  return path.endsWith('.zst');
}
