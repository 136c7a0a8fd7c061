// What is stored of a session's insights next to the session, so that lists and SQL need not compute them again.

export interface KeptTime {
  readonly class: string;
  readonly ms: number;
  readonly bound: 'exact' | 'at-most';
}

export interface KeptTurn {
  readonly turn: number;
  readonly asked: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly wallMs: number;
  readonly activeMs: number;
  readonly calls: number;
  readonly failures: number;
  readonly tokens: number;
  readonly usd: number | null;
  readonly basis: string;
  readonly summary: string;
  readonly time: readonly KeptTime[];
}

export interface KeptCost {
  readonly model: string;
  readonly thread: string;
  readonly turn: number;
  readonly day: string | null;
  readonly usd: number | null;
  readonly basis: string;
  readonly requests: number;
  readonly unpriced: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What an answer said about checks, and the evidence in the log. */
export interface KeptClaim {
  readonly about: string;
  readonly quote: string;
  readonly at: number | null;
  readonly standing: string;
  readonly source: number;
  readonly line: number;
  /** Id of the call that supports or contradicts it. */
  readonly call: string | null;
  readonly result: string | null;
}

/** For lists. */
export interface InsightBrief {
  /** How it ended: see docs/insights.md. */
  readonly ending: string;
  readonly rule: string;
  readonly wallMs: number;
  readonly activeMs: number;
  readonly costUsd: number | null;
  readonly costBasis: string;
  /** Failures that no later call recovered from, and those that a success hides. */
  readonly openFailures: number;
  readonly hiddenFailures: number;
}

export interface InsightRow extends InsightBrief {
  readonly time: readonly KeptTime[];
  readonly turns: readonly KeptTurn[];
  readonly costs: readonly KeptCost[];
  readonly claims: readonly KeptClaim[];
}

/** `stamp`: the rules and prices by which it was computed. */
export interface StampedInsights {
  readonly stamp: string;
  readonly row: InsightRow;
}
