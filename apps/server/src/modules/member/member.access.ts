import type { MemberRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { visibleDepartment } from '../department/index.ts';
import { requireOutranked } from '../permission/index.ts';
import { lockPeople, type LockedMember } from './member.change.store.ts';
import { personByOid } from './member.list.store.ts';
import { presentMembers } from './member.record.ts';
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
    notifyMemberChanged(db: DbOrTrx, memberOID: string): Promise<void>;
  };
  /** Gives roles and takes them, by every rule. */
  membership: Record<
    'give' | 'take',
    (trx: DbOrTrx, caller: Caller, roleOID: string, memberOIDs: readonly string[]) => Promise<unknown>
  >;
}

/** @throws Refusal `notFound` */
export async function requireStanding(db: DbOrTrx, caller: Caller, groupOID: string): Promise<string[]> {
  const department = await visibleDepartment(db, caller, groupOID);
  if (!department) throw notFound();
  return department.path;
}

/**
 * People whom the caller may change, locked: of the scope, not the caller, nobody above the caller.
 * @throws Refusal `notFound`, `ownRights`, `superior`, `notSignedIn`
 */
export async function requireChangeable(
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

/** @throws Refusal `notFound` */
export async function shownMember(db: DbOrTrx, context: CallContext, oid: string): Promise<MemberRecord> {
  const found = await personByOid(db, context.caller, oid);
  const [shown] = found ? await presentMembers(db, context, [found]) : [];
  if (!shown) throw notFound();
  return shown;
}

/** A password that somebody else sets has the strong form. Empty: one is made up. */
export async function firstPassword(
  passwords: PasswordHasher,
  given: string | undefined,
  account: string,
): Promise<{ passwordHash: string; made: string | undefined }> {
  const made = given ? undefined : randomPassword();
  const password = given || made || '';
  requirePassword(password, { form: 'strong', account, field: 'password' });
  return { passwordHash: await passwords.hash(password), made };
}
