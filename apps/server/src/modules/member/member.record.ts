import { departmentCalls, lastWord, memberCalls, sessionCalls, type MemberRecord } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Viewer } from '../../platform/list/index.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { allowedWords, superiorsAmong } from '../permission/index.ts';
import type { HeldRole, StoredMember } from './member.list.store.ts';

/** First roles are named in the reader's language while nobody renamed them. */
export const roleNames = (
  roles: readonly HeldRole[],
  language: CallContext['language'],
): { oid: string; name: string }[] =>
  roles.map(({ oid, name, firstKey, renamed }) => ({
    oid,
    name: firstKey && !renamed ? say(language, `role.${firstKey}`) : name,
  }));

/** Records as this caller sees them: nothing may be done with oneself, nor with those who may do more. */
export async function presentMembers(
  db: DbOrTrx,
  { caller, language }: Viewer,
  members: readonly StoredMember[],
): Promise<MemberRecord[]> {
  const oids = members.map((one) => one.oid);
  const above = await superiorsAmong(db, caller.resources, oids);
  const { save, remove, setEnabled, resetPassword, removeRole } = memberCalls;
  const words = allowedWords(caller.resources, [
    save,
    remove,
    setEnabled,
    resetPassword,
    removeRole,
    departmentCalls.moveMembers,
    sessionCalls.authenticatorReset,
  ]);
  const without = words.filter((word) => word !== lastWord(sessionCalls.authenticatorReset));
  return members.map((one) => ({
    ...one,
    phone: one.phone ?? '',
    roles: roleNames(one.roles, language),
    allowed: one.oid === caller.memberOID || above.has(one.oid) ? [] : one.authenticator ? words : without,
  }));
}
