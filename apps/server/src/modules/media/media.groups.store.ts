import { sql } from 'kysely';
import { resultLimits, type mediaCalls, type MediaGroup, type ParsedRequestOf } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import { matching, takenAt, type Scope } from './media.list.store.ts';

type Wanted = ParsedRequestOf<typeof mediaCalls.groups>;

interface Counted {
  day: string | null;
  flightOID: string | null;
  lens: MediaGroup['lens'];
  count: string;
  from: Date;
  to: Date;
}

/** What files are counted by: what does not count is the same for all. */
const columnsOf = (by: Wanted['by'], timeZone: string) => {
  const day = sql<string | null>`((${takenAt}) at time zone ${timeZone})::date::text`;
  return {
    // Files of no flight would be one group without an end.
    day: by === 'flight' ? sql<string | null>`case when media.flight_oid is null then ${day} end` : day,
    flightOID: by === 'flight' ? sql<string | null>`media.flight_oid` : sql<string | null>`null::uuid`,
    lens:
      by === 'lens'
        ? sql<MediaGroup['lens']>`coalesce(media.lens, 'unknown')`
        : sql<MediaGroup['lens']>`null::text`,
  };
};

const countGroups = (
  db: Db,
  scope: Scope,
  { by, ...wanted }: Wanted,
  timeZone: string,
): Promise<Counted[]> => {
  const { day, flightOID, lens } = columnsOf(by, timeZone);
  return matching(db, scope, wanted)
    .select([
      day.as('day'),
      flightOID.as('flightOID'),
      lens.as('lens'),
      sql<string>`count(*)`.as('count'),
      sql<Date>`min(${takenAt})`.as('from'),
      sql<Date>`max(${takenAt})`.as('to'),
    ])
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`max(${takenAt}) desc, 3`)
    .limit(resultLimits.groups + 1)
    .execute();
};

/** Tasks and docks of some flights. */
const namesOf = async (db: Db, flightOIDs: readonly string[]) => {
  if (flightOIDs.length === 0) return new Map<string, { task: string | null; dock: string | null }>();
  const rows = await db
    .selectFrom('flight')
    .leftJoin('task', 'task.oid', 'flight.task_oid')
    .leftJoin('dock', 'dock.oid', 'flight.dock_oid')
    .select(['flight.oid', 'task.name as task', 'dock.name as dock'])
    .where('flight.oid', 'in', [...flightOIDs])
    .execute();
  return new Map(rows.map(({ oid, ...names }) => [oid, names]));
};

/** What of a caller's files lies together, the newest first. @param timeZone in which days begin */
export const mediaGroups = async (
  db: Db,
  scope: Scope,
  wanted: Wanted,
  timeZone: string,
): Promise<{ groups: MediaGroup[]; more: boolean }> => {
  const counted = await countGroups(db, scope, wanted, timeZone);
  const kept = counted.slice(0, resultLimits.groups);
  const names = await namesOf(
    db,
    kept.flatMap(({ flightOID }) => flightOID ?? []),
  );
  const groups = kept.map(({ count, from, to, ...group }) => {
    const named = group.flightOID === null ? undefined : names.get(group.flightOID);
    return {
      ...group,
      taskName: named?.task ?? null,
      dockName: named?.dock ?? null,
      count: Number(count),
      from: from.getTime(),
      // Moments are kept finer than they are sent: the last one must not fall out.
      to: to.getTime() + 1,
    };
  });
  return { groups, more: counted.length > kept.length };
};
