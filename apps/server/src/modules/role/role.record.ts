import { isFixedRole, roleCalls, type RoleRecord } from '@eyrie/domain';
import type { Caller, Language } from '../../platform/http/endpoint.ts';
import type { Viewer } from '../../platform/list/index.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { allowedWords, rolesOfSuperiors } from '../permission/index.ts';
import { memberCounts } from './role.members.store.ts';
import { rightsIn, type StoredRole } from './role.store.ts';

/** First roles are named in the reader's language while nobody renamed them. */
export const shownName = (
  role: Pick<StoredRole, 'firstKey' | 'renamed' | 'name'>,
  language: Language,
): string => (role.firstKey && !role.renamed ? say(language, `role.${role.firstKey}`) : role.name);

const holdsAll = (caller: Caller, role: StoredRole): boolean =>
  rightsIn(role).every((one) => caller.resources.has(one));

/** What the caller may do with a role; the rules of the service, told beforehand. */
function allowedOn(caller: Caller, role: StoredRole, heldBySuperior: boolean): string[] {
  const { get, save, remove, grant, copy, addMembers, removeMembers } = roleCalls;
  const changeable = role.own && !role.held && !isFixedRole(role.firstKey);
  const grants = role.type !== 'group';
  return allowedWords(caller.resources, [
    get,
    ...(changeable ? [save, remove] : []),
    ...(changeable && grants && !heldBySuperior ? [grant] : []),
    ...(grants && holdsAll(caller, role) ? [copy, addMembers] : []),
    ...(grants ? [removeMembers] : []),
  ]);
}

/** Records of roles as this caller sees them. */
export async function presentRoles(
  db: DbOrTrx,
  { caller, language }: Viewer,
  roles: readonly StoredRole[],
): Promise<RoleRecord[]> {
  if (roles.length === 0) return [];
  const [counts, above] = await Promise.all([
    memberCounts(
      db,
      caller,
      roles.map((role) => role.oid),
    ),
    rolesOfSuperiors(db, caller.resources, caller.groupRoot),
  ]);
  return roles.map((role) => ({
    oid: role.oid,
    parentOID: role.parentOID,
    groupOID: role.groupOID,
    groupRoot: role.groupRoot,
    groupName: role.groupName,
    name: shownName(role, language),
    type: role.type,
    firstKey: role.firstKey,
    fixed: isFixedRole(role.firstKey),
    held: role.held,
    remark: role.remark,
    memberCount: counts.get(role.oid) ?? 0,
    resourceCount: rightsIn(role).length,
    createdAt: role.createdAt,
    version: role.version,
    allowed: allowedOn(caller, role, above.has(role.oid)),
  }));
}
