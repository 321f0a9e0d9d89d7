import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFlightList } from '../modules/flight/flight.service.ts';
import { createDockService } from '../modules/dock/dock.service.ts';
import { createRoutes } from '../modules/route/route.list.ts';
import {
  createCommandBench,
  hearDock,
  hearDrone,
  type CommandBench,
  type ReadyDock,
} from './command-bench.ts';
import { reasonOf } from './refusal-of.ts';
import { quietDockDeps } from './dock-deps.ts';
import { testContext } from './rooms.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => bench.reset());
afterAll(() => bench.stop());

type Aircraft = 'inDock' | 'prepared' | 'flying' | 'home';
const refused = 319_016;

/** A dock that does what it is told, in the order in which it hears it. */
const honestDock = (at: ReadyDock) => {
  let aircraft: Aircraft = 'inDock';
  const takeOff = async (): Promise<void> => {
    aircraft = 'flying';
    hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
    hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
    await bench.progress(at.link, at.flightOID, 'in_progress');
  };
  const land = async (): Promise<void> => {
    aircraft = 'home';
    hearDock(bench, at.link);
    hearDrone(bench, at.link);
    await bench.progress(at.link, at.flightOID, 'canceled');
  };
  const does: Record<string, readonly [Aircraft, () => unknown]> = {
    flighttask_prepare: ['inDock', () => (aircraft = 'prepared')],
    flighttask_undo: ['prepared', () => (aircraft = 'inDock')],
    // What it then does comes after its answer.
    flighttask_execute: ['prepared', () => setImmediate(() => void takeOff())],
    return_home: ['flying', () => setImmediate(() => void land())],
  };
  return {
    aircraft: (): Aircraft => aircraft,
    answer: async (method: string): Promise<number> => {
      const [from, then] = does[method] ?? [];
      if (from !== aircraft) return refused;
      if (method === 'flighttask_execute') aircraft = 'flying';
      then?.();
      return 0;
    },
  };
};

const start = async (at: ReadyDock) =>
  bench.order(at.who, {
    dockOID: at.dockOID,
    flightOID: at.flightOID,
    epoch: at.epoch,
    nonce: await bench.nonce(at.who, at.dockOID, 'startJob'),
  });

const forceEnd = async (at: ReadyDock): Promise<string> => {
  const { dockOID, flightOID, epoch } = at;
  const nonce = await bench.nonce(at.who, dockOID, 'forceEndJob');
  const order = { method: 'forceEndJob', dockOID, flightOID, epoch, nonce } as const;
  const { status, reason } = await bench.order(at.who, order);
  return status === 200 ? 'done' : (reason ?? String(status));
};

const administrator = async () => testContext({ caller: await bench.caller('gamma-administrator') });

const deleteFlight = async (at: ReadyDock): Promise<string> =>
  reasonOf(createFlightList(bench.runtime, bench).remove([at.flightOID], await administrator()));

const deleteRoute = async (at: ReadyDock): Promise<string> => {
  const room = createRoutes(bench);
  return reasonOf(room.remove([(await recordsOf(at)).route_oid], await administrator()));
};

const deleteDock = async (at: ReadyDock): Promise<string> => {
  const room = createDockService(bench.runtime, {
    giveCode: async () => ({ code: '', expiresAt: 0 }),
    ...quietDockDeps,
    department: bench.department,
    audit: bench.audit,
  });
  return reasonOf(room.remove([at.dockOID], await administrator()));
};

/** All that is stored of a flight and what it rests on. */
const recordsOf = async (at: ReadyDock) => {
  const { rows } = await sql<{
    state: string;
    outcome: string | null;
    deleted: boolean;
    route_oid: string;
    route_deleted: boolean;
    dock_deleted: boolean;
  }>`select flight.state, flight.outcome, flight.deleted_at is not null as deleted, flight.route_oid,
      route.deleted_at is not null as route_deleted, dock.deleted_at is not null as dock_deleted
    from flight join route on route.oid = flight.route_oid join dock on dock.oid = flight.dock_oid
    where flight.oid = ${at.flightOID}::uuid`.execute(bench.db);
  const [row] = rows;
  if (!row) throw new Error('no flight');
  return row;
};

/** Orders of the dock whose outcome is still open. */
const openOrders = async (at: ReadyDock): Promise<string[]> => {
  const rows = await bench.db
    .selectFrom('command')
    .select(['method', 'state'])
    .where('dock_oid', '=', at.dockOID)
    .where('state', 'in', ['drafted', 'authorised', 'sent'])
    .execute();
  return rows.map(({ method, state }) => `${method} ${state}`);
};

const competitors = { forceEnd, deleteFlight, deleteRoute, deleteDock } as const;
type Competitor = keyof typeof competitors;

/** When the other one comes, in the course of a start. */
const moments: Readonly<Record<string, (happen: () => unknown) => void>> = {
  'before its first claim': (happen) => bench.beforeStep(0, happen),
  'while its first message leaves': (happen) => onLeaving('flighttask_prepare', happen),
  'while the dock prepares': (happen) => onAnswer('flighttask_prepare', happen),
  'between its steps': (happen) => bench.beforeStep(1, happen),
  'while its second message leaves': (happen) => onLeaving('flighttask_execute', happen),
  'while the dock begins': (happen) => onAnswer('flighttask_execute', happen),
};

const onLeaving = (which: string, happen: () => unknown): void => {
  bench.world.leaving = async (method) => {
    if (method === which) await happen();
  };
};
const onAnswer = (which: string, happen: () => unknown): void => {
  const { answer } = bench.world;
  bench.world.answer = async (method) => {
    if (method === which) await happen();
    return answer(method);
  };
};

/** Runs one start against one competing call. @returns how both ended, and the stored state */
const race = async (competitor: Competitor, arrange: (happen: () => unknown) => void, waits: boolean) => {
  const at = await bench.ready();
  const dock = honestDock(at);
  bench.world.answer = dock.answer;
  let other: Promise<string> | undefined;
  arrange(() => {
    other ??= competitors[competitor](at);
    return waits ? other : undefined;
  });
  const started = await start(at);
  other ??= competitors[competitor](at);
  const ended = await other;
  bench.reset();
  await vi.waitFor(async () => expect(await openOrders(at)).toEqual([]));
  return { at, dock, started, ended };
};

/** Which rows the flight, its route and its dock must have, by what the aircraft does. */
const agree = async (
  { at, dock, started, ended }: Awaited<ReturnType<typeof race>>,
  competitor: Competitor,
) => {
  const reported = `${competitor}: ${ended}; start: ${started.status} ${started.reason}; sent ${bench.sentTo(at.dockOID).join()}; ${dock.aircraft()}`;
  await vi.waitFor(async () => {
    const stored = await recordsOf(at);
    expect(dock.aircraft(), reported).not.toBe('prepared');
    if (dock.aircraft() === 'flying') {
      expect(stored, reported).toMatchObject({
        state: 'inFlight',
        deleted: false,
        route_deleted: false,
        dock_deleted: false,
      });
      expect(started.status, reported).toBe(200);
      expect(ended, reported).not.toBe('done');
    } else expect(stored.state, reported).not.toBe('inFlight');
    expect(stored.deleted, reported).toBe(competitor === 'deleteFlight' && ended === 'done');
    expect(stored.route_deleted, reported).toBe(competitor === 'deleteRoute' && ended === 'done');
    expect(stored.dock_deleted, reported).toBe(competitor === 'deleteDock' && ended === 'done');
    if (competitor === 'forceEnd' && ended === 'done')
      expect(stored, reported).toMatchObject({ state: 'over', outcome: 'cancelled' });
  });
  expect(ended, reported).not.toBe('internal');
  expect(started.reason, reported).not.toBe('internal');
};

describe.each(Object.keys(competitors) as Competitor[])('a start and %s', (competitor) => {
  it.each(Object.keys(moments))('agree %s', async (moment) => {
    for (const waits of [true, false])
      await agree(await race(competitor, moments[moment] ?? (() => undefined), waits), competitor);
  });

  it('agree at the same time', async () => {
    for (let round = 0; round < 6; round += 1)
      await agree(await race(competitor, (happen) => void setTimeout(happen, 5 * round), false), competitor);
  });

  it('agree after it', async () => {
    await agree(await race(competitor, () => undefined, true), competitor);
  });
});
