import type { CallDeclaration, FirstRoleKey, RoleRecord } from '@eyrie/domain';
import { roleCalls } from '@eyrie/domain';
import type { Caller, Language } from '../platform/http/endpoint.ts';
import { reasonOf, refusalOf } from './refusal-of.ts';
import { createTestRooms } from './rooms.ts';
import { createRoleEndpoints, createRoleMembership, rightsOf } from '../modules/role/index.ts';

/** An organisation with one member of each first role and a department below, and the calls of roles on it. */
export async function openRoleFixture() {
  const rooms = await createTestRooms();
  const { runtime, audit, department, session, db } = rooms;
  const endpoints = createRoleEndpoints({
    runtime,
    audit,
    department,
    notifyRoleChanged: session.notifyRoleChanged,
    membership: createRoleMembership(session),
  });
  const groupRoot = await rooms.seed(
    'gamma',
    ['administrator', 'operator', 'leader', 'auditor', 'inspector'],
    'Flug-4711!',
  );
  const root = await department.rootOf(db, groupRoot);
  const branch = await department.add(db, { groupRoot, parentOID: root, name: 'branch' });
  const admin = await rooms.tokenOf('gamma-administrator');

  const call = async <T = unknown>(
    declaration: CallDeclaration,
    request: unknown,
    token: string,
    language: Language = 'en',
  ): Promise<T> => (await rooms.call(declaration, request, { token, language, extra: endpoints })).data as T;

  return {
    rooms,
    db,
    groupRoot,
    root,
    branch,
    admin,
    rightsOf: (caller: Caller, oid: string) => rightsOf(db, caller, oid),
    call,
    refusalOf,
    reasonOf,
    async first(key: FirstRoleKey): Promise<RoleRecord> {
      const roles = await call<RoleRecord[]>(roleCalls.tree, {}, admin);
      const found = roles.find((role) => role.firstKey === key);
      if (!found) throw new Error(`no first role ${key}`);
      return found;
    },
    /** A member with the given roles. */
    async person(name: string, roleOIDs: readonly string[] | null, groupOID = root) {
      const oid = await rooms.member.add(db, {
        groupRoot,
        groupOID,
        account: name,
        name,
        passwordHash: 'none',
        mustChange: false,
        service: false,
        roleOIDs: roleOIDs ?? [],
      });
      return { oid, token: await rooms.tokenOf(name) };
    },
    close: () => rooms.close(),
  };
}
export type RoleFixture = Awaited<ReturnType<typeof openRoleFixture>>;
