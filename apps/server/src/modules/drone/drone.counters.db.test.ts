import { droneCalls, type DroneRecord, type Reconciliation } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import * as drone from './index.ts';

let rooms: TestRooms;
let token: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf('gamma-administrator');
});
afterAll(() => rooms?.close());

const call = async <T = Reconciliation>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  as = token,
): Promise<T> => {
  const { audit: auditLog, department, organisation } = rooms;
  const zone = { ...organisation, timeZoneOf: async () => 'UTC' };
  const extra = drone.endpoints(rooms, { auditLog, department, organisation: zone });
  return (await rooms.call(declaration, request, { token: as, extra })).data as T;
};
let made = 0;
const aircraft = async (): Promise<string> => {
  made += 1;
  const given = { name: '计数', sn: `COUNT${made}`, vendor: 'DJI' };
  return (await call<DroneRecord>(droneCalls.add, given)).oid;
};
const reconciled = (oid: string): Promise<Reconciliation> => call(droneCalls.reconcile, { oid });

describe('a correction', () => {
  it('adds to what is recorded with who, when and why, changes no flight, and is taken back by another', async () => {
    const oid = await aircraft();
    const reason = '在旧平台飞行过';
    const corrected = await call(droneCalls.correct, { oid, flights: 12, flightTime: 7_200, reason });
    expect(corrected).toMatchObject({
      recorded: { flights: 0, flightTime: 0 },
      corrected: { flights: 12, flightTime: 7_200, distance: 0 },
      counts: { flights: 'recorded' },
      corrections: [{ flights: 12, flightTime: 7_200, distance: 0, reason, by: expect.any(String) }],
    });
    const { list } = await call<{ list: object[] }>(droneCalls.events, { oid });
    expect(list).toMatchObject([{ event: 'correction', to: '12 7200 0', remark: reason }]);
    const audited = await rooms.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'drone.correct')
      .execute();
    expect(audited).toMatchObject([{ detail: { oid, flights: 12, reason } }]);
    const back = { oid, flights: -12, flightTime: -7_200, reason: 'entered by mistake' };
    expect(await call(droneCalls.correct, back)).toMatchObject({
      corrected: { flights: 0, flightTime: 0 },
      corrections: [{ flights: -12 }, { flights: 12 }],
    });
    await rooms.db
      .insertInto('device_report')
      .values({ device_oid: oid, seen_at: new Date(), flights: 40 })
      .execute();
    // The aircraft counts flights itself by now; what it does not count stays with the record.
    expect(await reconciled(oid)).toMatchObject({ counts: { flights: 'reported', distance: 'recorded' } });
  });

  it('is refused without a reason, with nothing to correct, below zero, and out of scope or without the right', async () => {
    const oid = await aircraft();
    const reason = 'because of this';
    const refused = (request: object, as = token) => reasonOf(call(droneCalls.correct, request, as));
    expect(await refused({ oid, flights: 1, reason: 'why ' })).toBe('invalid');
    expect(await refused({ oid, flights: 1.5, reason })).toBe('invalid');
    expect(await refused({ oid, flights: 100_001, reason })).toBe('invalid');
    expect(await refused({ oid, flights: 0, reason })).toBe('invalid');
    expect(await refused({ oid, flights: 1, distance: -1, reason })).toBe('invalid');
    const elsewhere = await rooms.tokenOf('omega-administrator');
    expect(await refused({ oid, flights: 1, reason }, elsewhere)).toBe('notFound');
    expect(await refused({ oid, flights: 1, reason }, await rooms.tokenOf('gamma-auditor'))).toBe(
      'notAllowed',
    );
    expect((await reconciled(oid)).corrections).toEqual([]);
  });
});
