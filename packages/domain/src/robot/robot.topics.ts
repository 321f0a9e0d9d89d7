import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';
import { openDeviceLimits, openModes } from '../open-device/open-device.ts';

const figure = z.number().nullable();
const task = z.object({ id: z.string(), name: z.string(), percent: figure });

/** Code 9201: everything a robot says of itself; a null is "not said", never zero. */
const robotStatus = z.object({
  sn: z.string(),
  name: z.string(),
  online: z.boolean(),
  mode: z.enum(openModes).nullable(),
  lng: figure,
  lat: figure,
  /** Metres above the ellipsoid. */
  height: figure,
  /** Degrees clockwise from true north. */
  heading: figure,
  /** m/s. */
  speed: figure,
  percent: figure,
  /** Metres driven in all, and seconds in motion. */
  mileage: figure,
  runningTime: figure,
  task: task.nullable(),
  queue: z.array(task).max(openDeviceLimits.queue),
  fault: z.object({ code: z.string(), text: z.string() }).nullable(),
  alarms: z.array(
    z.object({
      code: z.string(),
      level: z.number().int(),
      text: z.object({ 'zh-CN': z.string(), en: z.string(), ar: z.string() }),
    }),
  ),
  /** False: it has sent no list, and an empty one says nothing. */
  alarmsHeard: z.boolean(),
  /** What it can be ordered, as it said when it signed in; null: it has not. */
  commands: z.array(z.string()).nullable(),
  /** Age in ms of the state that this was made from, when it was published. */
  ageMs: z.number(),
});
export type RobotStatus = z.output<typeof robotStatus>;

export const topics = {
  robotStatus: {
    code: 9201,
    data: robotStatus,
    topic: (root: string, id: string) => `INFO/${root}/ROBOT/${id}/9201`,
  },
} satisfies Record<string, LiveTopic>;
