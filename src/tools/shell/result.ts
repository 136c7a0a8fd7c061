// Input and result of a shell call, the same for every agent.

export interface ShellInput {
  readonly command: string;
  readonly description?: string | undefined;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly background: boolean;
  /** Requested to run outside the sandbox. */
  readonly unsandboxed: boolean;
  /** Why that should be allowed, in the agent's words. */
  readonly justification?: string | undefined;
}

/** An image whose bytes stay in the log: `pointer` is its position in the structured result or the record. */
export interface ShellImage {
  readonly mediaType: string;
  readonly bytes: number;
  readonly pointer: string;
  readonly from: 'structured' | 'record';
}

export interface GitOperation {
  readonly commit?: { readonly sha: string; readonly how: string; readonly branch?: string | undefined } | undefined;
  readonly push?: { readonly branch: string } | undefined;
  readonly branch?: { readonly ref: string; readonly action: string } | undefined;
  readonly pullRequest?:
    | { readonly number: number; readonly url?: string | undefined; readonly action: string }
    | undefined;
}

export interface ShellOutput {
  readonly kind: 'output';
  readonly stdout: string;
  readonly stderr: string;
  /** If only one stream is known, stdout contains both. */
  readonly merged: boolean;
  /** Null when the log does not say: Claude Code writes none for a success. */
  readonly exitCode: number | null;
  readonly interrupted: boolean;
  readonly timedOut: boolean;
  /** Run time as reported by the result. */
  readonly durationMs: number | null;
  readonly isImage: boolean;
  readonly image?: ShellImage | undefined;
  /** The agent's interpretation of the exit code ("No matches found"). */
  readonly meaning?: string | undefined;
  /** Where an output that was too large is stored; then stdout has only a part. */
  readonly persisted?: { readonly path: string; readonly bytes: number | null } | undefined;
  /** Size of the whole, if the log has only a part of it. */
  readonly cutFrom?: { readonly lines: number | null; readonly tokens: number | null } | undefined;
  /** 1.0.x said whether the command ran in the sandbox. */
  readonly sandboxed?: boolean | undefined;
  readonly git?: GitOperation | undefined;
  /** Remarks to the agent next to the output. */
  readonly notes: readonly string[];
}

export interface ShellBackground {
  readonly kind: 'background';
  readonly taskId: string;
  /**
   * Why it went to the background: requested, its time ran out, the user sent it there, a message had to get through, or the
   * agent only waits a while for any command.
   */
  readonly because: 'asked' | 'timeout' | 'user' | 'message' | 'yield';
  readonly outputPath?: string | undefined;
  /** After how long. */
  readonly afterMs: number | null;
  /** What it had written until then. */
  readonly stdout: string;
  readonly stderr: string;
  readonly notes: readonly string[];
}

export type ShellResult = ShellOutput | ShellBackground;

/** An output with only one stream, and perhaps an exit code. Written out: spreading is several times slower. */
export function mergedOutput(
  stdout: string,
  exitCode: number | null,
  more: Partial<Omit<ShellOutput, 'kind' | 'stdout' | 'exitCode' | 'meaning' | 'sandboxed' | 'git'>> = {},
): ShellOutput {
  return {
    kind: 'output',
    stdout,
    stderr: more.stderr ?? '',
    merged: more.merged ?? true,
    exitCode,
    interrupted: more.interrupted ?? false,
    timedOut: more.timedOut ?? false,
    durationMs: more.durationMs ?? null,
    isImage: more.isImage ?? false,
    notes: more.notes ?? [],
    image: more.image,
    persisted: more.persisted,
    cutFrom: more.cutFrom,
  };
}
