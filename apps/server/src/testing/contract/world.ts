import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { firstRoleKeys, type CallDeclaration, type FirstRoleKey } from '@eyrie/domain';
import { createAuditLog } from '../../modules/audit-log/index.ts';
import { createDepartment } from '../../modules/department/index.ts';
import { createMember } from '../../modules/member/index.ts';
import { createOrganisation } from '../../modules/organisation/index.ts';
import { createRole } from '../../modules/role/index.ts';
import { createSession } from '../../modules/session/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { newOid } from '../../platform/oid.ts';
import type { TestDatabase } from '../../platform/postgres/test-database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fillOrganisation } from '../../processes/fill-organisation.ts';
import { createTestFlights } from '../flights.ts';
import { startTestServer } from '../test-server.ts';
import { roomFixtures } from './fixtures.generated.ts';
import type { FixtureDeps } from './room-fixture.ts';
import { send, type Sent } from './send.ts';

/** Stands in every name of the organisation that nobody else may see anything of. */
export const canary = '金丝雀';

export type Person = FirstRoleKey | 'nobody' | 'disabled' | 'mustChange';
const people: readonly Person[] = [...firstRoleKeys, 'nobody', 'disabled', 'mustChange'];

/** One thing of every kind, in one department: the id of each. */
export type Things = FixtureDeps['made'] & Readonly<Record<string, string>>;

/** @throws for a kind of which no room makes one */
export const idOf = (things: Readonly<Record<string, string | undefined>>, kind: string): string => {
  const oid = things[kind];
  if (oid === undefined) throw new Error(`no room makes a ${kind}`);
  return oid;
};

/** The rooms that make people, beside the running server and on its database. */
const openRooms = (connection: TestDatabase['connection']) => {
  const { kysely: db, listen } = connection;
  const log = createLog({ level: 'silent' });
  const runtime: Runtime = { db, log, clock: systemClock, serverTime: Date.now, newOid };
  const audit = createAuditLog(runtime);
  const department = createDepartment(runtime);
  // Nobody signs in with these passwords, so they need not cost what a real one costs.
  const passwords = { hash: async () => 'none', verify: async () => false };
  const member = createMember(runtime, { department, passwords });
  const role = createRole(runtime);
  const organisation = createOrganisation(runtime, {
    audit,
    department,
    member,
    role,
    fill: fillOrganisation(runtime),
  });
  const session = createSession(runtime, {
    listen,
    audit,
    department,
    member,
    organisation,
  });
  return { db, runtime, department, member, organisation, session };
};

const firstRole = async (db: Runtime['db'], groupRoot: string, key: FirstRoleKey): Promise<string> => {
  const found = await db
    .selectFrom('role')
    .select('oid')
    .where('group_root', '=', groupRoot)
    .where('first_key', '=', key)
    .executeTakeFirstOrThrow();
  return found.oid;
};

/** Makes organisations, departments and members with open sessions. */
const createPeople = ({ db, department, member, organisation, session }: ReturnType<typeof openRooms>) => {
  const tokenOf = async (account: string): Promise<string> => {
    const found = await member.byAccount(db, account);
    if (!found) throw new Error(`no account ${account}`);
    const start = { memberOID: found.oid, remembered: false, address: '192.0.2.1', userAgent: 'test' };
    return (await session.open(db, start)).token;
  };

  const addPerson = async (
    groupRoot: string,
    groupOID: string,
    account: string,
    key: FirstRoleKey | null,
  ) => {
    return member.add(db, {
      groupRoot,
      groupOID,
      account,
      name: account,
      passwordHash: 'none',
      mustChange: account.endsWith('-mustChange'),
      service: false,
      roleOIDs: key ? [await firstRole(db, groupRoot, key)] : [],
    });
  };

  const addOrganisation = async (name: string) => {
    const groupRoot = await organisation.add({ name, first: false, people: [] });
    const groupOID = await department.rootOf(db, groupRoot);
    const tokens = {} as Record<Person, string>;
    for (const person of people) {
      const key =
        person === 'nobody'
          ? null
          : person === 'disabled' || person === 'mustChange'
            ? 'administrator'
            : person;
      await addPerson(groupRoot, groupOID, `${name}-${person}`, key);
      tokens[person] = await tokenOf(`${name}-${person}`);
    }
    await db
      .updateTable('member')
      .set({ enabled: false })
      .where('account', '=', `${name}-disabled`)
      .execute();
    return { name, groupRoot, groupOID, tokens };
  };

  /** A department below another one, with an administrator of its own. */
  const addDepartment = async (
    above: { name: string; groupRoot: string; groupOID: string },
    name: string,
  ) => {
    const groupOID = await department.add(db, {
      groupRoot: above.groupRoot,
      parentOID: above.groupOID,
      name,
    });
    const account = `${above.name}-${name}`;
    await addPerson(above.groupRoot, groupOID, account, 'administrator');
    return { name: account, account, groupRoot: above.groupRoot, groupOID, token: await tokenOf(account) };
  };
  return { tokenOf, addOrganisation, addDepartment };
};

/** A machine that others keep busy may lose its database for a moment: what is asked then is asked again. */
const sendPatiently = async (...asked: Parameters<typeof send>): Promise<Sent> => {
  for (let left = 8; ; left -= 1) {
    const sent = await send(...asked);
    if (left === 0 || sent.status !== 503 || sent.body?.data?.reason !== 'databaseDown') return sent;
    // As long as the answer asks a client to wait.
    await delay(2_000);
  }
};

/** The whole server with three organisations: its own, `north` with a canary in every name, and `south`. */
export const openWorld = async () => {
  const server = await startTestServer();
  const rooms = openRooms(server.database.connection);
  const { db } = rooms;
  const { tokenOf, addOrganisation, addDepartment } = createPeople(rooms);
  const flights = createTestFlights(rooms.runtime);

  const addThings = async (account: string, name = '设备'): Promise<Things> => {
    const dock = await flights.dock(account);
    const route = await flights.route(account);
    const task = await flights.task(account);
    const flight = await flights.flight(account, { taskOID: task, routeOID: route, dockOID: dock });
    for (const [table, oid] of Object.entries({ dock, route, task }))
      await sql`update ${sql.table(table)} set name = ${name} where oid = ${oid}`.execute(db);
    const made = { dock, route, task, flight };
    const more = await Promise.all(
      roomFixtures.map(({ things }) => things({ db, newOid, account, name, made })),
    );
    return { ...made, ...Object.fromEntries(more.flatMap((one) => Object.entries(one))) };
  };

  const north = await addOrganisation('north');
  const south = await addOrganisation('south');
  return {
    server,
    db,
    flights,
    north,
    south,
    tokenOf,
    addDepartment,
    addThings,
    send: (declaration: CallDeclaration, token: string | null, request: unknown): Promise<Sent> =>
      sendPatiently(server.running.url, declaration, token, request),
    close: () => server.close(),
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
