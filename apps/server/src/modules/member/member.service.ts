import type { DisplayChoices } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { keepAdministrator } from '../permission/index.ts';
import { deleteRolesOf, deleteUnreached } from '../role/index.ts';
import { firstPassword, requireChangeable, requireStanding, type MemberDeps } from './member.access.ts';
import { changeMembers, rolesHeld } from './member.change.store.ts';
import { personByOid } from './member.list.store.ts';
import { requirePhone } from './member.rules.ts';
import { updateDisplay, updatePassword } from './member.store.ts';

/** Gone for good, but the rows stay: flights, routes and the log name their people. */
export async function removeMembers(
  deps: MemberDeps,
  oids: readonly string[],
  context: CallContext,
): Promise<void> {
  const { runtime } = deps;
  await runtime.db.transaction().execute(async (trx) => {
    const found = await requireChangeable(trx, context.caller, oids);
    const gone = found.map((one) => one.oid);
    await changeMembers(trx, gone, { deleted_at: new Date(runtime.serverTime()), enabled: false });
    const roles = await deleteRolesOf(trx, gone);
    for (const oid of gone) {
      await deps.session.endAllOf(trx, oid, null);
      await deps.session.notifyMemberChanged(trx, oid);
    }
    await keepAdministrator(trx, context.caller.groupRoot);
    await deps.audit.done(trx, context, 'member.delete', {
      members: found.map(({ oid, account, name }) => ({ oid, account, name })),
      roles,
    });
  });
}

/** Who may no longer sign in is out at once. */
export async function setEnabled(
  deps: MemberDeps,
  { oids, enabled }: { oids: readonly string[]; enabled: boolean },
  context: CallContext,
): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await requireChangeable(trx, context.caller, oids);
    const changed = found.filter((one) => one.enabled !== enabled).map((one) => one.oid);
    if (changed.length === 0) return;
    await changeMembers(trx, changed, { enabled });
    for (const oid of changed) {
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
export async function resetPassword(
  deps: MemberDeps,
  { oid, password }: { oid: string; password?: string | undefined },
  context: CallContext,
): Promise<{ initialPassword?: string }> {
  const { runtime } = deps;
  const known = await personByOid(runtime.db, context.caller, oid);
  if (!known) throw notFound();
  const { passwordHash, made } = await firstPassword(deps.passwords, password, known.account);
  await runtime.db.transaction().execute(async (trx) => {
    const [found] = await requireChangeable(trx, context.caller, [oid]);
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
  { groupOID, memberOIDs }: { groupOID: string; memberOIDs: readonly string[] },
  context: CallContext,
): Promise<void> {
  const { caller } = context;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await requireChangeable(trx, caller, memberOIDs);
    await requireStanding(trx, caller, groupOID);
    const moved = found.map((one) => one.oid);
    await changeMembers(trx, moved, { group_oid: groupOID });
    const rolesLost = await deleteUnreached(trx, moved);
    for (const oid of moved) await deps.session.notifyMemberChanged(trx, oid);
    await keepAdministrator(trx, caller.groupRoot);
    const members = found.map(({ oid, account, groupOID: from }) => ({ oid, account, from }));
    await deps.audit.done(trx, context, 'member.move', { groupOID, members, rolesLost });
  });
}

/** @throws Refusal `notFound` also when the member does not hold the role */
export async function removeRole(
  deps: MemberDeps,
  { memberOIDs, roleOID }: { memberOIDs: readonly string[]; roleOID: string },
  context: CallContext,
): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await requireChangeable(trx, context.caller, memberOIDs);
    for (const { oid } of found) if (!(await rolesHeld(trx, oid)).includes(roleOID)) throw notFound();
    await deps.membership.take(trx, context.caller, roleOID, memberOIDs);
    const members = found.map(({ oid, account }) => ({ oid, account }));
    await deps.audit.done(trx, context, 'member.removeRole', { members, roleOID });
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
export async function editPhone(deps: MemberDeps, phone: string, context: CallContext): Promise<void> {
  requirePhone(phone);
  await deps.runtime.db.transaction().execute(async (trx) => {
    await changeMembers(trx, [context.caller.memberOID], { phone: phone || null });
    await deps.audit.done(trx, context, 'member.editPhone', {});
  });
}
