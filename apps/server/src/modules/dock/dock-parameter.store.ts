import {
  dockParameterNames,
  dockParameters,
  type CommandState,
  type DockParameter,
  type DockParameterValue,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { gatewaySets, parametersOf } from '@eyrie/dji';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** The last order for each setting. */
async function lastAsked(db: DbOrTrx, dockOID: string): Promise<Map<string, DockParameter['asked']>> {
  const name = sql<string>`command.arguments->>'name'`;
  const rows = await db
    .selectFrom('command')
    .innerJoin('member', 'member.oid', 'command.issued_by')
    .select(['command.arguments', 'command.state', 'command.issued_at', 'member.name as by'])
    .distinctOn(name)
    .where('command.dock_oid', '=', dockOID)
    .where('command.method', '=', 'setParameter')
    .orderBy(name)
    .orderBy('command.created_at', 'desc')
    .execute();
  return new Map(
    rows.map((row) => {
      const { name: setting, value } = row.arguments as { name: string; value: DockParameterValue };
      return [
        setting,
        { value, at: row.issued_at.getTime(), by: row.by, state: row.state as CommandState },
      ] as const;
    }),
  );
}

/** Limits and settings of a dock and its aircraft, by what both said last. */
export async function heldParameters(
  db: DbOrTrx,
  { oid: dockOID, model }: { oid: string; model: string },
): Promise<{ droneOnline: boolean; list: DockParameter[] }> {
  const row = await db
    .selectFrom('dock_snapshot')
    .select(['dock_values', 'drone_values', 'drone_online', 'last_seen_at', 'drone_last_seen_at'])
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  const asked = await lastAsked(db, dockOID);
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
      return {
        name,
        value: held[name],
        at: at[parameter.device],
        lacking: !gatewaySets(model, name),
        min,
        max,
        asked: asked.get(name) ?? null,
      };
    }),
  };
}
