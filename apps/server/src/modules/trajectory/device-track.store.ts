import { sql, type Insertable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type DeviceTrackRow = Insertable<Database['device_track']>;

/** Appends places of robots and controllers. The last second may be lost in a crash, so the commit does not wait for the disk. */
export const insertDeviceTrack = async (db: DbOrTrx, rows: readonly DeviceTrackRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await trx
      .insertInto('device_track')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};

/** Takes rows of the day before a moment down to one per `seconds`. */
export const thinDeviceTrack = async (db: DbOrTrx, before: Date, seconds: number): Promise<void> => {
  await sql`
    delete from device_track t using (
      select device_oid, at, row_number() over (partition by device_oid, floor(extract(epoch from at) / ${seconds}) order by at) as place
      from device_track where at < ${before} and at >= ${new Date(before.getTime() - 86_400_000)}
    ) old where old.place > 1 and t.device_oid = old.device_oid and t.at = old.at`.execute(db);
};
