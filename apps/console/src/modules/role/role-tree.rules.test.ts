import type { RoleRecord } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { forestOf } from './role-tree.rules.ts';

const role = (name: string, part: Partial<RoleRecord> = {}): RoleRecord => ({
  oid: name,
  parentOID: null,
  groupOID: 'd',
  groupRoot: 'r',
  groupName: 'north',
  name,
  type: 'menu',
  firstKey: null,
  fixed: false,
  held: false,
  remark: '',
  memberCount: 0,
  resourceCount: 0,
  createdAt: 0,
  allowed: [],
  ...part,
});
const roles = [
  role('Night', { parentOID: 'Crew' }),
  role('Crew', { type: 'group' }),
  role('Day', { parentOID: 'Crew', remark: 'early birds' }),
  role('Empty', { type: 'group' }),
  role('Leader', { groupName: 'south' }),
  role('Stray', { parentOID: 'a group out of sight' }),
];
const shown = (search: string): unknown => {
  const { branches, loose } = forestOf(roles, search, 'en');
  return [
    ...branches.map(({ group, roles: inside }) => [group.name, inside.map((one) => one.name)]),
    ...loose.map((one) => one.name),
  ];
};

describe('groups and roles', () => {
  it('stand by name, roles in their group, and a role whose group is out of sight by itself', () => {
    expect(shown('')).toEqual([['Crew', ['Day', 'Night']], ['Empty', []], 'Leader', 'Stray']);
  });

  it('are found by name, remark and department; a group that fits shows all its roles', () => {
    expect(shown('crew')).toEqual([['Crew', ['Day', 'Night']]]);
    expect(shown(' BIRDS ')).toEqual([['Crew', ['Day']]]);
    expect(shown('south')).toEqual(['Leader']);
    expect(shown('nobody')).toEqual([]);
  });
});
