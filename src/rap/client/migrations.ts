// A tool server's side of a migration: 200 only when the state has arrived; a session is handed over once at a time.

import { randomBytes } from 'node:crypto';
import { asName, asObject } from '../../base/json.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import { ToolError } from './tool-outcome.ts';

/** Throws when it did not work; the message of a ToolError is passed on. Should time out if the destination does not answer. */
export type Migrate = (sessionId: string, destinationUrl: string) => Promise<void> | void;

export interface MigrationOutcome {
  readonly status: 200 | 400 | 409 | 500;
  readonly error?: string;
}

interface Running {
  readonly destinationUrl: string;
  readonly outcome: Promise<MigrationOutcome>;
}

export class Migrations {
  readonly #migrate: Migrate;
  readonly #onError: (error: unknown, reference: string) => void;
  readonly #running = new Map<string, Running>();

  constructor(migrate: Migrate, onError: (error: unknown, reference: string) => void) {
    this.#migrate = migrate;
    this.#onError = onError;
  }

  async handle(body: unknown): Promise<MigrationOutcome> {
    const record = asObject(body) ?? {};
    const sessionId = asName(record['session_id']);
    const destinationUrl = asName(record['destination_url']);
    if (sessionId === undefined) return { status: 400, error: 'session_id must be a string.' };
    if (destinationUrl === undefined || parseHttpUrl(destinationUrl) === undefined)
      return { status: 400, error: 'destination_url must be an absolute http or https URL.' };
    const running = this.#running.get(sessionId);
    // A repeated request waits for the same outcome; another destination has to wait its turn.
    if (running?.destinationUrl === destinationUrl) return running.outcome;
    if (running !== undefined) return { status: 409, error: 'The session is being moved to another server.' };
    const outcome = this.#run(sessionId, destinationUrl).finally(() => this.#running.delete(sessionId));
    this.#running.set(sessionId, { destinationUrl, outcome });
    return outcome;
  }

  async #run(sessionId: string, destinationUrl: string): Promise<MigrationOutcome> {
    try {
      await this.#migrate(sessionId, destinationUrl);
      return { status: 200 };
    } catch (error) {
      if (error instanceof ToolError) return { status: 500, error: error.message };
      const reference = randomBytes(4).toString('hex');
      this.#onError(error, reference);
      return { status: 500, error: `The state could not be handed over. Report reference ${reference}.` };
    }
  }
}
