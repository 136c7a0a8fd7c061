// The notice for an output too large to show: where the whole is, its size, and the part that is shown.

export interface PersistedNotice {
  /** Absolute on the machine that wrote the log: only its last part can be relied on. */
  readonly path: string;
  /** From a rounded figure such as "31.3KB". Null when there is none. */
  readonly bytes: number | null;
  readonly preview: string;
}

const OPEN = '<persisted-output>';
const CLOSE = '</persisted-output>';
const HEAD = /^Output too large(?: \(([\d.]{1,12}) ?(B|bytes|KB|MB|GB)\))?\. Full output saved to: ([^\n]+)/;
const PREVIEW = /Preview \(first [^)\n]{1,40}\):\n/;
const UNITS: Readonly<Record<string, number>> = { B: 1, bytes: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Undefined when the text is not such a notice. */
export function readPersisted(text: string): PersistedNotice | undefined {
  if (!text.startsWith(OPEN)) return undefined;
  const body = text.slice(OPEN.length).trimStart();
  const head = HEAD.exec(body);
  const path = head?.[3]?.trim();
  if (head === null || path === undefined) return undefined;
  const unit = UNITS[head[2] ?? ''];
  const rest = body.slice(head[0].length);
  const mark = PREVIEW.exec(rest.slice(0, 400));
  const end = rest.lastIndexOf(CLOSE);
  const preview = mark === null ? '' : rest.slice(mark.index + mark[0].length, end === -1 ? rest.length : end);
  return {
    path,
    bytes: unit === undefined || head[1] === undefined ? null : Math.round(Number(head[1]) * unit),
    preview: preview.replace(/\n(?:\.\.\.\n)?$/, ''),
  };
}
