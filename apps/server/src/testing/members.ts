import type { CallDeclaration, FirstRoleKey, MemberRecord } from '@eyrie/domain';
import { memberCalls, roleCalls } from '@eyrie/domain';
import type { Endpoint, Language, UploadedFile } from '../platform/http/endpoint.ts';
import { createSeal } from '../platform/seal.ts';
import { reasonOf, refusalOf } from './refusal-of.ts';
import { createTestRooms, type TestRooms } from './rooms.ts';
import { departmentEndpoints } from '../modules/department/index.ts';
import {
  createRoleEndpoints,
  createRoleLists,
  createRoleMembership,
  heldRoles,
} from '../modules/role/index.ts';
import { dropInvitations, memberAdministration } from '../modules/member/index.ts';

/** Passwords cost nothing here, and are only counted: what they cost is proved where they are hashed. */
const cheapPasswords = () => {
  let hashes = 0;
  return {
    hash: async (password: string) => {
      hashes += 1;
      return `cheap:${password}`;
    },
    verify: async (password: string, phc: string | null) => phc === `cheap:${password}`,
    hashes: () => hashes,
  };
};

/** Every call of roles, departments and members. */
function endpointsOn(rooms: TestRooms, passwords: ReturnType<typeof cheapPasswords>): Endpoint[] {
  const { runtime, audit, department, session, db } = rooms;
  const membership = createRoleMembership(session);
  return [
    ...createRoleEndpoints({
      runtime,
      audit,
      department,
      membership,
      notifyRoleChanged: session.notifyRoleChanged,
    }),
    ...departmentEndpoints({
      runtime,
      audit,
      department,
      dropInvitations,
      roles: heldRoles,
      notifyMemberChanged: session.notifyMemberChanged,
    }),
    ...memberAdministration({
      runtime,
      audit,
      department,
      session,
      membership,
      passwords,
      roles: createRoleLists({ db, department }),
      seal: createSeal(db),
      limitAddress: async () => undefined,
      limitReads: async () => undefined,
      timeZoneOf: async () => 'Asia/Shanghai',
    }),
  ];
}

/** An organisation with members of the first roles, and every call of departments and members on it. */
export async function openMemberFixture() {
  const rooms = await createTestRooms();
  const { department, db } = rooms;
  const cheap = cheapPasswords();
  const endpoints = endpointsOn(rooms, cheap);
  const groupRoot = await rooms.seed(
    'gamma',
    ['administrator', 'operator', 'leader', 'auditor', 'inspector'],
    'Flug-4711!',
  );
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const root = await department.rootOf(db, groupRoot);
  const admin = await rooms.tokenOf('gamma-administrator');

  const call = async <T = unknown>(
    declaration: CallDeclaration,
    request: unknown,
    token: string | null = admin,
    more: { language?: Language; file?: UploadedFile } = {},
  ): Promise<T> => (await rooms.call(declaration, request, { token, extra: endpoints, ...more })).data as T;
  const oidOf = async (account: string): Promise<string> =>
    (await rooms.member.byAccount(db, account))?.oid ?? '';

  return {
    rooms,
    db,
    /** How many passwords were hashed so far. */
    hashes: cheap.hashes,
    groupRoot,
    root,
    admin,
    call,
    refusalOf,
    reasonOf,
    oidOf,
    async first(key: FirstRoleKey): Promise<string> {
      const roles = await call<{ oid: string; firstKey: string | null }[]>(roleCalls.tree, {});
      return roles.find((role) => role.firstKey === key)?.oid ?? '';
    },
    /** A member who has changed the first password, and a token of theirs. */
    async person(account: string, part: { groupOID?: string; roleOIDs?: string[] } = {}, by = admin) {
      const request = { account, name: account, groupOID: root, password: 'Osprey#Nest42', ...part };
      const made = await call<MemberRecord>(memberCalls.save, request, by);
      await db.updateTable('member').set({ must_change: false }).where('oid', '=', made.oid).execute();
      return { oid: made.oid, token: await rooms.tokenOf(account) };
    },
    close: () => rooms.close(),
  };
}
export type MemberFixture = Awaited<ReturnType<typeof openMemberFixture>>;
