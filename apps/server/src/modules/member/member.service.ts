import type { DisplayChoices } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { keepAdministrator } from '../permission/index.ts';
import { deleteUnreached } from '../role/index.ts';
import { firstPassword, requireStanding, type MemberDeps } from './member.access.ts';
import { rolesHeld } from './member.change.store.ts';
import { members as readMembers } from './member.list.store.ts';
import { requirePhone } from './member.rules.ts';
import type { Members } from './member.save.ts';
import { updateDisplay, updatePassword } from './member.store.ts';

/** Who may no longer sign in is out at once. */
export async function enableMembers(
  deps: MemberDeps,
  members: Members,
  { oids, enabled }: { oids: readonly string[]; enabled: boolean },
  context: CallContext,
): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await members.lock(trx, oids, context);
    const changed = found.filter((one) => one.enabled !== enabled);
    if (changed.length === 0) return;
    await members.changeWithin(trx, changed, { enabled }, context);
    for (const { oid } of changed) {
      if (!enabled) await deps.session.endAllOf(trx, oid, null);
      await deps.session.notifyMemberChanged(trx, oid);
    }
    await keepAdministrator(trx, context.caller.groupRoot);
    await deps.audit.done(trx, context, enabled ? 'member.enable' : 'member.disable', {
      members: found.map(({ oid, account }) => ({ oid, account })),
    });
  });
}

/** @returns the password, when it was made up here: told once. */
export async function renewPassword(
  deps: MemberDeps,
  members: Members,
  { oid, password }: { oid: string; password?: string | undefined },
  context: CallContext,
): Promise<{ initialPassword?: string }> {
  const { runtime } = deps;
  const known = await members.find(context, oid);
  if (!known) throw notFound();
  const { passwordHash, made } = await firstPassword(deps.passwords, password, known.account);
  await runtime.db.transaction().execute(async (trx) => {
    const [found] = await members.lock(trx, [oid], context);
    const at = new Date(runtime.serverTime());
    await updatePassword(trx, oid, { passwordHash, mustChange: true, at });
    await deps.session.endAllOf(trx, oid, null);
    await deps.session.notifyMemberChanged(trx, oid);
    await deps.audit.done(trx, context, 'member.resetPassword', { oid, account: found?.account });
  });
  return made === undefined ? {} : { initialPassword: made };
}

/** Roles that do not reach the new department are lost. */
export async function moveMembers(
  deps: MemberDeps,
  members: Members,
  { groupOID, memberOIDs }: { groupOID: string; memberOIDs: readonly string[] },
  context: CallContext,
): Promise<void> {
  const { caller } = context;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await members.lock(trx, memberOIDs, context);
    await requireStanding(trx, caller, groupOID);
    const moved = found.map((one) => one.oid);
    await members.changeWithin(trx, found, { groupOID }, context);
    const rolesLost = await deleteUnreached(trx, moved);
    for (const oid of moved) await deps.session.notifyMemberChanged(trx, oid);
    await keepAdministrator(trx, caller.groupRoot);
    const moves = found.map(({ oid, account, groupOID: from }) => ({ oid, account, from }));
    await deps.audit.done(trx, context, 'member.move', { groupOID, members: moves, rolesLost });
  });
}

/** @throws Refusal `notFound` also when the member does not hold the role */
export async function takeRole(
  deps: MemberDeps,
  members: Members,
  { memberOIDs, roleOID }: { memberOIDs: readonly string[]; roleOID: string },
  context: CallContext,
): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await members.lock(trx, memberOIDs, context);
    for (const { oid } of found) if (!(await rolesHeld(trx, oid)).includes(roleOID)) throw notFound();
    await deps.membership.take(trx, context.caller, roleOID, memberOIDs);
    const detail = { members: found.map(({ oid, account }) => ({ oid, account })), roleOID };
    await deps.audit.done(trx, context, 'member.removeRole', detail);
  });
}

/** How the caller wants times and figures shown, on every computer from now on. */
export async function setDisplay(
  deps: MemberDeps,
  choices: DisplayChoices,
  context: CallContext,
): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    await updateDisplay(trx, context.caller.memberOID, choices);
    await deps.audit.done(trx, context, 'member.displaySet', { ...choices });
  });
}

/** The caller's own. */
export async function changePhone(
  deps: MemberDeps,
  members: Members,
  phone: string,
  context: CallContext,
): Promise<void> {
  requirePhone(phone);
  await deps.runtime.db.transaction().execute(async (trx) => {
    const own = await readMembers.lock(trx, context, [context.caller.memberOID]);
    if (own.length === 0) throw notFound();
    await members.changeWithin(trx, own, { phone: phone || null }, context);
    await deps.audit.done(trx, context, 'member.editPhone', {});
  });
}
