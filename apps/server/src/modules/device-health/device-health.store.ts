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
        .columns(['dock_oid', 'device', 'code'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({ last_at: row.at }),
    )
    .returning('oid')
    .executeTakeFirstOrThrow();
  return opened.oid;
};

/** Clears one alarm. @returns its oid; null when it does not stand. */
export const clearHealth = async (
  db: DbOrTrx,
  alarm: { dockOID: string; device: string; code: string; at: Date },
): Promise<string | null> => {
  const cleared = await db
    .updateTable('device_health')
    .set({ cleared_at: alarm.at, last_at: alarm.at })
    .where('dock_oid', '=', alarm.dockOID)
    .where('device', '=', alarm.device)
    .where(sql<boolean>`lower(code) = lower(${alarm.code})`)
    .where('cleared_at', 'is', null)
    .returning('oid')
    .executeTakeFirst();
  return cleared?.oid ?? null;
};

/** Clears what is open on a device and not in its list any more. */
export const clearOtherHealth = async (
  db: DbOrTrx,
  dockOID: string,
  device: string,
  codes: readonly string[],
  at: Date,
): Promise<void> => {
  let query = db
    .updateTable('device_health')
    .set({ cleared_at: at, last_at: at })
    .where('dock_oid', '=', dockOID)
    .where('device', '=', device)
    .where('cleared_at', 'is', null);
  if (codes.length > 0) query = query.where('code', 'not in', [...codes]);
  await query.execute();
};
