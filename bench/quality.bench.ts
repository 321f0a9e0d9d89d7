import { detectionCalls, type QualityAnswer } from '@eyrie/domain';
import { sql } from 'kysely';
import { createDefects, endpoints } from '../apps/server/src/modules/detection/index.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type Measure } from './row.ts';

/** A year of five million boxes has so many in a month. */
const [boxes, runs, pictures] = [400_000, 4_000, 4_000];
/** A statement is ended after 1.8 s; a page waits less. */
const mostMs = 1_500;
/** Of the time that the database takes to group the same boxes. */
const mostRatio = 2;
const account = 'gamma-administrator';
const month = '2025-09';

const at = new Date(`${month}-02T00:00:00Z`);

const fill = async (db: TestRooms['db']): Promise<void> => {
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
    select md5('media' || n)::uuid, group_root, group_oid, 'bench/' || n, n || '.jpg', 'photo', 1
    from member, generate_series(1, ${pictures}::int) n where account = ${account}`.execute(db);
  await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by,
      created_at)
    select md5('run' || n)::uuid, group_root, group_oid, 'run', 'cracks', (n % 3)::text, n::text, oid,
      ${at}::timestamptz + n * interval '5 minutes'
    from member, generate_series(1, ${runs}::int) n where account = ${account}`.execute(db);
  for (let from = 0; from < boxes; from += 20_000)
    await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model,
        model_version, source_id, x, y, width, height, picture_width, picture_height, class, confidence, verdict,
        verdict_by, verdict_at, created_at)
      select md5('box' || n)::uuid, group_root, group_oid, md5('run' || (n % ${runs}::int + 1))::uuid,
        md5('media' || (n % ${pictures}::int + 1))::uuid, 'cracks', '1', n::text, 1, 1, 9, 9, 400, 300,
        'class ' || (n / 7 % 20), (n::bigint * 7919 % 1000) / 1000.0,
        case n / 11 % 3 when 0 then 'confirmed' when 1 then 'falseAlarm' end,
        case when n / 11 % 3 < 2 then oid end, case when n / 11 % 3 < 2 then ${at}::timestamptz end,
        ${at}::timestamptz
      from member, generate_series(${from + 1}::int, ${from + 20_000}::int) n
      where account = ${account}`.execute(db);
  // Each verdict has its row; one of ten came of a rule, and one of ten of a sample.
  await sql`insert into detection_audit (oid, group_root, outcome_oid, member_oid, at, verdict, box, class, other_text,
      reason, rule_oid, sample_oid)
    select md5('audit' || source_id)::uuid, group_root, oid, verdict_by, verdict_at, verdict, '{}', class, '', '',
      case source_id::int % 10 when 0 then oid end, case source_id::int % 10 when 1 then oid end
    from detection_outcome where verdict is not null`.execute(db);
  await sql`vacuum analyze detection_outcome, detection_audit`.execute(db);
  await sql`analyze detection`.execute(db);
};

/** Boxes of one month by class, version and confidence, two thirds of them with a verdict. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { db, runtime, audit: auditLog, department } = rooms;
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    await fill(db);
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = endpoints({ runtime }, { auditLog, department }, defects);
    const options = { token: await rooms.tokenOf(account), extra };
    const { group_root: root } = await db
      .selectFrom('member')
      .select('group_root')
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    const bareQuery = async (): Promise<void> => {
      const { rows } = await sql`select one.class, one.verdict, floor(one.confidence * 100) as percent,
          count(*)::int as count, sum(one.confidence) as confidence
        from detection inner join detection_outcome one on one.detection_oid = detection.oid
        where detection.group_root = ${root}::uuid and detection.created_at >= ${at}
        group by 1, 2, 3`.execute(db);
      if (rows.length === 0) throw new Error('the bare query found nothing');
    };
    const [own, bare]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 5; turn += 1) {
      own.push(
        await timed(async () => {
          const { data } = await rooms.call(detectionCalls.quality, { from: month, months: 1 }, options);
          const { found } = (data as QualityAnswer).total;
          if (found !== boxes) throw new Error(`${found} of ${boxes} boxes were counted`);
        }),
      );
      bare.push(await timed(bareQuery));
    }
    const [ours, theirs] = [median(own), median(bare)];
    const ratio = ours / theirs;
    return [
      {
        row: `quality of a month of ${boxes} boxes in ${runs} runs`,
        ours: `${Math.round(ours)} ms`,
        peer: `${Math.round(theirs)} ms: the bare query, grouped by class, verdict and percent`,
        ratio,
        reach: `at most ${mostRatio}× the bare query, and ${mostMs} ms`,
        pass: ours <= mostMs && ratio <= mostRatio,
      },
    ];
  } finally {
    await rooms.close();
  }
};
