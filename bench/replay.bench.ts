import type pg from 'pg';
import { createReplayClock } from '../apps/console/src/modules/flight-record/replay-clock.ts';
import { createRowOf } from '../apps/console/src/modules/flight-record/replay-series.ts';
import { flightReplayOf } from '../apps/server/src/modules/flight-record/index.ts';
import { withDatabase } from './database.ts';
import { median, timed, type Measure } from './row.ts';

/** Two rows a second for 40 minutes. */
const rows = 4_800;
const rounds = 15;
const [groupRoot, groupOID, memberOID, dockOID, droneOID, flightOID] = [1, 10, 20, 30, 40, 50].map(
  (n) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
) as [string, string, string, string, string, string];
const from = Date.now() - 3_600_000;

async function fill(pool: pg.Pool): Promise<void> {
  const run = (statement: string, values: unknown[] = []) => pool.query(statement, values);
  await run(`insert into organisation (oid, name, first) values ($1, '回放', true)`, [groupRoot]);
  await run(`insert into department (oid, group_root, name, path) values ($1, $2, '总部', array[$1::uuid])`, [
    groupOID,
    groupRoot,
  ]);
  await run(
    `insert into member (oid, group_root, group_oid, account, name, password_hash)
     values ($1, $2, $3, 'replay', '回放', '')`,
    [memberOID, groupRoot, groupOID],
  );
  await run(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     values ($1, $2, $3, '机场', 'REPLAY', '3-2-0', 'DJI', '')`,
    [dockOID, groupRoot, groupOID],
  );
  await run(
    `insert into flight (oid, group_root, group_oid, dock_oid, take_off_to, state, route_checksum, waypoint_count,
       return_altitude, lost_action, clarity, executor_oid, start_time, end_time)
     values ($1, $2, $3, $4, '{}', 'over', '', 0, 100, 'return', 'hd', $5, $6, $7)`,
    [flightOID, groupRoot, groupOID, dockOID, memberOID, new Date(from), new Date(from + rows * 500)],
  );
  await run(
    `insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, elevation, speed_h, percent, mode_code,
       payload)
     select $1, $2::timestamptz + i * interval '500 ms', $3, 113.9 + i * 1e-6, 22.5, 100, 60, 10, 90 - i * 0.01, 5,
       '{"gimbal": {"pitch": -45, "yaw": 10}, "wind": 3.5, "link": 5}'
     from generate_series(0, ${rows - 1}) i`,
    [droneOID, new Date(from), flightOID],
  );
  await run('vacuum (analyze) drone_telemetry');
}

/** A flight of 40 minutes as its replay opens, and what one step of the scrubber looks up. */
export const measure: Measure = () =>
  withDatabase(async ({ pool, database }) => {
    await fill(pool);
    const peer = () =>
      pool.query(
        `select at, lng, lat, height, elevation, speed_h, speed_v, head, percent, mode_code, payload from drone_telemetry
         where flight_oid = $1 order by at`,
        [flightOID],
      );
    const scope = { groupRoot, groupOID };
    const ours = () => flightReplayOf(database.kysely, scope, flightOID, { language: 'en', now: Date.now() });
    const replay = await ours();
    const times = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.peer.push(await timed(peer));
      times.ours.push(await timed(ours));
    }
    const [mine, bare] = [median(times.ours), median(times.peer)];
    const clock = createReplayClock(replay.from, replay.to, { ask: () => 0, cancel: () => undefined });
    const rowOf = createRowOf(replay.columns);
    let seen = 0;
    for (let listener = 0; listener < 10; listener += 1)
      clock.onMoment((at) => void (seen += rowOf(at) ?? 0));
    const steps = 10_000;
    const scrubbed = await timed(async () => {
      for (let step = 0; step < steps; step += 1)
        clock.set(replay.from + ((step * 7_919) % (replay.to - replay.from)));
    });
    return [
      {
        row: `replay of a flight of 40 minutes, ${rows.toLocaleString('en')} rows to ${replay.columns.at.length.toLocaleString('en')}, against one bare query for its rows`,
        ours: `${mine.toFixed(0)} ms`,
        peer: `${bare.toFixed(0)} ms`,
        ratio: mine / bare,
        reach: '≤ 500 ms',
        pass: replay.total === rows && mine <= 500,
      },
      {
        row: 'replay: one step of the scrubber for ten that follow it, without drawing',
        ours: `${((scrubbed / steps) * 1_000).toFixed(1)} µs`,
        peer: '50 ms',
        ratio: null,
        reach: '≤ 1 ms',
        pass: seen > 0 && scrubbed / steps <= 1,
      },
    ];
  });
