import type { Client } from 'aedes';
import { limits } from '@eyrie/domain';
import type { Socket } from 'node:net';
import type { DatabaseConnection } from '../postgres/index.ts';
import { secretMatches } from './directory.ts';
import type { FrameLimit } from './frame-limits.ts';
import { RelayWrites } from './relay-writes.ts';
import { unacknowledged, unacknowledgedOf } from './send-queue.ts';
import { relayOf } from './topics.ts';

interface Relay {
  sn: string;
  client: Client;
  secretHash: Buffer;
  /** Whether more than a few frames wait, and when that was looked at, monotonic ms. */
  full: boolean;
  lookedAt: number;
  writes: RelayWrites;
}

/** The connection below TLS, and what ends it so that the system discards what it still holds. */
export interface RelayConnection {
  raw: Pick<Socket, 'bytesWritten'>;
  reset(): void;
}

export interface RelayDependencies {
  mono(): number;
  connectionOf(client: Client): RelayConnection;
  /** Written to a dock, and not known to have arrived when its connection ended. */
  cut(limit: FrameLimit): void;
  /** A connection is reset because what was written to it has not arrived in its time. */
  overdue(sn: string): void;
}

/** What the system still holds is looked up in a table of all connections: not for each frame. */
const lookEvery = 200;

const socketOf = ({ client }: Relay): Socket => client.conn as Socket;

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
  readonly #deps: RelayDependencies;
  readonly #byClient = new Map<Client, Relay>();
  #looking = false;

  constructor(database: Pick<DatabaseConnection, 'pool'>, deps: RelayDependencies) {
    this.#database = database;
    this.#deps = deps;
  }

  /** Lets a dock in by the account that it was given for its sticks. False: there is none, or the secret is another. */
  async admit(client: Client, username: string, password: Buffer | undefined): Promise<boolean> {
    const sn = relayOf(username);
    if (sn === null || password === undefined) return false;
    const secretHash = (await relayAccounts(this.#database, [sn])).get(sn)?.secretHash;
    if (!secretHash || !secretMatches(password, secretHash) || client.conn.destroyed) return false;
    for (const other of this.#byClient.values()) if (other.sn === sn) other.client.close();
    const relay = { sn, client, secretHash, full: false, lookedAt: -Infinity, writes: new RelayWrites() };
    this.#byClient.set(client, relay);
    client.conn.once('close', () => {
      this.#byClient.delete(client);
      for (const limit of relay.writes.cut()) this.#deps.cut(limit);
    });
    return true;
  }

  /** A message is about to be written to a dock. */
  written(client: Client, limit: FrameLimit | undefined): void {
    const relay = this.#byClient.get(client);
    if (!relay) return;
    const one = relay.writes.written(limit, this.#deps.mono());
    const { raw } = this.#deps.connectionOf(client);
    const take = (): void => {
      if (one.end !== undefined || socketOf(relay).destroyed) return;
      if (socketOf(relay).writableLength === 0) one.end = raw.bytesWritten;
      else setTimeout(take, lookEvery).unref();
    };
    // The library writes it in the next turn of the loop, and the stream gives it to the system at the end of that.
    setImmediate(() => setImmediate(take));
  }

  /** A dock reported something on its second connection. */
  spoke(client: Client): void {
    this.#byClient.get(client)?.writes.spoke(this.#deps.mono());
  }

  /** An ordinary end of this connection would have what was written arrive when the link heals. */
  mustReset(socket: object): boolean {
    for (const { client, writes } of this.#byClient.values())
      if (client.conn === socket) return !writes.isEmpty;
    return false;
  }

  /** Looks at what docks hold back while anything is on its way to one, and ends connections on which it is of the past. */
  watch(): void {
    const now = this.#deps.mono();
    for (const { writes, lookedAt } of this.#byClient.values())
      if (!writes.isEmpty && now - lookedAt >= lookEvery) return this.#lookAtAll();
  }

  /** The dock whose second connection it is; null: of nobody. */
  snOf(client: Client): string | null {
    return this.#byClient.get(client)?.sn ?? null;
  }

  /** What it has not taken yet is more than a few frames: another would arrive when it is of the past. */
  holdsBack(client: Client): boolean {
    const relay = this.#byClient.get(client);
    if (!relay) return true;
    if (this.#deps.mono() - relay.lookedAt < lookEvery) return relay.full;
    // Nothing is dropped by what was true a while ago: what is dropped may be a stop.
    if (relay.full) this.#looked(relay, unacknowledged(socketOf(relay)));
    else this.#lookAtAll();
    return relay.full;
  }

  #looked(relay: Relay, bytes: number | null): void {
    relay.lookedAt = this.#deps.mono();
    relay.full = socketOf(relay).writableLength + (bytes ?? 0) > limits.drc.heldBack;
  }

  /** Beside the loop: a frame whose age was checked would wait for the table here, and those behind it as well. */
  #lookAtAll(): void {
    if (this.#looking) return;
    this.#looking = true;
    const asked = this.#deps.mono();
    const all = [...this.#byClient.values()];
    const writtenBy = (): number[] =>
      all.map(({ client }) => this.#deps.connectionOf(client).raw.bytesWritten);
    const before = writtenBy();
    void unacknowledgedOf(all.map(socketOf)).then((bytes) => {
      // After a stall of this process what is open may have been written since: what is older has arrived then.
      const after = writtenBy();
      // What docks have sent meanwhile is read in this turn of the loop: first that, then what has not arrived.
      setImmediate(() => {
        this.#looking = false;
        for (const [at, relay] of all.entries()) {
          const held = bytes[at] ?? null;
          this.#looked(relay, held);
          const acknowledged = (written: readonly number[]): number | null =>
            held === null ? null : (written[at] ?? 0) - held;
          relay.writes.acknowledged(acknowledged(before), asked, acknowledged(after));
          if (relay.writes.overdue(asked)) this.#reset(relay);
        }
      });
    });
  }

  #reset({ sn, client }: Relay): void {
    this.#deps.overdue(sn);
    this.#deps.connectionOf(client).reset();
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
