import { permissionTree, rightsIn, type RoleMatrix } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { Cell } from '../../platform/table/index.ts';
import { platformRight } from '../permission/index.ts';

/** The table of rights by roles as rows of a file: roles in the head, then one row a right. */
export function matrixRows(matrix: RoleMatrix, language: Language): Cell[][] {
  const roles = matrix.roles.filter((role) => role.type !== 'group');
  const granted = new Map(matrix.granted.map((one) => [one.roleOID, new Set<string>(one.resourceOIDs)]));
  const known = new Set(matrix.granted.flatMap((one) => one.resourceOIDs));
  const rights = rightsIn(permissionTree('menu', (one) => one !== platformRight || known.has(one)));
  return [
    [say(language, 'role.right'), ...roles.map((role) => role.name)],
    [say(language, 'role.department'), ...roles.map((role) => role.groupName)],
    ...rights.map((right) => [
      `${say(language, `permission.${right}`)} (${right})`,
      ...roles.map((role) => (granted.get(role.oid)?.has(right) ? '✓' : '')),
    ]),
  ];
}
