import type { HealthItem } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Raises an alarm, or notes that it still stands. @returns the oid of the row. */
export const openHealth = async (
  db: DbOrTrx,
  row: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    dockOID: string;
    droneOID: string | null;
    flightOID: string | null;
    /** Whose list names it. */
    heardOn: 'dock' | 'drone' | 'driver';
    device: 'dock' | 'drone';
    item: Pick<HealthItem, 'code' | 'level' | 'module' | 'inTheSky' | 'args'>;
    at: Date;
  },
): Promise<string> => {
  const opened = await db
    .insertInto('device_health')
    .values({
      oid: row.oid,
      group_root: row.groupRoot,
      group_oid: row.groupOID,
      dock_oid: row.dockOID,
      drone_oid: row.droneOID,
      flight_oid: row.flightOID,
      heard_on: row.heardOn,
      device: row.device,
      code: row.item.code,
      level: row.item.level,
      module: row.item.module,
      in_the_sky: row.item.inTheSky,
      args: JSON.stringify(row.item.args),
      first_at: row.at,
      last_at: row.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['dock_oid', 'heard_on', 'device', 'code'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({
          last_at: row.at,
          level: row.item.level,
          in_the_sky: row.item.inTheSky,
          args: JSON.stringify(row.item.args),
        }),
    )
    .returning('oid')
    .executeTakeFirstOrThrow();
  return opened.oid;
};

/** Clears one alarm that a driver raised. @returns its oid; null when it does not stand. */
export const clearHealth = async (
  db: DbOrTrx,
  alarm: { dockOID: string; device: string; code: string; at: Date },
): Promise<string | null> => {
  const cleared = await db
    .updateTable('device_health')
    .set({ cleared_at: alarm.at, last_at: alarm.at })
    .where('dock_oid', '=', alarm.dockOID)
    .where('heard_on', '=', 'driver')
    .where('device', '=', alarm.device)
    .where(sql<boolean>`lower(code) = lower(${alarm.code})`)
    .where('cleared_at', 'is', null)
    .returning('oid')
    .executeTakeFirst();
  return cleared?.oid ?? null;
};

/** Clears what a list raised and does not name any more. */
export const clearOtherHealth = async (
  db: DbOrTrx,
  dockOID: string,
  heardOn: 'dock' | 'drone',
  codes: readonly string[],
  at: Date,
): Promise<void> => {
  let query = db
    .updateTable('device_health')
    .set({ cleared_at: at, last_at: at })
    .where('dock_oid', '=', dockOID)
    .where('heard_on', '=', heardOn)
    .where('cleared_at', 'is', null);
  if (codes.length > 0) query = query.where('code', 'not in', [...codes]);
  await query.execute();
};
