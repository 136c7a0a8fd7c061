// Findings of a conformance check, one per rule. A failure that follows from another one is not counted again.

export type Level = 'MUST' | 'SHOULD' | 'MAY';

export interface Rule {
  /** As in the checklist: R-01, T-05, X-11. */
  readonly rule: string;
  readonly level: Level;
  readonly text: string;
  /** Page of the specification, below infinity.hydro.run/docs/rap/spec. */
  readonly page: string;
  /** The sentence of that page that the rule is based on, shortened with … */
  readonly says: string;
  /** Rules whose failure would make this one fail as well: then this one is not judged. */
  readonly after?: readonly string[];
}

export interface Finding {
  readonly rule: string;
  readonly level: Level;
  /** Null: cannot be seen from outside. */
  readonly pass: boolean | null;
  /** What was seen, in one sentence. */
  readonly seen: string;
}

export interface Verdict {
  readonly pass: boolean | null;
  readonly seen: string;
}

export function passed(seen: string): Verdict {
  return { pass: true, seen };
}

export function failed(seen: string): Verdict {
  return { pass: false, seen };
}

export function unseen(seen: string): Verdict {
  return { pass: null, seen };
}

/** Passes when every condition holds; otherwise says what was seen of the first that does not. */
export function judge(seen: string, ...conditions: readonly (readonly [boolean, string])[]): Verdict {
  const broken = conditions.find(([holds]) => !holds);
  return broken === undefined ? passed(seen) : failed(broken[1]);
}

/** The reported verdict: a failure that may only follow from another one is not held against the rule. */
export function findingOf({ rule, level, after = [] }: Rule, verdict: Verdict, failures: ReadonlySet<string>): Finding {
  const cause = verdict.pass === false ? after.find((earlier) => failures.has(earlier)) : undefined;
  if (cause === undefined) return { rule, level, ...verdict };
  return { rule, level, pass: null, seen: `Not judged, because ${cause} failed: ${verdict.seen}` };
}

/** Whether the implementation conforms: no MUST is broken. */
export function conforms(findings: readonly Finding[]): boolean {
  return findings.every(({ level, pass }) => level !== 'MUST' || pass !== false);
}
