import { dayIn, endOfDay, isAccount, isPhone, strongPassword, type MemberRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

export interface MemberFields {
  account: string;
  name: string;
  phone: string;
  groupOID: string;
  roleOIDs: string[];
  password: string;
  /** As `2027-03-31`; empty: without an end. */
  validUntil: string;
}
export type MemberIssues = Partial<Record<keyof MemberFields, PhraseId>>;

/** `zone`: that of the organisation, in which the last day lies. */
export const fieldsOf = (member: MemberRecord | null, groupOID: string, zone: string): MemberFields => ({
  account: member?.account ?? '',
  name: member?.name ?? '',
  phone: member?.phone ?? '',
  groupOID: member?.groupOID ?? groupOID,
  roleOIDs: member?.roles.map((role) => role.oid) ?? [],
  password: '',
  validUntil: typeof member?.validUntil === 'number' ? dayIn(zone, member.validUntil) : '',
});

/** The rules of the server, told before anything is sent. An empty name or account only keeps the button shut. */
export function issuesOfMember(
  fields: MemberFields,
  start: MemberFields,
  { now, zone }: { now: number; zone: string },
): MemberIssues {
  const end = endOfDay(zone, fields.validUntil);
  return {
    ...(fields.account !== '' && !isAccount(fields.account.trim()) ? { account: 'issue.account' } : {}),
    ...(isPhone(fields.phone.trim()) ? {} : { phone: 'issue.phone' }),
    ...(fields.password !== '' && !strongPassword.test(fields.password)
      ? { password: 'issue.passwordStrong' }
      : {}),
    ...(end !== null && end <= now && fields.validUntil !== start.validUntil
      ? { validUntil: 'issue.future' }
      : {}),
  };
}

/** What to send: for a member that exists only what changed. */
export function requestOf(
  fields: MemberFields,
  start: MemberFields,
  { oid, zone }: { oid: string | null; zone: string },
) {
  const changed = (name: keyof MemberFields): boolean =>
    oid === null || JSON.stringify(fields[name]) !== JSON.stringify(start[name]);
  return {
    ...(oid === null ? {} : { oid }),
    ...(changed('account') ? { account: fields.account.trim() } : {}),
    ...(changed('name') ? { name: fields.name.trim() } : {}),
    ...(changed('phone') ? { phone: fields.phone.trim() } : {}),
    ...(changed('groupOID') ? { groupOID: fields.groupOID } : {}),
    ...(changed('roleOIDs') || changed('groupOID') ? { roleOIDs: fields.roleOIDs } : {}),
    ...(fields.password === '' ? {} : { password: fields.password }),
    ...(changed('validUntil') ? { validUntil: endOfDay(zone, fields.validUntil) } : {}),
  };
}
