import { limits } from '@eyrie/domain';
import type { DeviceReport } from '@eyrie/dji';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { insertSamples, sampleDue, type BatterySample } from './battery-sample.store.ts';
import { insertDeviceEvents, type NewDeviceEvent } from './device-event.store.ts';

/** What an aircraft said, with where it was heard. */
export interface HeardReports {
  groupRoot: string;
  groupOID: string;
  dockOID: string;
  droneOID: string;
  /** Server epoch ms. */
  seenAt: number;
  reports: readonly DeviceReport[];
}

interface Placed {
  oid: string;
  heard: HeardReports;
  report: DeviceReport;
}

interface Former {
  device_oid: string;
  kind: string | null;
  drone_oid: string | null;
  drone_name: string | null;
  firmware: string | null;
  seen_at: Date;
  sampled_at: Date | null;
  sampled_cycles: number | null;
}

const keyOf = (groupRoot: string, kind: string, sn: string): string => `${groupRoot} ${kind} ${sn}`;

const wantedOf = (all: readonly HeardReports[]): { groupRoot: string; kind: string; sn: string }[] =>
  all.flatMap(({ groupRoot, reports }) =>
    reports.filter(({ kind }) => kind !== 'drone').map(({ kind, sn }) => ({ groupRoot, kind, sn })),
  );

async function knownDevices(trx: DbOrTrx, all: readonly HeardReports[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ oid: string; groupRoot: string; kind: string; sn: string }>`
    select device.oid, device.group_root as "groupRoot", device.kind, device.sn
    from jsonb_to_recordset(${JSON.stringify(wantedOf(all))}::jsonb) as wanted("groupRoot" uuid, kind text, sn text)
    join device on device.group_root = wanted."groupRoot" and device.kind = wanted.kind and device.sn = wanted.sn
      and device.deleted_at is null`.execute(trx);
  return new Map(rows.map(({ oid, groupRoot, kind, sn }) => [keyOf(groupRoot, kind, sn), oid]));
}

/** Devices that nobody has in the book yet: found, in the department of the dock that heard them. */
async function addFound(
  trx: DbOrTrx,
  all: readonly HeardReports[],
  known: ReadonlyMap<string, string>,
  newOid: () => string,
): Promise<string[]> {
  const fresh = new Map(
    all.flatMap(({ groupRoot, groupOID, reports }) =>
      reports
        .filter(({ kind, sn }) => kind !== 'drone' && !known.has(keyOf(groupRoot, kind, sn)))
        .map(({ kind, sn, model }) => [
          keyOf(groupRoot, kind, sn),
          { oid: newOid(), kind, groupRoot, groupOID, name: kind === 'gimbal' ? (model ?? sn) : sn, sn },
        ]),
    ),
  );
  if (fresh.size === 0) return [];
  const { rows } = await sql<{ oid: string }>`
    insert into device (oid, kind, group_root, group_oid, name, sn, found)
    select fresh.oid, fresh.kind, fresh."groupRoot", fresh."groupOID", fresh.name, fresh.sn, true
    from jsonb_to_recordset(${JSON.stringify([...fresh.values()])}::jsonb)
      as fresh(oid uuid, kind text, "groupRoot" uuid, "groupOID" uuid, name text, sn text)
    join department on department.oid = fresh."groupOID" and department.deleted_at is null
    where (select count(*) from device waiting where waiting.group_root = fresh."groupRoot" and waiting.found
      and waiting.deleted_at is null) < ${limits.gateway.devicesFound}
    on conflict (group_root, kind, sn) where deleted_at is null do nothing
    returning oid`.execute(trx);
  return rows.map(({ oid }) => oid);
}

/** The last reports of these devices, and of whatever else was in these aircraft; locked in one order everywhere. */
async function formerReports(
  trx: DbOrTrx,
  oids: readonly string[],
  droneOIDs: readonly string[],
): Promise<Former[]> {
  const { rows } = await sql<Former>`
    select report.device_oid, device.kind, report.drone_oid, drone.name as drone_name, report.firmware,
      report.seen_at, report.sampled_at, report.sampled_cycles
    from device_report report
    left join device on device.oid = report.device_oid
    left join drone on drone.oid = report.drone_oid
    where report.device_oid = any(${[...oids]}::uuid[]) or report.drone_oid = any(${[...droneOIDs]}::uuid[])
    order by report.device_oid for update of report`.execute(trx);
  return rows;
}

/** What an aircraft no longer names of a kind of which it names others has been taken out. */
const takenOut = (
  all: readonly HeardReports[],
  placed: readonly Placed[],
  former: readonly Former[],
): Former[] => {
  const named = new Set(placed.map(({ oid }) => oid));
  const naming = new Map<string, number>(
    all.flatMap(({ droneOID, seenAt, reports }) =>
      reports.map(({ kind }) => [`${droneOID} ${kind}`, seenAt] as const),
    ),
  );
  return former.filter(
    ({ device_oid, drone_oid, kind, seen_at }) =>
      drone_oid !== null &&
      !named.has(device_oid) &&
      (naming.get(`${drone_oid} ${kind ?? ''}`) ?? -Infinity) > seen_at.getTime(),
  );
};

/** What happened, as far as two reports of a device show. */
const happened = (
  placed: readonly Placed[],
  former: readonly Former[],
  names: ReadonlyMap<string, string>,
  found: ReadonlySet<string>,
): NewDeviceEvent[] => {
  const before = new Map(former.map((one) => [one.device_oid, one]));
  return placed.flatMap(({ oid, heard, report }) => {
    const last = before.get(oid);
    const drone = names.get(heard.droneOID) ?? null;
    const events: NewDeviceEvent[] = [];
    if (found.has(oid)) events.push({ deviceOID: oid, event: 'found', to: drone });
    else if (report.kind !== 'drone' && last?.drone_oid !== heard.droneOID)
      events.push({ deviceOID: oid, event: 'mounted', from: last?.drone_name ?? null, to: drone });
    if (last?.firmware && report.firmware && last.firmware !== report.firmware)
      events.push({ deviceOID: oid, event: 'firmware', from: last.firmware, to: report.firmware });
    return events;
  });
};

const figures = {
  percent: 'real',
  cycles: 'int',
  voltage: 'real',
  temperature: 'real',
  stored_days: 'int',
  flights: 'int',
  flight_time: 'double precision',
  distance: 'double precision',
  sampled_at: 'timestamptz',
  sampled_cycles: 'int',
} as const;
/** A figure that was not reported, or could not be, leaves the last good one standing. */
const replaced = [...Object.keys(figures), 'model', 'firmware'].map(
  (name) => `${name} = coalesce(excluded.${name}, device_report.${name})`,
);
const columns = {
  device_oid: 'uuid',
  dock_oid: 'uuid',
  drone_oid: 'uuid',
  slot: 'text',
  model: 'text',
  firmware: 'text',
  seen_at: 'timestamptz',
  spread: 'real',
  ...figures,
} as const;

/** Those of these reports that are kept as samples, too. */
const sampled = (placed: readonly Placed[], former: readonly Former[]): BatterySample[] => {
  const before = new Map(former.map((one) => [one.device_oid, one]));
  return placed.flatMap(({ oid: deviceOID, heard: { seenAt }, report }) => {
    if (report.kind !== 'battery') return [];
    const { cycles, spread, temperature, percent } = report;
    const { sampled_at: at = null, sampled_cycles } = before.get(deviceOID) ?? {};
    const last = at && { at: at.getTime(), cycles: sampled_cycles ?? null };
    return sampleDue(last, { at: seenAt, cycles })
      ? [{ deviceOID, at: new Date(seenAt), cycles, spread, temperature, percent }]
      : [];
  });
};

async function upsert(
  trx: DbOrTrx,
  placed: readonly Placed[],
  samples: readonly BatterySample[],
): Promise<void> {
  if (placed.length === 0) return;
  const sampledOIDs = new Set(samples.map(({ deviceOID }) => deviceOID));
  const rows = placed.map(({ oid, heard, report }) => ({
    device_oid: oid,
    dock_oid: heard.dockOID,
    drone_oid: report.kind === 'drone' ? null : heard.droneOID,
    slot: report.slot,
    model: report.model,
    firmware: report.firmware,
    seen_at: new Date(heard.seenAt),
    percent: report.percent,
    cycles: report.cycles,
    voltage: report.voltage,
    temperature: report.temperature,
    stored_days: report.storedDays,
    flights: report.flights,
    flight_time: report.flightTime,
    distance: report.distance,
    spread: report.spread,
    sampled_at: sampledOIDs.has(oid) ? new Date(heard.seenAt) : null,
    sampled_cycles: sampledOIDs.has(oid) ? report.cycles : null,
  }));
  const names = Object.keys(columns);
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await sql`
    insert into device_report (${sql.raw(names.join(', '))})
    select ${sql.raw(names.join(', '))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(typed.join(', '))})
    order by device_oid
    on conflict (device_oid) do update set dock_oid = excluded.dock_oid, drone_oid = excluded.drone_oid,
      slot = excluded.slot, seen_at = excluded.seen_at, spread = excluded.spread, ${sql.raw(replaced.join(', '))}
    where device_report.seen_at < excluded.seen_at`.execute(trx);
}

/**
 * Writes what aircraft said of themselves and of what they carry: devices that nobody knew are found, others get their
 * last figures and, where they moved or changed, a line in their history. In one transaction of the caller.
 * @returns the reports of which a battery was written twice, as its report and as a sample
 */
export async function writeDeviceReports(
  trx: DbOrTrx,
  all: readonly HeardReports[],
  { newOid, at }: { newOid: () => string; at: Date },
): Promise<ReadonlySet<HeardReports>> {
  const before = await knownDevices(trx, all);
  const found = new Set(await addFound(trx, all, before, newOid));
  const known = found.size > 0 ? await knownDevices(trx, all) : before;
  const byOid = new Map<string, Placed>();
  for (const heard of all)
    for (const report of heard.reports) {
      const oid =
        report.kind === 'drone' ? heard.droneOID : known.get(keyOf(heard.groupRoot, report.kind, report.sn));
      // Two aircraft that name the same battery: it is where it was heard last.
      if (oid !== undefined && (byOid.get(oid)?.heard.seenAt ?? -Infinity) <= heard.seenAt)
        byOid.set(oid, { oid, heard, report });
    }
  const placed = [...byOid.values()];
  const droneOIDs = all.map(({ droneOID }) => droneOID);
  const former = await formerReports(
    trx,
    placed.map(({ oid }) => oid),
    droneOIDs,
  );
  const lastSeen = new Map(former.map(({ device_oid, seen_at }) => [device_oid, seen_at.getTime()]));
  // A word that is older than what is stored says nothing of now.
  const newer = placed.filter(({ oid, heard }) => heard.seenAt > (lastSeen.get(oid) ?? -Infinity));
  const drones = await trx
    .selectFrom('drone')
    .select(['oid', 'name'])
    .where('oid', 'in', droneOIDs)
    .execute();
  const names = new Map(drones.map(({ oid, name }) => [oid, name]));
  const out = takenOut(all, placed, former);
  await insertDeviceEvents(trx, at, [
    ...happened(newer, former, names, found),
    ...out.map(({ device_oid: deviceOID, drone_name: from }): NewDeviceEvent => ({
      deviceOID,
      event: 'removed',
      from,
    })),
  ]);
  const samples = sampled(newer, former);
  await upsert(trx, newer, samples);
  await insertSamples(trx, samples);
  if (out.length > 0)
    await trx
      .updateTable('device_report')
      .set({ drone_oid: null, slot: null })
      .where(
        'device_oid',
        'in',
        out.map(({ device_oid }) => device_oid),
      )
      .execute();
  const twice = new Set(samples.map(({ deviceOID }) => deviceOID));
  return new Set(newer.filter(({ oid }) => twice.has(oid)).map(({ heard }) => heard));
}
