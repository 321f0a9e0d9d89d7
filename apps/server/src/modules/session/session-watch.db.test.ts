import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Listen } from '../../platform/postgres/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createSessionMemory } from './session-memory.ts';
import { createSessionUse } from './session-use.ts';
import { createSessionWatch } from './session-watch.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

it('tells after a gap of members with a live connection that no call remembers, and of no others', async () => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf('gamma-operator'));
  await rooms.tokenOf('gamma-administrator');
  const gaps: (() => void)[] = [];
  const listen: Listen = async (_channel, _handler, onGap) => {
    if (onGap) gaps.push(onGap);
    return async () => undefined;
  };
  const use = createSessionUse(rooms.runtime);
  await use.touch(caller?.sessionOID ?? '');
  const watch = createSessionWatch(rooms.runtime, { listen, memory: createSessionMemory(rooms.clock), use });
  const notified: string[] = [];
  watch.onMemberChanged((memberOID) => notified.push(memberOID));
  await watch.start?.();
  expect(notified).toEqual([]);
  for (const gap of gaps) gap();
  await vi.waitFor(() => expect(notified).toEqual([caller?.memberOID]));
  await watch.stop?.();
});

const deafListen: Listen = async () => async () => undefined;

it('forgets what it remembers when the rules of an organisation change', async () => {
  const handlers = new Map<string, (payload: string) => void>();
  const listen: Listen = async (channel, handler) => {
    handlers.set(channel, handler);
    return async () => undefined;
  };
  const caller = await rooms.session.authenticate(await rooms.tokenOf('gamma-operator'));
  if (!caller) throw new Error('nobody is signed in');
  const memory = createSessionMemory(rooms.clock);
  const watch = createSessionWatch(rooms.runtime, { listen, memory, use: createSessionUse(rooms.runtime) });
  await watch.start?.();
  memory.keep('key', { caller, service: false, expiresAt: Infinity }, memory.stamp());
  handlers.get('policy_changed')?.('');
  expect(memory.sessions()).toEqual([]);
  await watch.stop?.();
});

it('notes the use of a live connection now and then, and tells when its session has ended unannounced', async () => {
  const sessionOID =
    (await rooms.session.authenticate(await rooms.tokenOf('gamma-operator')))?.sessionOID ?? '';
  const used = async (): Promise<number> => {
    const { rows } = await sql<{ at: Date }>`select last_used_at as at from session
      where oid = ${sessionOID}`.execute(rooms.db);
    return rows[0]?.at.getTime() ?? 0;
  };
  const use = createSessionUse(rooms.runtime);
  await use.touch(sessionOID);
  const first = await used();
  rooms.clock.move(limits.session.touchEvery - 1);
  await use.touch(sessionOID);
  expect(await used()).toBe(first);
  rooms.clock.move(1);
  await use.touch(sessionOID);
  expect(await used()).toBe(first + limits.session.touchEvery);

  const memory = createSessionMemory(rooms.clock);
  const watch = createSessionWatch(rooms.runtime, { listen: deafListen, memory, use });
  const ended: string[] = [];
  watch.onEnded((oid) => ended.push(oid));
  await watch.start?.();
  try {
    await sql`update session set ended_at = now() where oid = ${sessionOID}`.execute(rooms.db);
    for (const timer of watch.timers) await timer.run();
    expect(ended).toEqual([sessionOID]);
    // It has no connection any more that could be told again.
    expect(use.sessions()).toEqual([]);
    await use.touch(sessionOID);
  } finally {
    await watch.stop?.();
  }
  expect(use.sessions()).toEqual([]);
});
