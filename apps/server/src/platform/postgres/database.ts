import { limits } from '@eyrie/domain';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { createListener } from './listen.ts';
import type { Listen } from './listen.ts';
import type { Database } from './schema.ts';

/** The database as the rooms' stores use it. */
export interface DatabaseConnection {
  /** Where it is, for parts that keep connections of their own. */
  url: string;
  kysely: Kysely<Database>;
  /** The same over connections of its own, for what must not wait until others give one back. */
  control: Kysely<Database>;
  pool: pg.Pool;
  /** Null when the database answers over a new connection within a second, else why not. Never throws. */
  ping(): Promise<unknown>;
  /** True when it answers over a connection of the pool. Never throws. */
  confirm(): Promise<boolean>;
  /** Reports the end of every statement: null, or its error. */
  onAnswer(listener: (error: unknown) => void): void;
  /** Receives the notifications of a channel; see `Listen`. */
  listen: Listen;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  log: Log;
  poolSize?: number;
  /** Connections that `control` keeps for itself; missing: it has none and shares the others. */
  controlPoolSize?: number;
  /** Longest statement in milliseconds, held by the database. */
  statementTimeout?: number;
  /** Longest wait for an answer in milliseconds, held on this side: for a database that has gone silent. */
  queryTimeout?: number;
  /** Longest wait for a connection in milliseconds, also when the pool is empty. */
  connectTimeout?: number;
  /** Seen in the database's list of connections. */
  name?: string;
}

// 64-bit integers are counts, sizes and epoch milliseconds here; all stay far below 2^53.
pg.types.setTypeParser(20, Number);

/** A connection whose silent query has been given up can only be thrown away: its answer may still come. */
class ImpatientClient extends pg.Client {
  constructor(config: string | pg.ClientConfig | undefined, answered: (error: unknown) => void) {
    super(config);
    // Between two queries of a transaction nobody else listens; without this a lost connection ends the process.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]): unknown => {
      const answer = query(...args);
      if (answer instanceof Promise)
        answer.then(
          () => answered(null),
          (error: unknown) => {
            this.#discardAfter(error);
            answered(error);
          },
        );
      return answer;
    };
    this.query = guarded as typeof this.query;
  }

  #discardAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

const openPool = (options: DatabaseOptions, max: number, answered: (error: unknown) => void): pg.Pool => {
  const { postgres } = limits;
  const pool = new pg.Pool({
    connectionString: options.url,
    Client: class extends ImpatientClient {
      constructor(config?: string | pg.ClientConfig) {
        super(config, answered);
      }
    },
    max,
    connectionTimeoutMillis: options.connectTimeout ?? postgres.connect,
    statement_timeout: options.statementTimeout ?? postgres.statement,
    query_timeout: options.queryTimeout ?? postgres.query,
    application_name: options.name ?? 'eyrie',
    keepAlive: true,
  });
  pool.on('error', (err) => options.log.warn({ err }, 'an idle database connection was lost'));
  return pool;
};

/**
 * Opens a pool on the database. Nothing is connected before the first query, and no call hangs: without a free or
 * new connection, or without an answer, it rejects after the given times (by default about two seconds).
 */
export function connectDatabase(options: DatabaseOptions): DatabaseConnection {
  const listeners: ((error: unknown) => void)[] = [];
  const answered = (error: unknown): void => {
    for (const listener of listeners) listener(error);
  };
  const pool = openPool(options, options.poolSize ?? limits.postgres.poolSize, answered);
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const { controlPoolSize } = options;
  const control =
    controlPoolSize === undefined
      ? kysely
      : new Kysely<Database>({
          dialect: new PostgresDialect({ pool: openPool(options, controlPoolSize, answered) }),
        });
  const listener = createListener(options.url, options.log);
  return {
    url: options.url,
    kysely,
    control,
    pool,
    listen: listener.listen,
    ping: () => ping(options.url),
    confirm: () => confirm(pool),
    onAnswer: (reported) => void listeners.push(reported),
    close: async () => {
      await listener.close();
      await kysely.destroy();
      if (control !== kysely) await control.destroy();
    },
  };
}

/** Health must not wait for a free connection of a busy pool, and must see that new ones are possible. */
async function ping(url: string): Promise<unknown> {
  const timeout = limits.postgres.ping;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return error ?? new Error('no answer');
  } finally {
    // A silent server would keep the farewell waiting.
    client.end().catch(() => undefined);
  }
}

/** A new connection costs a busy machine more than an answer does: those that stand are asked. */
async function confirm(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limits.postgres.confirm);
  });
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The statement's own data was refused (classes 21 to 23 of PostgreSQL): the same again is refused again. */
export const isDataRefused = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^2[123][0-9A-Z]{3}$/.test(code);
};

/** What went wrong is the database's absence or slowness, not the statement: answer "not now" and try again later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    // Classes of PostgreSQL: 08 connection, 53 no resources, 57 operator (shutdown, statement timeout), 58 system.
    if (/^(08|53|57|58)[0-9A-Z]{3}$/.test(code)) return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'].includes(code))
      return true;
  }
  return /Query read timeout|timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    error.message,
  );
}
