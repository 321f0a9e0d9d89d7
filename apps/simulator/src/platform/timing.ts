/**
 * How fast the devices are, from observed traffic. Milliseconds of real time where the name ends in Ms,
 * otherwise seconds of simulated time, which the speed-up factor shortens.
 */
export const timing = {
  osdAMs: 1300,
  osdBMs: 1300,
  osdCMs: 2000,
  droneOsdMs: 2000,
  healthMs: 2000,
  progressMs: 2000,
  idleTickMs: 1000,
  awakeMs: 10_000,
  flightTickMs: 200,
  /** A message that wants an answer is sent again after these waits, the last one without end. */
  repeatMs: [2000, 4000, 8000, 8200],
  replyMinMs: 30,
  replyMaxMs: 50,
  executeToleranceMs: 30_000,
  fetchMs: 10_000,
  resourceAnswerMs: 8_000,
  coverMove: 15,
  coverCloseOpenPart: 5,
  coverClose: 18.5,
  unansweredAreas: 40,
  /** After touch-down. */
  finalProgress: 20,
  droneOff: 25,
  mediaStart: 30,
  mediaPauseMs: 300,
  mediaRetryMs: 5000,
  faultClears: 60,
} as const;
