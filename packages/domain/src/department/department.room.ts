import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/OrganizationStructure': { group: 'organisation' } } as const satisfies RoomPages;

export const actions = {
  'department:edit': { page: '/OrganizationStructure' },
} as const satisfies RoomActions;

export const limits = {
  department: {
    nameMax: 64,
    /** Levels, the topmost department being the first. */
    depth: 12,
    perOrganisation: 10_000,
    treeMost: 6_000,
    treeMembersMost: 5_000,
    matches: 50,
    /** People whom the preview of a move names, of each kind. */
    named: 50,
    /** Things of each kind that a refused deletion names. */
    namedInTheWay: 20,
  },
} as const;

export const refusals = {
  departmentNotEmpty: 409,
  departmentRoot: 409,
  departmentLoop: 409,
  departmentDepth: 409,
} as const satisfies RoomRefusals;
