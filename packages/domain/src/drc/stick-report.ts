import { z } from 'zod';

const figure = z.number().nullable();

/** Sectors of the radar, each as wide as the others, clockwise from the nose. */
export const radarSectors = 72;
/** Metres as far as obstacles are looked for; a distance of so many says that there is none. */
export const obstacleReach = 60;

/** How far an aircraft looks around itself: `full` all around, `downwards` by its lowest sensors alone, as at night. */
const obstacleSensings = ['full', 'downwards', 'unknown'] as const;

/**
 * What stands around an aircraft by its own sensors. Metres; `obstacleReach`: nothing within it; null: not measured, which
 * is not the same as free.
 */
const obstacleReport = z.object({
  sensing: z.enum(obstacleSensings),
  up: figure,
  down: figure,
  /** The nearest of each sector, the first one from the nose on; null: its sensors do not say where anything stands. */
  around: z.array(figure).nullable(),
});
export type ObstacleReport = z.output<typeof obstacleReport>;

/** How an aircraft flies at this moment. Degrees clockwise from true north, m/s; null: it does not say. */
const stickMotion = z.object({
  head: figure,
  /** Level. */
  speed: figure,
  gimbal: z.object({ pitch: figure, roll: figure, yaw: figure }),
});
export type StickMotion = z.output<typeof stickMotion>;

/** Delays by the word of the device, ms. `command`: from dock to aircraft; `pictures`: of its pictures, by their ids. */
const stickDelays = z.object({
  command: figure,
  pictures: z.array(z.object({ videoId: z.string(), ms: z.number() })),
});
export type StickDelays = z.output<typeof stickDelays>;

/** How old a part was when the report was published, ms. */
const age = { ageMs: z.number() };

/**
 * Code 9905: what a dock reports by its link of sticks of the aircraft that somebody flies by them. A null part was not
 * reported, or not for so long that it says nothing any more.
 */
export const stickReport = z.object({
  /** The link is open; a report that says false is the last one. */
  open: z.boolean(),
  motion: stickMotion.extend(age).nullable(),
  obstacles: obstacleReport.extend(age).nullable(),
  delays: stickDelays.extend(age).nullable(),
});
export type StickReport = z.output<typeof stickReport>;

/** What is published once the link has closed: nothing of before goes on looking like now. */
export const closedStickReport: StickReport = { open: false, motion: null, obstacles: null, delays: null };
