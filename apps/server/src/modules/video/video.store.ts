import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

/** A window in which somebody looks at a picture. */
export interface Viewer {
  sessionOID: string;
  /** Null: it names none, as programs do; all of those of a session are one. */
  tabId: string | null;
}

/** A viewer looks at a picture, or still does. */
export const seeViewer = async (
  db: DbOrTrx,
  dockOID: string,
  videoId: string,
  { sessionOID, tabId }: Viewer,
  at: Date,
): Promise<void> => {
  const row = { dock_oid: dockOID, video_id: videoId, session_oid: sessionOID, seen_at: at };
  // In the order in which one that leaves takes their locks.
  await db
    .insertInto('video_tab')
    .values({ ...row, tab_id: tabId ?? '' })
    .onConflict((conflict) =>
      conflict.columns(['dock_oid', 'video_id', 'session_oid', 'tab_id']).doUpdateSet({ seen_at: at }),
    )
    .execute();
  await db
    .insertInto('video_viewer')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['dock_oid', 'video_id', 'session_oid']).doUpdateSet({ seen_at: at }),
    )
    .execute();
};

/**
 * A viewer looks no more. The session goes on as a viewer while another of its windows was seen lately.
 * @param since from when on one that was seen still looks
 */
export const dropViewer = async (
  db: DbOrTrx,
  dockOID: string,
  videoId: string,
  { sessionOID, tabId }: Viewer,
  since: Date,
): Promise<void> => {
  await db
    .deleteFrom('video_tab')
    .where('dock_oid', '=', dockOID)
    .where('video_id', '=', videoId)
    .where('session_oid', '=', sessionOID)
    // With it go those that took no leave: every load of a page is a window of its own.
    .where((eb) => eb.or([eb('tab_id', '=', tabId ?? ''), eb('seen_at', '<', since)]))
    .execute();
  await db
    .deleteFrom('video_viewer')
    .where('dock_oid', '=', dockOID)
    .where('video_id', '=', videoId)
    .where('session_oid', '=', sessionOID)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('video_tab')
            .select('video_tab.tab_id')
            .whereRef('video_tab.dock_oid', '=', 'video_viewer.dock_oid')
            .whereRef('video_tab.video_id', '=', 'video_viewer.video_id')
            .whereRef('video_tab.session_oid', '=', 'video_viewer.session_oid'),
        ),
      ),
    )
    .execute();
};

/** Who looks at a picture: people, and the server that records it. */
export const viewersOf = async (
  db: DbOrTrx,
  dockOID: string,
  videoId: string,
  since: Date,
): Promise<number> => {
  const viewers = await db
    .selectFrom('video_viewer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dock_oid', '=', dockOID)
    .where('video_id', '=', videoId)
    .where('seen_at', '>=', since)
    .executeTakeFirstOrThrow();
  const recordings = await db
    .selectFrom('video_recording')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dock_oid', '=', dockOID)
    .where('video_id', '=', videoId)
    .where('state', '=', 'running')
    .where('stop_asked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(viewers.count) + Number(recordings.count);
};

export const storedCapacity = async (
  db: DbOrTrx,
  dockOID: string,
): Promise<{ capacity: unknown; droneOnline: boolean; online: boolean }> => {
  const row = await db
    .selectFrom('dock_snapshot')
    .select(['live_capacity', 'drone_online', 'online'])
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  return {
    capacity: row?.live_capacity ?? null,
    droneOnline: row?.drone_online ?? false,
    online: row?.online ?? false,
  };
};

/** Docks of these that a caller sees, with what they can show, by their names. */
export const docksShowing = async (
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  dockOIDs: readonly string[],
) =>
  dockOIDs.length === 0
    ? []
    : db
        .selectFrom('dock')
        .innerJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
        .select(['dock.oid', 'dock.name', 'dock.kind', 'dock_snapshot.live_capacity as capacity'])
        .where('dock.oid', 'in', [...dockOIDs])
        .where('dock.group_root', '=', scope.groupRoot)
        .where(inScope('dock.group_oid', scope))
        .where('dock.deleted_at', 'is', null)
        .where('dock_snapshot.online', '=', true)
        .orderBy('dock.name')
        .orderBy('dock.oid')
        .execute();

/** Who last asked for this picture: the server stops it in that member's name when nobody looks any more. */
export const lastStarter = async (
  db: DbOrTrx,
  dockOID: string,
  videoId: string,
): Promise<{ commandOID: string; memberOID: string; groupRoot: string } | null> => {
  const row = await db
    .selectFrom('command')
    .select(['oid', 'issued_by', 'group_root', 'arguments'])
    .where('dock_oid', '=', dockOID)
    .where('method', '=', 'startLive')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  const found = row.find((entry) => entry.arguments['videoId'] === videoId);
  return found ? { commandOID: found.oid, memberOID: found.issued_by, groupRoot: found.group_root } : null;
};

export const openFlightClarity = async (db: DbOrTrx, dockOID: string): Promise<string | null> =>
  (
    await db
      .selectFrom('flight')
      .select('clarity')
      .where('dock_oid', '=', dockOID)
      .where('state', '=', 'inFlight')
      .executeTakeFirst()
  )?.clarity ?? null;

/** The first flight of a dock that was in the air at any time of a span, epoch ms; null: none was. */
export const flightWithin = async (
  db: DbOrTrx,
  dockOID: string,
  { from, to }: { from: number; to: number },
): Promise<string | null> =>
  (
    await db
      .selectFrom('flight')
      .select('oid')
      .where('dock_oid', '=', dockOID)
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('state', '=', 'inFlight'),
          eb.and([eb('start_time', '<=', new Date(to)), eb('end_time', '>=', new Date(from))]),
        ]),
      )
      .where((eb) => eb.or([eb('start_time', 'is', null), eb('start_time', '<=', new Date(to))]))
      .orderBy('start_time')
      .limit(1)
      .executeTakeFirst()
  )?.oid ?? null;

/** Where a dock stands, as it said last; null: it did not. */
export const placeOfDock = async (
  db: DbOrTrx,
  dockOID: string,
): Promise<{ lng: number; lat: number } | null> => {
  const row = await db
    .selectFrom('dock_snapshot')
    .select(['lng', 'lat'])
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  return row && row.lng !== null && row.lat !== null ? { lng: row.lng, lat: row.lat } : null;
};

/** What is known of the aircraft of a dock, whoever may see it. */
export const dockBehind = async (
  db: DbOrTrx,
  dockOID: string,
): Promise<{ oid: string; droneOID: string | null; droneModel: string | null }> => {
  const drone = await db
    .selectFrom('drone')
    .select(['oid', 'model'])
    .where('dock_oid', '=', dockOID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return { oid: dockOID, droneOID: drone?.oid ?? null, droneModel: drone?.model ?? null };
};
