import type { Runtime } from '../../platform/runtime.ts';
import type { PasswordForm } from '../member/index.ts';
import {
  createFirstStart,
  type FirstStart,
  type FirstStartDeps,
  type FirstStartOptions,
  type NewOrganisation,
} from './first-start.ts';
import { firstOrganisation, organisationByOid, type OrganisationRow } from './organisation.store.ts';
import { organisationPolicy, type OrganisationPolicy } from './policy.ts';

export type { FirstStart, FirstStartOptions, NewOrganisation } from './first-start.ts';
export type { OrganisationRow } from './organisation.store.ts';
export type { OrganisationPolicy } from './policy.ts';

export interface OrganisationRoom {
  find(oid: string): Promise<OrganisationRow | undefined>;
  /** The first organisation of the instance: its look is shown before anybody signs in. */
  first(): Promise<OrganisationRow | undefined>;
  policyOf(groupRoot: string): Promise<OrganisationPolicy>;
  /** Which form members' own new passwords must have. */
  passwordForm(groupRoot: string): Promise<PasswordForm>;
  /** Fills an empty database; see there. */
  ensureFirstOrganisation(options: FirstStartOptions): Promise<FirstStart>;
  add(organisation: NewOrganisation): Promise<string>;
}

export function createOrganisation(
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid'>,
  deps: Omit<FirstStartDeps, 'runtime'>,
): OrganisationRoom {
  const { db } = runtime;
  const policyOf = async (groupRoot: string): Promise<OrganisationPolicy> =>
    organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {});
  return {
    ...createFirstStart({ runtime, ...deps }),
    find: (oid) => organisationByOid(db, oid),
    first: () => firstOrganisation(db),
    policyOf,
    passwordForm: async (groupRoot) => ((await policyOf(groupRoot)).strongPasswords ? 'strong' : 'simple'),
  };
}
