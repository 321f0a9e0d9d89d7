import { newestFirmware } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** The newest firmware of each of these models that a device of the kind has reported in an organisation, by model. */
export async function latestFirmwares(
  db: DbOrTrx,
  kind: 'drone' | 'gimbal',
  { groupRoot, models }: { groupRoot: string; models: readonly string[] },
): Promise<ReadonlyMap<string, string | null>> {
  if (models.length === 0) return new Map();
  const table = kind === 'drone' ? 'drone' : 'device';
  const row = sql.table(table);
  const { rows } = await sql<{ model: string; firmware: string }>`
    select distinct report.model, report.firmware
    from ${row} join device_report report on report.device_oid = ${row}.oid
    where ${row}.group_root = ${groupRoot}::uuid and ${row}.deleted_at is null and ${row}.retired_at is null
      ${kind === 'gimbal' ? sql`and device.kind = 'gimbal'` : sql``}
      and report.model = any(${[...models]}::text[]) and report.firmware is not null`.execute(db);
  const seen = Map.groupBy(rows, ({ model }) => model);
  return new Map(
    [...seen].map(([model, found]) => [model, newestFirmware(found.map(({ firmware }) => firmware))]),
  );
}
