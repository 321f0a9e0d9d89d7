import { gateDefaults, organisationCalls, type OrganisationRecord } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoleStage, type RoleStage } from '../../testing/role-stage.ts';
import { gatePolicyOf } from './index.ts';

let stage: RoleStage;
beforeAll(async () => {
  stage = await openRoleStage();
});
afterAll(() => stage.close());

const edit = (change: object, token = stage.admin): Promise<OrganisationRecord> =>
  stage.call<OrganisationRecord>(organisationCalls.edit, change, token);

it('an organisation decides what unchecked items mean, and what it decided is kept, told and audited', async () => {
  const record = await stage.call<OrganisationRecord>(organisationCalls.get, {}, stage.admin);
  expect(record.gateNotCheckedWarns).toEqual(gateDefaults.notCheckedWarns);
  expect(record.gateFailedWarns).toEqual(gateDefaults.failedWarns);

  // In any order, and twice: a set is kept in the order of the gate.
  const changed = await edit({
    gateNotCheckedWarns: ['region', 'wind', 'region'],
    gateFailedWarns: [],
    before: { gateNotCheckedWarns: record.gateNotCheckedWarns },
  });
  expect(changed).toMatchObject({ gateNotCheckedWarns: ['wind', 'region'], gateFailedWarns: [] });
  expect(await gatePolicyOf(stage.db, stage.groupRoot)).toEqual({
    notCheckedWarns: ['wind', 'region'],
    failedWarns: [],
  });
  const audit = await stage.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'organisation.edit')
    .orderBy('chain_seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(audit.detail).toEqual({ gateNotCheckedWarns: ['wind', 'region'], gateFailedWarns: [] });
});

it('refuses items that nobody may decide about, what was changed meanwhile, and who has no right', async () => {
  const { reasonOf } = stage;
  for (const name of ['dataAge', 'otherFlight', 'route', 'lostAction', 'luck'])
    expect(await reasonOf(edit({ gateNotCheckedWarns: [name] }))).toBe('invalid');
  expect(await reasonOf(edit({ gateFailedWarns: ['wind'] }))).toBe('invalid');
  await edit({ gateNotCheckedWarns: ['terrain'] });
  expect(await reasonOf(edit({ gateNotCheckedWarns: [], before: { gateNotCheckedWarns: ['wind'] } }))).toBe(
    'conflict',
  );
  const { oid } = await stage.first('operator');
  const { token } = await stage.person('pilot', [oid]);
  expect(await reasonOf(edit({ gateNotCheckedWarns: [] }, token))).toBe('notAllowed');
});
