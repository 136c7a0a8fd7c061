// The final state of one file: the steps of calls, folded into one diff. If the log does not contain enough for that, it says so, and
// why, rather than guess.

import { countHunkLines, type FileChange, type Hunk, type Replacement } from '../tools/hunks.ts';
import { splitLines } from '../tools/line-diff.ts';
import { FileLines } from './file-lines.ts';
import { hunkLines } from './hunk-lines.ts';
import { type NetHunk, netHunks } from './net-hunks.ts';
import { agree, endOf, isOpen, replaced, withLineEnd } from './whole-text.ts';

/** What one call did to one file. Calls are known by their number. */
export interface ChangeStep {
  readonly call: number;
  readonly change: FileChange;
  /** False: the log does not say whether it was done. */
  readonly isCertain: boolean;
  readonly hunks: readonly Hunk[];
  /** The requested replacements, if the hunks are only drawn from them. */
  readonly replacements: readonly Replacement[];
  /** The whole file, if the log has it. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Anything that is not in the log: a command, a formatter, a person. */
export const ELSEWHERE = -1;

/** `same`: changed, and in the end as before; or created and deleted. */
export type NetChange = FileChange | 'same';

export type NetNote =
  /** Lines were changed between two calls, by something else. They are part of the diff. */
  | { readonly code: 'changed-elsewhere'; readonly call: number }
  /** It is not logged whether this call was done. */
  | { readonly code: 'perhaps-more'; readonly call: number }
  /** What was there before this call is not in the log: every line counts as new. */
  | { readonly code: 'before-unknown'; readonly call: number }
  /** The lines are known, their numbers are not. */
  | { readonly code: 'places-unknown'; readonly call: number }
  /** This command removed the file. */
  | { readonly code: 'removed'; readonly call: number };

/** Why there is no diff: the call at which it failed. */
export interface NetDoubt {
  readonly code: 'lines-missing' | 'other-lines' | 'place-unknown';
  readonly call: number;
}

export interface NetFile {
  readonly change: NetChange;
  readonly hunks: readonly NetHunk[];
  /** Null together with `doubt`. */
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly notes: readonly NetNote[];
  readonly doubt: NetDoubt | null;
}

export class NetFileMaker {
  #lines: FileLines | undefined;
  /** Pieces of the file at unknown places. */
  readonly #pieces: FileLines[] = [];
  #wasThere: boolean | null = null;
  #isThere = true;
  #doubt: NetDoubt | null = null;
  #unsure: number | undefined;
  readonly #notes = new Map<NetNote['code'], NetNote>();
  #ends: { before: boolean | null; after: boolean | null; by: number } = { before: null, after: null, by: ELSEWHERE };

  add(step: ChangeStep): void {
    if (!step.isCertain) {
      this.#unsure = step.call;
      return;
    }
    const isFirst = this.#lines === undefined && this.#pieces.length === 0;
    if (isFirst && step.change === 'added') this.#begin(FileLines.of([]), false);
    else if (step.before !== null) this.#startFrom(step.before, step.call);
    if (step.change === 'deleted') this.#delete(step.call);
    else if (step.after !== null) this.#write(step.after, step.call, isFirst);
    else this.#edit(step);
    this.#noteEnd(step);
  }

  /** A command removed the file. False if it was not there. */
  remove(call: number): boolean {
    if (!this.#isThere) return false;
    this.#delete(call);
    this.#notes.delete('removed');
    this.#note('removed', call);
    return true;
  }

  made(): NetFile {
    if (this.#unsure !== undefined) this.#note('perhaps-more', this.#unsure);
    if (this.#isThere) this.#notes.delete('removed');
    const notes = [...this.#notes.values()];
    const change = this.#change();
    if (this.#doubt !== null) {
      return { change, hunks: [], linesAdded: null, linesRemoved: null, notes, doubt: this.#doubt };
    }
    const none = { before: null, after: null, by: ELSEWHERE };
    const hunks = [
      ...(this.#lines === undefined ? [] : netHunks(this.#lines.ops(), !this.#notes.has('before-unknown'), this.#ends)),
      ...this.#pieces.flatMap((piece) => netHunks(piece.ops(), false, none)),
    ];
    let [linesAdded, linesRemoved] = [0, 0];
    for (const { lines } of hunks) {
      const counts = countHunkLines(lines);
      linesAdded += counts.added;
      linesRemoved += counts.removed;
    }
    const isSame = change === 'modified' && hunks.length === 0;
    return { change: isSame ? 'same' : change, hunks, linesAdded, linesRemoved, notes, doubt: null };
  }

  #change(): NetChange {
    if (this.#isThere) return this.#wasThere === false ? 'added' : 'modified';
    return this.#wasThere === false ? 'same' : 'deleted';
  }

  #note(code: NetNote['code'], call: number): void {
    if (!this.#notes.has(code)) this.#notes.set(code, { code, call });
  }

  #begin(lines: FileLines, wasThere: boolean | null): void {
    this.#lines = lines;
    this.#wasThere = wasThere;
  }

  /** The log shows the file just before a call: what is known so far has to agree, or something else changed it. */
  #startFrom(text: string, call: number): void {
    const lines = splitLines(text);
    this.#isThere = true;
    if (this.#lines === undefined) {
      // Pieces changed before that have no place: where they belong in the whole is unknown.
      if (this.#pieces.length > 0) this.#doubt ??= { code: 'place-unknown', call };
      else {
        this.#begin(FileLines.of(lines), true);
        this.#ends.before = isOpen(text);
        if (this.#unsure !== undefined) this.#note('perhaps-more', this.#unsure);
        this.#unsure = undefined;
      }
      return;
    }
    if (!this.#lines.learn(lines)) {
      if (!this.#lines.isWhole) {
        this.#doubt ??= { code: 'other-lines', call };
        return;
      }
      const by = this.#doubt?.call ?? this.#unsure ?? ELSEWHERE;
      this.#lines.become(lines, by);
      if (by === ELSEWHERE) this.#note('changed-elsewhere', call);
    }
    this.#doubt = null;
    this.#unsure = undefined;
  }

  #delete(call: number): void {
    const lines = this.#lines ?? FileLines.unknown();
    if (this.#lines === undefined || !lines.isWhole || this.#pieces.length > 0) {
      this.#note('before-unknown', call);
    }
    lines.removeAll(call);
    this.#lines = lines;
    this.#pieces.length = 0;
    this.#isThere = false;
    this.#doubt = null;
    this.#unsure = undefined;
  }

  #write(text: string, call: number, isFirst: boolean): void {
    if (isFirst && this.#lines === undefined) {
      this.#begin(FileLines.of([]), null);
      this.#note('before-unknown', call);
    }
    const isKnown = this.#lines?.isWhole === true && this.#pieces.length === 0;
    const lines = isKnown && this.#lines !== undefined ? this.#lines : FileLines.of([]);
    if (!isKnown) this.#note('before-unknown', call);
    lines.become(splitLines(text), call);
    this.#lines = lines;
    this.#pieces.length = 0;
    this.#isThere = true;
    this.#doubt = null;
    this.#unsure = undefined;
  }

  #edit(step: ChangeStep): void {
    this.#isThere = true;
    const { hunks, replacements, call } = step;
    if (this.#doubt !== null) return;
    if (hunks.length === 0 && replacements.length === 0) return;
    if (hunks.some(({ lines, isBroken }) => lines.length === 0 || isBroken))
      this.#doubt = { code: 'lines-missing', call };
    else if (this.#replace(step)) return;
    else if (hunks.length === 0) this.#doubt = { code: 'lines-missing', call };
    else if (hunks.every(({ oldStart }) => oldStart !== null)) this.#patch(hunks, call);
    else this.#seek(hunks, call);
  }

  /** Replacements are exact if hunks are drawn for people. False when they do not match, or do not match the hunks. */
  #replace({ replacements, hunks, call }: ChangeStep): boolean {
    const texts = this.#lines?.texts();
    if (replacements.length === 0 || texts === undefined) return false;
    const text = `${texts.join('\n')}\n`;
    for (const asked of [replacements, replacements.map(withLineEnd)]) {
      const made = replaced(text, asked);
      const lines = made === undefined ? undefined : splitLines(made);
      if (lines === undefined || !agree(lines, hunks)) continue;
      this.#lines?.become(lines, call);
      return true;
    }
    return false;
  }

  #patch(hunks: readonly Hunk[], call: number): void {
    if (this.#pieces.length > 0) {
      this.#doubt = { code: 'place-unknown', call };
      return;
    }
    const lines = this.#lines ?? FileLines.unknown();
    this.#lines = lines;
    if (!lines.applyPlaced(hunks, call)) this.#doubt = { code: 'other-lines', call };
  }

  #seek(hunks: readonly Hunk[], call: number): void {
    if (this.#lines !== undefined) {
      const { isWhole } = this.#lines;
      if (!this.#lines.applyFound(hunks, call, !isWhole)) {
        this.#doubt = { code: isWhole ? 'other-lines' : 'place-unknown', call };
      }
      return;
    }
    this.#note('places-unknown', call);
    for (const hunk of hunks) {
      const places = this.#pieces.filter((piece) => piece.applyFound([hunk], call, true));
      if (places.length === 1) continue;
      if (places.length > 1 || this.#meets(hunk)) {
        this.#doubt = { code: 'place-unknown', call };
        return;
      }
      const old = hunkLines(hunk)?.filter(({ mark }) => mark !== '+') ?? [];
      const piece = FileLines.of(old.map(({ text }) => text));
      if (!piece.applyFound([{ ...hunk, section: undefined }], call, false)) {
        this.#doubt = { code: 'lines-missing', call };
        return;
      }
      this.#pieces.push(piece);
    }
  }

  /** Whether a hunk includes lines that an earlier one added: then the two are one piece, and it is unknown how. */
  #meets(hunk: Hunk): boolean {
    const old = hunk.lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1).trim());
    const words = old.filter((line) => line !== '');
    return this.#pieces.some(({ touched }) =>
      touched.added.some((line) =>
        words.some((word) => line.includes(word) || (line.trim() !== '' && word.includes(line.trim()))),
      ),
    );
  }

  #noteEnd({ before, after, hunks, call }: ChangeStep): void {
    const open = after !== null ? isOpen(after) : (endOf(hunks) ?? (before === null ? null : isOpen(before)));
    if (open === null) return;
    if (open !== this.#ends.after) this.#ends.by = call;
    this.#ends.after = open;
  }
}

export function netFile(steps: readonly ChangeStep[]): NetFile {
  const maker = new NetFileMaker();
  for (const step of steps) maker.add(step);
  return maker.made();
}
