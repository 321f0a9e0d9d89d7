import { firstRoleKeys, firstRoles, serviceResources, type FirstRoleKey } from '@eyrie/domain';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { platformRight } from '../permission/index.ts';
import { insertRole, roleByKey, serviceKey } from './role.store.ts';

export { deleteRolesOf, deleteUnreached, heldRoles, insertHeld } from './role.held.store.ts';
export { createRoleEndpoints } from './role.endpoints.ts';
export { rightsOf } from './role.service.ts';
export { createRoleMembership, type RelationChange, type RoleMembership } from './role.members.ts';
export { createRoleLists, type RoleLists } from './role.lists.ts';

export interface RoleRoom {
  /**
   * Makes the roles that every organisation starts with.
   * @param options.groupOID the root department; first: the instance's first organisation, whose administrators also run the platform
   * @returns the oid of each role
   */
  addFirstRoles(
    trx: DbOrTrx,
    groupRoot: string,
    options: { first: boolean; groupOID: string },
  ): Promise<Record<FirstRoleKey, string>>;
  /** The built-in role of the demo's service account; made when missing. @returns its oid. */
  ensureServiceRole(trx: DbOrTrx, groupRoot: string, groupOID: string): Promise<string>;
}

export function createRole({ newOid }: Pick<Runtime, 'newOid'>): RoleRoom {
  return {
    async addFirstRoles(trx, groupRoot, { first, groupOID }) {
      const oids: Partial<Record<FirstRoleKey, string>> = {};
      for (const key of firstRoleKeys) {
        const oid = newOid();
        const runsPlatform = first && key === 'administrator';
        const resources = runsPlatform ? [...firstRoles[key], platformRight] : firstRoles[key];
        await insertRole(trx, {
          oid,
          groupRoot,
          groupOID,
          name: say('zh-CN', `role.${key}`),
          firstKey: key,
          resources,
        });
        oids[key] = oid;
      }
      return oids as Record<FirstRoleKey, string>;
    },
    async ensureServiceRole(trx, groupRoot, groupOID) {
      const found = await roleByKey(trx, groupRoot, serviceKey);
      if (found) return found.oid;
      const oid = newOid();
      await insertRole(trx, {
        oid,
        groupRoot,
        groupOID,
        name: serviceKey,
        firstKey: serviceKey,
        resources: serviceResources,
      });
      return oid;
    },
  };
}
