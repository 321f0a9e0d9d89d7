import { roomLimits } from './definitions.generated.ts';
import { instanceLimits } from './limits-instance.ts';
import { pageLimits } from './limits-page.ts';

/**
 * Every delay, time to live and limit of the product. Milliseconds unless the name says otherwise.
 * The figures of command, lease and link come from the safety rules in docs/safety.md: change them there first.
 */
export const limits = {
  list: {
    pageSizeMax: 200,
    pageSizeDefault: 20,
    /** Rows that hold a word are counted so far; beyond, the figure says nothing and costs much. */
    countMost: 10_000,
    /** A deleted record can be brought back for so long, where its list archives. */
    restoreWithin: 600_000,
    /** Changes of one record that its history shows. */
    historyMost: 200,
    /** An imported file: its size, its rows and its columns. */
    importBytes: 2_000_000,
    importRows: 2_000,
    importColumns: 50,
    /** Rows of one export, and how many of them are read at a time. */
    exportMost: 100_000,
    exportPiece: 500,
  },
  command: {
    ttl: 5_000,
    ttlPrepare: 10_000,
    futureTolerance: 1_000,
    ack: 5_000,
    ackPrepare: 15_000,
    ackDrcEnter: 10_000,
    resolveFor: 30_000,
    stateFresh: 6_000,
    /** A step that was claimed has to be with the broker's connection within this, or it is not sent. */
    sendWithin: 1_000,
    /** How often a takeover looks whether an order of the former holder is still on its way. */
    sendingEvery: 20,
    challengeLife: 30_000,
    restartHold: 10_000,
    /** How long after its time an order that nobody ended is ended by whoever finds it. */
    expireAfter: 5_000,
    /** How often a server looks whether commands that went out without the database can become rows. */
    journalEvery: 1_000,
    /** Room that is kept for them on this machine's disk, and the longest record. Bytes. */
    journal: { slots: 2_048, slotBytes: 1_024 },
    /** How long a return-home or hover that went out keeps its other way closed. */
    intentLife: 60_000,
    /**
     * A return-home or hover that no gateway took after so long goes out past the database. Longer than a gateway waits
     * for the answer of a broker that is silent.
     */
    pickedUpWithin: 2_500,
    /** How long the way without the database waits for the servers that may have sent the same click. */
    intentAnswerTimeout: 300,
    /** Pause before what was sent is written again to a database that was away. */
    writeAgain: 500,
  },
  /** What the server says of the orders to a link, to pages that show it. */
  orderOffers: {
    /** How often a server asks for the links that its pages show, ms, how many it names at a time, and how long that counts. */
    askEvery: 2_000,
    askedAtOnce: 500,
    askedFor: 7_000,
    /** What has not changed is said again after so long, ms, so that its age can be believed; a page takes it as old beyond the second. */
    repeatEvery: 3_000,
    fresh: 8_000,
  },
  firmware: {
    /** A package of a manufacturer, bytes. */
    bytes: 2_000_000_000,
    /** Packages of one organisation. */
    most: 200,
    textMax: 2_000,
    /** Charge of the aircraft below which no upgrade begins, percent. */
    batteryPercent: 20,
    /** How long a device can fetch its package after it was ordered to, and its order is watched, ms. */
    addressLife: 7_200_000,
    /** How often upgrades are compared with what their devices report, ms. */
    lookEvery: 2_000,
    /** A device that says that it is done restarts, and reports its version within so long, ms: an older word is judged only then. */
    settles: 300_000,
    /**
     * After so long without a word on its progress an upgrade has failed, and one that the dock calls done has no known
     * outcome when its device reported no version, ms.
     */
    silence: 1_200_000,
  },
  drc: {
    sticks: {
      /** A deflection beyond it is no slip of a gamepad, and refused. */
      beyond: 1.1,
      /** All four axes beyond this are the corner by which motors are started and stopped by hand, in the air as well. */
      corner: 0.5,
      /** A frame older than this is dropped, and one that claims to be read so far ahead of now. */
      oldest: 250,
      ahead: 50,
      /** Pages send ten a second; those that come closer together are dropped. */
      leastGap: 40,
      /** Without a frame for so long the server sends one centred frame of its own, and then nothing. */
      centreAfter: 300,
      silentAfter: 500,
      heartbeatEvery: 1_000,
      /** Session, right and lease count for so long after they were looked at. */
      verifiedWithin: 1_500,
    },
    /**
     * A landing where the aircraft is: how long the first step counts, and how long the log may take to write it down
     * before it is not sent any more, ms.
     */
    landing: { nonceLife: 10_000, writeWithin: 2_000 },
    /** Stops that come closer together than this are one row of the audit log, ms. */
    stopRowEvery: 1_000,
    /** Metres before the height limit and before borders of regions: kept clear, and along which sticks are clipped. */
    room: { heightKeep: 3, heightSlow: 10, borderKeep: 10, borderSlow: 40 },
    /** Regions of the department are read again this often while somebody flies by sticks. */
    regionsEvery: 5_000,
    /** A code opens one connection within this time. */
    codeLife: 30_000,
    /** The account of a dock for its second connection. */
    accountLife: 3_600_000,
    /** What the dock is asked to report of its aircraft, Hz. */
    stateFrequency: 10,
    /** … and of what stands around it: at 12 m/s it comes 2.4 m nearer from one to the next. */
    obstacleFrequency: 5,
    /** What the dock reports of its aircraft is published to pages that show its picture at most this often. */
    reportEvery: 100,
    /**
     * How old a part of that report may be: beyond the first it is shown as old, beyond the second not at all. Motion comes
     * ten times a second, obstacles five times, delays once.
     */
    reportAges: {
      motion: { old: 500, gone: 2_000 },
      obstacles: { old: 1_000, gone: 3_000 },
      delays: { old: 3_000, gone: 10_000 },
    },
    /** The forwarding loop passes time to the watchdog this often. */
    beat: 50,
    /** Session, right and lease are looked at this often. */
    verifyEvery: 500,
    /** State of the aircraft older than this moves nothing; beyond the second the link is lost and DRC ends. */
    stale: 500,
    lost: 2_000,
    /** From its begin until the dock reports its aircraft for the first time. */
    firstState: 10_000,
    /** A dock that reports nothing of its camera is asked for it again after so long. */
    askCameraEvery: 5_000,
    /** Whoever flies hears this often how it stands. */
    sayEvery: 500,
    /** A connection of a page: longest message in bytes, and most messages in a second. */
    messageBytes: 1_000,
    mostPerSecond: 40,
    /** The clock of the page is compared this often, and this many comparisons are kept. */
    syncEvery: 1_000,
    syncKept: 5,
    /** Connections of one session, and those whose code is being checked. */
    perSession: 2,
    strangers: 50,
    /** Bytes that a dock has not taken yet: beyond, a frame is dropped instead of joining a queue. */
    heldBack: 800,
    /**
     * What moves and has not arrived so long after it usually does ends the connection of the dock, so that it never arrives:
     * where the system at the other end has not acknowledged it, and where that has and the device has fallen silent. Ms.
     */
    unconfirmed: 500,
    silent: 1_000,
    /** A stop and a landing count for so long on their way to the dock, and wait so long for its answer, ms. */
    orderLife: 2_000,
    orderAnswer: 5_000,
    /** A gateway that does not answer in this time has no link to the dock. */
    askAnswer: 1_500,
    /** So long a change of control waits for the last frames before it to leave the broker. */
    lastFrame: 1_000,
  },
  lease: { ttl: 15_000, renewEvery: 5_000, askAnswer: 10_000, reasonMin: 5 },
  link: { ageing: 3_000, stale: 6_000, lost: 10_000, lastKnown: 60_000 },
  dock: {
    offlineAfter: 60_000,
    twinWindow: 10_000,
    /** How long a device that signs in under the id of one that is in waits for that one to speak. */
    twinWait: 3_000,
    /** A twin that goes on knocking is told of once in this time. */
    twinReportEvery: 60_000,
    /** Messages that come this soon after the end of a connection were sent before it. */
    lastWords: 1_000,
    clockDifference: 5_000,
    /** A message that was long on its way makes no wrong clock: it has to stay wrong for this long. */
    clockWrongFor: 15_000,
    /** An aircraft last seen out of its dock so long ago is not on its way there any more: a person has to know. */
    outFor: 86_400_000,
    nameMax: 20,
    /** From one place a device tells to the next: m, m/s. Beyond that it has to stay with it for this long, ms. */
    placeSlack: 1_000,
    placeSpeed: 1_000,
    placeAgain: 10_000,
    /** Farther from its dock an aircraft never is, m. */
    placeFar: 100_000,
    /** Of values of a device that cannot be the log of the server says which, this often. */
    unfitReportEvery: 60_000,
    messageBytes: 64 * 1024,
    messageDepth: 24,
    unknownKeys: 200,
    unknownBytes: 4_096,
  },
  gateway: {
    /** A gateway says this often that it lives; its docks are free so long after its last word. */
    beatEvery: 1_000,
    claimTtl: 4_000,
    /** The docks are divided again this often, and at once when a gateway came or went. */
    claimEvery: 3_000,
    /**
     * A gateway of the release before renews the claim of each dock by itself, for so long; beside one, or within a day
     * of one, this release does so too.
     */
    claimRowTtl: 9_000,
    formerWithin: 86_400_000,
    /** Docks that are taken over together, and given up side by side. */
    claimsAtOnce: 200,
    lostAtOnce: 10,
    /** Aircraft that are bound to their docks in one transaction. */
    boundAtOnce: 200,
    /** Docks whose messages are stored at the same time; the others wait in line. */
    docksAtOnce: 8,
    /** How long after a vain attempt an aircraft that its dock goes on naming is bound again. */
    bindAgain: 5_000,
    /** From so many docks in line on the load is shown. */
    docksWaiting: 50,
    /** How long a server waits for the answer of the gateway that has a dock. */
    askAnswer: 2_000,
    publishEvery: 1_000,
    publishAtLeastEvery: 2_000,
    snapshotEvery: 5_000,
    dockRowEvery: 30_000,
    /** What a device says of itself is stored at most so often, and looked at so often whether it is due. */
    deviceReportEvery: 30_000,
    deviceReportCheck: 3_000,
    /** So many devices wait to be accepted in an organisation: one that makes serial numbers up fills no table. */
    devicesFound: 10_000,
    /** Rows of telemetry written in one statement. */
    telemetryPiece: 1_000,
    dedupeEntries: 512,
  },
  gate: {
    batteryReservePercent: 20,
    /** Docks refuse to start a flight below it (316009, 321772, 514103), whatever the flight takes. */
    batteryStartPercent: 30,
    windLimitMps: 12,
    storageFreeKB: 1_000_000,
    /** Docks send their health list every two seconds, also an empty one. */
    healthFresh: 10_000,
    /** Metres by which a dock may tell its place otherwise and still stand where it stood. */
    dockMoved: 15,
    /** How old a look at a flight may be before its gate looks again. */
    lookEvery: 30_000,
  },
  separation: {
    /** Metres that two aircraft keep between them over the ground, or in height. */
    aside: 50,
    above: 15,
    /** A run may begin so late and still flies, ms. */
    late: 30_000,
    /** m/s on the ways out and home: as fast, and as slow, as they are flown. */
    fastest: 20,
    slowest: 4,
    /** Climb, landing and what waits between, ms. */
    around: 120_000,
    /** Runs and flights that one look compares with. */
    most: 5_000,
  },
  flight: {
    returnAltitudeMin: 20,
    returnAltitudeMax: 1500,
    lostAfter: 3_600_000,
    /** How long a dock that shows a flight ended may yet report how: it repeats what got no answer every 8.2 s. */
    endSeenAfter: 10_000,
    /** An idle dock that was never seen at work may not have begun yet for this long. */
    beginsWithin: 60_000,
    /** The same where its aircraft is not known to be back. */
    endUnseenAfter: 60_000,
    /** What an aircraft does without an order of ours is reported once it has lasted so long: its dock may yet say why. */
    unorderedAfter: 8_000,
  },
  video: {
    streamsPerDock: 4,
    startAnswer: 5_000,
    idleStop: 15_000,
    playLife: 600_000,
    publishLife: 86_400_000,
    /** How often a server says which streams it takes, and how long its word holds. */
    streamBeat: 3_000,
    streamLost: 10_000,
  },
  /** An outside media server. */
  mediaServer: {
    /** How often it is asked which streams it takes, ms: a page waits for that. */
    askEvery: 1_000,
    /** How long its answer may take, ms, and be, bytes; and of how many streams it says something. */
    answerWithin: 3_000,
    answerBytes: 4_000_000,
    streams: 1_000,
    /** Of its question whether a stream may be sent, bytes. */
    hookBytes: 16_384,
  },
  /** The live picture in a page: how long it waits for each step before it tries again. */
  picture: {
    findEvery: 500,
    findFor: 10_000,
    firstFrame: 8_000,
    watchEvery: 250,
    stalled: 1_000,
    giveUp: 8_000,
    retryFirst: 1_000,
    retryMost: 10_000,
    /** By WebRTC: how long the answer to an offer, a path, and the first frame may take, and how often that is looked at. */
    offerAnswer: 6_000,
    path: 3_000,
    whepFirstFrame: 2_000,
    stepEvery: 20,
    /** Without a new frame for so long it is frozen; as often as this within a minute, it goes by FLV. */
    freeze: 1_000,
    freezeEvery: 250,
    freezes: 3,
    freezesWithin: 60_000,
    /** For how long a way that did not work is not tried again. */
    wayKept: 300_000,
    /** A wall has so many at once, of which so many by FLV: each holds one of the six connections of a browser to a server. */
    wallMost: 9,
    wallByFlv: 4,
    /** How often a wall asks which pictures run. */
    wallEvery: 5_000,
  },
  media: { credentialLife: 3_600_000, objectBytes: 5_000_000_000, linkLife: 600_000, idleFinish: 600_000 },
  telemetry: { keepFullDays: 30, thinToSeconds: 10, dockThinToSeconds: 600 },
  ...pageLimits,
  ...roomLimits,
  ...instanceLimits,
} as const;
export type Limits = typeof limits;
