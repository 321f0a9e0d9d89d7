import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';
import { holdLock, type HeldLock } from './hold-lock.ts';

/** Another server runs under the name of this one. */
export class InstanceNameTakenError extends Error {
  constructor(instanceId: string, holder: string) {
    super(
      `EYRIE_INSTANCE_ID=${instanceId} is the name of a server that runs already (${holder}): give each its own`,
    );
    this.name = 'InstanceNameTakenError';
  }
}

interface Options {
  url: string;
  instanceId: string;
  log: Log;
  /** Called when the connection was lost and another server took the name meanwhile. */
  taken(error: InstanceNameTakenError): void;
  /** How long a former self may take to let go, ms. */
  waitFor?: number;
}

export interface HeldInstanceName {
  /** Holds a further name together with others, on the same connection and as long as the name of this server. */
  share(name: string): Promise<void>;
  release(): Promise<void>;
}

const tryEvery = 250;
const lockName = (instanceId: string): string => `instance ${instanceId}`;
/** What the database keeps of an application's name, bytes. */
const longestApplicationName = 63;
const applicationName = `eyrie-name ${hostname()}:${process.pid}`.slice(0, longestApplicationName);

/** Who holds a name: host, process and address, as its connection says. */
const holderOf = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.postgres.connect,
    query_timeout: limits.postgres.query,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; address: string | null; since: Date | null }>(
      `select application_name as name, host(client_addr) as address, backend_start as since
       from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted
         and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
      [name],
    );
    const [holder] = rows;
    if (!holder) return 'it has just ended: try again';
    const { address, since } = holder;
    return [
      holder.name.replace('eyrie-name ', ''),
      address && `at ${address}`,
      since && `since ${since.toISOString()}`,
    ]
      .filter(Boolean)
      .join(', ');
  } finally {
    await client.end().catch(() => undefined);
  }
};

const takeName = async (options: Options): Promise<HeldLock> => {
  const { url, instanceId, waitFor = 2_000 } = options;
  const name = lockName(instanceId);
  const end = performance.now() + waitFor;
  for (;;) {
    const lock = await holdLock(url, name, applicationName);
    if (lock) return lock;
    if (performance.now() >= end) throw new InstanceNameTakenError(instanceId, await holderOf(url, name));
    await wait(tryEvery);
  }
};

/**
 * Holds the name of this server, so that no second one runs under it: both would take each other's claims for their own.
 * A server that ends in whatever way lets go of it; after a loss of the database it is taken again.
 * @throws InstanceNameTakenError naming who has it
 */
export const holdInstanceName = async (options: Options): Promise<HeldInstanceName> => {
  let lock = await takeName(options);
  let released = false;
  const shared = new Set<string>();
  const keep = async (): Promise<void> => {
    while (!released) {
      await new Promise((resolve) => {
        if (lock.signal.aborted) resolve(null);
        else lock.signal.addEventListener('abort', resolve, { once: true });
      });
      while (!released && lock.signal.aborted)
        try {
          lock = await takeName(options);
          if (released) await lock.release();
          else for (const name of shared) await lock.share(name);
        } catch (error) {
          if (error instanceof InstanceNameTakenError) return options.taken(error);
          options.log.debug({ err: error }, 'the name of this server cannot be taken yet');
          await wait(tryEvery);
        }
    }
  };
  void keep();
  return {
    async share(name) {
      shared.add(name);
      await lock.share(name);
    },
    async release() {
      released = true;
      await lock.release();
    },
  };
};
