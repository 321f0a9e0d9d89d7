import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/RoleManagement': { group: 'organisation' } } as const satisfies RoomPages;

export const actions = {
  'role:edit': { page: '/RoleManagement' },
} as const satisfies RoomActions;

export const limits = {
  role: { nameMax: 40, membersAtOnce: 200, perOrganisation: 1_000, membersNamed: 20 },
} as const;

export const refusals = {
  roleHasMembers: 409,
  roleGroupNotEmpty: 409,
  roleFixed: 409,
  roleGroupAsPerson: 422,
  roleElsewhere: 422,
  designatePerson: 422,
  noMembersSelected: 422,
  grantBeyondOwn: 403,
} as const satisfies RoomRefusals;
