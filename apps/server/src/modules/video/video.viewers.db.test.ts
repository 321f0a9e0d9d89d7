import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { dropViewer, seeViewer, viewersOf } from './video.store.ts';

const videoId = 'AIR/81-0-0/normal-0';
const start = Date.parse('2026-01-01T00:00:00Z');
const second = (count: number): Date => new Date(start + count * 1000);
/** From when on one that was seen still looks. */
const since = second(0);
let rooms: TestRooms;
let dockOID: string;
let sessionOID: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.tokenOf('sigma-administrator');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  const { rows } = await sql<{ oid: string }>`select oid from session limit 1`.execute(rooms.db);
  sessionOID = rows[0]?.oid ?? '';
});
beforeEach(async () => {
  await sql`delete from video_tab`.execute(rooms.db);
  await sql`delete from video_viewer`.execute(rooms.db);
});
afterAll(() => rooms?.close());

const sees = (tabId: string | null, at = second(1)): Promise<void> =>
  seeViewer(rooms.db, dockOID, videoId, { sessionOID, tabId }, at);
const leaves = (tabId: string | null): Promise<void> =>
  dropViewer(rooms.db, dockOID, videoId, { sessionOID, tabId }, since);
const viewers = (): Promise<number> => viewersOf(rooms.db, dockOID, videoId, since);

it('a session looks until the last of its windows leaves', async () => {
  await sees('tab-first');
  await sees('tab-second');
  await leaves('tab-first');
  expect(await viewers()).toBe(1);
  // Said twice, it is said of the same window.
  await leaves('tab-first');
  expect(await viewers()).toBe(1);
  await leaves('tab-second');
  expect(await viewers()).toBe(0);
});

it('viewers of a session that name no window are one more of it', async () => {
  await sees(null);
  await sees('tab-first');
  await leaves('tab-first');
  expect(await viewers()).toBe(1);
  await leaves(null);
  expect(await viewers()).toBe(0);
});

it('a window that fell silent holds nothing, and goes with the next that leaves', async () => {
  await sees('tab-killed', second(-60));
  await sees('tab-first');
  await leaves('tab-first');
  expect(await viewers()).toBe(0);
  const { rows } = await sql`select tab_id from video_tab`.execute(rooms.db);
  expect(rows).toEqual([]);
});

it('a camera that is left says nothing of another', async () => {
  await sees('tab-first');
  await dropViewer(rooms.db, dockOID, 'AIR/39-0-7/normal-0', { sessionOID, tabId: 'tab-first' }, since);
  expect(await viewers()).toBe(1);
});
