import type { ParsedRequestOf, SavedMember, memberCalls } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { keepAdministrator } from '../permission/index.ts';
import { deleteUnreached } from '../role/index.ts';
import {
  firstPassword,
  requireChangeable,
  requireStanding,
  shownMember,
  type MemberDeps,
} from './member.access.ts';
import { changeMembers, rolesHeld, type MemberChange } from './member.change.store.ts';
import { personByOid } from './member.list.store.ts';
import { requireAccount, requireAhead, requirePhone, withFreeAccount } from './member.rules.ts';
import { accountKey, insertMember, updatePassword } from './member.store.ts';

type SaveRequest = ParsedRequestOf<typeof memberCalls.save>;

async function addMember(deps: MemberDeps, request: SaveRequest, context: CallContext): Promise<SavedMember> {
  const { runtime } = deps;
  const { db } = runtime;
  const { caller } = context;
  const { account, name, groupOID = caller.groupOID, roleOIDs = [], phone = '', validUntil } = request;
  if (account === undefined) throw invalidField('account', 'required');
  if (name === undefined) throw invalidField('name', 'required');
  requireAccount(account);
  requirePhone(phone);
  requireAhead(validUntil, runtime.serverTime());
  await requireStanding(db, caller, groupOID);
  const { passwordHash, made } = await firstPassword(deps.passwords, request.password, account);
  const oid = runtime.newOid();
  await db.transaction().execute(async (trx) => {
    await requireStanding(trx, caller, groupOID);
    const member = { oid, groupRoot: caller.groupRoot, groupOID, account, name, passwordHash };
    await withFreeAccount(insertMember(trx, { ...member, mustChange: true, service: false }, []));
    await changeMembers(trx, [oid], {
      phone: phone || null,
      valid_until: validUntil === undefined || validUntil === null ? null : new Date(validUntil),
    });
    // Roles are locked one after the other, and everybody's in the same order.
    for (const role of [...new Set(roleOIDs)].toSorted())
      await deps.membership.give(trx, caller, role, [oid]);
    await deps.audit.done(trx, context, 'member.add', {
      oid,
      account: accountKey(account),
      name,
      groupOID,
      roleOIDs,
      validUntil,
    });
  });
  return {
    ...(await shownMember(db, context, oid)),
    ...(made === undefined ? {} : { initialPassword: made }),
  };
}

const changeOf = (request: SaveRequest): MemberChange => ({
  ...(request.account === undefined ? {} : { account: accountKey(request.account) }),
  ...(request.name === undefined ? {} : { name: request.name }),
  ...(request.phone === undefined ? {} : { phone: request.phone || null }),
  ...(request.groupOID === undefined ? {} : { group_oid: request.groupOID }),
  ...(request.validUntil === undefined
    ? {}
    : { valid_until: request.validUntil === null ? null : new Date(request.validUntil) }),
});

/** Gives missing roles and takes others away. Left out: the roles stay. */
async function setRoles(
  deps: Pick<MemberDeps, 'membership'>,
  trx: DbOrTrx,
  caller: Caller,
  oid: string,
  wanted: readonly string[] | undefined,
): Promise<void> {
  if (wanted === undefined) return;
  const held = await rolesHeld(trx, oid);
  // In one order for everybody: each is locked.
  for (const role of [...new Set([...held, ...wanted])].toSorted()) {
    if (!wanted.includes(role)) await deps.membership.take(trx, caller, role, [oid]);
    else if (!held.includes(role)) await deps.membership.give(trx, caller, role, [oid]);
  }
}

async function editMember(
  deps: MemberDeps,
  oid: string,
  request: SaveRequest,
  context: CallContext,
): Promise<SavedMember> {
  const { runtime } = deps;
  const { db } = runtime;
  const { caller } = context;
  if (request.account !== undefined) requireAccount(request.account);
  if (request.phone !== undefined) requirePhone(request.phone);
  requireAhead(request.validUntil, runtime.serverTime());
  const known = await personByOid(db, caller, oid);
  if (!known) throw notFound();
  const fresh = request.password
    ? await firstPassword(deps.passwords, request.password, request.account ?? known.account)
    : undefined;
  await db.transaction().execute(async (trx) => {
    const [before] = await requireChangeable(trx, caller, [oid]);
    if (request.groupOID !== undefined) await requireStanding(trx, caller, request.groupOID);
    await withFreeAccount(changeMembers(trx, [oid], changeOf(request)));
    const rolesLost = await deleteUnreached(trx, [oid]);
    await setRoles(deps, trx, caller, oid, request.roleOIDs);
    if (fresh) {
      const at = new Date(runtime.serverTime());
      await updatePassword(trx, oid, { passwordHash: fresh.passwordHash, mustChange: true, at });
      await deps.session.endAllOf(trx, oid, null);
    }
    await deps.session.notifyMemberChanged(trx, oid);
    await keepAdministrator(trx, caller.groupRoot);
    const { password: _, phone, ...fields } = request;
    await deps.audit.done(trx, context, 'member.edit', {
      ...fields,
      account: before?.account,
      ...(phone === undefined ? {} : { phoneChanged: true }),
      ...(fresh ? { passwordReset: true } : {}),
      rolesLost,
    });
  });
  return shownMember(db, context, oid);
}

/** A member without an oid is new. */
export const saveMember = (
  deps: MemberDeps,
  request: SaveRequest,
  context: CallContext,
): Promise<SavedMember> =>
  request.oid === undefined
    ? addMember(deps, request, context)
    : editMember(deps, request.oid, request, context);
