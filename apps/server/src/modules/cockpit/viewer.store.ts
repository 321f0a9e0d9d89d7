import { cockpitEntry, cockpitPages, type CockpitPage, type ScreenViewer } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './cockpit.schema.ts';

interface ViewerRow {
  kind: ScreenViewer['kind'];
  oid: string;
  name: string;
  groupOID: string;
  groupName: string;
  groupType: string;
  /** Cockpits that it may open. */
  pages: CockpitPage[];
  lastSeenAt: Date | null;
  /** Cockpits for which it has a layout of its own, and for which its organisation has one. */
  own: CockpitPage[];
  ofOrganisation: CockpitPage[];
  total: number;
}

const lastUse = (member: string) => sql`(select max(session.last_used_at) from session
  where session.member_oid = ${sql.ref(member)})`;

/** A display has the cockpit that it was confirmed for, people the one that the sign-in takes them to. */
const viewOf = ({ kind, pages, groupOID, groupType }: ViewerRow): CockpitPage | null =>
  kind === 'display'
    ? (pages[0] ?? null)
    : (cockpitEntry({ oid: groupOID, type: groupType }, pages)?.route ?? null);

const layoutOf = ({ own, ofOrganisation }: ViewerRow, page: CockpitPage | null): ScreenViewer['layoutOf'] => {
  if (page === null || page === '/CockpitOption') return null;
  if (own.includes(page)) return 'display';
  return ofOrganisation.includes(page) ? 'organisation' : 'product';
};

/** Displays, and people of departments that land on a cockpit, by name; with the view that each is shown. */
export async function viewersPage(
  db: DbOrTrx,
  scope: Scope,
  { keyword, pageNum, pageSize }: { keyword?: string | undefined; pageNum: number; pageSize: number },
): Promise<{ list: ScreenViewer[]; total: number }> {
  const root = sql`${scope.groupRoot}::uuid`;
  const { rows } = await sql<ViewerRow>`with viewer as (
      select 'display' as kind, display.oid, display.name, display.group_oid, array[display.page] as pages,
        ${lastUse('display.member_oid')} as "lastSeenAt",
        array(select page from display_layout where display_oid = display.oid and layout is not null) as own
      from display
      where display.group_root = ${root} and display.member_oid is not null
        and ${inScope('display.group_oid', scope)}
      union all
      select 'member', member.oid, member.name, member.group_oid, array(
          select distinct role_resource.resource from member_role join role_resource using (role_oid)
          where member_role.member_oid = member.oid and role_resource.resource = any(${[...cockpitPages]}::text[])),
        ${lastUse('member.oid')}, '{}'
      from member join department on department.oid = member.group_oid
      where member.group_root = ${root} and ${inScope('member.group_oid', scope)}
        and member.deleted_at is null and member.enabled and not member.service
        and department.type in ('leaderCockpit', 'userCockpit')
    )
    select viewer.kind, viewer.oid, viewer.name, viewer.pages, viewer."lastSeenAt", viewer.own,
      department.oid as "groupOID", department.name as "groupName", department.type as "groupType",
      array(select page from cockpit_layout where group_root = ${root} and layout is not null) as "ofOrganisation",
      (count(*) over ())::int as total
    from viewer join department on department.oid = viewer.group_oid
    where ${keyword ?? ''} = '' or strpos(lower(viewer.name), lower(${keyword ?? ''})) > 0
    order by viewer.kind, viewer.name, viewer.oid
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  return {
    list: rows.map((row) => {
      const page = viewOf(row);
      const { kind, oid, name, groupName, lastSeenAt } = row;
      const seen = lastSeenAt?.getTime() ?? null;
      return { kind, oid, name, groupName, page, layoutOf: layoutOf(row, page), lastSeenAt: seen };
    }),
    total: rows[0]?.total ?? 0,
  };
}
