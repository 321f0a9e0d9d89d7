import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import {
  countAdministrators,
  hasSuperiors,
  isTopmost,
  lockOrganisation,
  resourcesOfMembers,
  rolesOfSuperiors,
} from './permission.store.ts';

type Rights = Pick<Caller, 'memberOID' | 'resources'>;

/**
 * Nobody gives what they do not have.
 * @throws Refusal `grantBeyondOwn` naming the first right that the caller lacks
 */
export function requireGrantable(caller: Rights, resources: Iterable<string>): void {
  for (const permission of resources)
    if (!caller.resources.has(permission)) throw new Refusal('grantBeyondOwn', { values: { permission } });
}

/**
 * Nobody changes their own rights, department or state, nor anything about members who may do more than they.
 * @throws Refusal `ownRights`, `superior`
 */
export async function requireOutranked(
  db: DbOrTrx,
  caller: Rights,
  memberOIDs: readonly string[],
): Promise<void> {
  if (memberOIDs.includes(caller.memberOID)) throw new Refusal('ownRights');
  const held = await resourcesOfMembers(db, memberOIDs);
  if (held.some((resource) => !caller.resources.has(resource))) throw new Refusal('superior');
}

/**
 * Nobody changes what a role gives to a member who may do more than they.
 * @throws Refusal `superior`
 */
export async function requireRoleOutranked(
  db: DbOrTrx,
  caller: Pick<Caller, 'groupRoot' | 'resources'>,
  roleOID: string,
): Promise<void> {
  const above = await rolesOfSuperiors(db, caller.resources, caller.groupRoot);
  if (above.has(roleOID)) throw new Refusal('superior');
}

/** Whether nobody of the organisation is above the caller: neither by department nor by rights. */
export const isUnsurpassed = async (
  db: DbOrTrx,
  caller: Pick<Caller, 'groupRoot' | 'groupOID' | 'resources'>,
): Promise<boolean> =>
  (await isTopmost(db, caller.groupOID)) && !(await hasSuperiors(db, caller.resources, caller.groupRoot));

/**
 * Whoever sets up a way to sign in every member of the organisation can act as any of them.
 * @throws Refusal `unsurpassedOnly`
 */
export async function requireUnsurpassed(
  db: DbOrTrx,
  caller: Pick<Caller, 'groupRoot' | 'groupOID' | 'resources'>,
): Promise<void> {
  if (!(await isUnsurpassed(db, caller))) throw new Refusal('unsurpassedOnly');
}

/**
 * To be called after a change and in its transaction: an organisation that nobody administers could not be repaired
 * from inside. Changes of one organisation wait for each other here, so that two of them cannot each leave the other's.
 * @throws Refusal `lastAdministrator`
 */
export async function keepAdministrator(trx: DbOrTrx, groupRoot: string): Promise<void> {
  await lockOrganisation(trx, groupRoot);
  if ((await countAdministrators(trx, groupRoot)) === 0) throw new Refusal('lastAdministrator');
}
