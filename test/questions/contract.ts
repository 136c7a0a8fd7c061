// The contract of every engine: each question about made-up sessions, compared with the sessions as they are read.
// An engine's test calls `answersEveryQuestion` with a way to fill it.

import { describe } from 'vitest';
import { callsContract } from './calls-contract.ts';
import { type FillEngine, filledOnce } from './filled.ts';
import { healthContract } from './health-contract.ts';
import { searchContract } from './search-contract.ts';
import { sessionsContract } from './sessions-contract.ts';
import { statsContract } from './stats-contract.ts';
import { trendsContract } from './trends-contract.ts';

export function answersEveryQuestion(engine: string, fill: FillEngine): void {
  describe(`${engine} answers`, () => {
    const filled = filledOnce(fill);
    sessionsContract(filled);
    callsContract(filled);
    statsContract(filled);
    trendsContract(filled);
    healthContract(filled);
    searchContract(filled);
  });
}
