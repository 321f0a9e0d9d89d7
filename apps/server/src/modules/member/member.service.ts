import type { MemberRecord, ParsedRequestOf, SavedMember, memberCalls } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import { visibleDepartment } from '../department/index.ts';
import { keepAdministrator, requireOutranked } from '../permission/index.ts';
import {
  changeMembers,
  deleteRolesOf,
  deleteUnreached,
  lockPeople,
  rolesHeld,
  type LockedMember,
  type MemberChange,
} from './member.change.store.ts';
import { personByOid } from './member.list.store.ts';
import { presentMembers } from './member.record.ts';
import { requireAccount, requireAhead, requirePhone, withFreeAccount } from './member.rules.ts';
import { accountKey, insertMember, updatePassword } from './member.store.ts';
import type { PasswordHasher } from './password-hash.ts';
import { requirePassword } from './password-rule.ts';
import { randomPassword } from './random-password.ts';

/** What members need of other rooms. */
export interface MemberDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  passwords: PasswordHasher;
  session: {
    endAllOf(db: DbOrTrx, memberOID: string, except: string | null): Promise<void>;
    tellMemberChanged(db: DbOrTrx, memberOID: string): Promise<void>;
  };
  /** Gives roles and takes them, by every rule. */
  membership: Record<
    'give' | 'take',
    (trx: DbOrTrx, caller: Caller, roleOID: string, memberOIDs: readonly string[]) => Promise<unknown>
  >;
}

type SaveRequest = ParsedRequestOf<typeof memberCalls.save>;

/** @throws Refusal `notFound` */
export async function requireStanding(db: DbOrTrx, caller: Caller, groupOID: string): Promise<string[]> {
  const department = await visibleDepartment(db, caller, groupOID);
  if (!department) throw notFound();
  return department.path;
}

export function createMemberService(deps: MemberDeps) {
  const { runtime, audit, passwords, session, membership } = deps;
  const { db } = runtime;

  /**
   * People whom the caller may change, locked: of the scope, not the caller, nobody above the caller.
   * @throws Refusal `notFound`, `ownRights`, `superior`, `notSignedIn`
   */
  async function requireChangeable(
    trx: DbOrTrx,
    caller: Caller,
    oids: readonly string[],
  ): Promise<LockedMember[]> {
    const wanted = [...new Set(oids)];
    if (wanted.includes(caller.memberOID)) throw new Refusal('ownRights');
    const found = await lockPeople(trx, caller, wanted);
    if (!found) throw new Refusal('notSignedIn');
    if (found.length !== wanted.length) throw notFound();
    await requireOutranked(trx, caller, wanted);
    return found;
  }

  async function record(context: CallContext, oid: string): Promise<MemberRecord> {
    const found = await personByOid(db, context.caller, oid);
    const [shown] = found ? await presentMembers(db, context, [found]) : [];
    if (!shown) throw notFound();
    return shown;
  }

  const logged = (trx: DbOrTrx, context: CallContext, action: string, detail: Record<string, unknown>) =>
    audit.write(trx, { ...auditedCaller(context), action, outcome: 'done', detail });

  /** A password that somebody else sets has the strong form. Empty: one is made up. */
  async function firstPassword(given: string | undefined, account: string) {
    const made = given ? undefined : randomPassword();
    const password = given || made || '';
    requirePassword(password, { form: 'strong', account, field: 'password' });
    return { passwordHash: await passwords.hash(password), made };
  }

  async function add(request: SaveRequest, context: CallContext): Promise<SavedMember> {
    const { caller } = context;
    const { account, name, groupOID = caller.groupOID, roleOIDs = [], phone = '', validUntil } = request;
    if (account === undefined) throw invalidField('account', 'required');
    if (name === undefined) throw invalidField('name', 'required');
    requireAccount(account);
    requirePhone(phone);
    requireAhead(validUntil, runtime.serverTime());
    await requireStanding(db, caller, groupOID);
    const { passwordHash, made } = await firstPassword(request.password, account);
    const oid = runtime.newOid();
    await db.transaction().execute(async (trx) => {
      await requireStanding(trx, caller, groupOID);
      const member = { oid, groupRoot: caller.groupRoot, groupOID, account, name, passwordHash };
      await withFreeAccount(insertMember(trx, { ...member, mustChange: true, service: false }, []));
      await changeMembers(trx, [oid], {
        phone: phone || null,
        valid_until: validUntil === undefined || validUntil === null ? null : new Date(validUntil),
      });
      for (const role of new Set(roleOIDs)) await membership.give(trx, caller, role, [oid]);
      await logged(trx, context, 'member.add', {
        oid,
        account: accountKey(account),
        name,
        groupOID,
        roleOIDs,
        validUntil,
      });
    });
    return { ...(await record(context, oid)), ...(made === undefined ? {} : { initialPassword: made }) };
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

  /** Roles as wanted: what is missing is given, what is too much is taken. Missing wish: as they are. */
  async function setRoles(
    trx: DbOrTrx,
    caller: Caller,
    oid: string,
    wanted: readonly string[] | undefined,
  ): Promise<void> {
    if (wanted === undefined) return;
    const held = await rolesHeld(trx, oid);
    for (const role of held) if (!wanted.includes(role)) await membership.take(trx, caller, role, [oid]);
    for (const role of new Set(wanted))
      if (!held.includes(role)) await membership.give(trx, caller, role, [oid]);
  }

  async function edit(oid: string, request: SaveRequest, context: CallContext): Promise<SavedMember> {
    const { caller } = context;
    if (request.account !== undefined) requireAccount(request.account);
    if (request.phone !== undefined) requirePhone(request.phone);
    requireAhead(request.validUntil, runtime.serverTime());
    const known = await personByOid(db, caller, oid);
    if (!known) throw notFound();
    const fresh = request.password
      ? await firstPassword(request.password, request.account ?? known.account)
      : undefined;
    await db.transaction().execute(async (trx) => {
      const [before] = await requireChangeable(trx, caller, [oid]);
      if (request.groupOID !== undefined) await requireStanding(trx, caller, request.groupOID);
      await withFreeAccount(changeMembers(trx, [oid], changeOf(request)));
      const rolesLost = await deleteUnreached(trx, [oid]);
      await setRoles(trx, caller, oid, request.roleOIDs);
      if (fresh) {
        const at = new Date(runtime.serverTime());
        await updatePassword(trx, oid, { passwordHash: fresh.passwordHash, mustChange: true, at });
        await session.endAllOf(trx, oid, null);
      }
      await session.tellMemberChanged(trx, oid);
      await keepAdministrator(trx, caller.groupRoot);
      const { password: _, phone, ...told } = request;
      await logged(trx, context, 'member.edit', {
        ...told,
        account: before?.account,
        ...(phone === undefined ? {} : { phoneChanged: true }),
        ...(fresh ? { passwordReset: true } : {}),
        rolesLost,
      });
    });
    return record(context, oid);
  }

  const save = (request: SaveRequest, context: CallContext): Promise<SavedMember> =>
    request.oid === undefined ? add(request, context) : edit(request.oid, request, context);

  /** The rows stay: flights, routes and the log name their people. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const found = await requireChangeable(trx, context.caller, oids);
      const gone = found.map((one) => one.oid);
      await changeMembers(trx, gone, { deleted_at: new Date(runtime.serverTime()), enabled: false });
      const roles = await deleteRolesOf(trx, gone);
      for (const oid of gone) {
        await session.endAllOf(trx, oid, null);
        await session.tellMemberChanged(trx, oid);
      }
      await keepAdministrator(trx, context.caller.groupRoot);
      await logged(trx, context, 'member.delete', {
        members: found.map(({ oid, account, name }) => ({ oid, account, name })),
        roles,
      });
    });
  }

  async function setEnabled(
    { oids, enabled }: { oids: readonly string[]; enabled: boolean },
    context: CallContext,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const found = await requireChangeable(trx, context.caller, oids);
      const changed = found.filter((one) => one.enabled !== enabled).map((one) => one.oid);
      if (changed.length === 0) return;
      await changeMembers(trx, changed, { enabled });
      for (const oid of changed) {
        if (!enabled) await session.endAllOf(trx, oid, null);
        await session.tellMemberChanged(trx, oid);
      }
      await keepAdministrator(trx, context.caller.groupRoot);
      await logged(trx, context, enabled ? 'member.enable' : 'member.disable', {
        members: found.map(({ oid, account }) => ({ oid, account })),
      });
    });
  }

  /** @returns the password, when it was made up here: told once. */
  async function resetPassword(
    { oid, password }: { oid: string; password?: string | undefined },
    context: CallContext,
  ): Promise<{ initialPassword?: string }> {
    const known = await personByOid(db, context.caller, oid);
    if (!known) throw notFound();
    const { passwordHash, made } = await firstPassword(password, known.account);
    await db.transaction().execute(async (trx) => {
      const [found] = await requireChangeable(trx, context.caller, [oid]);
      const at = new Date(runtime.serverTime());
      await updatePassword(trx, oid, { passwordHash, mustChange: true, at });
      await session.endAllOf(trx, oid, null);
      await session.tellMemberChanged(trx, oid);
      await logged(trx, context, 'member.resetPassword', { oid, account: found?.account });
    });
    return made === undefined ? {} : { initialPassword: made };
  }

  async function move(
    { groupOID, memberOIDs }: { groupOID: string; memberOIDs: readonly string[] },
    context: CallContext,
  ): Promise<void> {
    const { caller } = context;
    await db.transaction().execute(async (trx) => {
      const found = await requireChangeable(trx, caller, memberOIDs);
      await requireStanding(trx, caller, groupOID);
      const moved = found.map((one) => one.oid);
      await changeMembers(trx, moved, { group_oid: groupOID });
      const rolesLost = await deleteUnreached(trx, moved);
      for (const oid of moved) await session.tellMemberChanged(trx, oid);
      await keepAdministrator(trx, caller.groupRoot);
      const members = found.map(({ oid, account, groupOID: from }) => ({ oid, account, from }));
      await logged(trx, context, 'member.move', { groupOID, members, rolesLost });
    });
  }

  async function removeRole(
    { memberOID, roleOID }: { memberOID: string; roleOID: string },
    context: CallContext,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const [found] = await requireChangeable(trx, context.caller, [memberOID]);
      if (!(await rolesHeld(trx, memberOID)).includes(roleOID)) throw notFound();
      await membership.take(trx, context.caller, roleOID, [memberOID]);
      const detail = { oid: memberOID, account: found?.account, roleOID };
      await logged(trx, context, 'member.removeRole', detail);
    });
  }

  async function editPhone(phone: string, context: CallContext): Promise<void> {
    requirePhone(phone);
    await db.transaction().execute(async (trx) => {
      await changeMembers(trx, [context.caller.memberOID], { phone: phone || null });
      await logged(trx, context, 'member.editPhone', {});
    });
  }

  return { record, save, remove, setEnabled, resetPassword, move, removeRole, editPhone };
}
export type MemberService = ReturnType<typeof createMemberService>;
