/** What files of results are bound by. No page that comes first needs it. */
export const resultLimits = {
  /** Files of one download that are chosen one by one, and bytes together of any download. */
  zipFiles: 200,
  zipBytes: 50_000_000_000,
  /** Files of positioning that are listed at a photo, and that come with one download. */
  sidecars: 1_000,
  /** Labels of one file, and of all that are offered; comments on one file, and characters of one. */
  labels: 20,
  labelsOffered: 500,
  comments: 200,
  commentText: 1_000,
  /** How long a deleted file is kept, ms. */
  binFor: 30 * 86_400_000,
  /** How often deleted files are looked for whose time is over, ms, and how many are removed at once. */
  clearEvery: 3_600_000,
  clearAtOnce: 500,
  /**
   * Photos of one view: metres from place to place, degrees of heading and pitch, times of the focal length, and ms between two
   * dates; how many are offered.
   */
  viewMetres: 10,
  viewDegrees: 10,
  viewScale: 1.2,
  viewApart: 3_600_000,
  viewMost: 50,
  /** Bytes that a department may be given, and the share of them from which on it is said that they run out. */
  quotaMin: 1_000_000,
  quotaMax: 1_000_000_000_000_000,
  quotaNear: 0.8,
  /** Groups of one outline. */
  groups: 3_000,
  /** How often photos are looked for that nobody has read, ms, and how long a server may be at one before another takes it. */
  readEvery: 2_000,
  readFor: 180_000,
  /** Servers that may fall silent over one photo. A store that is away is asked again after this, ms. */
  readAttempts: 3,
  storeAgainAfter: 30_000,
  /** The largest photo that is read, bytes, pixels of its longest side and in all. */
  photoBytes: 150_000_000,
  photoSide: 25_000,
  photoPixels: 200_000_000,
  /**
   * The largest infrared photo whose temperatures are read: bytes, and pixels. A TIFF of 16 bits has them where hardly any pixel
   * is colder than this, °C: other pictures of 16 bits have dark places.
   */
  thermalBytes: 40_000_000,
  thermalPixels: 8_000_000,
  thermalColdest: -80,
  thermalHottest: 2_500,
  /** What the program of the operator may take for one photo: ms by the clock, s of a processor, MB of addresses. */
  thermalTime: 30_000,
  thermalProcessor: 15,
  thermalMemory: 2_000,
  /**
   * Copies of videos that browsers play: bytes and ms of the largest video of which one is made, bytes of the largest copy, pixels of
   * its longer and its shorter side, bits of a second at most.
   */
  playbackSource: 20_000_000_000,
  playbackDuration: 10_800_000,
  playbackBytes: 6_000_000_000,
  playbackLonger: 1_920,
  playbackShorter: 1_080,
  playbackRate: 6_000_000,
  /** What the program of the operator may take for one copy: ms by the clock, s of a processor, MB of addresses. */
  playbackTime: 4 * 3_600_000,
  playbackProcessor: 4 * 3_600,
  playbackMemory: 4_000,
  /** ms by which the length of a copy may differ from that of its video, or this share of it: a shorter one lacks pictures. */
  playbackApart: 1_000,
  playbackShare: 0.02,
  /** Photos of one flight, or of one moment, among which the other lenses of a shot are looked for. */
  shotAmong: 200,
  /** Photos of so many pixels are shown as tiles; the quality of those, and how long one who asks for them waits in turn, ms. */
  pyramidFrom: 40_000_000,
  pyramidQuality: 85,
  pyramidWait: 60_000,
  /** Bytes from its start in which it is looked for what it says of itself. */
  photoHead: 262_144,
  /**
   * Of a video its parts are read that say what lies where in it: how many lie side by side in the file, their bytes together,
   * and how many bytes are asked for at once.
   */
  videoParts: 8_000,
  videoPartBytes: 64_000_000,
  videoPeek: 65_536,
  /** ms of a video, pixels of its longest side, and pictures that stand alone which are counted. */
  videoDuration: 172_800_000,
  videoSide: 16_384,
  videoKeyFrames: 20_000,
  /** Pictures at its start by which its rate is known. */
  videoRateOf: 2_000,
  /** What reading one photo may take: ms of a processor, and MB. */
  readTime: 20_000,
  readMemory: 700,
  /** How long the process that reads stays without work, ms. */
  readIdle: 20_000,
  /** Pixels of the longest side of a small picture, and its quality. */
  thumbnailSide: 400,
  thumbnailQuality: 72,
  /** Clocks that are further apart than this, ms, do not say the same; no photo is older than that year. */
  clockApart: 600_000,
  firstYear: 2013,
} as const;
