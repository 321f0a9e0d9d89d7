import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { keepAdministrator, requireGrantable, requireOutranked } from '../permission/index.ts';
import {
  deleteRelations,
  insertRelations,
  people as everybody,
  type RoleMemberRow,
} from './role.members.store.ts';
import { rightsIn, roles, type StoredRole } from './role.store.ts';

/** Who got a role or lost it, for the audit log. */
export interface RelationChange {
  role: { oid: string; name: string };
  members: readonly { oid: string; account: string }[];
}

export interface RoleMembership {
  /**
   * Gives a role to members, all or none. By every rule; the audit row is the caller's to write, last.
   * @throws Refusal `notFound`, `roleGroupAsPerson`, `designatePerson`, `ownRights`, `superior`, `grantBeyondOwn`,
   * `roleElsewhere`
   */
  give(trx: DbOrTrx, caller: Caller, roleOID: string, memberOIDs: readonly string[]): Promise<RelationChange>;
  /**
   * Takes a role from members, all or none. By every rule; the audit row is the caller's to write, last.
   * @throws Refusal `notFound`, `roleGroupAsPerson`, `noMembersSelected`, `ownRights`, `superior`, `lastAdministrator`
   */
  take(trx: DbOrTrx, caller: Caller, roleOID: string, memberOIDs: readonly string[]): Promise<RelationChange>;
}

/**
 * A role that people can hold and the people, locked. People first, as whatever changes people does: two who take the
 * same locks in different orders would wait for each other.
 */
async function lockBoth(
  trx: DbOrTrx,
  caller: Caller,
  roleOID: string,
  oids: readonly string[],
): Promise<{ role: StoredRole; people: RoleMemberRow[] }> {
  const people = oids.length === 0 ? [] : await everybody.lock(trx, { caller }, oids);
  const [role] = await roles.lock(trx, { caller }, [roleOID]);
  if (!role) throw notFound();
  if (role.type === 'group') throw new Refusal('roleGroupAsPerson');
  return { role, people };
}

/** People of the caller's scope, none of them the caller or above the caller. */
async function requirePeople(
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
  found: readonly RoleMemberRow[],
): Promise<void> {
  if (found.length !== oids.length)
    throw (await roles.byOids(trx, { caller }, oids)).length > 0
      ? new Refusal('roleGroupAsPerson')
      : notFound();
  await requireOutranked(trx, caller, oids);
}

const changeOf = (role: StoredRole, people: readonly { oid: string; account: string }[]): RelationChange => ({
  role: { oid: role.oid, name: role.name },
  members: people.map(({ oid, account }) => ({ oid, account })),
});

/** @param deps.tellMemberChanged tells every process that the rights of a member changed */
export function createRoleMembership(deps: {
  notifyMemberChanged(trx: DbOrTrx, memberOID: string): Promise<void>;
}): RoleMembership {
  const notifyMembers = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
    for (const oid of oids) await deps.notifyMemberChanged(trx, oid);
  };

  return {
    async give(trx, caller, roleOID, memberOIDs) {
      const wanted = [...new Set(memberOIDs)];
      const { role, people } = await lockBoth(trx, caller, roleOID, wanted);
      if (wanted.length === 0) throw new Refusal('designatePerson');
      await requirePeople(trx, caller, wanted, people);
      requireGrantable(caller, rightsIn(role));
      const reached = await everybody.byOids(trx, { caller }, wanted, { below: role.groupOID });
      if (reached.length !== people.length) throw new Refusal('roleElsewhere');
      await insertRelations(trx, role.oid, wanted);
      await notifyMembers(trx, wanted);
      return changeOf(role, people);
    },
    async take(trx, caller, roleOID, memberOIDs) {
      const wanted = [...new Set(memberOIDs)];
      const { role, people } = await lockBoth(trx, caller, roleOID, wanted);
      if (wanted.length === 0) throw new Refusal('noMembersSelected');
      await requirePeople(trx, caller, wanted, people);
      await deleteRelations(trx, role.oid, wanted);
      await notifyMembers(trx, wanted);
      if (role.firstKey === 'administrator') await keepAdministrator(trx, caller.groupRoot);
      return changeOf(role, people);
    },
  };
}
