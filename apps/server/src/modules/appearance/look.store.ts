import { z } from 'zod';
import {
  factoryLook,
  isColour,
  latitude,
  limits,
  longitude,
  lookFaults,
  type Look,
  type PastLook,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type LookKind = 'console' | 'screen';

const colour = z.string().refine(isColour).nullable().catch(null);
const stored = z.object({
  pcName: z.string().min(1).max(limits.appearance.nameMax).catch(factoryLook.pcName),
  menuTheme: z.number().int().catch(factoryLook.menuTheme),
  menuColor: colour,
  accentColor: colour,
  backgroundColor: colour,
  backgroundPIC: z.string().nullable().catch(null),
  longitude: longitude.catch(factoryLook.longitude),
  latitude: latitude.catch(factoryLook.latitude),
  levelMAX: z.number().catch(factoryLook.levelMAX),
  levelMIN: z.number().catch(factoryLook.levelMIN),
  level: z.number().catch(factoryLook.level),
  url: z.string().catch(factoryLook.url),
});

/** The look of a row. What is missing or broken there, or breaks the rules of this release, is the product's own. */
const lookOf = (value: unknown): Look => {
  const look = stored.parse(typeof value === 'object' ? (value ?? {}) : {});
  const { levelMIN, levelMAX, level } = factoryLook;
  const broken = new Set(lookFaults(look).map((fault) => fault.field));
  return {
    ...look,
    ...(broken.has('levelMIN') || broken.has('levelMAX') || broken.has('level')
      ? { levelMIN, levelMAX, level }
      : {}),
    ...(broken.has('backgroundPIC') ? { backgroundPIC: null } : {}),
    ...(broken.has('url') ? { url: factoryLook.url } : {}),
  };
};

export interface VersionOfLook {
  version: number;
  look: Look;
}

/** The newest versions, the one in force first. */
export async function newestLooks(
  db: DbOrTrx,
  groupRoot: string,
  kind: LookKind,
  count: number,
): Promise<VersionOfLook[]> {
  const rows = await db
    .selectFrom('appearance')
    .select(['version', 'look'])
    .where('group_root', '=', groupRoot)
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ version, look }) => ({ version, look: lookOf(look) }));
}

/** One version by its oid, of this organisation alone. */
export async function lookByOid(db: DbOrTrx, groupRoot: string, oid: string): Promise<Look | null> {
  const row = await db
    .selectFrom('appearance')
    .select('look')
    .where('oid', '=', oid)
    .where('group_root', '=', groupRoot)
    .executeTakeFirst();
  return row ? lookOf(row.look) : null;
}

/** Two changes of one organisation's look stand in a line. */
export const lockLooks = async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`appearance ${groupRoot}`}, 0))`.execute(trx);
};

export interface NewLook {
  oid: string;
  groupRoot: string;
  kind: LookKind;
  version: number;
  look: Look;
  origin: PastLook['origin'];
  memberOID: string;
  at: Date;
}

/** Adds a version, and forgets those that are too old to be shown. */
export async function insertLook(trx: DbOrTrx, given: NewLook): Promise<void> {
  await trx
    .insertInto('appearance')
    .values({
      oid: given.oid,
      group_root: given.groupRoot,
      kind: given.kind,
      version: given.version,
      look: JSON.stringify(given.look),
      origin: given.origin,
      member_oid: given.memberOID,
      created_at: given.at,
    })
    .execute();
  await trx
    .deleteFrom('appearance')
    .where('group_root', '=', given.groupRoot)
    .where('kind', '=', given.kind)
    .where('version', '<=', given.version - limits.appearance.historyMost)
    .execute();
}

export async function pastLooks(
  db: DbOrTrx,
  groupRoot: string,
  page: { pageNum: number; pageSize: number },
): Promise<{ list: PastLook[]; total: number }> {
  const of = db
    .selectFrom('appearance')
    .where('appearance.group_root', '=', groupRoot)
    .where('appearance.kind', '=', 'console');
  const [rows, counted] = await Promise.all([
    of
      .leftJoin('member', 'member.oid', 'appearance.member_oid')
      .select([
        'appearance.oid',
        'appearance.version',
        'appearance.look',
        'appearance.origin',
        'appearance.created_at',
        'member.name as byName',
      ])
      .orderBy('appearance.version', 'desc')
      .offset((page.pageNum - 1) * page.pageSize)
      .limit(page.pageSize)
      .execute(),
    of.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ]);
  const list = rows.map((row) => ({
    ...lookOf(row.look),
    oid: row.oid,
    version: row.version,
    origin: row.origin,
    byName: row.byName,
    at: row.created_at.getTime(),
  }));
  return { list, total: counted.count };
}
