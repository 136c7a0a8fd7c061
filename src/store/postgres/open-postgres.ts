// Opens a store of PostgreSQL: to ask it, to fill it, or for the right to fill it.

import { AppError } from '../../base/app-error.ts';
import { text } from '../../base/row.ts';
import type { BlockBodies, BlockCheck } from '../block-store.ts';
import type { Machine } from '../machine.ts';
import { ObjectBodies, TABLE_BODIES } from '../objects/block-bodies.ts';
import { objectPlace } from '../objects/object-place.ts';
import type { ReadStore, StoreLock, WriteOptions, WriteStore } from '../open-store.ts';
import type { SqlAnswer, SqlRequest } from '../questions/sql.ts';
import { blocksPlace, mayStoreSecrets } from '../store-address.ts';
import { ChangeFeedReader } from './change-feed.ts';
import { Connection } from './database/connection.ts';
import { type ConnectionSettings, connectionSettings } from './database/connection-settings.ts';
import { checkSchema, migrate } from './database/migrate.ts';
import { POSTGRES_SCHEMA_VERSION } from './database/schema.ts';
import { KeptLogs } from './kept-logs.ts';
import { fillBy, Lease, ownerOf } from './lease.ts';
import { LocalFiles } from './local-files.ts';
import { Listener, Notifier } from './notices.ts';
import { PostgresIndex } from './postgres-index.ts';
import { PostgresQuestions } from './postgres-questions.ts';
import { rulesNumber } from './rules-number.ts';
import { checkObjects } from './write/block-objects.ts';
import { PostgresBlocks } from './write/block-rows.ts';
import { hasOtherMachines, machineNumber, readAllAgain, registerMachine } from './write/machine-rows.ts';
import { PostgresTexts } from './write/text-rows.ts';

/** News that come together are looked at together. */
const REST_MS = 50;
/** So many at once; of more everything is looked at again. */
const MOST_CHANGES = 2000;
/** To ask whether a notification came costs nothing. */
const LOOK_MS = 50;

function settingsOf(address: string, machine: Machine | undefined): ConnectionSettings {
  return { ...connectionSettings(address), ...(machine === undefined ? {} : { machine: machine.id }) };
}

/** The index carries text of the logs, and with it whatever secrets stand in them. */
export function wantsMask(address: string): boolean {
  return !connectionSettings(address).isLocal && !mayStoreSecrets();
}

/** The same for logs that lie as objects. */
export function wantsMaskedLogs(address: string): boolean {
  const place = blocksPlace();
  const isElsewhere = place.startsWith('s3://') && !objectPlace(place).isLocal;
  return wantsMask(address) || (isElsewhere && !mayStoreSecrets());
}

function bodiesOf(machine: Machine | undefined): BlockBodies {
  const place = blocksPlace();
  return place.startsWith('s3://') ? new ObjectBodies(objectPlace(place), machine?.id ?? '') : TABLE_BODIES;
}

function mustMask({ shown }: ConnectionSettings): AppError {
  return new AppError(
    'refused',
    `${shown} is another machine, and secrets in logs would be stored there as they are.`,
    {
      hint: 'If they may be, say so: --allow-secrets, or TOOLSCOPE_STORE_SECRETS=1.',
    },
  );
}

async function epochOf(connection: Connection): Promise<string> {
  const row = await connection.get(`SELECT value FROM meta WHERE key = 'epoch'`);
  return row === undefined ? '' : text(row, 'value');
}

/** Brings files in memory up to date with what others commit. */
class FollowedFiles {
  readonly #connection: Connection;
  readonly #local: LocalFiles;
  readonly #epoch: string;
  readonly #changes: ChangeFeedReader;
  #at: number;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** The index was begun again, from nothing. */
  isReplaced = false;

  private constructor(connection: Connection, local: LocalFiles, epoch: string, at: number) {
    this.#connection = connection;
    this.#local = local;
    this.#epoch = epoch;
    this.#changes = new ChangeFeedReader(connection);
    this.#at = at;
  }

  static async open(connection: Connection, local: LocalFiles): Promise<FollowedFiles> {
    const epoch = await epochOf(connection);
    const at = await new ChangeFeedReader(connection).last();
    await local.load(connection);
    return new FollowedFiles(connection, local, epoch, at);
  }

  noteChange(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // While the server is away there is nothing new; what was missed comes with the next notice.
      this.#work = this.#work.then(() => this.#catchUp()).catch(() => undefined);
    }, REST_MS).unref();
  }

  async #catchUp(): Promise<void> {
    this.isReplaced = (await epochOf(this.#connection)) !== this.#epoch;
    const { changes, seq, missed } = await this.#changes.since(this.#at, MOST_CHANGES);
    const sessions = new Map(changes.map(({ agent, session }) => [`${agent} ${session}`, { agent, id: session }]));
    if (missed || changes.length === MOST_CHANGES) {
      this.#at = await this.#changes.last();
      await this.#local.load(this.#connection);
      return;
    }
    await this.#local.reload(this.#connection, [...sessions.values()]);
    this.#at = seq;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
  }
}

interface PostgresReadStore extends ReadStore {
  checkBlocks(): Promise<BlockCheck | undefined>;
  readonly questions: PostgresQuestions;
  readonly local: LocalFiles;
  /** From now on: where this process does not commit what it wants to know of. */
  listen(): void;
}

/** Looks at the store as it is now, and hears when others change it. */
async function readStore(
  connection: Connection,
  machine: number,
  settings: ConnectionSettings,
  bodies: BlockBodies,
): Promise<PostgresReadStore> {
  const kept = new KeptLogs(settings);
  const local = new LocalFiles(machine, kept);
  const files = await FollowedFiles.open(connection, local);
  const listener = new Listener(connection, () => files.noteChange());
  return {
    questions: new PostgresQuestions(connection),
    local,
    schemaVersion: () => POSTGRES_SCHEMA_VERSION,
    version: () => String(listener.count()),
    lookMs: LOOK_MS,
    isReplaced: () => files.isReplaced,
    listen: () => void listener.count(),
    checkBlocks: () => checkObjects(connection, bodies),
    async close() {
      await listener.close();
      await files.close();
      await kept.close();
      await connection.close();
    },
  };
}

/** `machine`: the one that asks; undefined where it never filled a store. */
export async function openPostgresToRead(address: string, machine: Machine | undefined): Promise<ReadStore> {
  const settings = settingsOf(address, machine);
  const connection = await Connection.open(settings);
  try {
    await checkSchema(connection);
    const store = await readStore(connection, await machineNumber(connection, machine), settings, bodiesOf(machine));
    store.listen();
    return store;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * `lease` is the right to fill it from this machine; threads of that process need none of their own. These only write, and nobody
 * asks them about files: `isBeside`.
 */
async function openToWrite(
  address: string,
  machine: Machine,
  { rules, rebuild = false, mask, logMask }: WriteOptions,
  { lease, isBeside = false }: { readonly lease?: Lease | undefined; readonly isBeside?: boolean },
): Promise<WriteStore> {
  const settings = settingsOf(address, machine);
  if (mask === undefined && wantsMask(address)) throw mustMask(settings);
  const connection = await Connection.open(settings);
  try {
    await migrate(connection, { rebuild: rebuild && !(await hasOtherMachines(connection, machine)) });
    const number = rules === undefined ? undefined : await rulesNumber(connection, rules);
    const own = await registerMachine(connection, machine);
    if (rebuild) await readAllAgain(connection, own);
    const notifier = new Notifier(connection);
    const bodies = bodiesOf(machine);
    const reading = await readStore(connection, own, settings, bodies);
    const index = new PostgresIndex(connection, {
      rules: number,
      machine: own,
      lease,
      mask,
      bodies,
      wholeOf: (session) => reading.questions.whole(session),
      local: isBeside ? undefined : reading.local,
      onCommit: () => notifier.noteCommit(),
    });
    return {
      ...reading,
      index,
      texts: new PostgresTexts(connection, own),
      blocks: new PostgresBlocks(connection, own, bodies),
      mask,
      logMask,
      setAside: null,
      async close() {
        await index.settled();
        await notifier.close();
        await reading.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The right that this process has: what it writes through other connections is written under it. */
let held: Lease | undefined;

export async function lockPostgres(address: string, machine: Machine): Promise<StoreLock | AppError> {
  const connection = await Connection.open(settingsOf(address, machine), 1);
  let lease: Lease | AppError;
  try {
    // The tables of leases are there before anything else.
    await migrate(connection);
    lease = await Lease.take(connection, fillBy(await registerMachine(connection, machine)));
  } catch (error) {
    await connection.close();
    throw error;
  }
  if (lease instanceof AppError) {
    await connection.close();
    return lease;
  }
  const taken = lease;
  held = taken;
  return {
    async release() {
      if (held === taken) held = undefined;
      await taken.release();
      await connection.close();
    },
  };
}

/** Whether some process of this machine fills it. */
export async function isPostgresFilled(address: string, machine: Machine | undefined): Promise<boolean> {
  const connection = await Connection.open(settingsOf(address, machine), 1);
  try {
    await checkSchema(connection);
    return (await ownerOf(connection, fillBy(await machineNumber(connection, machine)))) !== undefined;
  } finally {
    await connection.close();
  }
}

/** For the one process of a machine that holds the lock. */
export function openPostgresToWrite(address: string, machine: Machine, options: WriteOptions): Promise<WriteStore> {
  return openToWrite(address, machine, options, { lease: held });
}

/** For the threads of that process. */
export function openPostgresBeside(address: string, machine: Machine, options: WriteOptions): Promise<WriteStore> {
  return openToWrite(address, machine, options, { isBeside: true });
}

/** For those who ask in SQL alone. */
export async function* postgresSql(
  address: string,
  machine: Machine | undefined,
  request: SqlRequest,
): AsyncGenerator<SqlAnswer> {
  const connection = await Connection.open(settingsOf(address, machine), 2);
  try {
    await checkSchema(connection);
    yield* new PostgresQuestions(connection).sql(request);
  } finally {
    await connection.close();
  }
}
