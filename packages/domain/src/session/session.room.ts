import type { RoomActions, RoomNotifications, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/personalInfo': { group: 'settings' } } as const satisfies RoomPages;

export const actions = {
  'session:end': { page: '/operation' },
} as const satisfies RoomActions;

export const limits = {
  session: {
    rememberedLife: 2_592_000_000,
    rememberedIdle: 14 * 86_400_000,
    life: 12 * 3_600_000,
    idle: 2 * 3_600_000,
    perMember: 10,
    touchEvery: 30_000,
    revocationPoll: 1_000,
    codeLife: 60_000,
    verifiedFor: 60_000,
    loginInfoLife: 60_000,
    /** Clocks of other systems may be this far ahead of ours. */
    loginInfoSkew: 5_000,
    /** How often the list of those who are online looks again. */
    onlineEvery: 10_000,
  },
  authenticator: { period: 30_000, stepsAround: 1, recoveryCodes: 10 },
  openId: { startLife: 600_000, answer: 3_000, bodyBytes: 1_000_000 },
  login: {
    freeFailures: 3,
    /** What one account's failures add to the count of their address at most: alone they meet nobody else there. */
    addressShare: 2,
    failureWindow: 3_600_000,
    guessesPerAccountPerHour: 20,
    // Of these, kept for addresses the member has signed in from, so that strangers cannot lock the member out.
    guessesKeptForKnownAddresses: 5,
    perAddressPerMinute: 120,
    /** How long a try waits for those under way, and for its turn at the passwords; together under 5 s. */
    tryWait: 4_000,
    /** How often it looks whether one ended on another server. */
    tryPoll: 50,
    /** A try that is under way for longer was lost with its server. */
    tryLife: 30_000,
    triesWaiting: 200,
    /** Sign-ins that may use the database at once: the rest of its connections is for those who fly. */
    atDesk: 4,
    hashesAtOnce: 2,
    hashQueue: 40,
    hashWait: 4_000,
  },
  liveCredential: { life: 600_000 },
} as const;

export const refusals = {
  wrongPassword: 401,
  captchaRequired: 401,
  captchaWrong: 401,
  accountDisabled: 401,
  accountExpired: 401,
  codeSpent: 401,
  otherAccount: 409,
  passwordsDiffer: 422,
  totpRequired: 401,
  totpWrong: 401,
  openIdFailed: 401,
  authenticatorInForce: 409,
  authenticatorMissing: 409,
  authenticatorNotBegun: 409,
  noCockpit: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  newAddress: { level: 'attention', safety: false, link: '/personalInfo?tab=sessions' },
} as const satisfies RoomNotifications;
