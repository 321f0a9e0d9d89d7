import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firmwareCalls, limits, type FirmwarePackage } from '@eyrie/domain';
import { emptySnapshot, mergeProperties } from '@eyrie/dji';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockLink } from '../dock/index.ts';
import { upgradeOrder } from './firmware.slots.ts';
import { createFirmware, type FirmwareRoom } from './index.ts';
import { insertUpgrade } from './upgrade.store.ts';

let rooms: TestRooms;
let folder: string;
/** Two servers on one database: what one has begun the other goes on with. */
let first: FirmwareRoom;
let second: FirmwareRoom;
let endpoints: ReturnType<FirmwareRoom['endpoints']>;
let administrator: string;
let stranger: string;
let operator: string;
let groupRoot: string;
let dockOID: string;
let member: string;
/** Keys of files that were stored and not thrown away. */
const stored = new Set<string>();

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-firmware-'));
  const disk = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  const objects: typeof disk = {
    ...disk,
    put: (key, ...more) => {
      stored.add(key);
      return disk.put(key, ...more);
    },
    delete: (key) => {
      stored.delete(key);
      return disk.delete(key);
    },
  };
  const server = () => createFirmware(rooms.runtime, { objects });
  [first, second] = [server(), server()];
  groupRoot = await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  administrator = await rooms.tokenOf('gamma-administrator');
  operator = await rooms.tokenOf('gamma-operator');
  stranger = await rooms.tokenOf('omega-administrator');
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  member = (await rooms.member.byAccount(rooms.db, 'gamma-administrator'))?.oid ?? '';
  endpoints = first.endpoints({ audit: rooms.audit, dockInScope: async () => ({ oid: dockOID }) as never });
});
afterAll(async () => {
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await rooms.db.deleteFrom('firmware_upgrade').execute();
  await rooms.db.deleteFrom('firmware_package').execute();
  stored.clear();
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = FirmwarePackage>(
  declaration: Declaration,
  request: unknown,
  more: object = {},
): Promise<T> =>
  (await rooms.call(declaration, request, { token: administrator, extra: endpoints, ...more })).data as T;

const content = Buffer.from('firmware as the manufacturer packed it');
const md5 = createHash('md5').update(content).digest('hex');
const add = async (request: object = {}, bytes = content, token = administrator) => {
  // Of each upload one of its own, as the door spools them: two at once would write into each other's.
  const path = join(folder, rooms.runtime.newOid());
  await writeFile(path, bytes);
  return call(
    firmwareCalls.add,
    { model: '3-2-0', firmware: '10.01.9999', size: String(content.length), ...request },
    { token, spooled: { name: 'dock.zip', path, size: bytes.length } },
  );
};
const listed = async (request: object = {}, token = administrator): Promise<FirmwarePackage[]> =>
  (
    await call<{ list: FirmwarePackage[] }>(
      firmwareCalls.query,
      { pageNum: 1, pageSize: 50, ...request },
      { token },
    )
  ).list;

describe('a firmware package', () => {
  it('is kept with its sum, and says whether anybody compared that', async () => {
    const one = await add({ md5: md5.toUpperCase(), notes: 'Fixes the cover' });
    expect(one).toMatchObject({
      model: '3-2-0',
      firmware: '10.01.9999',
      notes: 'Fixes the cover',
      fileName: 'dock.zip',
      size: content.length,
      md5,
      sumCompared: true,
      retired: false,
      createdBy: 'gamma administrator',
      version: 0,
      allowed: ['edit', 'delete'],
    });
    expect(await add({ firmware: '10.01.9998' })).toMatchObject({ sumCompared: false, md5 });
    expect((await listed()).map(({ firmware }) => firmware).toSorted()).toEqual(['10.01.9998', '10.01.9999']);
    expect(await listed({ models: ['3-3-0'] })).toEqual([]);
    expect(await listed({ models: ['3-3-0', '3-2-0'] })).toHaveLength(2);
    expect(stored.size).toBe(2);
  });

  it('is refused when it is not what it says, and nothing of it stays', async () => {
    expect(await refusalOf(add({ size: String(content.length + 1) }))).toMatchObject({
      reason: 'firmwareSize',
      details: { values: { found: content.length, promised: content.length + 1 } },
    });
    expect(await refusalOf(add({ md5: '0'.repeat(32) }))).toMatchObject({
      reason: 'firmwareSum',
      details: { values: { found: md5 } },
    });
    expect(await reasonOf(add({ size: '1' }, Buffer.alloc(0)))).toBe('firmwareSize');
    for (const bad of [
      { model: '2-144-0' },
      { model: 'Dock 2' },
      { firmware: 'newest' },
      { firmware: '10' },
      { md5: 'x' },
      { size: '-1' },
      { size: '0' },
      { notes: 'x'.repeat(limits.firmware.textMax + 1) },
    ])
      expect([bad, await reasonOf(add(bad))]).toEqual([bad, 'invalid']);
    expect(stored.size).toBe(0);
    expect(await listed({ retired: true })).toEqual([]);
  });

  it('is there once for a version of a model, also when two add it at once', async () => {
    const both = await Promise.all([reasonOf(add()), reasonOf(add())]);
    expect(both.toSorted()).toEqual(['done', 'firmwareKnown']);
    expect(await reasonOf(add({ model: '3-3-0' }))).toBe('done');
    expect(stored.size).toBe(2);
  });

  it('is one of so many', async () => {
    await sql`insert into firmware_package (oid, group_root, model, firmware, notes, file_name, size, md5, sum_compared,
        object_key, created_at)
      select gen_random_uuid(), ${groupRoot}::uuid, '3-1-0', '1.' || number, '', 'f', 1, 'x', false, number, now()
      from generate_series(1, ${limits.firmware.most}) as number`.execute(rooms.db);
    expect(await reasonOf(add())).toBe('firmwaresFull');
  });

  it('belongs to its organisation, and only who may edit docks changes it', async () => {
    const { oid } = await add();
    expect(await listed({}, stranger)).toEqual([]);
    for (const [declaration, request] of [
      [firmwareCalls.get, { oid }],
      [firmwareCalls.edit, { oid, notes: 'mine' }],
      [firmwareCalls.remove, { oids: [oid] }],
    ] as const)
      expect(await reasonOf(call(declaration, request, { token: stranger }))).toBe('notFound');
    expect(await listed({}, operator)).toMatchObject([{ oid, allowed: [] }]);
    expect(await reasonOf(add({ firmware: '1.0' }, content, operator))).toBe('notAllowed');
    expect(await reasonOf(call(firmwareCalls.edit, { oid, notes: 'x' }, { token: operator }))).toBe(
      'notAllowed',
    );
  });

  it('is changed on the version that was read, retired, and deleted with its file', async () => {
    const { oid, version } = await add();
    const changed = await call(firmwareCalls.edit, { oid, version, notes: 'Use with care', retired: true });
    expect(changed).toMatchObject({ notes: 'Use with care', retired: true, version: version + 1 });
    expect(await reasonOf(call(firmwareCalls.edit, { oid, version, notes: 'Late' }))).toBe('conflict');
    expect(await listed()).toEqual([]);
    expect(await listed({ retired: true })).toMatchObject([{ oid }]);
    await call(firmwareCalls.remove, { oids: [oid] });
    expect(await listed({ retired: true })).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('is not deleted while a device may still fetch it', async () => {
    const { oid } = await add();
    const upgrade = await begin({ package_oid: oid });
    expect(await reasonOf(call(firmwareCalls.remove, { oids: [oid] }))).toBe('firmwareInUse');
    await rooms.db
      .updateTable('firmware_upgrade')
      .set({ state: 'failed', fault: 'refused' })
      .where('oid', '=', upgrade.oid)
      .execute();
    await call(firmwareCalls.remove, { oids: [oid] });
    expect(await row(upgrade.oid)).toMatchObject({ package_oid: null, target: '10.01.9999' });
  });
});

const linkOf = (): DockLink =>
  ({
    dock: { oid: dockOID, groupRoot },
    dockSnapshot: emptySnapshot(),
    droneSnapshot: emptySnapshot(),
    kept: new Map(),
  }) as unknown as DockLink;
const begin = async (more: object = {}, commandOID = rooms.runtime.newOid()) => {
  const oid = rooms.runtime.newOid();
  const at = new Date(rooms.clock.wall());
  const asked = {
    oid,
    group_root: groupRoot,
    dock_oid: dockOID,
    command_oid: commandOID,
    device: 'dock',
    sn: 'D1',
    type: 3,
    version_before: '10.01.3202',
    target: '10.01.9999',
    state: 'ordered',
    asked_by: member,
    created_at: at,
    changed_at: at,
    ...more,
  } as const;
  expect(await insertUpgrade(rooms.db, asked)).toBe(true);
  return { oid, commandOID };
};
const row = (oid: string) =>
  rooms.db.selectFrom('firmware_upgrade').selectAll().where('oid', '=', oid).executeTakeFirstOrThrow();
const says = (link: DockLink, bid: string, status: string, more: object = {}, by = first) =>
  by.gateway.progressed(link, {
    method: 'ota_progress',
    bid,
    data: {
      result: 0,
      output: { status, progress: { percent: 40, current_step: 'upgrade_firmware' } },
      ...more,
    },
  } as never);
const reports = (link: DockLink, values: object, of: 'dockSnapshot' | 'droneSnapshot' = 'dockSnapshot') => {
  const receipt = { at: rooms.clock.mono(), source: 'state' } as const;
  link[of] = mergeProperties(link[of], values, receipt).snapshot;
};
const look = (link: DockLink, by = first) => by.gateway.look([link], () => undefined);

describe('an upgrade', () => {
  it('is done by the version that the device reports, not by the word of the dock', async () => {
    const link = linkOf();
    const { oid, commandOID } = await begin();
    reports(link, { firmware_version: '10.01.3202' });
    rooms.clock.move(1_000);
    await says(link, commandOID, 'in_progress');
    expect(await row(oid)).toMatchObject({ state: 'upgrading', percent: 40, step: 'upgrade' });
    expect(upgradeOrder.of(link)).toEqual({ commandOID, outcome: 'working' });
    await says(link, commandOID, 'ok');
    expect(await row(oid)).toMatchObject({ state: 'checking' });
    // A word that was held up on its way takes nothing back.
    await says(link, commandOID, 'in_progress');
    await look(link);
    expect(await row(oid)).toMatchObject({ state: 'checking' });
    rooms.clock.move(1_000);
    reports(link, { firmware_version: '10.01.9999' });
    await look(link);
    expect(await row(oid)).toMatchObject({ state: 'done', version_after: '10.01.9999' });
    expect(upgradeOrder.of(link)).toEqual({ commandOID, outcome: 'done' });
  });

  it('has failed when the device keeps its version, and stays so whatever comes late', async () => {
    const link = linkOf();
    const { oid, commandOID } = await begin();
    await says(link, commandOID, 'ok');
    rooms.clock.move(1_000);
    reports(link, { firmware_version: '10.01.3202' });
    await look(link);
    expect(await row(oid)).toMatchObject({ state: 'checking' });
    rooms.clock.move(limits.firmware.settles);
    await look(link);
    expect(await row(oid)).toMatchObject({
      state: 'failed',
      fault: 'versionDiffers',
      version_after: '10.01.3202',
    });
    await says(link, commandOID, 'ok');
    expect(await row(oid)).toMatchObject({ state: 'failed' });
  });

  it('fails by the number of the dock, for every device of the order', async () => {
    const link = linkOf();
    const { oid, commandOID } = await begin();
    const drone = await begin({ device: 'drone', sn: 'A1' }, commandOID);
    await says(link, commandOID, 'failed', { result: 312_016 });
    for (const each of [oid, drone.oid])
      expect(await row(each)).toMatchObject({ state: 'failed', fault: 'refused', code: 312_016 });
    expect(upgradeOrder.of(link)).toEqual({ commandOID, outcome: 'failed' });
  });

  it('is judged for each device, and the order is over with the last of them', async () => {
    const link = linkOf();
    const { oid, commandOID } = await begin();
    const drone = await begin({ device: 'drone', sn: 'A1', target: '05.01.0001' }, commandOID);
    await says(link, commandOID, 'ok');
    rooms.clock.move(1_000);
    reports(link, { firmware_version: '10.01.9999' });
    await look(link);
    expect((await row(oid)).state).toBe('done');
    expect(upgradeOrder.of(link)?.outcome).toBe('working');
    reports(link, { firmware_version: '04.00.0001' }, 'droneSnapshot');
    rooms.clock.move(limits.firmware.settles);
    await look(link);
    expect(await row(drone.oid)).toMatchObject({ state: 'failed', fault: 'versionDiffers' });
    expect(upgradeOrder.of(link)?.outcome).toBe('failed');
  });

  it('goes on with another server, and is done there when the last word of the dock was lost', async () => {
    const { oid, commandOID } = await begin();
    await says(linkOf(), commandOID, 'in_progress');
    const taken = linkOf();
    await look(taken, second);
    expect(upgradeOrder.of(taken)).toEqual({ commandOID, outcome: 'working' });
    rooms.clock.move(60_000);
    reports(taken, { firmware_version: '10.01.9999', firmware_upgrade_status: 1 });
    await look(taken, second);
    expect((await row(oid)).state).toBe('upgrading');
    reports(taken, { firmware_upgrade_status: 0 });
    await look(taken, second);
    expect((await row(oid)).state).toBe('done');
  });

  it('takes no word of another dock, nor one for another order', async () => {
    const link = linkOf();
    const { oid, commandOID } = await begin();
    const other = { ...linkOf(), dock: { oid: rooms.runtime.newOid(), groupRoot } } as unknown as DockLink;
    await says(other, commandOID, 'failed', { result: 312_016 });
    await says(link, rooms.runtime.newOid(), 'failed', { result: 312_016 });
    await says(link, 'no-oid', 'failed', { result: 312_016 });
    expect(await row(oid)).toMatchObject({ state: 'ordered', heard_at: null });
  });

  it('ends with silence, also when no server speaks to its dock', async () => {
    const link = linkOf();
    const { oid } = await begin();
    rooms.clock.move(limits.firmware.silence - 1);
    await look(link);
    expect((await row(oid)).state).toBe('ordered');
    rooms.clock.move(1);
    await look(link);
    expect(await row(oid)).toMatchObject({ state: 'failed', fault: 'silent' });

    const alone = await begin();
    rooms.clock.move(2 * limits.firmware.silence);
    await second.sweep();
    expect((await row(alone.oid)).state).toBe('ordered');
    rooms.clock.move(1);
    await second.sweep();
    expect(await row(alone.oid)).toMatchObject({ state: 'failed', fault: 'silent' });
  });

  it('is listed with the reason in words', async () => {
    const link = linkOf();
    const { commandOID } = await begin();
    await says(link, commandOID, 'failed', { result: 312_016 });
    rooms.clock.move(1_000);
    await begin();
    rooms.clock.move(limits.firmware.silence);
    await look(link);
    const { list, total } = await call<{ list: object[]; total: number }>(firmwareCalls.upgrades, {
      oid: dockOID,
      pageNum: '1',
      pageSize: '10',
    });
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { fault: 'silent', message: 'The dock fell silent, the outcome is unknown', before: '10.01.3202' },
      { fault: 'refused', code: 312_016, message: expect.any(String) as unknown },
    ]);
  });
});
