import type { MemberRecord } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { fieldsOf, issuesOfMember, requestOf } from './member-form.rules.ts';

const member = (validUntil: number | null): MemberRecord => ({
  oid: 'm1',
  groupOID: 'g1',
  groupRoot: 'r1',
  groupName: 'North',
  account: 'zoe',
  name: 'Zoë',
  phone: '',
  enabled: true,
  mustChange: false,
  authenticator: false,
  validUntil,
  expired: false,
  createdAt: 0,
  roles: [],
  allowed: [],
});

describe('the last day of an account', () => {
  const zone = 'America/New_York';
  const end = Date.UTC(2027, 6, 5, 4) - 1;

  it('is a day of the organisation, wherever the form is filled in', () => {
    expect(fieldsOf(member(end), 'g1', zone).validUntil).toBe('2027-07-04');
    const start = fieldsOf(member(null), 'g1', zone);
    const request = requestOf({ ...start, validUntil: '2027-07-04' }, start, { oid: 'm1', zone });
    expect(request).toEqual({ oid: 'm1', validUntil: end });
  });

  it('may be taken away, and lies ahead', () => {
    const start = fieldsOf(member(end), 'g1', zone);
    const open = { ...start, validUntil: '' };
    expect(requestOf(open, start, { oid: 'm1', zone })).toEqual({ oid: 'm1', validUntil: null });
    const past = { ...start, validUntil: '2027-07-03' };
    expect(issuesOfMember(past, start, { now: end, zone })).toEqual({ validUntil: 'issue.future' });
    // What has passed meanwhile is no fault of who changes something else.
    expect(issuesOfMember(start, start, { now: end + 1, zone })).toEqual({});
  });
});
