import type pg from 'pg';
import { trackOf } from '../apps/server/src/modules/trajectory/index.ts';
import { withDatabase } from './database.ts';
import { median, timed, type Measure } from './row.ts';

const points = 1_000_000;
const most = 2_000;
const rounds = 7;
const [groupRoot, groupOID, droneOID] = [1, 10, 20].map(
  (n) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
) as [string, string, string];
const from = Date.UTC(2026, 0, 1);
/** Two points a second: a million are nearly six days in the air. */
const to = from + points * 500;

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (oid, name, first) values ($1, '轨迹', true)`, [groupRoot]);
  await pool.query(
    `insert into department (oid, group_root, name, path) values ($1, $2, '总部', array[$1::uuid])`,
    [groupOID, groupRoot],
  );
  await pool.query(
    `insert into drone (oid, group_root, group_oid, name, sn, model) values ($1, $2, $3, '无人机', 'AIR', '0-91-1')`,
    [droneOID, groupRoot, groupOID],
  );
  await pool.query(
    `insert into drone_telemetry (drone_oid, at, lng, lat, height, elevation, speed_h, percent, payload)
     select $1, $2::timestamptz + i * interval '500 ms', 113.9 + 0.02 * sin(i / 997.0), 22.5 + 0.02 * cos(i / 1409.0),
       100 + 40 * sin(i / 313.0), 60, 8, 80, '{"gimbal": {"pitch": -45, "yaw": 10}}'
     from generate_series(0, ${points - 1}) i`,
    [droneOID, new Date(from)],
  );
  await pool.query('vacuum (analyze) drone_telemetry');
}

/** A very long track as the map opens it: thinned, with its extremes. */
export const measure: Measure = () =>
  withDatabase(async ({ pool, database }) => {
    await fill(pool);
    const span = { device: { oid: droneOID, kind: 'drone' as const }, from, to };
    const peer = () =>
      pool.query(
        `select count(*), min(lng), max(lng), min(lat), max(lat), min(height), max(height) from drone_telemetry
         where drone_oid = $1 and at >= $2 and at < $3`,
        [droneOID, new Date(from), new Date(to)],
      );
    const ours = () => trackOf(database.kysely, span, most);
    const found = await ours();
    const times = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.peer.push(await timed(peer));
      times.ours.push(await timed(ours));
    }
    const [mine, bare] = [median(times.ours), median(times.peer)];
    return [
      {
        row: `track of ${points.toLocaleString('en')} points thinned to ${found.points.length.toLocaleString('en')}, against one bare pass for its extremes`,
        ours: `${mine.toFixed(0)} ms`,
        peer: `${bare.toFixed(0)} ms`,
        ratio: mine / bare,
        reach: '≤ 1 s',
        pass: found.total === points && found.points.length <= most * 1.5 && mine <= 1_000,
      },
    ];
  });
