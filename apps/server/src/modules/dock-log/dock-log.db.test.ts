import { limits } from '@eyrie/domain';
import type { DeviceMessage } from '@eyrie/dji';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockLink } from '../dock/index.ts';
import { createMedia } from '../media/index.ts';
import { insertUpload } from './dock-log.store.ts';
import { createDockLog, type DockLogRoom } from './index.ts';

let rooms: TestRooms;
let link: DockLink;
let askedBy: string;
const stored = new Map<string, number>();
let storeUp = true;
/** Two servers on one database: what one has begun the other goes on with. */
let first: DockLogRoom;
let second: DockLogRoom;
let published: string[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  const groupRoot = await rooms.seed('rho', ['operator'], 'Flug-4711!');
  const oid = await createTestFlights(rooms.runtime).dock('rho-operator');
  link = { dock: { oid, groupRoot }, controller: null } as unknown as DockLink;
  askedBy = (await rooms.member.byAccount(rooms.db, 'rho-operator'))?.oid ?? '';
  const objects = {
    head: async (key: string) => {
      if (!storeUp) throw new Error('the store is away');
      const size = stored.get(key);
      return size === undefined ? null : { size };
    },
    delete: async (key: string) => void stored.delete(key),
  };
  const source = createMedia(rooms.runtime, { objects: objects as never, objectsUrl: () => 'http://x' });
  const server = () =>
    createDockLog(rooms.runtime, {
      objects: objects as never,
      source,
      publish: (_, dockOID) => void published.push(dockOID),
    });
  [first, second] = [server(), server()];
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await rooms.db.deleteFrom('dock_log').execute();
  stored.clear();
  storeUp = true;
  published = [];
});

const begin = async (module: 'dock' | 'drone' = 'dock') => {
  const [oid, commandOID] = [rooms.runtime.newOid(), rooms.runtime.newOid()];
  const objectKey = `logs/${link.dock.oid}/${commandOID}/${module}.tar`;
  const upload = {
    oid,
    commandOID,
    module,
    objectKey,
    askedBy,
    bootIndexes: [1],
    startTime: null,
    endTime: null,
  };
  const at = new Date(rooms.clock.wall());
  const { oid: dockOID, groupRoot } = link.dock;
  expect(await insertUpload(rooms.db, { ...upload, dockOID, groupRoot, at })).toBe(true);
  return { oid, commandOID, objectKey };
};
const row = (oid: string) =>
  rooms.db.selectFrom('dock_log').selectAll().where('oid', '=', oid).executeTakeFirst();
const said = (files: object[], more: Partial<DeviceMessage> & { result?: number; status?: string } = {}) =>
  ({
    bid: null,
    ...more,
    data: { result: more.result ?? 0, output: { status: more.status ?? 'in_progress', ext: { files } } },
  }) as unknown as DeviceMessage;
const done = (key: string, size?: number) => said([{ key, size, progress: { status: 'ok', progress: 100 } }]);

describe('uploads of log files', () => {
  it('fail when the dock falls silent, on whatever server looks, and late words change nothing', async () => {
    const { oid, objectKey } = await begin();
    await first.gateway.progressed(
      link,
      said([{ key: objectKey, progress: { status: 'file_zip', progress: 5 } }]),
    );
    rooms.clock.move(limits.dockLog.silence - 1_000);
    await second.pass();
    expect(await row(oid)).toMatchObject({ state: 'uploading', percent: 5 });
    rooms.clock.move(2_000);
    await second.pass();
    expect(await row(oid)).toMatchObject({ state: 'failed', fault: 'silent' });
    stored.set(objectKey, 9);
    await first.gateway.progressed(link, done(objectKey, 9));
    expect(await row(oid)).toMatchObject({ state: 'failed' });
    // What a given-up upload has still stored goes as well, once nothing of it can be on its way.
    await first.pass();
    expect(stored.has(objectKey)).toBe(true);
    rooms.clock.move(limits.dockLog.clearAfter + 1_000);
    await first.pass();
    expect(stored.has(objectKey)).toBe(false);
  });

  it('fail when nothing was ever heard of them', async () => {
    const { oid } = await begin('drone');
    rooms.clock.move(limits.dockLog.silence + 1_000);
    await second.pass();
    expect(await row(oid)).toMatchObject({ state: 'failed', fault: 'silent', heard_at: null });
    expect(published).toEqual([link.dock.oid]);
  });

  it('are looked at by the next server where the store could not be asked', async () => {
    const { oid, objectKey } = await begin();
    stored.set(objectKey, 12);
    storeUp = false;
    await expect(first.gateway.progressed(link, done(objectKey, 12))).rejects.toThrow('away');
    expect(await row(oid)).toMatchObject({ state: 'uploading', said_done: true });
    await second.pass();
    expect(await row(oid)).toMatchObject({ state: 'uploading' });
    storeUp = true;
    await second.pass();
    const uploaded = await row(oid);
    expect(uploaded).toMatchObject({ state: 'uploaded', percent: 100 });
    expect(Number(uploaded?.size)).toBe(12);
  });

  it('end together when the dock ends the order that it names, and not by another', async () => {
    const { oid, commandOID } = await begin();
    const failed = (bid: string) => said([], { bid, result: 324_012, status: 'failed' });
    await first.gateway.progressed(link, failed(rooms.runtime.newOid()));
    expect(await row(oid)).toMatchObject({ state: 'notUploaded' });
    await first.gateway.progressed(link, failed(commandOID));
    expect(await row(oid)).toMatchObject({ state: 'failed', code: 324_012 });
  });

  it('of another dock are not moved by this one', async () => {
    const { oid, objectKey } = await begin();
    const other = { dock: { oid: rooms.runtime.newOid(), groupRoot: link.dock.groupRoot } } as DockLink;
    await first.gateway.progressed(other, done(objectKey, 1));
    expect(await row(oid)).toMatchObject({ state: 'notUploaded', said_done: false });
  });
});
