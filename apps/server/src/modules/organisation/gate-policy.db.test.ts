import { gateDefaults, organisationCalls, type OrganisationRecord } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoleFixture, type RoleFixture } from '../../testing/role-fixture.ts';
import { gatePolicyOf } from './index.ts';

let fixture: RoleFixture;
beforeAll(async () => {
  fixture = await openRoleFixture();
});
afterAll(() => fixture.close());

const edit = (change: object, token = fixture.admin): Promise<OrganisationRecord> =>
  fixture.call<OrganisationRecord>(organisationCalls.edit, change, token);

it('an organisation decides what unchecked items mean, and what it decided is kept, told and audited', async () => {
  const record = await fixture.call<OrganisationRecord>(organisationCalls.get, {}, fixture.admin);
  expect(record.gateNotCheckedWarns).toEqual(gateDefaults.notCheckedWarns);
  expect(record.gateFailedWarns).toEqual(gateDefaults.failedWarns);

  // In any order, and twice: a set is kept in the order of the gate.
  const changed = await edit({
    gateNotCheckedWarns: ['region', 'wind', 'region'],
    gateFailedWarns: [],
    before: { gateNotCheckedWarns: record.gateNotCheckedWarns },
  });
  expect(changed).toMatchObject({ gateNotCheckedWarns: ['wind', 'region'], gateFailedWarns: [] });
  expect(await gatePolicyOf(fixture.db, fixture.groupRoot)).toEqual({
    notCheckedWarns: ['wind', 'region'],
    failedWarns: [],
  });
  const audit = await fixture.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'organisation.edit')
    .orderBy('chain_seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(audit.detail).toEqual({ gateNotCheckedWarns: ['wind', 'region'], gateFailedWarns: [] });
});

it('refuses items that nobody may decide about, what was changed meanwhile, and who has no right', async () => {
  const { reasonOf } = fixture;
  for (const name of ['dataAge', 'otherFlight', 'route', 'lostAction', 'luck'])
    expect(await reasonOf(edit({ gateNotCheckedWarns: [name] }))).toBe('invalid');
  expect(await reasonOf(edit({ gateFailedWarns: ['wind'] }))).toBe('invalid');
  await edit({ gateNotCheckedWarns: ['terrain'] });
  expect(await reasonOf(edit({ gateNotCheckedWarns: [], before: { gateNotCheckedWarns: ['wind'] } }))).toBe(
    'conflict',
  );
  const { oid } = await fixture.first('operator');
  const { token } = await fixture.person('pilot', [oid]);
  expect(await reasonOf(edit({ gateNotCheckedWarns: [] }, token))).toBe('notAllowed');
});
