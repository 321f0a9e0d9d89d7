import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

const service = 'upload_flighttask_media_prioritize';

describe('the media of one flight before those of others', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let flown: string;
  let waiting: string;
  let foreign: string;

  /** A flight that made so many files, or has not begun. */
  const flight = async (dockOID: string, expected: number | null): Promise<string> => {
    const flightOID = await server.addFlight(dockOID, (await server.uploadRoute()).oid);
    if (expected !== null)
      await sql`update flight set state = 'over', outcome = 'done', start_time = now(), end_time = now(),
        media_expected = ${expected} where oid = ${flightOID}::uuid`.execute(
        server.database.connection.kysely,
      );
    return flightOID;
  };
  /** Answers come in order: what was sent before is known then. */
  const taken = (of: DockClient) => of.request('config', { config_type: 'json', config_scope: 'product' });
  const first = async (flightOID: string): Promise<Answer> => {
    await dock.osdParts();
    await taken(dock);
    return server.call(calls.command.mediaFirst, { oid, key: randomUUID(), flightOID });
  };
  const says = async (of: DockClient, flightId: unknown): Promise<void> => {
    await of.event('highest_priority_upload_flighttask_media', { flight_id: flightId });
    await taken(of);
  };
  const isFirst = async (flightOID: string): Promise<boolean> =>
    (await server.call(calls.flight.get, { oid: flightOID })).data.mediaFirst as boolean;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    flown = await flight(oid, 3);
    waiting = await flight(oid, null);
    foreign = await flight((await server.addDock()).oid, 3);
  });
  afterAll(() => server.close());

  it('are asked for by the flight, and stand first once the dock says so', async () => {
    const { status, data } = await first(flown);
    expect([status, data.state]).toEqual([200, 'succeeded']);
    expect(dock.services(service).map(({ data: sent }) => sent)).toEqual([{ flight_id: flown }]);
    // That it took the order is not yet that it does so.
    expect(await isFirst(flown)).toBe(false);
    await says(dock, flown);
    expect(await isFirst(flown)).toBe(true);
  });

  it('are those of the last flight that the dock named, of its own ones', async () => {
    const next = await flight(oid, 2);
    await says(dock, flown);
    await says(dock, foreign);
    await says(dock, '; drop table flight');
    await says(dock, 7);
    expect([await isFirst(flown), await isFirst(foreign)]).toEqual([true, false]);
    await says(dock, next);
    expect([await isFirst(flown), await isFirst(next)]).toEqual([false, true]);
  });

  it.each([
    ['of a flight that has not begun', () => waiting, 409, 'mediaComplete'],
    ['of a flight of another dock', () => foreign, 404, 'notFound'],
  ])('%s are not asked for', async (_what, flightOf, status, reason) => {
    const before = dock.services(service).length;
    const answer = await first(flightOf());
    expect([answer.status, answer.data?.reason]).toEqual([status, reason]);
    expect(dock.services(service)).toHaveLength(before);
  });

  it('that are all here are not asked for', async () => {
    const none = await flight(oid, 0);
    expect((await first(none)).data.reason).toBe('mediaComplete');
  });
});
