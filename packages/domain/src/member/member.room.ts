import type { RoomActions, RoomNotifications, RoomRefusals } from '../room.ts';

export const actions = {
  'member:edit': { page: '/OrganizationStructure' },
} as const satisfies RoomActions;

export const limits = {
  member: {
    accountMax: 64,
    nameMax: 40,
    phoneMax: 20,
    rolesMost: 20,
    /** Members changed by one call. */
    atOnce: 200,
    importRows: 1_000,
    importBytes: 5_000_000,
    /** First passwords made by one call: hashing is slow on purpose, and people want to sign in meanwhile. */
    importPasswordsAtOnce: 10,
    /** From the first password of an import to its writing. */
    importLife: 3_600_000,
    invitationDaysMost: 30,
    invitationsOpen: 500,
    /** Tries to find a free account name with one invitation. */
    invitationTries: 10,
    acceptsPerAddressPerMinute: 10,
    readsPerAddressPerMinute: 60,
  },
  licence: {
    numberMax: 64,
    /** Of one member. */
    most: 20,
    /** Of a scan. */
    scanBytes: 10_000_000,
    /** Scans of deleted members that are removed at once. */
    clearAtOnce: 100,
  },
} as const;

export const refusals = {
  passwordCommon: 422,
  passwordReused: 422,
  accountTaken: 409,
  invitationSpent: 409,
  lastAdministrator: 409,
  ownRights: 403,
  superior: 403,
  unsurpassedOnly: 403,
  topmostOnly: 403,
  sealExpired: 409,
  licencesFull: 409,
  licenceTaken: 409,
  /** Nobody confirms a licence of their own. */
  licenceOwn: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  memberAdded: { level: 'info', safety: false, link: '/personalInfo' },
  rightsChanged: { level: 'attention', safety: false, link: '/personalInfo' },
  licenceEntered: { level: 'attention', safety: false, link: '/OrganizationStructure' },
  licenceEnds: { level: 'attention', safety: false, link: null },
  passwordReset: { level: 'attention', safety: false, link: '/personalInfo' },
} as const satisfies RoomNotifications;
