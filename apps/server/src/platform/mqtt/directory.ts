import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { DatabaseConnection } from '../postgres/index.ts';

/** What the broker knows of a dock that may sign in. */
export interface DockBinding {
  /** The record whose secret it is. */
  oid: string;
  sn: string;
  secretHash: Buffer;
  droneSns: ReadonlySet<string>;
  /** It speaks the open contract, and nothing else. */
  open: boolean;
  groupRoot: string;
  /** A pilot’s hand: aircraft come and go there, between it and docks of its organisation. */
  handheld: boolean;
}

/** Whose a serial number is. */
export interface SerialOwner {
  groupRoot: string;
  handheld: boolean;
}

/** Whoever changes a dock's secret, removes a dock or binds an aircraft notifies this channel with the dock's SN. */
export const bindingChannel = 'eyrie_dock_binding';

export function secretMatches(secret: Buffer, hash: Buffer): boolean {
  const given = createHash('sha256').update(secret).digest();
  return given.length === hash.length && timingSafeEqual(given, hash);
}

/** More organisations than this do not wait for one device. */
const claimsMost = 20;

interface BindingRow {
  oid: string;
  sn: string;
  secret_hash: Buffer;
  drone_sns: string[];
  open: boolean;
  group_root: string;
  handheld: boolean;
}

const bindingsQuery = `
  select d.oid, d.sn, d.secret_hash, d.vendor = 'own' as open, array_remove(array_agg(u.sn), null) as drone_sns,
    d.group_root, d.kind = 'remoteController' as handheld
  from dock d left join drone u on u.dock_oid = d.oid and u.deleted_at is null
  where d.sn = any($1) and d.deleted_at is null and d.retired_at is null and not d.waiting
  group by d.oid`;

const takenQuery = `
  select sn, group_root, false as handheld from dock where sn = any($1) and deleted_at is null and not waiting
  union all
  select drone.sn, drone.group_root, dock.kind = 'remoteController' from drone join dock on dock.oid = drone.dock_oid
  where drone.sn = any($1) and drone.deleted_at is null`;

const claimsQuery = `
  select oid, secret_hash from dock where sn = $1 and waiting and deleted_at is null and retired_at is null
  order by oid limit ${claimsMost}`;

/**
 * Joins lookups that come close together into one query, one at a time: thousands of docks that sign in at once would
 * each wait for a database connection, and most of them in vain.
 */
const createAsker = <T>(ask: (sns: readonly string[]) => Promise<(sn: string) => T>) => {
  const waiting: { sn: string; resolve(found: T): void; reject(error: unknown): void }[] = [];
  let asking = false;
  const nextBatch = async (): Promise<void> => {
    asking = true;
    // Lookups of the same pass of the event loop go into one query.
    await Promise.resolve();
    while (waiting.length > 0) {
      const some = waiting.splice(0, limits.broker.askedAtOnce);
      try {
        const found = await ask([...new Set(some.map(({ sn }) => sn))]);
        for (const one of some) one.resolve(found(one.sn));
      } catch (error) {
        for (const one of some) one.reject(error);
      }
    }
    asking = false;
  };
  return (sn: string): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ sn, resolve, reject });
      if (!asking) void nextBatch();
    });
};

/** Reads docks and their aircraft from the database; answers live for a second at most. */
export class Directory {
  readonly #database: Pick<DatabaseConnection, 'pool'>;
  readonly #found = new Map<string, { at: number; binding: Promise<DockBinding | undefined> }>();
  readonly #taken = new Map<string, { at: number; taken: Promise<SerialOwner | null> }>();
  readonly #mono: () => number;

  readonly #askFor: (sn: string) => Promise<DockBinding | undefined>;
  readonly #askTaken: (sn: string) => Promise<SerialOwner | null>;

  constructor(database: Pick<DatabaseConnection, 'pool'>, mono: () => number) {
    this.#database = database;
    this.#mono = mono;
    this.#askFor = createAsker(async (sns) => {
      const found = await this.read(sns);
      return (sn) => found.get(sn);
    });
    this.#askTaken = createAsker(async (sns) => {
      const { rows } = await database.pool.query<{ sn: string; group_root: string; handheld: boolean }>(
        takenQuery,
        [sns],
      );
      const owners = new Map(
        rows.map(({ sn, group_root, handheld }) => [sn, { groupRoot: group_root, handheld }]),
      );
      return (sn) => owners.get(sn) ?? null;
    });
  }

  /** The present bindings of many docks in one question; docks that are gone are missing in the answer. */
  async read(sns: readonly string[]): Promise<Map<string, DockBinding>> {
    if (sns.length === 0) return new Map();
    const { rows } = await this.#database.pool.query<BindingRow>(bindingsQuery, [sns]);
    return new Map(
      rows.map((row) => [
        row.sn,
        {
          oid: row.oid,
          sn: row.sn,
          secretHash: Buffer.from(row.secret_hash),
          droneSns: new Set(row.drone_sns),
          open: row.open,
          groupRoot: row.group_root,
          handheld: row.handheld,
        },
      ]),
    );
  }

  /** One dock, from an answer of the last second if there is one: a storm of sign-ins is a few questions. */
  find(sn: string): Promise<DockBinding | undefined> {
    const known = this.#found.get(sn);
    if (known && this.#mono() - known.at < limits.broker.bindingCache) return known.binding;
    const binding = this.#askFor(sn);
    this.#found.set(sn, { at: this.#mono(), binding });
    binding.catch(() => this.#found.delete(sn));
    return binding;
  }

  /** Whose the serial number is, when it belongs to a dock or to an aircraft that is bound to one; null: nobody's. */
  ownerOf(sn: string): Promise<SerialOwner | null> {
    const known = this.#taken.get(sn);
    if (known && this.#mono() - known.at < limits.broker.bindingCache) return known.taken;
    const taken = this.#askTaken(sn);
    this.#taken.set(sn, { at: this.#mono(), taken });
    taken.catch(() => this.#taken.delete(sn));
    return taken;
  }

  /**
   * The record that waits for a serial number and has this secret; null: none has. Asked only of a sign-in that was
   * refused, of which the broker takes no more than its limits allow.
   */
  async claimOf(sn: string, secret: Buffer): Promise<string | null> {
    const { rows } = await this.#database.pool.query<{ oid: string; secret_hash: Buffer }>(claimsQuery, [sn]);
    return rows.find((row) => secretMatches(secret, Buffer.from(row.secret_hash)))?.oid ?? null;
  }

  forget(sn: string): void {
    this.#found.delete(sn);
  }

  /** Drops answers that are too old to be used again. */
  sweep(): void {
    const oldest = this.#mono() - limits.broker.bindingCache;
    for (const answers of [this.#found, this.#taken]) {
      for (const [sn, one] of answers) if (one.at < oldest) answers.delete(sn);
    }
  }
}
