import { isAccount, isPhone, strongPassword, type MemberRecord } from '@eyrie/domain';
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

/** The day that a moment falls on, in the browser's zone, as a date field wants it. */
export const dayOf = (at: number | null): string => {
  if (at === null) return '';
  const moment = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
};

/** The last moment of a day in the browser's zone; null: no end. */
export const endOfDay = (day: string): number | null => {
  const [year, month, date] = day.split('-').map(Number);
  return year && month && date ? new Date(year, month - 1, date + 1).getTime() - 1 : null;
};

export const fieldsOf = (member: MemberRecord | null, groupOID: string): MemberFields => ({
  account: member?.account ?? '',
  name: member?.name ?? '',
  phone: member?.phone ?? '',
  groupOID: member?.groupOID ?? groupOID,
  roleOIDs: member?.roles.map((role) => role.oid) ?? [],
  password: '',
  validUntil: dayOf(member?.validUntil ?? null),
});

/** The rules of the server, told before anything is sent. An empty name or account only keeps the button shut. */
export function issuesOfMember(fields: MemberFields, start: MemberFields, now: number): MemberIssues {
  const end = endOfDay(fields.validUntil);
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
export function requestOf(fields: MemberFields, start: MemberFields, oid: string | null) {
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
    ...(changed('validUntil') ? { validUntil: endOfDay(fields.validUntil) } : {}),
  };
}
