import type { RoleRecord } from '@eyrie/domain';

/** A group with its roles. */
export interface RoleBranch {
  group: RoleRecord;
  roles: readonly RoleRecord[];
}
export interface RoleForest {
  branches: readonly RoleBranch[];
  /** Roles that stand in no group. */
  loose: readonly RoleRecord[];
}

const fits = (role: RoleRecord, word: string): boolean =>
  [role.name, role.groupName, role.remark].some((text) => text.toLowerCase().includes(word));

/**
 * Groups with their roles, and the roles without a group, each by name. A group that fits the search shows all its
 * roles; one that does not, those that fit.
 */
export function forestOf(roles: readonly RoleRecord[], search: string, locale: string): RoleForest {
  const word = search.trim().toLowerCase();
  const order = new Intl.Collator(locale, { numeric: true });
  const byName = (one: RoleRecord, other: RoleRecord): number => order.compare(one.name, other.name);
  const groups = roles.filter((role) => role.type === 'group').toSorted(byName);
  const known = new Set(groups.map((group) => group.oid));
  const others = roles.filter((role) => role.type !== 'group').toSorted(byName);
  const branches = groups
    .map((group) => ({
      group,
      roles: others.filter((role) => role.parentOID === group.oid && (fits(group, word) || fits(role, word))),
    }))
    .filter((branch) => branch.roles.length > 0 || fits(branch.group, word));
  // A group that the member does not see does not hide its roles.
  const loose = others.filter(
    (role) => (role.parentOID === null || !known.has(role.parentOID)) && fits(role, word),
  );
  return { branches, loose };
}
