import type { ScreenLayout, ArrangedPage } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './cockpit.schema.ts';

/** Whose a layout is: of a display, or of all screens of the organisation. */
export interface LayoutOf {
  groupRoot: string;
  displayOID: string | undefined;
  page: ArrangedPage;
}
export interface KeptRow {
  version: number;
  /** As it was written; null: dropped again. */
  layout: unknown;
  changedBy: string | null;
  changedAt: Date;
}

const columns = sql`version, layout, changed_at as "changedAt",
  (select name from member where member.oid = changed_by) as "changedBy"`;

export async function keptOf(
  db: DbOrTrx,
  { groupRoot, displayOID, page }: LayoutOf,
): Promise<KeptRow | undefined> {
  const asked =
    displayOID === undefined
      ? sql<KeptRow>`select ${columns} from cockpit_layout
          where group_root = ${groupRoot}::uuid and page = ${page}`
      : sql<KeptRow>`select ${columns} from display_layout
          where display_oid = ${displayOID}::uuid and page = ${page}
            and exists (select from display
              where display.oid = display_oid and display.group_root = ${groupRoot}::uuid)`;
  return (await asked.execute(db)).rows[0];
}

/** Layouts of one organisation are changed one after the other, so that the version that was seen holds. */
export const lockLayouts = async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`layout ${groupRoot}`}, 0))`.execute(trx);
};

export async function keep(
  trx: DbOrTrx,
  of: LayoutOf,
  change: { version: number; layout: ScreenLayout | null; memberOID: string; at: Date },
): Promise<void> {
  const { groupRoot, displayOID, page } = of;
  const { version, memberOID: changed_by, at: changed_at } = change;
  const layout = change.layout === null ? null : JSON.stringify(change.layout);
  const values = { page, version, layout, changed_by, changed_at };
  const next = { version, layout, changed_by, changed_at };
  if (displayOID === undefined)
    await trx
      .insertInto('cockpit_layout')
      .values({ group_root: groupRoot, ...values })
      .onConflict((found) => found.columns(['group_root', 'page']).doUpdateSet(next))
      .execute();
  else
    await trx
      .insertInto('display_layout')
      .values({ display_oid: displayOID, ...values })
      .onConflict((found) => found.columns(['display_oid', 'page']).doUpdateSet(next))
      .execute();
}

/** Members as whom displays are signed in that show this layout, or may have to. */
export const displaysShowing = async (
  trx: DbOrTrx,
  { groupRoot, displayOID, page }: LayoutOf,
): Promise<string[]> => {
  const rows = await trx
    .selectFrom('display')
    .select('member_oid as memberOID')
    .where('group_root', '=', groupRoot)
    .where('page', '=', page)
    .$if(displayOID !== undefined, (some) => some.where('oid', '=', displayOID ?? ''))
    .execute();
  return rows.flatMap(({ memberOID }) => memberOID ?? []);
};

/** The display as which a member is signed in; undefined for people. */
export const displayOfMember = async (
  db: DbOrTrx,
  groupRoot: string,
  memberOID: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('display')
      .select('oid')
      .where('group_root', '=', groupRoot)
      .where('member_oid', '=', memberOID)
      .executeTakeFirst()
  )?.oid;
