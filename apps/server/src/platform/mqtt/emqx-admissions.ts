import { limits } from '@eyrie/domain';
import { createGatherer, type Gatherer } from '../gather.ts';
import type { DatabaseConnection } from '../postgres/index.ts';

/** What EMQX was allowed for an account when it last signed in. */
export interface Admission {
  /** User name, which is its client id too. */
  name: string;
  dockOID: string;
  secretHash: Buffer;
  /** It is the second connection of a dock, for sticks alone. */
  relay: boolean;
  /** It speaks the open contract. */
  open: boolean;
  droneSns: readonly string[];
}

/** An admission that does not hold any more. */
export interface EndedAdmission {
  name: string;
  /** As the database writes it: which of the admissions of this name it is. */
  admittedAt: string;
}

const recordStatement = `
  insert into broker_admission (name, dock_oid, secret_hash, relay, open, drone_sns, admitted_at)
  select name, dock_oid, decode(secret_hash, 'hex'), relay, open, drone_sns, now()
  from jsonb_to_recordset($1::jsonb) as one (
    name text, dock_oid uuid, secret_hash text, relay boolean, open boolean, drone_sns text[])
  on conflict (name) do update set
    dock_oid = excluded.dock_oid, secret_hash = excluded.secret_hash, relay = excluded.relay, open = excluded.open,
    drone_sns = excluded.drone_sns, admitted_at = excluded.admitted_at`;

/** The conditions are those under which the account is let in, by `Directory` and `relayAccounts`. */
const endedQuery = `
  select a.name, a.admitted_at::text as admitted_at from broker_admission a
  where not exists (
    select from dock d
    where d.oid = a.dock_oid and d.deleted_at is null and d.retired_at is null and not d.waiting
      and case when a.relay then exists (
          select from drc_account r
          where r.dock_oid = d.oid and r.secret_hash = a.secret_hash and r.expires_at > now())
        else d.secret_hash = a.secret_hash and (d.vendor = 'own') = a.open
          and a.drone_sns <@ array(select u.sn from drone u where u.dock_oid = d.oid and u.deleted_at is null) end)
  order by a.admitted_at limit $1`;

const forgetStatement = `
  delete from broker_admission
  where name = $1 and admitted_at = $2::timestamptz
    and admitted_at < now() - $3::double precision * interval '1 millisecond'`;

/**
 * Who was let into EMQX, and with which rights. EMQX asks once a sign-in: an account that was removed, or lost an aircraft,
 * stays connected until somebody ends that. They are rows, so that any server does, also the one after this.
 */
export class EmqxAdmissions {
  readonly #database: Pick<DatabaseConnection, 'pool'>;
  readonly #written: Gatherer<Admission, void>;

  constructor(database: Pick<DatabaseConnection, 'pool'>) {
    this.#database = database;
    // Thousands that sign in at once are a few statements.
    this.#written = createGatherer<Admission, void>({
      most: limits.broker.askedAtOnce,
      keysOf: ({ name }) => [name],
      work: async (admissions) => {
        await this.#write(admissions);
        return [];
      },
    });
  }

  async #write(admissions: readonly Admission[]): Promise<void> {
    const rows = admissions.map(({ name, dockOID, secretHash, relay, open, droneSns }) => ({
      name,
      dock_oid: dockOID,
      secret_hash: secretHash.toString('hex'),
      relay,
      open,
      drone_sns: droneSns,
    }));
    await this.#database.pool.query(recordStatement, [JSON.stringify(rows)]);
  }

  /** Before the answer: what is not written down could never be ended. @throws when the database is away */
  record(admission: Admission): Promise<void> {
    return this.#written.add(admission);
  }

  /** Those that do not hold any more, the oldest first. */
  async ended(most: number): Promise<EndedAdmission[]> {
    const { rows } = await this.#database.pool.query<{ name: string; admitted_at: string }>(endedQuery, [
      most,
    ]);
    return rows.map(({ name, admitted_at }) => ({ name, admittedAt: admitted_at }));
  }

  /** Its connection has ended. One that was let in a moment ago stays: it may only be on its way. */
  async forget({ name, admittedAt }: EndedAdmission): Promise<void> {
    await this.#database.pool.query(forgetStatement, [name, admittedAt, limits.emqx.settled]);
  }
}
