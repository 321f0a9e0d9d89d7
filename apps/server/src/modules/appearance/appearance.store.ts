import { z } from 'zod';
import {
  factoryAppearance,
  isColour,
  latitude,
  limits,
  longitude,
  appearanceFaults,
  type AppearanceSettings,
  type PastAppearance,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { readingOf } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type AppearanceKind = 'console' | 'screen';

const colour = z.string().refine(isColour).nullable().catch(null);
const stored = z.object({
  pcName: z.string().min(1).max(limits.appearance.nameMax).catch(factoryAppearance.pcName),
  menuTheme: z.number().int().catch(factoryAppearance.menuTheme),
  menuColor: colour,
  accentColor: colour,
  backgroundColor: colour,
  backgroundPIC: z.string().nullable().catch(null),
  logoPIC: z.string().nullable().catch(null),
  longitude: longitude.catch(factoryAppearance.longitude),
  latitude: latitude.catch(factoryAppearance.latitude),
  levelMAX: z.number().catch(factoryAppearance.levelMAX),
  levelMIN: z.number().catch(factoryAppearance.levelMIN),
  level: z.number().catch(factoryAppearance.level),
  url: z.string().catch(factoryAppearance.url),
});

/** The settings of a row. What is missing or broken there, or breaks the rules of this release, is the product's own. */
const settingsOf = (value: unknown): AppearanceSettings => {
  const settings = stored.parse(typeof value === 'object' ? (value ?? {}) : {});
  const { levelMIN, levelMAX, level } = factoryAppearance;
  const broken = new Set(appearanceFaults(settings).map((fault) => fault.field));
  return {
    ...settings,
    ...(broken.has('levelMIN') || broken.has('levelMAX') || broken.has('level')
      ? { levelMIN, levelMAX, level }
      : {}),
    ...(broken.has('backgroundPIC') ? { backgroundPIC: null } : {}),
    ...(broken.has('logoPIC') ? { logoPIC: null } : {}),
    ...(broken.has('url') ? { url: factoryAppearance.url } : {}),
  };
};

export interface AppearanceVersion {
  version: number;
  settings: AppearanceSettings;
}

/** The newest versions, the one in force first. */
export async function newestVersions(
  db: DbOrTrx,
  groupRoot: string,
  kind: AppearanceKind,
  count: number,
): Promise<AppearanceVersion[]> {
  const rows = await db
    .selectFrom('appearance')
    .select(['version', 'look'])
    .where('group_root', '=', groupRoot)
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ version, look }) => ({ version, settings: settingsOf(look) }));
}

/** One version by its oid, of this organisation alone. */
export async function versionByOid(
  db: DbOrTrx,
  groupRoot: string,
  oid: string,
): Promise<AppearanceSettings | null> {
  const row = await db
    .selectFrom('appearance')
    .select('look')
    .where('oid', '=', oid)
    .where('group_root', '=', groupRoot)
    .executeTakeFirst();
  return row ? settingsOf(row.look) : null;
}

/** Serialises changes of one organisation's appearance. */
export const lockVersions = async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`appearance ${groupRoot}`}, 0))`.execute(trx);
};

export interface NewVersion {
  oid: string;
  groupRoot: string;
  kind: AppearanceKind;
  version: number;
  settings: AppearanceSettings;
  origin: PastAppearance['origin'];
  memberOID: string;
  at: Date;
}

/** Adds a version, and forgets those that are too old to be shown. */
export async function insertVersion(trx: DbOrTrx, given: NewVersion): Promise<void> {
  await trx
    .insertInto('appearance')
    .values({
      oid: given.oid,
      group_root: given.groupRoot,
      kind: given.kind,
      version: given.version,
      look: JSON.stringify(given.settings),
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

const versions = readingOf({
  table: 'appearance',
  scope: 'organisation',
  only: sql<boolean>`appearance.kind = 'console'`,
  name: 'version',
  columns: {
    oid: 'oid',
    version: 'version',
    look: 'look',
    origin: 'origin',
    byName: sql<string | null>`(select member.name from member where member.oid = appearance.member_oid)`,
    at: 'created_at',
  },
  filters: {},
  sort: { '-version': sql`appearance.version desc` },
  order: '-version',
});

/** What the console looked like before, newest first. */
export async function pastVersions(
  db: DbOrTrx,
  caller: Caller,
  page: { pageNum: number; pageSize: number },
): Promise<{ list: PastAppearance[]; total: number }> {
  const { rows, total } = await versions.page(db, { caller }, {}, page);
  return { list: rows.map(({ look, ...row }) => ({ ...settingsOf(look), ...row })), total };
}
