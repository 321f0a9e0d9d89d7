import type { CallDeclaration, FirstRoleKey, MemberRecord } from '@eyrie/domain';
import { memberCalls, roleCalls } from '@eyrie/domain';
import type { Language, UploadedFile } from '../platform/http/endpoint.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createSeal } from '../platform/seal.ts';
import { createTestRooms } from './rooms.ts';
import { departmentEndpoints } from '../modules/department/index.ts';
import { createRoleEndpoints, createRoleLists, createRoleMembership } from '../modules/role/index.ts';
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

/** An organisation with members of the first roles, and every call of departments and members on it. */
export async function openMemberStage() {
  const rooms = await createTestRooms();
  const { runtime, audit, department, session, db } = rooms;
  const membership = createRoleMembership(session);
  const tries: string[] = [];
  const cheap = cheapPasswords();
  const endpoints = [
    ...createRoleEndpoints({
      runtime,
      audit,
      department,
      membership,
      tellRoleChanged: session.tellRoleChanged,
    }).endpoints,
    ...departmentEndpoints({ runtime, audit, dropInvitations, tellMemberChanged: session.tellMemberChanged }),
    ...memberAdministration({
      runtime,
      audit,
      session,
      membership,
      passwords: cheap,
      roles: createRoleLists({ db, department }),
      seal: createSeal(db),
      limitAddress: async (address) => void tries.push(address),
      limitLooks: async () => undefined,
      timeZoneOf: async () => 'Asia/Shanghai',
    }),
  ];
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
  const refusalOf = (work: Promise<unknown>): Promise<Refusal | null> =>
    work.then(
      () => null,
      (error: unknown) => {
        // What is no refusal is a fault, and no test may take it for an answer.
        if (error instanceof Refusal) return error;
        throw error;
      },
    );
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
    reasonOf: async (work: Promise<unknown>): Promise<string> => (await refusalOf(work))?.reason ?? 'done',
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
export type MemberStage = Awaited<ReturnType<typeof openMemberStage>>;
