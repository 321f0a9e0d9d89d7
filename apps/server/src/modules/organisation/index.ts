import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createSeal } from '../../platform/seal.ts';
import type { PasswordForm } from '../member/index.ts';
import { createDemoLanguage, type DemoLanguage } from './demo-language.ts';
import {
  createFirstStart,
  type FirstStart,
  type FirstStartDeps,
  type FirstStartOptions,
  type NewOrganisation,
} from './first-start.ts';
import { createIntegrationKeys } from './integration-key.service.ts';
import { isMarkSpent, keyByOid, spendMark } from './integration-key.store.ts';
import { createOpenIdProviders, type OpenIdProviders } from './openid.service.ts';
import { organisationEndpoints } from './organisation.endpoints.ts';
import { createOrganisationService } from './organisation.service.ts';
import { firstOrganisation, organisationByOid, type OrganisationRow } from './organisation.store.ts';
import { platformEndpoints } from './platform.endpoints.ts';
import { organisationPolicy, type OrganisationPolicy } from './policy.ts';

export type { FirstStart, FirstStartOptions, NewOrganisation } from './first-start.ts';
export { dropExpiredProofs, insertStart, takeStart } from './openid-start.store.ts';
export type { OpenIdSettings } from './openid.service.ts';
export { allOrganisations, type OrganisationRow } from './organisation.store.ts';
export {
  approvalRequiredOf,
  upgradeApprovalOf,
  checklistQuestionsOf,
  gatePolicyOf,
  insuranceRequiredOf,
  type OrganisationPolicy,
} from './policy.ts';

export interface OrganisationRoom {
  endpoints: Endpoint[];
  /** The public half of an integration key. */
  integrationKey: typeof keyByOid;
  isMarkSpent: typeof isMarkSpent;
  /** Notes that a signed payload was used. @returns false when it was used before */
  spendMark: typeof spendMark;
  openIdProviders: Pick<OpenIdProviders, 'shownOf' | 'settingsOf'>;
  find(oid: string): Promise<OrganisationRow | undefined>;
  /** The first organisation of the instance: its look is shown before anybody signs in. */
  first(): Promise<OrganisationRow | undefined>;
  policyOf(groupRoot: string): Promise<OrganisationPolicy>;
  /** Which form members' own new passwords must have. */
  passwordForm(groupRoot: string): Promise<PasswordForm>;
  /** Fills an empty database; see there. */
  ensureFirstOrganisation(options: FirstStartOptions): Promise<FirstStart>;
  add(organisation: NewOrganisation): Promise<string>;
  demoLanguage: Pick<DemoLanguage, 'heard'>;
}

export interface OrganisationDeps extends Omit<FirstStartDeps, 'runtime'> {
  /** Where OpenID providers send people back to. */
  redirectUrl?: () => string;
  /** Whether an OpenID provider may be on this machine, without TLS. */
  loopback?: boolean;
}

const nowhere = (): string => '';

export function createOrganisation(
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid'>,
  deps: OrganisationDeps,
): OrganisationRoom {
  const { db } = runtime;
  const { audit, redirectUrl = nowhere, loopback = false } = deps;
  const providers = createOpenIdProviders({ runtime, audit, seal: createSeal(db), redirectUrl, loopback });
  const keys = createIntegrationKeys({ runtime, audit });
  const organisations = createOrganisationService({ runtime, audit });
  const policyOf = async (groupRoot: string): Promise<OrganisationPolicy> =>
    organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {});
  const demoLanguage = createDemoLanguage({ runtime, audit });
  const firstStart = createFirstStart({ runtime, ...deps, demoLanguage });
  return {
    ...firstStart,
    demoLanguage,
    endpoints: [
      ...organisationEndpoints({ organisations, keys, providers }),
      ...platformEndpoints(runtime, { audit, member: deps.member, add: firstStart.add }),
    ],
    integrationKey: keyByOid,
    isMarkSpent,
    spendMark,
    openIdProviders: providers,
    find: (oid) => organisationByOid(db, oid),
    first: () => firstOrganisation(db),
    policyOf,
    passwordForm: async (groupRoot) => ((await policyOf(groupRoot)).strongPasswords ? 'strong' : 'simple'),
  };
}
