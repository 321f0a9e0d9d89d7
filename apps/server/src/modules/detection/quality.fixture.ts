import type { detectionCalls, ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

type Declaration = (typeof detectionCalls)[keyof typeof detectionCalls];
export const timeZone = 'Asia/Shanghai';
export const administrator = 'gamma-administrator';

export interface BoxGiven {
  class?: string;
  foundClass?: string | null;
  /** Null: a person drew it. */
  confidence?: number | null;
  verdict?: 'confirmed' | 'falseAlarm' | 'deleted' | null;
  /** A rule gave the verdict, or it came of a sample. */
  ruled?: boolean | 'sample';
  mediaOID?: string;
  box?: [number, number, number, number];
}

/** Runs and boxes of an organisation, put where detectors and people would have put them. */
export async function createQualityFixture(objects?: Objects) {
  const rooms: TestRooms = await createTestRooms();
  const { db, runtime } = rooms;
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('delta', ['administrator'], 'Flug-4711!');
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', administrator)
    .executeTakeFirstOrThrow();

  const fixture = {
    rooms,
    member,

    async call<One extends Declaration>(
      declaration: One,
      request: object,
      { account = administrator, ...part }: Partial<CallContext> & { account?: string } = {},
    ): Promise<ResponseOf<One>> {
      const { audit: auditLog, department } = rooms;
      const defects = createDefects({
        runtime,
        audit: auditLog,
        ground: async () => null,
        placeOrders: async () => undefined,
      });
      const extra = endpoints({ runtime }, { auditLog, department }, defects, undefined, {
        timeZoneOf: async () => timeZone,
        ...(objects ? { objects } : {}),
      });
      const token = await rooms.tokenOf(account);
      return (await rooms.call(declaration, request, { ...part, token, extra })).data as ResponseOf<One>;
    },

    async picture(part: { name?: string; kind?: string; key?: string; size?: number } = {}): Promise<string> {
      const oid = runtime.newOid();
      const { name = 'DJI_1.JPG', kind = 'photo', key = oid, size = 7 } = part;
      await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
        values (${oid}::uuid, ${member.group_root}::uuid, ${member.group_oid}::uuid, ${key}, ${name}, ${kind},
          ${size})`.execute(db);
      return oid;
    },

    async run(
      at: string,
      part: { model?: string; modelVersion?: string; groupOID?: string } = {},
    ): Promise<string> {
      const oid = runtime.newOid();
      const { model = 'cracks', modelVersion = '1', groupOID = member.group_oid } = part;
      await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by,
          created_at)
        values (${oid}::uuid, ${member.group_root}::uuid, ${groupOID}::uuid, 'run', ${model}, ${modelVersion}, ${oid},
          ${member.oid}::uuid, ${new Date(at)})`.execute(db);
      return oid;
    },

    async box(runOID: string, mediaOID: string, given: BoxGiven = {}): Promise<string> {
      const oid = runtime.newOid();
      const { class: name = 'crack', foundClass = null, confidence = 0.9, verdict = null } = given;
      const [x, y, width, height] = given.box ?? [40, 30, 80, 60];
      const at = verdict === null ? null : new Date(rooms.clock.wall());
      const by = verdict === null ? null : member.oid;
      await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model,
          model_version, source_id, x, y, width, height, picture_width, picture_height, class, found_class, confidence,
          drawn_by, verdict, verdict_by, verdict_at, created_at)
        select ${oid}::uuid, group_root, group_oid, oid, ${given.mediaOID ?? mediaOID}::uuid, model, model_version,
          ${oid}, ${x}, ${y}, ${width}, ${height}, 400, 300, ${name}, ${foundClass}, ${confidence},
          ${confidence === null ? member.oid : null}::uuid, ${verdict}, ${by}::uuid, ${at}, now()
        from detection where oid = ${runOID}::uuid`.execute(db);
      if (verdict !== null && given.ruled)
        await sql`insert into detection_audit (oid, group_root, outcome_oid, member_oid, at, verdict, box, class,
            other_text, reason, rule_oid, sample_oid)
          values (${runtime.newOid()}::uuid, ${member.group_root}::uuid, ${oid}::uuid, ${member.oid}::uuid, ${at},
            ${verdict}, '{}', ${name}, '', '', ${given.ruled === 'sample' ? null : runtime.newOid()}::uuid,
            ${given.ruled === 'sample' ? runtime.newOid() : null}::uuid)`.execute(db);
      return oid;
    },

    async clear(): Promise<void> {
      await sql`delete from detection`.execute(db);
      await sql`delete from media`.execute(db);
    },
  };
  return fixture;
}
export type QualityFixture = Awaited<ReturnType<typeof createQualityFixture>>;
