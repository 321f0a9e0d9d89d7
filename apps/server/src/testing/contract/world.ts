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
import { send, type Sent } from './send.ts';

/** Stands in every name of the organisation that nobody else may see anything of. */
export const canary = '金丝雀';

export type Person = FirstRoleKey | 'nobody' | 'disabled' | 'mustChange';
const people: readonly Person[] = [...firstRoleKeys, 'nobody', 'disabled', 'mustChange'];

/** One thing of every kind, in one department. */
export interface Things {
  dock: string;
  route: string;
  task: string;
  flight: string;
  media: string;
  command: string;
  alarm: string;
  exception: string;
  message: string;
  notification: string;
  invitation: string;
  notice: string;
}

const insertMedia = async (
  db: Runtime['db'],
  things: Pick<Things, 'flight'>,
  name: string,
): Promise<string> => {
  const oid = newOid();
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size)
    select ${oid}, group_root, group_oid, dock_oid, oid, ${`media/${oid}.jpg`}, ${`${name}.jpg`}, 'photo', 10
    from flight where oid = ${things.flight}`.execute(db);
  return oid;
};
const insertCommand = async (db: Runtime['db'], things: Pick<Things, 'flight'>): Promise<string> => {
  const oid = newOid();
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
      arguments_hash, issued_by, issued_at, expires_at, state)
    select ${oid}, group_root, dock_oid, oid, 'returnHome', ${oid}, '{}', '', executor_oid, now(), now(), 'succeeded'
    from flight where oid = ${things.flight}`.execute(db);
  return oid;
};

/** What the dock of a flight said, one row in each log of devices. */
const insertDeviceLogs = async (
  db: Runtime['db'],
  { dock, flight }: Pick<Things, 'dock' | 'flight'>,
  name: string,
): Promise<Pick<Things, 'alarm' | 'exception' | 'message'>> => {
  const made = { alarm: newOid(), exception: newOid(), message: newOid() };
  const at = new Date();
  await sql`insert into device_health (oid, group_root, group_oid, dock_oid, flight_oid, device, code, level,
      in_the_sky, first_at, last_at, note)
    select ${made.alarm}, group_root, group_oid, oid, ${flight}, 'dock', '0x19110014', 2, false, ${at}, ${at}, ${name}
    from dock where oid = ${dock}`.execute(db);
  await sql`insert into device_exception (oid, group_root, group_oid, dock_oid, flight_oid, at, family, code, source,
      level, in_the_sky, note)
    select ${made.exception}, group_root, group_oid, oid, ${flight}, ${at}, 'error', '514107', 'job', 2, false, ${name}
    from dock where oid = ${dock}`.execute(db);
  await sql`insert into device_message (oid, group_root, group_oid, dock_oid, flight_oid, device, direction, kind,
      method, size, payload, at, last_at)
    select ${made.message}, group_root, group_oid, oid, ${flight}, 'dock', 'up', 'events', 'hms', 2, ${name}, ${at}, ${at}
    from dock where oid = ${dock}`.execute(db);
  return made;
};

const insertNotification = async (db: Runtime['db'], account: string, name: string): Promise<string> => {
  const oid = newOid();
  const values = JSON.stringify({ by: name });
  await sql`insert into notification (oid, group_root, member_oid, kind, level, values, at, popup)
    select ${oid}::uuid, group_root, oid, 'rightsChanged', 'attention', ${values}::jsonb, now(), true
    from member where account = ${account}`.execute(db);
  return oid;
};

const insertInvitation = async (db: Runtime['db'], account: string, name: string): Promise<string> => {
  const oid = newOid();
  await sql`insert into invitation (oid, group_root, group_oid, code_hash, name, phone, role_oids, created_by,
      created_at, expires_at)
    select ${oid}::uuid, group_root, group_oid, ${Buffer.from(oid)}, ${name}, '', '{}', oid, now(), now() + interval '1 day'
    from member where account = ${account}`.execute(db);
  return oid;
};

const insertNotice = async (db: Runtime['db'], account: string, name: string): Promise<string> => {
  const oid = newOid();
  const texts = JSON.stringify({ zh: name, en: '', ar: '' });
  await sql`insert into notice (oid, kind, group_root, level, texts, from_at, until_at, created_by, told_at)
    select ${oid}::uuid, 'announcement', group_root, 'info', ${texts}::jsonb, now(), now() + interval '1 day', oid, now()
    from member where account = ${account}`.execute(db);
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
    const more = await Promise.all(roomFixtures.map(({ things }) => things({ db, newOid, account, name })));
    return {
      ...made,
      ...Object.fromEntries(more.flatMap((one) => Object.entries(one))),
      notification: await insertNotification(db, account, name),
      media: await insertMedia(db, made, name),
      command: await insertCommand(db, made),
      ...(await insertDeviceLogs(db, made, name)),
      invitation: await insertInvitation(db, account, name),
      notice: await insertNotice(db, account, name),
    };
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
