import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { DatabaseConnection } from '../postgres/index.ts';

/** What the broker knows of a dock that may sign in. */
export interface DockBinding {
  sn: string;
  secretHash: Buffer;
  droneSns: ReadonlySet<string>;
}

/** Whoever changes a dock's secret, removes a dock or binds an aircraft notifies this channel with the dock's SN. */
export const bindingChannel = 'eyrie_dock_binding';

export function secretMatches(secret: Buffer, hash: Buffer): boolean {
  const given = createHash('sha256').update(secret).digest();
  return given.length === hash.length && timingSafeEqual(given, hash);
}

interface BindingRow {
  sn: string;
  secret_hash: Buffer;
  drone_sns: string[];
}

const bindingsQuery = `
  select d.sn, d.secret_hash, array_remove(array_agg(u.sn), null) as drone_sns
  from dock d left join drone u on u.dock_oid = d.oid and u.deleted_at is null
  where d.sn = any($1) and d.deleted_at is null
  group by d.oid`;

const takenQuery = `
  select exists (select 1 from dock where sn = $1 and deleted_at is null)
    or exists (select 1 from drone where sn = $1 and dock_oid is not null and deleted_at is null) as taken`;

/** Reads docks and their aircraft from the database; answers live for a second at most. */
export class Directory {
  readonly #database: DatabaseConnection;
  readonly #found = new Map<string, { at: number; binding: Promise<DockBinding | undefined> }>();
  readonly #taken = new Map<string, { at: number; taken: Promise<boolean> }>();
  readonly #mono: () => number;

  constructor(database: DatabaseConnection, mono: () => number) {
    this.#database = database;
    this.#mono = mono;
  }

  /** The present bindings of many docks in one question; docks that are gone are missing in the answer. */
  async read(sns: readonly string[]): Promise<Map<string, DockBinding>> {
    if (sns.length === 0) return new Map();
    const { rows } = await this.#database.pool.query<BindingRow>(bindingsQuery, [sns]);
    return new Map(
      rows.map((row) => [
        row.sn,
        { sn: row.sn, secretHash: Buffer.from(row.secret_hash), droneSns: new Set(row.drone_sns) },
      ]),
    );
  }

  /** One dock, from an answer of the last second if there is one: a storm of sign-ins is one question a dock. */
  find(sn: string): Promise<DockBinding | undefined> {
    const known = this.#found.get(sn);
    if (known && this.#mono() - known.at < limits.broker.bindingCache) return known.binding;
    const binding = this.read([sn]).then((found) => found.get(sn));
    this.#found.set(sn, { at: this.#mono(), binding });
    binding.catch(() => this.#found.delete(sn));
    return binding;
  }

  /** True when the serial number belongs to a dock, or to an aircraft bound to a dock. */
  isTaken(sn: string): Promise<boolean> {
    const known = this.#taken.get(sn);
    if (known && this.#mono() - known.at < limits.broker.bindingCache) return known.taken;
    const taken = this.#database.pool
      .query<{ taken: boolean }>(takenQuery, [sn])
      .then(({ rows }) => rows[0]?.taken ?? false);
    this.#taken.set(sn, { at: this.#mono(), taken });
    taken.catch(() => this.#taken.delete(sn));
    return taken;
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
