import { setTimeout as wait } from 'node:timers/promises';
import { detectionCalls, type RequestOf, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { createDefects, endpoints } from '../apps/server/src/modules/detection/index.ts';
import { createTestRooms } from '../apps/server/src/testing/rooms.ts';
import { type Measure } from './row.ts';

type Outcome = RequestOf<typeof detectionCalls.submit>['outcomes'][number];

/** Seconds; the promise is of ten minutes. `EYRIE_BENCH_FINDING_SECONDS=600` keeps it whole. */
const seconds = Number(process.env['EYRIE_BENCH_FINDING_SECONDS'] ?? '60');
const perSecond = 200;
/** Findings of one request, and pictures on which they are. */
const [atOnce, pictures] = [50, 1_000];
/** What a second may be behind at its end, ms. */
const behindMost = 1_000;
const account = 'gamma-administrator';
const picture = { width: 4_000, height: 3_000 };

const outcomesFrom = (first: number, media: readonly string[]): Outcome[] =>
  Array.from({ length: atOnce }, (_, at) => {
    const number = first + at;
    const box = { x: number % 3_000, y: number % 2_000, width: 200, height: 100 };
    const mediaOID = media[number % media.length] ?? '';
    return { sourceId: String(number), mediaOID, box, picture, class: 'crack', confidence: 0.9 };
  });

/**
 * Findings of a detector second by second, each fourth request out of order and sent twice at once, each tenth repeated later, as after
 * an answer that was lost: none may be lost, none doubled, and the server may not fall behind.
 */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { db, runtime, audit: auditLog, department } = rooms;
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = endpoints({ runtime }, { auditLog, department }, defects);
    const options = { token: await rooms.tokenOf(account), extra };
    const { rows } = await sql<{
      oid: string;
    }>`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
      select gen_random_uuid(), group_root, group_oid, 'bench/' || n, n || '.jpg', 'photo', 1
      from member, generate_series(1, ${pictures}::int) n where account = ${account} returning oid`.execute(
      db,
    );
    const media = rows.map(({ oid }) => oid);
    const given = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'bench' };
    const { oid } = (await rooms.call(detectionCalls.add, given, options)).data as ResponseOf<
      typeof detectionCalls.add
    >;
    const send = (first: number): Promise<unknown> =>
      rooms.call(detectionCalls.submit, { oid, outcomes: outcomesFrom(first, media) }, options);
    let sent = 0;
    let behind = 0;
    const lost: number[] = [];
    const from = performance.now();
    for (let second = 0; second < seconds; second += 1) {
      const requests: Promise<unknown>[] = [];
      const firsts = Array.from({ length: perSecond / atOnce }, (_, at) => sent + at * atOnce);
      for (const [at, first] of firsts.toReversed().entries()) {
        requests.push(send(first));
        if (at === 0) requests.push(send(first));
        if ((first / atOnce) % 10 === 0) lost.push(first);
      }
      const again = second % 2 === 1 ? lost.shift() : undefined;
      if (again !== undefined) requests.push(send(again));
      await Promise.all(requests);
      sent += perSecond;
      const due = from + (second + 1) * 1_000;
      behind = Math.max(behind, performance.now() - due);
      await wait(Math.max(0, due - performance.now()));
    }
    const kept = await sql<{ all: number; distinct: number }>`select count(*)::int as all,
      count(distinct source_id)::int as distinct from detection_outcome where detection_oid = ${oid}::uuid`.execute(
      db,
    );
    const { all = 0, distinct = 0 } = kept.rows[0] ?? {};
    const pass = all === sent && distinct === sent && behind <= behindMost;
    return [
      {
        row: `${perSecond} findings a second for ${seconds} s, some requests out of order, twice at once and again later`,
        ours: `${sent - distinct} lost, ${all - distinct} doubled, at most ${Math.max(0, Math.round(behind))} ms behind`,
        peer: '–',
        ratio: null,
        reach: `none lost, none doubled, at most ${behindMost} ms behind`,
        pass,
      },
    ];
  } finally {
    await rooms.close();
  }
};
