import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type WindAbort } from '@eyrie/domain';
import { ownTab, until } from '../../testing/caller.ts';
import { createPilot, type FlightDock } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const [seconds, answerSeconds] = [3, 5];
/** How often it reports, ms. */
const every = 400;
let server: TestServer;
let pilot: ReturnType<typeof createPilot>;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  pilot = createPilot(server);
  const set = { windAbortSeconds: seconds, windAnswerSeconds: answerSeconds };
  await server.call(calls.organisation.edit, set);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await server?.close();
});

/** An aircraft on its route, and its words on the wind. */
const flying = async () => {
  const at = await pilot.flyingDock();
  let wind: number | null = 4;
  const report = async (): Promise<void> => {
    await at.dock.osd('A', { mode_code: 4, drone_in_dock: 0, wind_speed: 2 });
    if (wind === null) return;
    const place = { latitude: 22.541, longitude: 113.951 + at.dock.east, elevation: 60 };
    await at.dock.droneOsd({ ...place, mode_code: 5, horizontal_speed: 8, wind_speed: wind * 10 });
  };
  let turns = 0;
  const timer = setInterval(() => void report().then(() => (turns += 1)), every);
  stops.push(() => clearInterval(timer));
  return {
    ...at,
    /** From now on it says so, m/s; null: nothing. Resolves when it has done so for a while, ms. */
    async blow(next: number | null, ms = 0): Promise<void> {
      wind = next;
      const last = turns + ms / every;
      await until(
        'said',
        async () => turns,
        (now) => now >= last,
        20_000,
        every,
      );
    },
  };
};
const found = async ({ flightOID }: FlightDock): Promise<WindAbort[]> =>
  (await server.call(calls.windAbort.list, { oid: flightOID })).data.list as WindAbort[];
const untilFound = (at: FlightDock, state: string, many = 1): Promise<WindAbort[]> =>
  until(
    `wind ${state}`,
    () => found(at),
    (list) => list.length === many && list[0]?.state === state,
  );
const returns = ({ dock }: FlightDock): number => dock.services('return_home').length;

describe.concurrent('wind above the limit in flight', () => {
  it('asks whoever is on duty; their answer counts, and silence calls the aircraft home, once', async () => {
    const at = await flying();
    // A gust is no reason.
    await at.blow(16, 1_600);
    await at.blow(6, 1_200);
    expect(await found(at)).toEqual([]);

    await at.blow(15);
    const [asked] = await untilFound(at, 'asked');
    expect(asked).toMatchObject({ wind: 15, windLimit: 12, answeredBy: null });
    expect(returns(at)).toBe(0);
    const answer = (given: string, reason?: string) =>
      server.call(calls.windAbort.answer, {
        oid: asked?.oid ?? '',
        answer: given,
        ...(reason ? { reason } : {}),
      });
    expect((await answer('goOn')).status).toBe(422);
    expect(await answer('goOn', '搜救')).toMatchObject({
      status: 200,
      data: { state: 'goOn', reason: '搜救' },
    });
    expect(await answer('comeHome')).toMatchObject({ status: 409, data: { reason: 'windAnswered' } });

    // It blows on, and nobody is asked again until it was lower.
    await at.blow(5, 1_200);
    expect(returns(at)).toBe(0);
    await server.takeLease(at.oid);
    await at.blow(14);
    await untilFound(at, 'asked', 2);
    const [ordered] = await untilFound(at, 'ordered', 2);
    expect(ordered).toMatchObject({ answeredBy: null, wind: 14 });
    await at.dock.waitForService('return_home', 1, 4_000);
    const command = await until(
      'command',
      async () =>
        (await server.call(calls.command.query, { flightOID: at.flightOID })).data.list as {
          method: string;
          state: string;
        }[],
      (list) => list.some(({ method, state }) => method === 'returnHome' && state !== 'sent'),
    );
    expect(command.filter(({ method }) => method === 'returnHome')).toHaveLength(1);
    expect(returns(at)).toBe(1);
  });

  it('calls the aircraft home at once where nobody is on duty, and never by what was said long ago', async () => {
    const at = await flying();
    const released = await server.call(calls.lease.release, {
      oid: at.oid,
      control: 'flight',
      tabId: ownTab,
      epoch: at.epoch,
    });
    expect(released.status).toBe(200);
    // One word of strong wind, and silence: the wind of its dock is judged then, which is weak.
    await at.blow(20, 800);
    await at.blow(null, 4_000);
    expect(await found(at)).toEqual([]);
    await at.blow(13);
    const [ordered] = await untilFound(at, 'ordered');
    expect(ordered).toMatchObject({ answerUntil: null, answeredBy: null });
    await at.dock.waitForService('return_home', 1, 4_000);
    expect(returns(at)).toBe(1);
  });
});
