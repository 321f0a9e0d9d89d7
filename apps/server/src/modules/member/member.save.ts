import type { MemberRecord, ParsedRequestOf, SavedMember, memberCalls } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { keepAdministrator, requireOutranked } from '../permission/index.ts';
import { deleteRolesOf, deleteUnreached } from '../role/index.ts';
import { firstPassword, lockPeople, requireStanding, type MemberDeps } from './member.access.ts';
import { rolesHeld } from './member.change.store.ts';
import { memberList, updateMembers, type StoredMember } from './member.list.store.ts';
import { presentMembers } from './member.record.ts';
import { requireAccount, requireAhead, requirePhone } from './member.rules.ts';
import { accountKey, updatePassword } from './member.store.ts';

type SaveRequest = ParsedRequestOf<typeof memberCalls.save>;
type Add = SaveRequest & { account: string; name: string; groupOID: string; passwordHash: string };
type Edit = SaveRequest & { oid: string; passwordHash?: string | undefined };
type RoleTaken = { memberOID: string; roleOID: string };

const momentOf = (at: number | null | undefined): Date | null | undefined =>
  typeof at === 'number' ? new Date(at) : at;

/** Gives missing roles and takes others away. Left out: the roles stay. */
async function setRoles(
  { membership }: Pick<MemberDeps, 'membership'>,
  trx: DbOrTrx,
  caller: Caller,
  oid: string,
  wanted: readonly string[] | undefined,
): Promise<void> {
  if (wanted === undefined) return;
  const held = await rolesHeld(trx, oid);
  // In one order for everybody: each is locked.
  for (const role of [...new Set([...held, ...wanted])].toSorted()) {
    if (!wanted.includes(role)) await membership.take(trx, caller, role, [oid]);
    else if (!held.includes(role)) await membership.give(trx, caller, role, [oid]);
  }
}

/** Roles that do not reach the department are lost, and a new password ends what was opened with the old one. */
async function followEdit(
  deps: MemberDeps,
  { oid, account }: StoredMember,
  { trx, request, context: { caller } }: { trx: DbOrTrx; request: Edit; context: CallContext },
) {
  const rolesLost = await deleteUnreached(trx, [oid]);
  const { password: _, passwordHash, phone, version: _read, ...fields } = request;
  await setRoles(deps, trx, caller, oid, request.roleOIDs);
  if (passwordHash !== undefined) {
    const at = new Date(deps.runtime.serverTime());
    await updatePassword(trx, oid, { passwordHash, mustChange: true, at });
    await deps.session.endAllOf(trx, oid, null);
  }
  await deps.session.notifyMemberChanged(trx, oid);
  await keepAdministrator(trx, caller.groupRoot);
  return {
    ...fields,
    account,
    ...(phone === undefined ? {} : { phoneChanged: true }),
    ...(passwordHash === undefined ? {} : { passwordReset: true }),
    rolesLost,
  };
}

/** Gone for good, but the rows stay: flights, routes and the log name their people. */
async function leave(
  { session }: MemberDeps,
  trx: DbOrTrx,
  rows: readonly StoredMember[],
  { caller }: CallContext,
): Promise<RoleTaken[]> {
  const gone = rows.map((one) => one.oid);
  await updateMembers(trx, gone, { enabled: false });
  const roles = await deleteRolesOf(trx, gone);
  for (const oid of gone) {
    await session.endAllOf(trx, oid, null);
    await session.notifyMemberChanged(trx, oid);
  }
  await keepAdministrator(trx, caller.groupRoot);
  return roles;
}

/** Members as a list: who is changed is of the scope, not the caller, and nobody above the caller. */
export const createMembers = (deps: MemberDeps) =>
  createList<typeof memberList, MemberRecord, Add, Edit, RoleTaken[]>(
    {
      list: memberList,
      word: 'member',
      present: (rows, viewer, db) => presentMembers(db, viewer, rows),
      async make(trx, request, { caller }) {
        const { groupOID, name, roleOIDs = [], phone, validUntil, passwordHash } = request;
        await requireStanding(trx, caller, groupOID);
        const account = accountKey(request.account);
        const { groupRoot } = caller;
        return {
          values: {
            groupRoot,
            groupOID,
            account,
            name,
            passwordHash,
            mustChange: true,
            phone: phone || null,
            validUntil: momentOf(validUntil) ?? null,
          },
          detail: { account, name, groupOID, roleOIDs, validUntil },
        };
      },
      async added(trx, oid, { roleOIDs = [] }, { caller }) {
        // Roles are locked one after the other, and everybody's in the same order.
        for (const role of [...new Set(roleOIDs)].toSorted())
          await deps.membership.give(trx, caller, role, [oid]);
      },
      taken: () => new Refusal('accountTaken'),
      lockFirst: (trx, oids, { caller }) => lockPeople(trx, caller, oids),
      requireChangeable: (trx, rows, { caller }) =>
        requireOutranked(
          trx,
          caller,
          rows.map((one) => one.oid),
        ),
      async change(trx, _row, { account, name, phone, groupOID, validUntil }, { caller }) {
        if (groupOID !== undefined) await requireStanding(trx, caller, groupOID);
        return {
          account: account === undefined ? undefined : accountKey(account),
          name,
          phone: phone === undefined ? undefined : phone || null,
          groupOID,
          validUntil: momentOf(validUntil),
        };
      },
      edited: (row, _values, edit) => followEdit(deps, row, edit),
      beforeRemove: (trx, rows, context) => leave(deps, trx, rows, context),
      removed: (rows, roles) => ({
        members: rows.map(({ oid, account, name }) => ({ oid, account, name })),
        roles,
      }),
    },
    deps,
  );
export type Members = ReturnType<typeof createMembers>;

async function addMember(
  deps: MemberDeps,
  members: Members,
  request: SaveRequest,
  context: CallContext,
): Promise<SavedMember> {
  const { runtime, passwords } = deps;
  const { account, name, groupOID = context.caller.groupOID } = request;
  if (account === undefined) throw invalidField('account', 'required');
  if (name === undefined) throw invalidField('name', 'required');
  requireAccount(account);
  requirePhone(request.phone ?? '');
  requireAhead(request.validUntil, runtime.serverTime());
  await requireStanding(runtime.db, context.caller, groupOID);
  const { passwordHash, made } = await firstPassword(passwords, request.password, account);
  const member = await members.add({ ...request, account, name, groupOID, passwordHash }, context);
  return { ...member, ...(made === undefined ? {} : { initialPassword: made }) };
}

async function editMember(
  { runtime, passwords }: MemberDeps,
  members: Members,
  request: SaveRequest & { oid: string },
  context: CallContext,
): Promise<SavedMember> {
  if (request.account !== undefined) requireAccount(request.account);
  if (request.phone !== undefined) requirePhone(request.phone);
  requireAhead(request.validUntil, runtime.serverTime());
  const known = await members.find(context, request.oid);
  if (!known) throw notFound();
  const fresh = request.password
    ? await firstPassword(passwords, request.password, request.account ?? known.account)
    : undefined;
  return members.edit({ ...request, passwordHash: fresh?.passwordHash }, context);
}

/** A member without an oid is new. */
export const saveMember = (
  deps: MemberDeps,
  members: Members,
  { oid, ...request }: SaveRequest,
  context: CallContext,
): Promise<SavedMember> =>
  oid === undefined
    ? addMember(deps, members, request, context)
    : editMember(deps, members, { ...request, oid }, context);
