import { remoteControllerCalls as calls, type ResponseOf } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { endpoints } from './index.ts';

type Enrolled = ResponseOf<typeof calls.connect>;

describe('who may let a remote controller sign in', () => {
  let rooms: TestRooms;
  const accounts: string[] = [];
  beforeAll(async () => {
    rooms = await createTestRooms();
    await rooms.seed('gamma', ['administrator', 'operator', 'inspector'], 'Flug-4711!');
    await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  });
  afterAll(() => rooms?.close());

  const connect = async (account: string, request: object): Promise<Enrolled> => {
    const { audit: auditLog, department, organisation } = rooms;
    const extra = endpoints(
      {
        ...rooms,
        accounts: {
          ensureDock: async (sn) => void accounts.push(sn),
          removeDock: async () => {},
        },
        brokerUrl: () => 'mqtt://broker.example:1883',
      },
      {
        auditLog,
        department,
        organisation: { ...organisation, timeZoneOf: async () => 'Asia/Shanghai' },
        dock: { subscribed: { expect: () => ({ wait: async () => {} }) } },
      },
    );
    const token = await rooms.tokenOf(account);
    return (await rooms.call(calls.connect, request, { token, extra })).data as Enrolled;
  };

  it('is whoever flies, and nobody who only looks', async () => {
    const { broker, sn } = await connect('gamma-operator', { sn: 'RCWHO1' });
    expect({ broker, sn }).toEqual({ broker: 'mqtt://broker.example:1883', sn: 'RCWHO1' });
    expect(accounts).toContain('RCWHO1');
    expect(await reasonOf(connect('gamma-inspector', { sn: 'RCWHO2' }))).toBe('notAllowed');
  });

  it('gets no controller of another organisation, and learns nothing of it', async () => {
    await connect('gamma-operator', { sn: 'RCTHEIRS' });
    accounts.length = 0;
    const waiting = await connect('omega-administrator', { sn: 'RCTHEIRS' });
    expect(Object.keys(waiting)).toEqual(Object.keys(await connect('omega-administrator', { sn: 'RCOURS' })));
    // Nothing signs in under it: the account of the others stays as it is.
    expect(accounts).toEqual(['RCOURS']);
    const { rows } = await rooms.database.connection.pool.query(
      `select 1 from device where sn = 'RCTHEIRS' and found and group_root <> (select group_root from member where account = 'omega-administrator')`,
    );
    expect(rows).toHaveLength(1);
  });

  it('leaves the password out of the audit log', async () => {
    const { secret } = await connect('gamma-operator', { sn: 'RCAUDIT', model: '2-174-0' });
    const { rows } = await rooms.database.connection.pool.query<{ text: string }>(
      `select detail::text as text from audit_log where action = 'remoteController.connect'`,
    );
    expect(rows.some(({ text }) => text.includes('RCAUDIT'))).toBe(true);
    for (const { text } of rows) expect(text).not.toContain(secret);
  });
});
