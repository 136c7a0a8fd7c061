// What a shell call was asked and what came of it, the same for every agent.

export interface ShellInput {
  readonly command: string;
  readonly description?: string | undefined;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly background: boolean;
  /** Asked to run outside the sandbox. */
  readonly unsandboxed: boolean;
  /** Why that should be allowed, in the agent's words. */
  readonly justification?: string | undefined;
}

/** Bytes of an image, left in the log: `pointer` leads there from the structured result or from the record. */
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
  /** Where only one stream is known, stdout holds both. */
  readonly merged: boolean;
  /** Null when the log does not say: Claude Code writes none for a success. */
  readonly exitCode: number | null;
  readonly interrupted: boolean;
  readonly timedOut: boolean;
  /** Run time as the result states it. */
  readonly durationMs: number | null;
  readonly isImage: boolean;
  readonly image?: ShellImage | undefined;
  /** What the agent's own reading of the exit code was ("No matches found"). */
  readonly meaning?: string | undefined;
  /** Where the whole of a too large output was kept; then stdout holds a part. */
  readonly persisted?: { readonly path: string; readonly bytes: number | null } | undefined;
  /** Size of the whole, where the log holds only a part of it. */
  readonly cutFrom?: { readonly lines: number | null; readonly tokens: number | null } | undefined;
  /** 1.0.x said whether the command ran in the sandbox. */
  readonly sandboxed?: boolean | undefined;
  readonly git?: GitOperation | undefined;
  /** What the agent was told beside the output. */
  readonly notes: readonly string[];
}

export interface ShellBackground {
  readonly kind: 'background';
  readonly taskId: string;
  /**
   * Why it went to the background: asked for, its time ran out, a person sent it there, a message had to get through,
   * or the agent only waits a while for any command.
   */
  readonly because: 'asked' | 'timeout' | 'user' | 'message' | 'yield';
  readonly outputPath?: string | undefined;
  /** After how long it went there. */
  readonly afterMs: number | null;
  /** What it had written by then. */
  readonly stdout: string;
  readonly stderr: string;
  readonly notes: readonly string[];
}

export type ShellResult = ShellOutput | ShellBackground;

/** An output of which only one stream, and perhaps the exit code, is known. Written out: copying is several times slower. */
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
