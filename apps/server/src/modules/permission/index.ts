import { isMenuResource, resources, type Resource } from '@eyrie/domain';

export interface ResourceNode {
  oid: string;
  parentOID: string | null;
  name: string;
  URL: string;
  type: 'menu' | 'scene';
}

/** The right that exists only in the first organisation and is never granted elsewhere. */
export const platformRight: Resource = 'platform:operate';

/**
 * The rights that rows of `role_resource` really give: unknown ones, left over from another release, give nothing,
 * and the platform's own right counts in the first organisation alone.
 */
export const effectiveResources = (
  granted: readonly string[],
  organisation: { first: boolean },
): ReadonlySet<string> =>
  new Set(resources.filter((one) => granted.includes(one) && (organisation.first || one !== platformRight)));

/** A member's menu or scene resources as the console lists them. `name` turns a phrase id into words. */
export const resourceNodes = (
  held: ReadonlySet<string>,
  type: 'menu' | 'scene',
  name: (phraseId: string) => string,
): ResourceNode[] =>
  resources
    .filter((one) => held.has(one) && isMenuResource(one) === (type === 'menu'))
    .map((one) => ({ oid: one, parentOID: null, name: name(`permission.${one}`), URL: one, type }));

export { allowedWords } from '../../platform/list/index.ts';
export {
  isUnsurpassed,
  keepAdministrator,
  requireGrantable,
  requireOutranked,
  requireRoleOutranked,
  requireUnsurpassed,
} from './permission.rules.ts';
export { isTopmost, rolesOfSuperiors, superiorsAmong } from './permission.store.ts';
