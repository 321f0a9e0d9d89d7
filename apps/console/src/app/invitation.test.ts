import { describe, expect, it } from 'vitest';
import { invitationCode } from './invitation.ts';

describe('the code of an invitation', () => {
  it.each([
    ['#/invitation?code=a_b-c', 'a_b-c'],
    ['#/invitation?x=1&code=z', 'z'],
    ['#/invitation', null],
    ['#/Login?code=a', null],
    ['#/invitations?code=a', null],
    ['#/Login?to=/invitation?code=a', null],
    ['', null],
  ])('of %s is %s', (hash, code) => {
    expect(invitationCode(hash)).toBe(code);
  });
});
