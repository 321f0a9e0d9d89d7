import { limits, type DeviceEvent, type DeviceEventRow, type DevicePart } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface NewDeviceEvent {
  deviceOID: string;
  event: DeviceEvent;
  by?: string;
  from?: string | null;
  to?: string | null;
  remark?: string;
  parts?: readonly DevicePart[];
}

/** Writes what happened to devices, all in one statement. */
export async function insertDeviceEvents(
  trx: DbOrTrx,
  at: Date,
  events: readonly NewDeviceEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('device_event')
    .values(
      events.map(({ deviceOID, event, by = null, from = null, to = null, remark = null, parts = [] }) => ({
        device_oid: deviceOID,
        at,
        event,
        by_oid: by,
        from_text: from,
        to_text: to,
        remark,
        parts: parts.length > 0 ? JSON.stringify(parts) : null,
      })),
    )
    .execute();
}

/** What happened to a device, the last event first. */
export async function eventsOf(db: DbOrTrx, deviceOID: string): Promise<DeviceEventRow[]> {
  const { rows } = await sql<Omit<DeviceEventRow, 'at'> & { at: Date }>`
    select event.at, event.event, member.name as by, event.from_text as "from", event.to_text as "to", event.remark,
      coalesce(event.parts, '[]') as parts
    from device_event event left join member on member.oid = event.by_oid
    where event.device_oid = ${deviceOID}::uuid
    order by event.at desc, event.id desc limit ${limits.list.historyMost}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
