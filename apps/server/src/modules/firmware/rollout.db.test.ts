import {
  firmwareCalls,
  limits,
  rolloutCalls,
  type CallDeclaration,
  type RolloutCandidate,
  type RolloutRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createFirmware } from './index.ts';
import type { ToNotifyRollout } from './rollout.store.ts';

let bench: CommandBench;
let endpoints: ReturnType<ReturnType<typeof createFirmware>['endpoints']>;
/** Two servers on one database. */
let passes: readonly (() => Promise<void>)[];
let firmwareOID: string;
const notified: ToNotifyRollout[] = [];

beforeAll(async () => {
  bench = await createCommandBench();
  const rooms = [0, 1].map(() => createFirmware(bench.runtime, { objects: {} as never }));
  const notify = async (rollout: ToNotifyRollout) => void notified.push(rollout);
  passes = rooms.map((room) => room.rolloutPass({ audit: bench.audit, notify }));
  endpoints = rooms[0]?.endpoints({ audit: bench.audit, dockInScope: async () => ({}) as never }) ?? [];
});
afterEach(async () => {
  bench.reset();
  notified.length = 0;
  for (const table of ['firmware_rollout', 'firmware_upgrade', 'firmware_package'])
    await sql`delete from ${sql.table(table)}`.execute(bench.db);
  await setOption(false);
});
afterAll(() => bench.stop());

const setOption = (on: boolean): Promise<unknown> =>
  sql`update organisation set policy = policy || jsonb_build_object('upgradeApproval', ${on}::boolean)
    where oid = ${bench.groupRoot}::uuid`.execute(bench.db);
const call = async <T = RolloutRecord>(
  declaration: CallDeclaration,
  request: object,
  account = 'gamma-operator',
): Promise<T> =>
  (await bench.call(declaration, request, { token: await bench.tokenOf(account), extra: endpoints }))
    .data as T;
const chief = 'gamma-administrator';

const addPackage = async (): Promise<void> => {
  firmwareOID = bench.runtime.newOid();
  await sql`insert into firmware_package (oid, group_root, model, firmware, notes, file_name, size, md5, sum_compared,
      object_key, created_at)
    values (${firmwareOID}::uuid, ${bench.groupRoot}::uuid, '3-2-0', '10.09.9999', '', 'dock.zip', 1,
      'd41d8cd98f00b204e9800998ecf8427e', true, ${firmwareOID}, now())`.execute(bench.db);
};
/** Docks that nobody controls, and a package for them. */
const docksOf = async (count: number): Promise<ReadyDock[]> => {
  await addPackage();
  const docks: ReadyDock[] = [];
  for (let made = 0; made < count; made += 1) {
    const at = await bench.ready();
    await bench.leases.release(bench.target(at.dockOID), bench.by(at.who), at.tabId, at.epoch);
    docks.push(at);
  }
  return docks;
};
const ask = (docks: readonly ReadyDock[], part: object = {}, account?: string) =>
  call(
    rolloutCalls.ask,
    { firmwareOID, docks: docks.map(({ dockOID }) => dockOID), firstWave: 1, waveSize: 2, ...part },
    account,
  );
const look = async (server = 0): Promise<void> => {
  await passes[server]?.();
};
const get = (oid: string) => call(rolloutCalls.get, { oid });
const statesOf = async (oid: string) => (await get(oid)).places.map(({ state }) => state);
/** Waits until the order of every dock that was ordered has left, or was refused. */
const left = async (oid: string): Promise<void> => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ state: string }>`select command.state from firmware_rollout_dock place
        join command on command.oid = place.command_oid
        where place.rollout_oid = ${oid}::uuid and place.state = 'ordered'`.execute(bench.db);
      return rows.some(({ state }) => ['drafted', 'authorised', 'sent'].includes(state));
    })
    .toBe(false);
};
/** Every upgrade that is open on this dock becomes so. */
const becomes = (at: ReadyDock, state: 'done' | 'failed', fault: string | null = null) =>
  sql`update firmware_upgrade set state = ${state}, fault = ${fault}, version_after = '10.09.9999'
    where dock_oid = ${at.dockOID}::uuid and state in ('ordered', 'upgrading', 'checking')`.execute(bench.db);
const sentTo = (docks: readonly ReadyDock[]) => docks.map(({ dockOID }) => bench.sentTo(dockOID));

describe('a firmware rollout', () => {
  it('upgrades wave by wave, each once the devices before it have reported the version', async () => {
    const docks = await docksOf(4);
    const [first, second, third, fourth] = docks as [ReadyDock, ReadyDock, ReadyDock, ReadyDock];
    const { oid, state, places } = await ask(docks);
    expect(state).toBe('running');
    expect(places.map(({ wave }) => wave)).toEqual([1, 2, 2, 3]);
    await look();
    await left(oid);
    expect(sentTo(docks)).toEqual([['ota_create'], [], [], []]);
    // Nothing is ordered twice, whichever server looks, and however often.
    await Promise.all([look(0), look(1)]);
    await look(1);
    expect(sentTo(docks)).toEqual([['ota_create'], [], [], []]);

    await becomes(first, 'done');
    // One pass takes what became of the first, and orders the second wave; another server goes on.
    await look(1);
    await left(oid);
    expect(sentTo(docks)).toEqual([['ota_create'], ['ota_create'], ['ota_create'], []]);
    await becomes(second, 'done');
    await look();
    expect(await statesOf(oid)).toEqual(['done', 'done', 'ordered', 'waiting']);
    await becomes(third, 'done');
    await look();
    await left(oid);
    await becomes(fourth, 'done');
    await look();
    expect(await get(oid)).toMatchObject({ state: 'done', docks: 4, done: 4, failed: 0, allowed: [] });
    expect((await get(oid)).places[3]).toMatchObject({ after: '10.09.9999', message: null });
    expect(notified.map((one) => one.state)).toEqual(['done']);
  });

  it('stops at the first dock that fails, and follows what was under way to its end', async () => {
    const docks = await docksOf(4);
    const [first, second, third] = docks as [ReadyDock, ReadyDock, ReadyDock, ReadyDock];
    const { oid } = await ask(docks, { firstWave: 2 });
    await look();
    await left(oid);
    await becomes(first, 'failed', 'versionDiffers');
    await look();
    expect(await get(oid)).toMatchObject({ state: 'stopped', failed: 1 });
    expect((await get(oid)).places[0]?.message).toBe(
      'The dock said done, but the device reports another version',
    );
    await becomes(second, 'done');
    await look();
    await look();
    expect(await statesOf(oid)).toEqual(['failed', 'done', 'waiting', 'waiting']);
    expect(bench.sentTo(third.dockOID)).toEqual([]);
    expect(notified.map((one) => one.state)).toEqual(['stopped']);
  });

  it.each<[string, string, (at: ReadyDock) => unknown]>([
    [
      'is controlled by somebody else',
      'currently controlling',
      async ({ dockOID }) => {
        const other = await bench.caller(chief);
        await bench.leases.take(bench.target(dockOID), bench.by(other), 'tab-of-chief');
      },
    ],
    [
      'no server speaks to',
      'offline',
      ({ dockOID }) =>
        sql`update gateway_claim set expires_at = to_timestamp(0) where dock_oid = ${dockOID}::uuid`.execute(
          bench.db,
        ),
    ],
    [
      'was taken out of the organisation',
      'exist',
      ({ dockOID }) => sql`update dock set deleted_at = now() where oid = ${dockOID}::uuid`.execute(bench.db),
    ],
  ])('goes past nothing: a dock that %s fails, and nothing is sent', async (_what, says, happen) => {
    const docks = await docksOf(2);
    const [first] = docks as [ReadyDock, ReadyDock];
    const { oid } = await ask(docks);
    await happen(first);
    await look();
    await left(oid);
    await look();
    expect(await get(oid)).toMatchObject({ state: 'stopped' });
    expect((await get(oid)).places[0]?.message).toContain(says);
    expect(sentTo(docks)).toEqual([[], []]);
  });

  it('is nothing of whoever lost the right to control docks since', async () => {
    const docks = await docksOf(1);
    const { oid } = await ask(docks);
    await sql`delete from role_resource where resource = 'dock:control' and role_oid in
      (select role_oid from member_role where member_oid = ${docks[0]?.who.memberOID ?? ''}::uuid)`.execute(
      bench.db,
    );
    await look();
    await left(oid);
    await look();
    await sql`insert into role_resource select role_oid, 'dock:control' from member_role
      where member_oid = ${docks[0]?.who.memberOID ?? ''}::uuid`.execute(bench.db);
    expect(await get(oid)).toMatchObject({ state: 'stopped' });
    expect(sentTo(docks)).toEqual([[]]);
  });

  it('ends by a person: what waits is not begun', async () => {
    const docks = await docksOf(2);
    const { oid } = await ask(docks);
    await look();
    await left(oid);
    expect(await call(rolloutCalls.end, { oid })).toMatchObject({ state: 'ended' });
    await becomes(docks[0] as ReadyDock, 'done');
    await look();
    expect(await statesOf(oid)).toEqual(['done', 'waiting']);
    expect(await reasonOf(call(rolloutCalls.end, { oid }))).toBe('rolloutOver');
    expect(sentTo(docks)).toEqual([['ota_create'], []]);
  });

  it('is not sent where it was ended between its draft and its sending', async () => {
    const docks = await docksOf(1);
    const { oid } = await ask(docks);
    bench.beforeStep(0, () => call(rolloutCalls.end, { oid }));
    await look();
    await left(oid);
    await look();
    expect(await statesOf(oid)).toEqual(['failed']);
    expect((await get(oid)).places[0]?.message).toBe('This rollout is over');
    expect(sentTo(docks)).toEqual([[]]);
  });

  it('gives up an order of which no report ever comes', async () => {
    const docks = await docksOf(1);
    const { oid } = await ask(docks);
    await look();
    await left(oid);
    await sql`delete from firmware_upgrade`.execute(bench.db);
    await sql`update command set state = 'unknown' where dock_oid = ${docks[0]?.dockOID ?? ''}::uuid`.execute(
      bench.db,
    );
    bench.clock.move(2 * limits.firmware.silence);
    await look();
    expect(await statesOf(oid)).toEqual(['ordered']);
    bench.clock.move(1_000);
    await look();
    expect(await statesOf(oid)).toEqual(['failed']);
    bench.clock.move(-2 * limits.firmware.silence - 1_000);
  });

  it('names docks that the package is for, each in one rollout at a time', async () => {
    const docks = await docksOf(2);
    const { list } = await call<{ list: RolloutCandidate[] }>(rolloutCalls.candidates, { firmwareOID });
    expect(list.map(({ dockOID }) => dockOID)).toEqual(
      expect.arrayContaining(docks.map(({ dockOID }) => dockOID)),
    );
    await ask(docks);
    expect(await reasonOf(ask(docks.slice(0, 1)))).toBe('rolloutOpen');
    expect(await reasonOf(ask([{ dockOID: bench.runtime.newOid() } as ReadyDock]))).toBe('notFound');
    expect(await reasonOf(call(firmwareCalls.remove, { oids: [firmwareOID] }, chief))).toBe('firmwareInUse');
    await sql`update firmware_package set retired = true`.execute(bench.db);
    expect(await reasonOf(ask(docks))).toBe('firmwareMissing');
  });
});

describe('where a second person approves upgrades', () => {
  it('a rollout waits for them, and begins once they approved it', async () => {
    await setOption(true);
    const docks = await docksOf(1);
    const { oid, state } = await ask(docks);
    expect(state).toBe('asked');
    await look();
    expect(notified.map((one) => one.state)).toEqual(['asked']);
    expect(sentTo(docks)).toEqual([[]]);
    expect(await get(oid)).toMatchObject({ allowed: ['end'] });
    expect(await reasonOf(call(rolloutCalls.decide, { oid, approve: true }))).toBe('rolloutOwn');
    const approved = await call(rolloutCalls.decide, { oid, approve: true }, chief);
    expect(approved).toMatchObject({ state: 'running', decidedBy: 'gamma administrator' });
    expect(await reasonOf(call(rolloutCalls.decide, { oid, approve: true }, chief))).toBe('rolloutDecided');
    await look();
    await left(oid);
    expect(sentTo(docks)).toEqual([['ota_create']]);
  });

  it('nobody approves their own, not even past the server', async () => {
    await setOption(true);
    const { oid } = await ask(await docksOf(1));
    await expect(
      sql`update firmware_rollout set state = 'running', decided_by = asked_by, decided_at = now()
        where oid = ${oid}::uuid`.execute(bench.db),
    ).rejects.toThrow('firmware_rollout_by_another');
  });

  it('one that they rejected with a reason is over', async () => {
    await setOption(true);
    const docks = await docksOf(1);
    const { oid } = await ask(docks);
    expect(await reasonOf(call(rolloutCalls.decide, { oid, approve: false, reason: ' ' }, chief))).toBe(
      'rolloutReason',
    );
    const rejected = await call(rolloutCalls.decide, { oid, approve: false, reason: 'Not today' }, chief);
    expect(rejected).toMatchObject({ state: 'rejected', reason: 'Not today' });
    await look();
    expect(sentTo(docks)).toEqual([[]]);
    expect(notified.map((one) => one.state)).toContain('rejected');
  });

  it('one that began before the option stops at its next wave', async () => {
    const docks = await docksOf(1);
    const { oid } = await ask(docks);
    await setOption(true);
    await look();
    await left(oid);
    await look();
    expect(await get(oid)).toMatchObject({ state: 'stopped' });
    expect((await get(oid)).places[0]?.message).toContain('approval of another person');
    expect(sentTo(docks)).toEqual([[]]);
  });
});
