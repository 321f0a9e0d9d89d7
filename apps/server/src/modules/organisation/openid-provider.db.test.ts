import {
  organisationCalls,
  roleCalls,
  type OpenIdProvider,
  type OrganisationRecord,
  type RoleRecord,
} from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoleFixture, type RoleFixture } from '../../testing/role-fixture.ts';

/** Keys and providers sign in anybody: whoever sets one could be anybody of the organisation. */
let fixture: RoleFixture;
let clerk: string;
let branchBoss: string;

const provider = {
  enabled: true,
  name: 'Sign-on',
  issuer: 'https://id.example.org',
  clientId: 'eyrie',
  accountClaim: 'preferred_username',
};

beforeAll(async () => {
  fixture = await openRoleFixture();
  const role = await fixture.call<RoleRecord>(roleCalls.save, { name: 'clerk' }, fixture.admin);
  await fixture.call(
    roleCalls.grant,
    { roleOID: role.oid, resourceOIDs: ['/operation', 'organisation:edit'] },
    fixture.admin,
  );
  clerk = (await fixture.person('clerk', [role.oid])).token;
  const { oid } = await fixture.first('administrator');
  branchBoss = (await fixture.person('branch-boss', [oid], fixture.branch)).token;
});
afterAll(() => fixture.close());

it.each([
  ['holds fewer rights than others', () => clerk],
  ['stands in a department below', () => branchBoss],
])('who %s opens no door for everybody, and is told so beforehand', async (_who, token) => {
  const { call, reasonOf } = fixture;
  expect(await reasonOf(call(organisationCalls.keyAdd, { name: 'Portal' }, token()))).toBe('unsurpassedOnly');
  expect(await reasonOf(call(organisationCalls.openIdEdit, provider, token()))).toBe('unsurpassedOnly');
  expect(await call(organisationCalls.keys, {}, token())).toEqual([]);
  expect(await call<OpenIdProvider>(organisationCalls.openId, {}, token())).toMatchObject({
    enabled: false,
    allowed: [],
  });
  expect((await call<OrganisationRecord>(organisationCalls.get, {}, token())).allowed).toEqual(['edit']);
});

it('who has nobody above opens both', async () => {
  const { call, admin } = fixture;
  expect((await call<OrganisationRecord>(organisationCalls.get, {}, admin)).allowed).toEqual(['edit', 'add']);
  expect(await call(organisationCalls.keyAdd, { name: 'Portal' }, admin)).toMatchObject({ name: 'Portal' });
  expect(await call<OpenIdProvider>(organisationCalls.openIdEdit, provider, admin)).toMatchObject({
    allowed: ['edit'],
  });
});
