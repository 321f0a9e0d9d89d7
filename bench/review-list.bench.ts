import { detectionCalls } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { createDefects, endpoints } from '../apps/server/src/modules/detection/index.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** `EYRIE_BENCH_OUTCOMES` takes fewer, for a first look. */
const outcomes = Number(process.env['EYRIE_BENCH_OUTCOMES'] ?? '5000000');
/** Outcomes of a run, pictures on which they lie, and pictures of all runs. */
const [ofRun, onPictures, pictures] = [5_000, 500, 5_000];
const runs = outcomes / ofRun;
const turns = 21;
const most = 1.3;
const account = 'gamma-administrator';
const pageSize = 50;

interface Filled {
  groupRoot: string;
  newest: string;
}

/** Runs of a detector of whose findings a third is not judged. */
const fill = async ({ db }: TestRooms): Promise<Filled> => {
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, shot_at)
    select gen_random_uuid(), ${member.group_root}::uuid, ${member.group_oid}::uuid, 'bench/' || n, n || '.jpg', 'photo', 1,
      now() - n * interval '1 second' from generate_series(1, ${pictures}::int) n`.execute(db);
  await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by, created_at)
    select gen_random_uuid(), ${member.group_root}::uuid, ${member.group_oid}::uuid, 'run ' || n, 'cracks', '1', n::text,
      ${member.oid}::uuid, now() - n * interval '1 minute' from generate_series(1, ${runs}::int) n`.execute(
    db,
  );
  // What counts findings as they come would count each run by itself.
  await sql`alter table detection_outcome disable trigger user`.execute(db);
  const atOnce = 20;
  for (let from = 1; from <= runs; from += atOnce)
    await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model, model_version,
        source_id, x, y, width, height, picture_width, picture_height, class, confidence, verdict, verdict_by, verdict_at,
        created_at)
      select gen_random_uuid(), run.group_root, run.group_oid, run.oid, photo.oid, 'cracks', '1', run.source_id || '/' || n,
        n % 3000, n % 2000, 200, 100, 4000, 3000, 'crack', 0.9, judged.verdict,
        case when judged.verdict is not null then run.created_by end,
        case when judged.verdict is not null then run.created_at end, run.created_at
      from detection run
      cross join generate_series(1, ${ofRun}::int) n
      join (select oid, row_number() over (order by object_key) - 1 as place from media) photo
        on photo.place = (run.source_id::int * ${onPictures}::int + n % ${onPictures}::int) % ${pictures}::int
      cross join lateral (select case n % 3 when 1 then 'confirmed' when 2 then 'falseAlarm' end as verdict) judged
      where run.source_id::int between ${from}::int and ${from + atOnce - 1}::int`.execute(db);
  await sql`alter table detection_outcome enable trigger user`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const newest = await db
    .selectFrom('detection')
    .select('oid')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { groupRoot: member.group_root, newest: newest.oid };
};

type Ask = () => Promise<string[]>;

/** @param idle a list that finds nothing: what any call costs */
const compare = async (what: string, [own, peer, idle]: readonly [Ask, Ask, Ask]): Promise<BenchRow> => {
  const [found, expected] = [await own(), await peer()];
  if (found.length === 0 || found.join() !== expected.join()) throw new Error(`${what}: other rows`);
  const times = { own: [] as number[], peer: [] as number[], idle: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    times.peer.push(await timed(peer));
    times.own.push(await timed(own));
    times.idle.push(await timed(idle));
  }
  const [ms, peerMs] = [median(times.own), median(times.peer)];
  return {
    row: `review list of ${outcomes.toLocaleString('en')} outcomes: ${what}, against the bare query`,
    ours: `${ms.toFixed(1)} ms; a list that finds nothing ${median(times.idle).toFixed(1)} ms`,
    peer: `${peerMs.toFixed(1)} ms`,
    ratio: ms / peerMs,
    reach: `≤ ${most}×`,
    pass: ms / peerMs <= most,
  };
};

/** The lists of a review: of runs with how much of each is audited, of the pictures of one, and of its findings. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { db, runtime, audit: auditLog, department } = rooms;
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    const { groupRoot, newest } = await fill(rooms);
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const options = {
      token: await rooms.tokenOf(account),
      extra: endpoints({ runtime }, { auditLog, department }, defects),
    };
    const ask =
      (declaration: Parameters<typeof rooms.call>[0], request: object, oidsOf: (data: never) => string[]) =>
      async (): Promise<string[]> =>
        oidsOf((await rooms.call(declaration, request, options)).data as never);
    const within = (table: string): RawBuilder<boolean> =>
      sql<boolean>`${sql.ref(`${table}.group_root`)} = ${groupRoot}::uuid and ${sql.ref(`${table}.group_oid`)}
        = any(array(select oid from department where group_root = ${groupRoot}::uuid))`;
    const bare =
      (page: RawBuilder<{ oid: string }>, count?: RawBuilder<unknown>) => async (): Promise<string[]> => {
        const [{ rows: found }] = await Promise.all([page.execute(db), count?.execute(db)]);
        return found.map(({ oid }) => oid);
      };
    const listed = ({ list }: { list: { oid: string }[] }): string[] => list.map(({ oid }) => oid);
    const page = { pageNum: 1, pageSize };
    const sides = [
      [
        'runs, newest first, with what is audited of each',
        ask(detectionCalls.queryTask, page, listed),
        bare(
          sql`select run.*, department.name, member.name, counted.* from (select * from detection where ${within('detection')}
              order by created_at desc, oid limit ${pageSize}) run
            join department on department.oid = run.group_oid join member on member.oid = run.created_by
            cross join lateral (select count(*), count(verdict), count(*) filter (where verdict = 'confirmed')
              from detection_outcome where detection_oid = run.oid and verdict is distinct from 'deleted') counted
            order by run.created_at desc, run.oid`,
          sql`select count(*) from detection where ${within('detection')}`,
        ),
      ],
      [
        'pictures of a run, with what is audited of each',
        ask(
          detectionCalls.toView,
          { oid: newest },
          ({ pictures: of }: { pictures: { mediaOID: string }[] }) => of.map(({ mediaOID }) => mediaOID),
        ),
        bare(sql`select media.oid, media.name, media.shot_at, counted.* from (
            select media_oid, count(*), count(verdict) from detection_outcome
            where detection_oid = ${newest}::uuid and verdict is distinct from 'deleted' group by media_oid) counted
          join media on media.oid = counted.media_oid where media.deleted_at is null and ${within('media')}
          order by media.shot_at nulls last, media.oid`),
      ],
      [
        'findings of a run that nobody judged',
        ask(detectionCalls.queryOutcome, { ...page, detectionOID: newest, verdict: 'none' }, listed),
        bare(
          sql`select one.* from detection_outcome one where detection_oid = ${newest}::uuid and verdict is null
            and ${within('one')} order by created_at desc, oid limit ${pageSize}`,
          sql`select count(*) from detection_outcome one where detection_oid = ${newest}::uuid and verdict is null
            and ${within('one')}`,
        ),
      ],
    ] as const;
    const rows: BenchRow[] = [];
    const idle = ask(
      detectionCalls.queryOutcome,
      { ...page, detectionOID: '0197a000-0000-7000-8000-000000000001' },
      listed,
    );
    for (const [what, own, peer] of sides) rows.push(await compare(what, [own, peer, idle]));
    return rows;
  } finally {
    await rooms.close();
  }
};
