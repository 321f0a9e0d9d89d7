import { sql } from 'kysely';
import { freeLease, limits, type LeaseControl, type LeaseRow } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** One of the controls of a dock. */
export interface LeaseTarget {
  dockOID: string;
  groupRoot: string;
  control: LeaseControl;
}

export interface StoredLease extends LeaseRow {
  holderName: string | null;
  askerName: string | null;
}

/**
 * Reads a lease. With `lock` the row stays locked until the transaction ends, so that the holder cannot change while a
 * command under it is written. The remaining time is capped at one time to live: a wall clock that stepped back must
 * not make a lease last for hours.
 */
export const readLease = async (
  db: DbOrTrx,
  dockOID: string,
  control: LeaseControl,
  now: number,
  lock: 'update' | 'share' | null = null,
): Promise<StoredLease> => {
  let query = db
    .selectFrom('control_lease')
    .select((eb) => [
      'epoch',
      'holder_oid',
      'session_oid',
      'tab_id',
      'expires_at',
      'asker_oid',
      'asker_session_oid',
      'asker_tab_id',
      'asker_until',
      'several_tabs',
      eb
        .selectFrom('member')
        .select('name')
        .whereRef('member.oid', '=', 'control_lease.holder_oid')
        .as('holder_name'),
      eb
        .selectFrom('member')
        .select('name')
        .whereRef('member.oid', '=', 'control_lease.asker_oid')
        .as('asker_name'),
    ])
    .where('dock_oid', '=', dockOID)
    .where('control', '=', control);
  if (lock === 'update') query = query.forUpdate();
  if (lock === 'share') query = query.forShare();
  const row = await query.executeTakeFirst();
  if (!row) return { ...freeLease, holderName: null, askerName: null };
  return {
    epoch: Number(row.epoch),
    holder:
      row.holder_oid && row.session_oid && row.tab_id
        ? { memberOID: row.holder_oid, sessionOID: row.session_oid, tabId: row.tab_id }
        : null,
    expiresAt: Math.min(row.expires_at.getTime(), now + limits.lease.ttl),
    asker:
      row.asker_oid && row.asker_session_oid && row.asker_tab_id && row.asker_until
        ? {
            memberOID: row.asker_oid,
            sessionOID: row.asker_session_oid,
            tabId: row.asker_tab_id,
            until: Math.min(row.asker_until.getTime(), now + limits.lease.askAnswer),
          }
        : null,
    severalTabs: row.several_tabs,
    holderName: row.holder_name,
    askerName: row.asker_name,
  };
};

/** There is a dock, and it is not retired. */
export const dockExists = async (db: DbOrTrx, dockOID: string): Promise<boolean> =>
  (await db
    .selectFrom('dock')
    .select('oid')
    .where('oid', '=', dockOID)
    .where('deleted_at', 'is', null)
    .where('retired_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Inserts the row if it is missing, so that it can be locked. */
export const ensureLease = async (db: DbOrTrx, dockOID: string, control: LeaseControl): Promise<void> => {
  await db
    .insertInto('control_lease')
    .values({ dock_oid: dockOID, control })
    .onConflict((conflict) => conflict.columns(['dock_oid', 'control']).doNothing())
    .execute();
};

/** Writes a decided lease. The caller holds the lock of its row. */
export const writeLease = async (
  db: DbOrTrx,
  dockOID: string,
  control: LeaseControl,
  row: LeaseRow,
): Promise<void> => {
  await db
    .updateTable('control_lease')
    .set({
      epoch: row.epoch,
      holder_oid: row.holder?.memberOID ?? null,
      session_oid: row.holder?.sessionOID ?? null,
      tab_id: row.holder?.tabId ?? null,
      expires_at: new Date(row.expiresAt),
      asker_oid: row.asker?.memberOID ?? null,
      asker_session_oid: row.asker?.sessionOID ?? null,
      asker_tab_id: row.asker?.tabId ?? null,
      asker_until: row.asker ? new Date(row.asker.until) : null,
      lost_told: row.holder === null,
      several_tabs: row.severalTabs,
    })
    .where('dock_oid', '=', dockOID)
    .where('control', '=', control)
    .execute();
};

/**
 * Whether a person may control a dock: signed in, with the right, and with the dock in scope. It reads the database's
 * clock, because `now()` is too old in a transaction that has waited.
 */
const mayControlNow = (
  person: { memberOID: ReturnType<typeof sql>; sessionOID: ReturnType<typeof sql> },
  dockOID: ReturnType<typeof sql>,
  now: Date,
) => sql<boolean>`exists (
  select 1 from session join member on member.oid = session.member_oid
  where session.oid = ${person.sessionOID} and member.oid = ${person.memberOID}
    and session.ended_at is null and session.expires_at > ${now}::timestamptz
    and member.enabled and member.deleted_at is null
    and (member.valid_until is null or member.valid_until > clock_timestamp())
    and exists (
      select 1 from member_role join role_resource on role_resource.role_oid = member_role.role_oid
      where member_role.member_oid = member.oid and role_resource.resource = 'dock:control')
    and exists (
      select 1 from dock join department on department.oid = dock.group_oid
      where dock.oid = ${dockOID} and department.path @> array[member.group_oid]))`;

/** The rule of the timer for one person. `now` is server epoch ms. */
export const mayControl = async (
  db: DbOrTrx,
  dockOID: string,
  person: { memberOID: string; sessionOID: string },
  now: number,
): Promise<boolean> => {
  const is = mayControlNow(
    { memberOID: sql`${person.memberOID}::uuid`, sessionOID: sql`${person.sessionOID}::uuid` },
    sql`${dockOID}::uuid`,
    new Date(now),
  );
  const { rows } = await sql<{ is: boolean }>`select ${is} as is`.execute(db);
  return rows[0]?.is === true;
};

export interface DueLease {
  dockOID: string;
  control: LeaseControl;
  epoch: number;
  /** Its holder may no longer control the dock. */
  holderGone: boolean;
}

/**
 * Leases for the timer: an ask or a holder that expired, or a holder or an asker who may no longer control.
 */
export const dueLeases = async (db: DbOrTrx, now: number): Promise<DueLease[]> => {
  const at = new Date(now);
  const gone = (who: 'holder' | 'asker') => {
    const memberOID = sql.ref(`control_lease.${who}_oid`);
    const sessionOID = sql.ref(
      who === 'holder' ? 'control_lease.session_oid' : 'control_lease.asker_session_oid',
    );
    const may = mayControlNow(
      { memberOID: sql`${memberOID}`, sessionOID: sql`${sessionOID}` },
      sql`control_lease.dock_oid`,
      at,
    );
    return sql<boolean>`(${memberOID} is not null and not ${may})`;
  };
  const rows = await db
    .selectFrom('control_lease')
    .select([
      'control_lease.dock_oid',
      'control_lease.control',
      'control_lease.epoch',
      gone('holder').as('holder_gone'),
    ])
    .where((eb) =>
      eb.or([
        eb('control_lease.asker_until', '<=', at),
        eb.and([eb('control_lease.holder_oid', 'is not', null), eb('control_lease.expires_at', '<=', at)]),
        gone('holder'),
        gone('asker'),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    dockOID: row.dock_oid,
    control: row.control,
    epoch: Number(row.epoch),
    holderGone: row.holder_gone,
  }));
};

/** Nobody controls a dock. The number rises, so that whoever held control before holds it no more. */
export async function releaseEverything(trx: DbOrTrx, at: Date): Promise<void> {
  await sql`update control_lease set holder_oid = null, session_oid = null, tab_id = null, asker_oid = null,
    asker_session_oid = null, asker_tab_id = null, asker_until = null, lost_told = true, epoch = epoch + 1,
    expires_at = ${at}`.execute(trx);
}
