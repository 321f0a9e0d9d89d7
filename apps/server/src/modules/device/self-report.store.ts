import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { insertDeviceEvents } from './device-event.store.ts';

/** What a device that signs in itself said of itself last. */
export interface SelfReport {
  deviceOID: string;
  /** Server epoch ms. */
  seenAt: number;
  model: string | null;
  firmware: string | null;
  percent: number | null;
  /** Metres and seconds in motion that it counts over its life. */
  distance: number | null;
  flightTime: number | null;
}

/** Other firmware than before is a line in the history of a device. */
async function recordFirmware(trx: DbOrTrx, all: readonly SelfReport[], at: Date): Promise<void> {
  const rows = await trx
    .selectFrom('device_report')
    .select(['device_oid', 'firmware'])
    .where(
      'device_oid',
      'in',
      all.map(({ deviceOID }) => deviceOID),
    )
    .orderBy('device_oid')
    .forUpdate()
    .execute();
  const before = new Map(rows.map(({ device_oid, firmware }) => [device_oid, firmware]));
  await insertDeviceEvents(
    trx,
    at,
    all.flatMap(({ deviceOID, firmware: to }) => {
      const from = before.get(deviceOID);
      return from && to && from !== to ? [{ deviceOID, event: 'firmware' as const, from, to }] : [];
    }),
  );
}

/**
 * Writes what devices said of themselves. A figure that was not said leaves the last one standing.
 * @returns nothing: each is one write
 */
export async function writeSelfReports(
  trx: DbOrTrx,
  all: readonly SelfReport[],
  { at }: { at: Date },
): Promise<ReadonlySet<SelfReport>> {
  await recordFirmware(trx, all, at);
  const rows = all.map(({ seenAt, ...report }) => ({ ...report, seenAt: new Date(seenAt) }));
  await sql`
    insert into device_report (device_oid, model, firmware, percent, distance, flight_time, seen_at)
    select r."deviceOID", r.model, r.firmware, r.percent, r.distance, r."flightTime", r."seenAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("deviceOID" uuid, model text, firmware text, percent real, distance double precision,
        "flightTime" double precision, "seenAt" timestamptz)
    order by r."deviceOID"
    on conflict (device_oid) do update set seen_at = excluded.seen_at,
      model = coalesce(excluded.model, device_report.model),
      firmware = coalesce(excluded.firmware, device_report.firmware),
      percent = coalesce(excluded.percent, device_report.percent),
      distance = coalesce(excluded.distance, device_report.distance),
      flight_time = coalesce(excluded.flight_time, device_report.flight_time)
    where device_report.seen_at < excluded.seen_at`.execute(trx);
  return new Set();
}
