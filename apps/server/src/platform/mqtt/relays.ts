import type { Client } from 'aedes';
import { limits } from '@eyrie/domain';
import type { Socket } from 'node:net';
import type { DatabaseConnection } from '../postgres/index.ts';
import { secretMatches } from './directory.ts';
import { unacknowledged } from './send-queue.ts';
import { relayOf } from './topics.ts';

interface Relay {
  sn: string;
  client: Client;
  secretHash: Buffer;
  /** Whether more than a few frames wait, and when that was looked at, monotonic ms. */
  full: boolean;
  lookedAt: number;
}

/** What the system still holds is looked up in a table of all connections: not for each frame. */
const lookEvery = 200;

const accountsQuery = `
  select d.sn, a.dock_oid, a.secret_hash from drc_account a join dock d on d.oid = a.dock_oid
  where d.sn = any($1) and a.expires_at > now() and d.deleted_at is null and d.retired_at is null and not d.waiting`;

/** The account of a dock for its second connection. */
export interface RelayAccount {
  dockOID: string;
  secretHash: Buffer;
}

/** Accounts that hold now, by the serial number of their dock. */
export const relayAccounts = async (
  { pool }: Pick<DatabaseConnection, 'pool'>,
  sns: readonly string[],
): Promise<Map<string, RelayAccount>> => {
  const { rows } = await pool.query<{ sn: string; dock_oid: string; secret_hash: Buffer }>(accountsQuery, [
    sns,
  ]);
  return new Map(
    rows.map(({ sn, dock_oid, secret_hash: hash }) => [
      sn,
      { dockOID: dock_oid, secretHash: Buffer.from(hash) },
    ]),
  );
};

/** Second connections of docks, which carry sticks and nothing else. A dock has one at a time. */
export class Relays {
  readonly #database: Pick<DatabaseConnection, 'pool'>;
  readonly #mono: () => number;
  readonly #byClient = new Map<Client, Relay>();

  constructor(database: Pick<DatabaseConnection, 'pool'>, mono: () => number) {
    this.#database = database;
    this.#mono = mono;
  }

  /** Lets a dock in by the account that it was given for its sticks. False: there is none, or the secret is another. */
  async admit(client: Client, username: string, password: Buffer | undefined): Promise<boolean> {
    const sn = relayOf(username);
    if (sn === null || password === undefined) return false;
    const secretHash = (await relayAccounts(this.#database, [sn])).get(sn)?.secretHash;
    if (!secretHash || !secretMatches(password, secretHash) || client.conn.destroyed) return false;
    for (const other of this.#byClient.values()) if (other.sn === sn) other.client.close();
    this.#byClient.set(client, { sn, client, secretHash, full: false, lookedAt: -Infinity });
    client.conn.once('close', () => this.#byClient.delete(client));
    return true;
  }

  /** The dock whose second connection it is; null: of nobody. */
  snOf(client: Client): string | null {
    return this.#byClient.get(client)?.sn ?? null;
  }

  /** What it has not taken yet is more than a few frames: another would arrive when it is of the past. */
  holdsBack(client: Client): boolean {
    const relay = this.#byClient.get(client);
    if (!relay) return true;
    const now = this.#mono();
    if (now - relay.lookedAt < lookEvery) return relay.full;
    const socket = client.conn as Socket;
    relay.lookedAt = now;
    relay.full = socket.writableLength + (unacknowledged(socket) ?? 0) > limits.drc.heldBack;
    return relay.full;
  }

  /** Ends those whose account is gone or another one. */
  async refresh(): Promise<void> {
    const all = [...this.#byClient.values()];
    if (all.length === 0) return;
    const accounts = await relayAccounts(
      this.#database,
      all.map(({ sn }) => sn),
    ).catch(() => null);
    // An aircraft in the air needs its link more than a fresh check.
    if (!accounts) return;
    for (const { sn, client, secretHash } of all)
      if (accounts.get(sn)?.secretHash.equals(secretHash) !== true) client.close();
  }
}
