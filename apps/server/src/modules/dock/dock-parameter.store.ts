import { dockParameterNames, dockParameters, type DockParameter } from '@eyrie/domain';
import { parametersOf } from '@eyrie/dji';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Limits and settings of a dock and its aircraft, by what both said last. */
export async function heldParameters(
  db: DbOrTrx,
  dockOID: string,
): Promise<{ droneOnline: boolean; list: DockParameter[] }> {
  const row = await db
    .selectFrom('dock_snapshot')
    .select(['dock_values', 'drone_values', 'drone_online', 'last_seen_at', 'drone_last_seen_at'])
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  const held = parametersOf({ dock: row?.dock_values ?? null, drone: row?.drone_values ?? null });
  const at = {
    dock: row?.last_seen_at?.getTime() ?? null,
    drone: row?.drone_last_seen_at?.getTime() ?? null,
  };
  return {
    droneOnline: row?.drone_online ?? false,
    list: dockParameterNames.map((name) => {
      const parameter = dockParameters[name];
      const [min, max] = parameter.kind === 'number' ? [parameter.min, parameter.max] : [null, null];
      return { name, value: held[name], at: at[parameter.device], min, max };
    }),
  };
}
