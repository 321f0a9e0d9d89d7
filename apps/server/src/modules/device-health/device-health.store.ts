import type { HealthItem } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const openHealth = async (
  db: DbOrTrx,
  row: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    dockOID: string;
    device: 'dock' | 'drone';
    item: HealthItem;
    at: Date;
  },
): Promise<void> => {
  await db
    .insertInto('device_health')
    .values({
      oid: row.oid,
      group_root: row.groupRoot,
      group_oid: row.groupOID,
      dock_oid: row.dockOID,
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
    .execute();
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
