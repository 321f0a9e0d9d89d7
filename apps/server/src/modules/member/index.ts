import type { DisplayChoices } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { memberEndpoints } from './member.endpoints.ts';
import {
  displayOfMember,
  insertMember,
  lockMember,
  memberByAccount,
  memberByOid,
  updatePassword,
  type MemberRow,
} from './member.store.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';

export { dropInvitations } from './invitation.store.ts';
export { licenceEndpoints, remindOfLicences } from './licence.endpoints.ts';
export { clearScans } from './licence.scan.ts';
export { licenceUntil } from './licence.store.ts';
export { memberAdministration } from './member.administration.ts';
export { randomPassword } from './random-password.ts';
export { requirePassword, type PasswordForm } from './password-rule.ts';
export {
  accountKey,
  closeAccounts,
  giveFirstPassword,
  holdersBy,
  peopleSeen,
  raiseSignInEpoch,
  renameMember,
  setDisplayPages,
  type MemberRow,
} from './member.store.ts';
export { createPasswordHasher, type PasswordHasher } from './password-hash.ts';

export interface NewAccount {
  groupRoot: string;
  groupOID: string;
  account: string;
  name: string;
  /** Made by `passwords.hash`. */
  passwordHash: string;
  mustChange: boolean;
  service: boolean;
  roleOIDs: readonly string[];
}

export interface MemberRoom {
  endpoints: Endpoint[];
  passwords: PasswordHasher;
  byAccount(db: DbOrTrx, account: string): Promise<MemberRow | undefined>;
  byOid(db: DbOrTrx, oid: string): Promise<MemberRow | undefined>;
  /** How a member wants times and figures shown. */
  displayOf(db: DbOrTrx, oid: string): Promise<DisplayChoices>;
  /** The same, held until the transaction ends. */
  lock(trx: DbOrTrx, oid: string): Promise<MemberRow | undefined>;
  /** @returns the oid of the new member. */
  add(db: DbOrTrx, account: NewAccount): Promise<string>;
  setPassword(db: DbOrTrx, oid: string, change: { passwordHash: string; mustChange: boolean }): Promise<void>;
}

export function createMember(
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  deps: { department: DepartmentRoom; passwords?: PasswordHasher },
): MemberRoom {
  return {
    endpoints: memberEndpoints({ db: runtime.db, department: deps.department }),
    passwords: deps.passwords ?? createPasswordHasher(),
    byAccount: memberByAccount,
    byOid: memberByOid,
    lock: lockMember,
    displayOf: displayOfMember,
    async add(db, { roleOIDs, ...account }) {
      const oid = runtime.newOid();
      await insertMember(db, { oid, ...account }, roleOIDs);
      return oid;
    },
    setPassword: (db, oid, change) =>
      updatePassword(db, oid, { ...change, at: new Date(runtime.serverTime()) }),
  };
}
