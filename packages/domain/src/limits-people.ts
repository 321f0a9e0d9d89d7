/** Limits of accounts, rights, and what an organisation sets for itself. Milliseconds unless the name says otherwise. */
export const peopleLimits = {
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
  organisation: {
    idleMinutesMin: 5,
    idleMinutesMax: 120,
    passwordDaysMin: 7,
    passwordDaysMax: 730,
    integrationKeys: 20,
  },
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
  captcha: { life: 120_000, perAddressPerMinute: 30, length: 4 },
  liveCredential: { life: 600_000 },
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
    looksPerAddressPerMinute: 60,
  },
  role: { nameMax: 40, membersAtOnce: 200, perOrganisation: 1_000, membersNamed: 20 },
  appearance: {
    nameMax: 64,
    urlMax: 500,
    /** Levels of 256 px tiles that the map can show. */
    zoomMin: 1,
    zoomMax: 23,
    imageBytes: 4 * 1024 * 1024,
    /** Pixels a side, and in all: 30,000 × 30,000 would unpack to gigabytes. */
    imageSide: 16_384,
    imagePixels: 60_000_000,
    /** What is stored is never larger than this. */
    imageWidth: 3_840,
    imageHeight: 2_160,
    imageTime: 10_000,
    /** Pictures and map files that are taken apart at the same time, of all organisations. */
    uploadsAtOnce: 3,
    /** How long a page waits until a chosen picture shows its size. */
    imageLoad: 10_000,
    tilesBytes: 200_000_000,
    tiles: 100_000,
    tileBytes: 2_000_000,
    tileSide: 1_024,
    tilesExpandedBytes: 400_000_000,
    tilesRatio: 100,
    /** Bytes of the list at the end of a zip. */
    zipDirectoryBytes: 32_000_000,
    /** Pictures and map files that no look names are kept this long, and no more than this many. */
    draftLife: 3_600_000,
    draftsMost: 4,
    historyMost: 100,
    tileCacheSeconds: 86_400,
    imageCacheSeconds: 31_536_000,
    /** How often a console that comes back to the front asks how it should look. */
    askEvery: 60_000,
  },
  dictionary: {
    codeMax: 64,
    nameMax: 64,
    groupsMost: 200,
    codesMost: 2_000,
    fileBytes: 2_000_000,
    rowsMost: 2_001,
    columnsMost: 20,
  },
  notification: {
    keepDays: 90,
    /** Members that are told one thing; beyond, the rest is not, and the log says so. */
    fanOutMost: 5_000,
    publishAtOnce: 50,
    /** Rows of the list that are asked for at once. */
    page: 50,
    /** A device that tries again and again is told of this often. */
    twinAgain: 60_000,
    /** So is a clock that stays wrong. */
    clockAgain: 6 * 3_600_000,
  },
  audit: {
    keepDays: 180,
    /** Newest rows that a search for a word reads. */
    searchRows: 100_000,
    /** How long a page takes the list of deeds for current. */
    wordsFresh: 60_000,
    exportRows: 100_000,
    exportPiece: 2_000,
    /** Chains up to this length are checked while one waits; longer ones in the background. */
    verifyAtOnce: 50_000,
    verifyPiece: 1_000,
    /** A refused request longer than this is only counted. */
    requestChars: 4_000,
    /** How often it is tried whether the log takes rows, and what it did not take is written again. */
    tryEvery: 2_000,
    /** Starts and stops of a picture by the program itself: one row per member and camera in this time. */
    automaticPictureEvery: 600_000,
    /** Rows about what had happened already that wait for a log that takes none. */
    owedMost: 10_000,
    /** Ids that details name, in one row and in one page: more stay ids. */
    namedOfRow: 50,
    namedOfPage: 1_000,
    /** How deep details are read for ids. */
    namedDepth: 8,
    /** Newest deletions of roles that are read for the names of roles that are gone. */
    namedDeletions: 300,
  },
} as const;
