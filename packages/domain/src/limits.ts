/**
 * Every delay, time to live and limit of the product. Milliseconds unless the name says otherwise.
 * The figures of command, lease and link come from the safety rules in docs/safety.md: change them there first.
 */
export const limits = {
  http: {
    bodyBytes: 1_000_000,
    bodyDepth: 32,
    headerBytes: 16_384,
    requestTimeout: 25_000,
    headersTimeout: 10_000,
    /** How often the server looks for connections whose headers are late. */
    headersCheck: 2_500,
    /** An upload of which fewer bytes come in each such time is cut off. */
    uploadPaceBytes: 8_000,
    uploadPaceEvery: 8_000,
    keepAliveTimeout: 10_000,
    drainTimeout: 8_000,
    idleCheck: 100,
    databaseAnswer: 2_000,
  },
  list: { pageSizeMax: 200, pageSizeDefault: 20 },
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
  command: {
    ttl: 5_000,
    ttlPrepare: 10_000,
    futureTolerance: 1_000,
    ack: 5_000,
    ackPrepare: 15_000,
    ackDrcEnter: 10_000,
    resolveFor: 30_000,
    stateFresh: 6_000,
    challengeLife: 30_000,
    restartHold: 10_000,
    /** How often a server looks whether commands that went out without the database can become rows. */
    journalEvery: 1_000,
    /** How long a return-home or hover that went out keeps its other way closed. */
    wishLife: 60_000,
    /** A return-home or hover that no gateway took after so long goes out past the database. */
    pickedUpWithin: 1_500,
    /** How long the way without the database waits for the servers that may have sent the same click. */
    wishAnswer: 300,
    /** Pause before what was sent is written again to a database that was away. */
    writeAgain: 500,
  },
  lease: { ttl: 15_000, renewEvery: 5_000, askAnswer: 10_000, reasonMin: 5 },
  link: { ageing: 3_000, stale: 6_000, lost: 10_000, lastKnown: 60_000 },
  dock: {
    offlineAfter: 60_000,
    twinWindow: 10_000,
    /** Messages that come this soon after the end of a connection were sent before it. */
    lastWords: 1_000,
    clockDifference: 5_000,
    nameMax: 20,
    messageBytes: 64 * 1024,
    messageDepth: 24,
    unknownKeys: 200,
    unknownBytes: 4_096,
  },
  gateway: {
    claimTtl: 9_000,
    claimEvery: 3_000,
    claimsAtOnce: 10,
    /** How long a server waits for the answer of the gateway that has a dock. */
    askAnswer: 2_000,
    publishEvery: 1_000,
    publishAtLeastEvery: 2_000,
    snapshotEvery: 5_000,
    dockRowEvery: 30_000,
    dedupeEntries: 512,
  },
  gate: { batteryReservePercent: 20, windLimitMps: 12, storageFreeKB: 1_000_000 },
  flight: {
    returnAltitudeMin: 20,
    returnAltitudeMax: 1500,
    aiRangeMin: 25,
    aiRangeMax: 50,
    lostAfter: 3_600_000,
  },
  video: {
    streamsPerDock: 3,
    startAnswer: 5_000,
    idleStop: 15_000,
    playLife: 600_000,
    publishLife: 86_400_000,
  },
  /** The live picture in a page: how long it waits for each step before it tries again. */
  picture: {
    findEvery: 500,
    findFor: 10_000,
    firstFrame: 8_000,
    watchEvery: 500,
    stalled: 2_000,
    giveUp: 8_000,
    retryFirst: 1_000,
    retryMost: 10_000,
  },
  media: { credentialLife: 3_600_000, objectBytes: 5_000_000_000, linkLife: 600_000, idleFinish: 600_000 },
  route: {
    kmzBytes: 20_000_000,
    expandedBytes: 64_000_000,
    entryBytes: 32_000_000,
    entries: 200,
    ratio: 200,
    waypoints: 65_535,
    xmlDepth: 64,
    parseTimeout: 2_000,
    uploadsAtOnce: 10,
  },
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
  },
  /** Spreadsheets that people hand in. `ratio` counts for parts beyond a megabyte: small ones may well shrink a lot. */
  table: {
    bytes: 10_000_000,
    entries: 500,
    entryBytes: 48_000_000,
    expandedBytes: 64_000_000,
    ratio: 100,
    cellChars: 32_767,
    timeout: 2_000,
    threadStart: 20_000,
    atOnce: 2,
    waiting: 10,
  },
  live: {
    /** Events a reader that does not keep up may fall behind; older ones are lost. */
    clientEvents: 200,
    clientBufferBytes: 1_000_000,
    flushEvery: 50,
    packetBytes: 65_536,
    topicLevels: 10,
    subscriptions: 64,
    connectTimeout: 10_000,
    closeTimeout: 2_000,
    perSession: 8,
    /** Open connections that have not shown a credential; beyond, the oldest goes. */
    strangers: 500,
    clientIdLength: 128,
    /** Seconds. A reader that asks for more, or for none, is held to this. */
    keepaliveMax: 300,
    keepaliveCheck: 500,
    inboundPackets: 200,
    inboundWindow: 10_000,
  },
  telemetry: { keepFullDays: 30, thinToSeconds: 10 },
  deviceHealth: {
    keepDays: 365,
    messageKeepDays: 30,
    /** Rows deleted in one statement, and statements in one turn of the tidying. */
    tidyRows: 5_000,
    tidyTurns: 200,
    /** Lists count no further. */
    countMost: 100_000,
    /** A word is looked for in this many of the newest rows. */
    searchRows: 100_000,
    exportRows: 100_000,
    exportPiece: 1_000,
    /** Messages of one dock that are stored at once, and how many a minute after that; the rest is only counted. */
    messageBurst: 120,
    messagesPerMinute: 60,
    /** What says the same again within this time is counted on the row that stands. */
    messageFold: 60_000,
    foldsPerDock: 64,
    payloadChars: 4_096,
    flushEvery: 1_000,
    flushRows: 500,
    buffered: 20_000,
    noteMax: 500,
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
    /** Rows about what had happened already that wait for a log that takes none. */
    owedMost: 10_000,
  },
  /** Work in the background. */
  work: {
    connections: 4,
    atOnce: 2,
    pollEvery: 2_000,
    /** Turns after the first, the pause before the second, and the longest pause: each is about twice the one before. */
    retries: 6,
    retryFirst: 2_000,
    retryMost: 300_000,
    longest: 6 * 3_600_000,
    /** A worker that is silent this long counts as dead. */
    heartbeat: 10_000,
    heartbeatEvery: 3_000,
    watchEvery: 5_000,
    progressEvery: 1_000,
    pulseEvery: 3_000,
    stopWithin: 4_000,
    errorChars: 300,
  },
  operation: {
    /** How often a page asks again for what runs, and how often a server measures itself. */
    pollEvery: 2_000,
    measureEvery: 5_000,
    /** A measurement older than this is shown as stale. */
    staleAfter: 15_000,
    restore: { goneWithin: 2_000, lookEvery: 100 },
    backup: { keep: 7, keepMost: 60, hour: 3 },
    notice: {
      textMax: 300,
      /** Notices that are not over yet, for one organisation and for the whole instance. */
      openMost: 20,
      /** How far ahead one may be planned, how long one may last, and how late its start may be when it is sent. */
      ahead: 180 * 86_400_000,
      longest: 90 * 86_400_000,
      longestMaintenance: 24 * 3_600_000,
      late: 600_000,
      /** How often a server reads again what is planned, beside being told. */
      readEvery: 5_000,
      /** How often it looks whether a notice begins or a backup is due. */
      dueEvery: 2_000,
      /** Members whose bells ring in one transaction. */
      tellAtOnce: 500,
      /** A console asks again after so long, should it have missed being told. */
      askEvery: 300_000,
      /** The sign-in page asks again after so long. */
      askOutsideEvery: 60_000,
    },
    /** A file that nobody has written to for so long belongs to a server that was killed. */
    unfinishedFileLife: 600_000,
    log: { bytes: 5_000_000, gather: 200 },
    diagnosis: { keep: 5, logBytes: 2_000_000, failures: 200 },
    health: {
      answerWithin: 3_000,
      forgetAfter: 86_400_000,
      /** From here on a part needs a look. */
      loopLag: 200,
      clockOffset: 5_000,
      databaseAnswer: 200,
      connectionShare: 0.9,
      freeBytes: 5_000_000_000,
      workWait: 300_000,
    },
  },
  postgres: {
    connect: 2_000,
    statement: 1_800,
    query: 2_000,
    ping: 1_000,
    poolSize: 20,
    readyWithin: 60_000,
    stopWithin: 8_000,
    ownerPoll: 1_000,
    orphanGrace: 20_000,
    listenPing: 3_000,
    logBytes: 10_000_000,
  },
  restart: {
    first: 100,
    most: 2_000,
    calmAfter: 30_000,
    childReady: 15_000,
    childStop: 5_000,
    pulseEvery: 2_000,
    pulsesMissed: 4,
  },
  videoServer: {
    silence: 10_000,
    signIn: 10_000,
    connections: 2_000,
    viewerBufferBytes: 8_388_608,
    slowCheckEvery: 1_000,
    resumeWithin: 5_000,
    upstreamLife: 60_000,
  },
  objects: {
    keyBytes: 1_024,
    parts: 10_000,
    listBytes: 2_000_000,
    clockSkew: 900_000,
    linkLifeMost: 604_800_000,
    silence: 30_000,
    uploadLife: 86_400_000,
    chunkBytes: 16_777_216,
    outsideAnswer: 30_000,
  },
  broker: {
    packetBytes: 65_536,
    bufferBytes: 4_194_304,
    serverBufferBytes: 12_582_912,
    highWaterMark: 16_777_216,
    slowCheckEvery: 250,
    connectTimeout: 10_000,
    halfOpen: 500,
    connections: 20_000,
    topicLevels: 10,
    topicBytes: 512,
    subscriptions: 64,
    bindingCache: 1_000,
    databaseAnswer: 2_000,
    keepalive: 3,
    detect: 6_000,
    reconnect: 500,
    clientConnect: 4_000,
    /** How long an order waits for the broker to say that it is there. */
    answer: 1_500,
  },
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
  web: {
    toast: 3_000,
    chunkLoad: 120_000,
    mqttKeepalive: 20,
    mqttReconnect: 4_000,
    mqttConnect: 30_000,
    /** The keepalive of the contract finds a frozen server after half a minute: a silent one is asked much sooner. */
    mqttAskAfter: 2_000,
    mqttAnswerWithin: 3_000,
  },
} as const;
export type Limits = typeof limits;
