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

export const clearHealth = async (
  db: DbOrTrx,
  dockOID: string,
  device: string,
  codes: readonly string[],
  at: Date,
): Promise<void> => {
  if (codes.length === 0) return;
  await db
    .updateTable('device_health')
    .set({ cleared_at: at, last_at: at })
    .where('dock_oid', '=', dockOID)
    .where('device', '=', device)
    .where('code', 'in', [...codes])
    .where('cleared_at', 'is', null)
    .execute();
};
