import { z } from 'zod';
import { limits } from '../limits.ts';

/** Skip: it does not come, and is missed with the reason. Next: it flies from the nearest dock that is able to. */
export const busyChoices = ['skip', 'wait', 'next'] as const;
export type BusyChoice = (typeof busyChoices)[number];

/** Minutes that a run waits for its dock. */
export const busyMinutes = z.number().int().min(1).max(limits.task.queue.minutesMost);
