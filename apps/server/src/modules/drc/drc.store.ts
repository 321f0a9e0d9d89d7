import { isHeld, type StickHolder } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { mayControl, readLease } from '../lease/index.ts';

/** Whom a code lets in, to fly which dock from which tab. */
export interface DrcPass {
  dockOID: string;
  sessionOID: string;
  tabId: string;
}

export const insertCode = async (
  db: DbOrTrx,
  codeHash: Buffer,
  { dockOID, sessionOID, tabId }: DrcPass,
  expiresAt: Date,
): Promise<void> => {
  await db
    .insertInto('drc_code')
    .values({
      code_hash: codeHash,
      dock_oid: dockOID,
      session_oid: sessionOID,
      tab_id: tabId,
      expires_at: expiresAt,
    })
    .execute();
};

/** Spends a code; null: there is none, or its time is over. */
export const spendCode = async (db: DbOrTrx, codeHash: Buffer, now: Date): Promise<DrcPass | null> => {
  const row = await db
    .deleteFrom('drc_code')
    .where('code_hash', '=', codeHash)
    .returning(['dock_oid', 'session_oid', 'tab_id', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return null;
  return { dockOID: row.dock_oid, sessionOID: row.session_oid, tabId: row.tab_id };
};

/** Drops codes and accounts whose time is over. */
export const dropExpired = async (db: DbOrTrx, now: Date): Promise<void> => {
  await db.deleteFrom('drc_code').where('expires_at', '<=', now).execute();
  await db.deleteFrom('drc_account').where('expires_at', '<=', now).execute();
};

/** Gives a dock its second account, in place of any before. */
export const saveAccount = async (
  trx: DbOrTrx,
  dockOID: string,
  secretHash: Buffer,
  expiresAt: Date,
): Promise<void> => {
  const account = { secret_hash: secretHash, expires_at: expiresAt };
  await trx
    .insertInto('drc_account')
    .values({ dock_oid: dockOID, ...account })
    .onConflict((conflict) => conflict.column('dock_oid').doUpdateSet(account))
    .execute();
};

/**
 * Takes back the account that a dock was given for one run. Its row is locked meanwhile, so that whoever enters next saves
 * another account either before, and keeps it, or after.
 * @param dismiss takes it back at the broker
 * @returns false: the dock has the account of another run by now, which is left alone
 */
export const endAccount = (
  db: Runtime['db'],
  dockOID: string,
  secretHash: Buffer,
  dismiss: () => Promise<void>,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('drc_account')
      .select('dock_oid')
      .where('dock_oid', '=', dockOID)
      .where('secret_hash', '=', secretHash)
      .forUpdate()
      .executeTakeFirst();
    if (!own) return false;
    await dismiss();
    await trx.deleteFrom('drc_account').where('dock_oid', '=', dockOID).execute();
    return true;
  });

/** Whether a dock has an account for sticks: somebody flies it by them, or is about to. */
export const hasAccount = async (db: DbOrTrx, dockOID: string): Promise<boolean> =>
  (await db
    .selectFrom('drc_account')
    .select('dock_oid')
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst()) !== undefined;

/** Whether session, right and lease of whoever flies a dock stand. `now`: server epoch ms. */
export const holderStands = async (
  db: DbOrTrx,
  dockOID: string,
  holder: StickHolder,
  now: number,
): Promise<boolean> => {
  const lease = await readLease(db, dockOID, 'flight', now);
  const { memberOID, sessionOID, tabId, epoch } = holder;
  const same =
    isHeld(lease, now) &&
    lease.epoch === epoch &&
    lease.holder?.memberOID === memberOID &&
    lease.holder.sessionOID === sessionOID &&
    lease.holder.tabId === tabId;
  return same && (await mayControl(db, dockOID, { memberOID, sessionOID }, now));
};
