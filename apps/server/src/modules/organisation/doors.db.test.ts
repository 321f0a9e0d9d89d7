import {
  organisationCalls,
  roleCalls,
  type OpenIdDoor,
  type OrganisationRecord,
  type RoleRecord,
} from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoleStage, type RoleStage } from '../../testing/role-stage.ts';

/** Keys and providers sign in anybody: whoever sets one could be anybody of the organisation. */
let stage: RoleStage;
let clerk: string;
let branchBoss: string;

const door = {
  enabled: true,
  name: 'Sign-on',
  issuer: 'https://id.example.org',
  clientId: 'eyrie',
  accountClaim: 'preferred_username',
};

beforeAll(async () => {
  stage = await openRoleStage();
  const role = await stage.call<RoleRecord>(roleCalls.save, { name: 'clerk' }, stage.admin);
  await stage.call(
    roleCalls.grant,
    { roleOID: role.oid, resourceOIDs: ['/operation', 'organisation:edit'] },
    stage.admin,
  );
  clerk = (await stage.person('clerk', [role.oid])).token;
  const { oid } = await stage.first('administrator');
  branchBoss = (await stage.person('branch-boss', [oid], stage.branch)).token;
});
afterAll(() => stage.close());

it.each([
  ['holds fewer rights than others', () => clerk],
  ['stands in a department below', () => branchBoss],
])('who %s opens no door for everybody, and is told so beforehand', async (_who, token) => {
  const { call, reasonOf } = stage;
  expect(await reasonOf(call(organisationCalls.keyAdd, { name: 'Portal' }, token()))).toBe('unsurpassedOnly');
  expect(await reasonOf(call(organisationCalls.openIdEdit, door, token()))).toBe('unsurpassedOnly');
  expect(await call(organisationCalls.keys, {}, token())).toEqual([]);
  expect(await call<OpenIdDoor>(organisationCalls.openId, {}, token())).toMatchObject({
    enabled: false,
    allowed: [],
  });
  expect((await call<OrganisationRecord>(organisationCalls.get, {}, token())).allowed).toEqual(['edit']);
});

it('who has nobody above opens both', async () => {
  const { call, admin } = stage;
  expect((await call<OrganisationRecord>(organisationCalls.get, {}, admin)).allowed).toEqual(['edit', 'add']);
  expect(await call(organisationCalls.keyAdd, { name: 'Portal' }, admin)).toMatchObject({ name: 'Portal' });
  expect(await call<OpenIdDoor>(organisationCalls.openIdEdit, door, admin)).toMatchObject({
    allowed: ['edit'],
  });
});
