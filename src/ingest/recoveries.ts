// Owns the door to recoveries for those who read sessions: the rule itself is the model's.

export { aftermathIn, type Recoveries, type Recovery, recoveriesIn, type Tried } from '../model/recoveries.ts';
