import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { visibleDepartment, type DepartmentRoom } from '../department/index.ts';
import { lockWithActor } from './member.change.store.ts';
import type { PasswordHasher } from './password-hash.ts';
import { requirePassword } from './password-rule.ts';
import { randomPassword } from './random-password.ts';

/** What members need of other rooms. */
export interface MemberDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: Pick<DepartmentRoom, 'requireVisible'>;
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
 * Locks people and the caller with them: of two members who change each other only the first one still may.
 * @throws Refusal `ownRights`, `notSignedIn`
 */
export async function lockPeople(trx: DbOrTrx, caller: Caller, oids: readonly string[]): Promise<void> {
  if (oids.includes(caller.memberOID)) throw new Refusal('ownRights');
  if (!(await lockWithActor(trx, caller.memberOID, oids))) throw new Refusal('notSignedIn');
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
