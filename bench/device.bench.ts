import type pg from 'pg';
import { toDeviceReports, type Snapshot } from '@eyrie/dji';
import {
  batteryList,
  createDeviceReporter,
  writeDeviceReports,
  type HeardReports,
} from '../apps/server/src/modules/device/index.ts';
import { reading } from '../apps/server/src/platform/list/index.ts';
import { newOid } from '../apps/server/src/platform/oid.ts';
import type { Runtime } from '../apps/server/src/platform/runtime.ts';
import { withDatabase } from './database.ts';
import { compare, type Found } from './list/compare.ts';
import type { BenchRow, Measure } from './row.ts';

const batteries = 100_000;
const aircraft = 1_000;
const uuid = (n: number): string => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const [groupRoot, groupOID, memberOID] = [uuid(1), uuid(10), uuid(2)];
const oidOf = (block: number): string =>
  `('018f0000-0000-7000-${block}000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Docks with an aircraft each, and batteries of which every fiftieth is in one of these; all have reported figures. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (oid, name, first) values ($1, '台账', true)`, [groupRoot]);
  await pool.query(
    `insert into department (oid, group_root, name, path) values ($1, $2, '总部', array[$1::uuid])`,
    [groupOID, groupRoot],
  );
  await pool.query(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     select ${oidOf(8)}, $1, $2, '机场' || n, 'DOCK' || n, '3-2-0', 'DJI', '' from generate_series(1, ${aircraft}) n`,
    [groupRoot, groupOID],
  );
  await pool.query(
    `insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid, heard)
     select ${oidOf(9)}, $1, $2, '无人机' || n, 'AIR' || n, '0-91-1', ${oidOf(8)}, true
     from generate_series(1, ${aircraft}) n`,
    [groupRoot, groupOID],
  );
  await pool.query(
    `insert into dock_snapshot (dock_oid, online, drone_online, dock_values, drone_values, written_at)
     select ${oidOf(8)}, true, n % 2 = 0, '{"drone_charge_state": {"state": 1}}', '{}', now()
     from generate_series(1, ${aircraft}) n`,
  );
  await pool.query(
    `insert into device (oid, kind, group_root, group_oid, name, sn, created_at)
     select ('018f0000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'battery', $1, $2, '电池' || lpad(n::text, 6, '0'),
       'BATT' || n, timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${batteries}) n`,
    [groupRoot, groupOID],
  );
  await pool.query(
    `insert into device_report (device_oid, dock_oid, drone_oid, slot, seen_at, percent, cycles, voltage, temperature)
     select ('018f0000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid,
       ('018f0000-0000-7000-8000-' || lpad(to_hex(1 + n % ${aircraft}), 12, '0'))::uuid,
       case when n % 50 = 0
         then ('018f0000-0000-7000-9000-' || lpad(to_hex(1 + n % ${aircraft}), 12, '0'))::uuid end,
       '0', now(), n % 100, n % 400, 22.5, 25 from generate_series(1, ${batteries}) n`,
  );
  await pool.query('vacuum (analyze)');
}

const within = `device.group_root = $1 and device.kind = 'battery' and device.deleted_at is null
  and device.group_oid = any(array(select oid from department where path @> array[$2::uuid] and group_root = $1))`;
const count = `select count(*) from device where ${within}`;
/** The same page with the same figures, as somebody would write it for this list alone. */
const bare = `select device.*, department.name as group_name, report.*, dock.name as dock_name, drone.name as drone_name,
    snapshot.drone_online, snapshot.dock_values -> 'drone_charge_state' ->> 'state' as charging, upkeep.done_at,
    (select coalesce(max(version), 0) from record_change where record_oid = device.oid) as version
  from (select * from device where ${within} order by name, oid limit 50) as device
  join department on department.oid = device.group_oid
  left join device_report report on report.device_oid = device.oid
  left join device_upkeep upkeep on upkeep.device_oid = device.oid
  left join dock on dock.oid = report.dock_oid and dock.deleted_at is null
  left join dock_snapshot snapshot on snapshot.dock_oid = report.dock_oid
  left join drone on drone.oid = report.drone_oid and drone.deleted_at is null
  order by device.name, device.oid`;

const snapshotOf = (n: number, at: number): Snapshot => ({
  values: {
    total_flight_sorties: at,
    battery: {
      capacity_percent: 80,
      batteries: [0, 1].map((index) => ({
        index,
        sn: `FLOWN${n}B${index}`,
        capacity_percent: 80,
        voltage: 22_500,
        temperature: 25,
        loop_times: 31,
      })),
    },
    payloads: [{ payload_index: '81-0-0', sn: `FLOWN${n}C0`, firmware_version: '1.0' }],
  },
  at: {},
  osdAt: at,
  dropped: 0,
});

/** Rows that bear a moment: what the flush at that moment wrote, reports and samples of batteries. */
const writtenAt = async (pool: pg.Pool, at: number): Promise<{ reports: number; samples: number }> => {
  const { rows } = await pool.query<{ reports: string; samples: string }>(
    `select (select count(*) from device_report where seen_at = $1) as reports,
      (select count(*) from battery_sample where at = $1) as samples`,
    [new Date(at)],
  );
  return { reports: Number(rows[0]?.reports ?? 0), samples: Number(rows[0]?.samples ?? 0) };
};

/** How many rows a minute of telemetry writes, and how long one round takes. */
async function measureWrites(runtime: Runtime, pool: pg.Pool): Promise<BenchRow[]> {
  let mono = 0;
  const links = Array.from({ length: aircraft }, (_, n) => ({ n: n + 1 }));
  const clock = { mono: () => mono, wall: () => 1_800_000_000_000 + mono };
  const reporter = createDeviceReporter(
    { ...runtime, clock },
    {
      timer: 'device.write',
      links: () => links,
      heard: ({ n }): HeardReports => ({
        groupRoot,
        groupOID,
        dockOID: `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
        droneOID: `018f0000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`,
        seenAt: clock.wall(),
        reports: toDeviceReports(snapshotOf(n, mono), { sn: `AIR${n}`, model: '0-91-1' }),
      }),
      write: writeDeviceReports,
    },
  );
  /** Aircraft speak every 2 s for a minute. */
  const minute = async (): Promise<{ perDevice: number; samples: number }> => {
    let all = 0;
    let samples = 0;
    for (let at = 0; at < 30; at += 1) {
      mono += 2_000;
      await reporter.flush();
      const some = await writtenAt(pool, clock.wall());
      all += some.reports + some.samples;
      samples += some.samples;
    }
    return { perDevice: all / (aircraft * 4), samples };
  };
  // Found once; from then on they are known.
  await reporter.flush();
  mono += 60_000;
  const from = performance.now();
  await reporter.flush();
  const round = performance.now() - from;
  const quiet = await minute();
  // An hour later a sample of every battery is due.
  mono += 3_600_000;
  const sampling = await minute();
  const most = Math.max(quiet.perDevice, sampling.perDevice);
  return [
    {
      row: `reports of ${aircraft.toLocaleString('en')} aircraft with what they carry, samples of batteries among them: writes a device and minute`,
      ours: most.toFixed(2),
      peer: '–',
      ratio: null,
      reach: '≤ 2',
      pass: quiet.perDevice > 0 && sampling.samples === aircraft * 2 && most <= 2,
    },
    {
      row: 'one round of them, of the 30 s in which it is due',
      ours: `${(round / 1_000).toFixed(2)} s`,
      peer: '–',
      ratio: null,
      reach: '≤ 3 s',
      pass: round <= 3_000,
    },
  ];
}

/** The book of devices at the size of a large organisation. */
export const measure: Measure = () =>
  withDatabase(async ({ pool, database, log }) => {
    await fill(pool);
    const list = reading(batteryList);
    const reader = { caller: { memberOID, groupRoot, groupOID } };
    const page = { pageNum: 1, pageSize: 50 };
    const values = [groupRoot, groupOID];
    const peer = async (): Found => {
      const [rows, counted] = await Promise.all([pool.query(bare, values), pool.query(count, values)]);
      return {
        rows: rows.rows as { oid: string }[],
        total: Number((counted.rows[0] as { count: string }).count),
      };
    };
    const runtime: Runtime = {
      db: database.kysely,
      log,
      clock: { mono: () => performance.now(), wall: () => Date.now() },
      serverTime: () => Date.now(),
      newOid,
    };
    return [
      await compare(
        `page of 50 and count of ${batteries.toLocaleString('en')} batteries with live figures, against the bare query`,
        () => list.page(database.kysely, reader, {}, page),
        peer,
      ),
      ...(await measureWrites(runtime, pool)),
    ];
  });
