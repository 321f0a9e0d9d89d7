import { httpLimits } from './limits-http.ts';

/** Limits of the server's own parts: what it listens to, stores in, and does in the background. Milliseconds unless the name says otherwise. */
export const instanceLimits = {
  http: httpLimits,
  /** Spreadsheets that people hand in. `ratio` counts for parts beyond a megabyte: small ones may well shrink a lot. */
  table: {
    bytes: 10_000_000,
    entries: 500,
    entryBytes: 32_000_000,
    expandedBytes: 64_000_000,
    ratio: 100,
    partBytes: 8_000_000,
    cellChars: 32_767,
    tableChars: 4_000_000,
    timeout: 2_000,
    threadStart: 20_000,
    atOnce: 1,
    waiting: 10,
  },
  live: {
    /** Events a reader that does not keep up may fall behind; older ones are lost. */
    clientEvents: 200,
    clientBufferBytes: 1_000_000,
    /** How long a reader may take nothing of what lies before it; then it is cut, and comes back to the present. */
    stalled: 15_000,
    /** How often a reader is asked whether it still takes what it gets, and how far it may be behind before it gets no more. */
    probeEvery: 500,
    behind: 1_000,
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
    /** A step without a sign of life for so long is ended, and given up when it has not ended after this. */
    silentFor: 120_000,
    endWithin: 5_000,
    /** From here on a silent step is shown as one that stands still. */
    stillFor: 45_000,
    stopWithin: 4_000,
    errorChars: 300,
  },
  operation: {
    /** How often a page asks again for what runs, and how often a server measures itself. */
    pollEvery: 2_000,
    measureEvery: 5_000,
    /** A measurement older than this is shown as stale. */
    staleAfter: 15_000,
    restore: { goneWithin: 2_000, checkEvery: 100 },
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
      notifyAtOnce: 500,
      /** A console asks again after so long, should it have missed being told. */
      askEvery: 300_000,
    },
    /** How long the stop of a server waits for the timers that are in the middle of a run. */
    timer: { stopWithin: 2_000 },
    /** A file that nobody has written to for so long belongs to a server that was killed. */
    unfinishedFileLife: 600_000,
    log: { bytes: 5_000_000, gather: 200 },
    diagnosis: { keep: 5, logBytes: 2_000_000, failures: 200 },
    health: {
      answerWithin: 3_000,
      /** How often a server tries whether it can write, what it writes, and how long that may take. */
      writeEvery: 2_000,
      writeBytes: 65_536,
      writeWithin: 10_000,
      forgetAfter: 86_400_000,
      /** From here on a part needs a look. */
      loopLag: 200,
      clockOffset: 5_000,
      databaseAnswer: 200,
      connectionShare: 0.9,
      freeBytes: 5_000_000_000,
      /** From here on work that waits is said to wait long: files that take minutes, and all else. */
      workWait: 300_000,
      shortWorkWait: 30_000,
    },
  },
  postgres: {
    connect: 2_000,
    statement: 1_800,
    query: 2_000,
    /** For work beside the calls, such as the exchange of a day of telemetry. */
    longStatement: 3_600_000,
    ping: 1_000,
    /** How long a suspected database has to stay silent, and how long it may take to answer when asked once more. */
    silentFor: 1_000,
    confirm: 1_500,
    poolSize: 20,
    /** Connections that only control uses: orders, control of an aircraft, what docks say. */
    controlPoolSize: 8,
    readyWithin: 60_000,
    stopWithin: 8_000,
    ownerPoll: 1_000,
    orphanGrace: 20_000,
    listenPing: 3_000,
    logBytes: 10_000_000,
    /** How long a change of the schema stands before a table, with everybody behind it: shorter than a statement may take. */
    migrateLock: 1_000,
    /** How long it lets the others pass before it tries again, and how often it does. */
    migratePause: 2_000,
    migrateTries: 200,
  },
  restart: {
    first: 100,
    most: 2_000,
    stableAfter: 30_000,
    /** A part loads its program in a second or two; a machine that is at its limit takes many times that. */
    childReady: 45_000,
    childStop: 5_000,
    pulseEvery: 2_000,
    pulsesMissed: 4,
    /** Errors that nobody caught, beyond which in this time a part that others hang on is started anew. */
    faults: 20,
    faultsWithin: 60_000,
  },
  videoServer: {
    silence: 10_000,
    signIn: 10_000,
    connections: 2_000,
    /** Connections that have not signed a publish; beyond, the oldest of the address with most of them goes. */
    strangers: 200,
    /** What such a connection may say in all, and in one message. */
    strangerBytes: 16_384,
    strangerMessageBytes: 4_096,
    /** The longest message of a publisher, and its chunk streams. */
    messageBytes: 8_388_608,
    chunkStreams: 16,
    chunkBytesMin: 128,
    chunkBytesMax: 1_048_576,
    refusalLogEvery: 10_000,
    viewerBufferBytes: 8_388_608,
    slowCheckEvery: 1_000,
    resumeWithin: 5_000,
    upstreamLife: 60_000,
  },
  /** Live pictures by WebRTC. */
  whep: {
    offerBytes: 32_768,
    /** Offers of one session in a minute, its viewers at once, and viewers of one process. */
    offersPerMinute: 30,
    viewersPerSession: 16,
    viewers: 300,
    /** How long a picture may take to say its format, and a viewer to connect. */
    formatWithin: 3_000,
    connectWithin: 10_000,
    /** A viewer that reported and then falls silent for so long is gone. */
    viewerSilence: 15_000,
    /** What ended stays in memory for so long: the library may still call back. */
    keptAfter: 10_000,
    /** How long the process that serves them may take to answer. */
    answerWithin: 6_000,
    /** What is kept since the last key frame, so that a viewer need not wait for the next. */
    groupBytes: 8_388_608,
    tagBytes: 8_388_608,
    /** Frames that were kept are sent in pieces: so many bytes every so many ms. */
    catchUpBytes: 65_536,
    catchUpEvery: 10,
    /** A viewer that lost pictures gets those since the last key frame again, at most so often. */
    repeatEvery: 1_000,
    /** A picture that nobody watches any more is still taken for so long: most viewers come back at once. */
    linger: 5_000,
    /** A picture that sends nothing for so long has ended. */
    silence: 10_000,
    /** A camera that sends no frame for so long stands still, and is said to have done so for a while after. */
    still: 500,
    stillKept: 2_000,
  },
  /** Live pictures that devices send by WebRTC. */
  whip: {
    offerBytes: 32_768,
    /** Offers for one stream in a minute, streams whose offers are counted, and publishers of one process. */
    offersPerMinute: 30,
    countedStreams: 10_000,
    publishers: 200,
    /** How long a publisher may take to connect, and be silent afterwards. */
    connectWithin: 10_000,
    silence: 10_000,
    /** What ended stays in memory for so long: the library may still call back. */
    keptAfter: 10_000,
    /** A publisher hears so often what arrives, and is asked for a key frame at most so often. */
    reportEvery: 1_000,
    askEvery: 500,
    /** The most that a publisher is let send, bit/s. */
    bitsPerSecond: 12_000_000,
    /** How long a packet that is late is waited for, how many are held meanwhile, and how many are asked for at once. */
    packetWait: 200,
    heldPackets: 1_024,
    askedPackets: 64,
    /** A sequence number that is so far off is of a sender that began anew. */
    jumpPackets: 3_000,
    /** How long a publisher may send no key frame that was asked for: nothing of it can be shown meanwhile. */
    keyWithin: 10_000,
    /** The longest picture, the most packets it comes in, and units it is cut into; and the longest parameter set. */
    pictureBytes: 4_194_304,
    picturePackets: 8_192,
    pictureUnits: 512,
    parameterSetBytes: 4_096,
    /** What may wait for the process that takes the pictures, and how long that may be away. */
    feedBytes: 8_388_608,
    feedAway: 10_000,
  },
  objects: {
    keyBytes: 1_024,
    parts: 10_000,
    listBytes: 2_000_000,
    clockSkew: 900_000,
    linkLifeMost: 604_800_000,
    silence: 30_000,
    uploadLife: 86_400_000,
    /** How old an object is before it is removed because nothing names it, how often such ones are looked for, and how many go at once. */
    unnamedAfter: 86_400_000,
    unnamedEvery: 21_600_000,
    unnamedAtOnce: 1_000,
    chunkBytes: 16_777_216,
    /** How long an outside store may take to begin its answer, and what it takes of an upload at the least, a second. */
    outsideAnswer: 30_000,
    outsideSlowest: 131_072,
  },
  broker: {
    /** Denials of devices that become rows of the audit log: each kind of a device once in this time, and so many of all. */
    denialEvery: 60_000,
    denialsAMinute: 60,
    denialsKnown: 1_000,
    /** Topics of a device that are reported apart from each other. */
    denialTopics: 8,
    packetBytes: 65_536,
    bufferBytes: 4_194_304,
    serverBufferBytes: 12_582_912,
    highWaterMark: 16_777_216,
    /** How long a dock that signs in is held until a server hears it, and how often that is looked at. */
    heardWithin: 8_000,
    heardEvery: 100,
    slowCheckEvery: 250,
    /** Memory for messages on their way: they die young, and a small space for them costs no more time than a large one. */
    youngMB: 4,
    connectTimeout: 10_000,
    /** More than a system hands over at once. */
    halfOpen: 1_000,
    connections: 20_000,
    topicLevels: 10,
    topicBytes: 512,
    subscriptions: 64,
    /** Messages of one client that wait for their acknowledgement, in each direction; told to MQTT 5 clients as receive maximum. */
    inFlight: 256,
    topicAliases: 16,
    /** A later message of a device confirms a command when it set out this long after it, and was not later than this itself. */
    underWay: 1_000,
    timely: 1_500,
    /** How often the delay of a device's messages is looked at, and how long the least one counts as usual. */
    delayCheckEvery: 10_000,
    usualDelayFor: 120_000,
    /** How long a broker that hung remembers that the time of a command is up. */
    overdueKept: 60_000,
    bindingCache: 1_000,
    /** Docks that are looked up in one question. */
    askedAtOnce: 500,
    databaseAnswer: 2_000,
    keepalive: 3,
    /** How often it is measured what messages wait on their way through the broker. */
    delayEvery: 1_000,
    detect: 6_000,
    reconnect: 500,
    clientConnect: 4_000,
    /** Ms of a turn of the loop in which messages of devices are handled, and how many may wait for the next turns. */
    received: { slice: 5, most: 10_000 },
    /** How long an order waits for the broker to say that it is there. */
    answer: 1_500,
  },
  /** EMQX as the broker: what it asks here, and what is asked of it. */
  emqx: {
    /** A question: names, password and topic of one client. */
    bodyBytes: 4_096,
    nameChars: 128,
    passwordChars: 1_024,
    /** How long one may take to arrive. */
    arrival: 5_000,
    /** Questions of a second, and of those how many are worked on and wait at once. */
    perSecond: 2_000,
    atOnce: 64,
    queue: 2_000,
    wait: 2_000,
    /** Who else waits for a serial number is looked up once in this time for each name that was refused, and so often in all. */
    claimEvery: 10_000,
    claimNames: 1_000,
    claimsPerSecond: 20,
    /** How long its management API may take for an answer. */
    apiAnswer: 4_000,
    /** How often it is looked whose connection has to end, and how many end at once. */
    endEvery: 5_000,
    endAtOnce: 50,
    /** A client that was let in is connected by then: before, that it is not there says nothing. */
    settled: 5_000,
  },
} as const;
