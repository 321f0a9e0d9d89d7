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
  const told: string[] = [];
  watch.onMemberChanged((memberOID) => told.push(memberOID));
  await watch.start?.();
  expect(told).toEqual([]);
  for (const gap of gaps) gap();
  await vi.waitFor(() => expect(told).toEqual([caller?.memberOID]));
  await watch.stop?.();
});
