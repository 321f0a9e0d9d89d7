import { randomUUID } from 'node:crypto';
import type { CommandRecord } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { testContext } from '../../testing/rooms.ts';
import { callerWith, device } from './emergency.fixture.ts';
import { createEmergency, type EmergencyDependencies } from './emergency.ts';

const at = 1_760_000_000_000;
const sn = 'DEVICE1';
const kinds = {
  cloud: device('cloud', { sn }),
  ownDock: device('ownDock', { sn, open: true, model: 'Nest 1' }),
  robot: device('robot', { sn, open: true, kind: 'robot', model: 'Rover 2' }),
  controller: device('controller', { sn, kind: 'remoteController', model: '2-144-0' }),
};

/** A database that is gone: what leaves is heard here, and answered as its wire answers. */
const place = (aircraft: { returning: boolean; flyingTo: boolean } | null = null) => {
  const sent: { topic: string; name: string }[] = [];
  const listeners = new Set<(topic: string, payload: Buffer) => void>();
  const answer = (topic: string, said: object): void => {
    for (const listener of listeners) listener(topic, Buffer.from(JSON.stringify(said)));
  };
  const emergency = createEmergency(
    {
      clock: { wall: () => at, mono: () => 0 },
      serverTime: () => at,
      log: testContext().log,
    } as unknown as Runtime,
    {
      broker: {
        answers: async () => true,
        subscribe: async () => undefined,
        onMessage: (listener: (topic: string, payload: Buffer) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        publishCommand: async (topic: string, payload: string) => {
          const said = JSON.parse(payload) as {
            id?: string;
            name?: string;
            tid?: string;
            bid?: string;
            method?: string;
          };
          sent.push({ topic, name: said.name ?? said.method ?? '' });
          if (said.id) answer(topic.replace(/command$/, 'ack'), { id: said.id, result: 'accepted' });
          else
            answer(`${topic}_reply`, {
              tid: said.tid,
              bid: said.bid,
              timestamp: at,
              method: said.method,
              data: { result: 0 },
            });
        },
      },
      directory: { find: (oid: string) => Object.values(kinds).find((one) => one.oid === oid) ?? null },
      journal: { append: async () => undefined },
      sendGuard: { claimAcrossServers: async () => true },
      aircraftNow: async () => aircraft,
      spendConfirmation: async () => undefined,
    } as unknown as EmergencyDependencies,
  );
  const run = (
    kind: keyof typeof kinds,
    method: 'returnHome' | 'hover' | 'robotStop',
    by = callerWith(),
  ): Promise<CommandRecord> =>
    emergency.run(testContext({ caller: by }), method, {
      oid: kinds[kind].oid,
      key: randomUUID(),
      commandOID: randomUUID(),
      clickedAt: at,
    });
  return { sent, run };
};

describe('an order that must be sent although the database is away', () => {
  it.each([
    ['cloud', 'returnHome', 'return_home', 'thing/product/DEVICE1/services'],
    ['cloud', 'hover', 'flighttask_pause', 'thing/product/DEVICE1/services'],
    ['ownDock', 'returnHome', 'returnHome', 'eyrie/v1/DEVICE1/command'],
    ['ownDock', 'hover', 'stop', 'eyrie/v1/DEVICE1/command'],
    ['robot', 'robotStop', 'stop', 'eyrie/v1/DEVICE1/command'],
  ] as const)('is sent to a %s as its wire has it: %s', async (kind, method, name, topic) => {
    const { sent, run } = place();
    expect(await run(kind, method)).toMatchObject({ method, state: 'accepted' });
    expect(sent).toEqual([{ topic, name }]);
  });

  it.each([
    ['cloud', 'robotStop', 'methodMissing'],
    ['ownDock', 'robotStop', 'methodMissing'],
    ['robot', 'returnHome', 'methodMissing'],
    ['robot', 'hover', 'methodMissing'],
    ['controller', 'returnHome', 'consentMissing'],
    ['controller', 'robotStop', 'consentMissing'],
  ] as const)('is not sent to a %s as %s: %s', async (kind, method, reason) => {
    const { sent, run } = place();
    expect(await reasonOf(run(kind, method))).toBe(reason);
    expect(sent).toEqual([]);
  });

  it.each(['cloud', 'ownDock', 'robot', 'controller'] as const)(
    'is not sent to a %s that is not proved to be the record’s own',
    async (kind) => {
      const { sent, run } = place();
      kinds[kind].proved = false;
      for (const method of ['returnHome', 'hover', 'robotStop'] as const)
        expect(await reasonOf(run(kind, method))).toBe('notProved');
      expect(sent).toEqual([]);
      kinds[kind].proved = true;
    },
  );

  it('is not sent where the model lacks what it would send', async () => {
    const { sent, run } = place();
    // Controllers have no route to pause.
    kinds.cloud.model = '2-144-0';
    expect(await reasonOf(run('cloud', 'hover'))).toBe('methodMissing');
    expect(sent).toEqual([]);
    kinds.cloud.model = '3-1-0';
    expect(await run('cloud', 'hover')).toMatchObject({ state: 'accepted' });
    expect(sent).toMatchObject([{ name: 'flighttask_pause' }]);
  });

  it('is nobody’s who holds no right to it, or does not see the device', async () => {
    const { sent, run } = place();
    expect(await reasonOf(run('robot', 'robotStop', callerWith(['/RobotAdmin'])))).toBe('notAllowed');
    expect(await reasonOf(run('robot', 'robotStop', callerWith(['dock:emergency'], randomUUID())))).toBe(
      'notFound',
    );
    expect(sent).toEqual([]);
  });
});
