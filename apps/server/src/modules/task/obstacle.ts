import { Refusal } from '../../platform/http/refusal.ts';
import type { ReasonValues } from './task.occurrence.store.ts';

/** What stands in the way of a run. */
export interface Obstacle {
  reason: string;
  values: ReasonValues | null;
}

/** Why a run could not be arranged. @throws what is no refusal */
export const obstacleOf = (error: unknown): Obstacle => {
  if (!(error instanceof Refusal)) throw error;
  return { reason: error.reason, values: error.details.values ?? null };
};

/** Too many requests, or a part that does not answer. */
const transient: ReadonlySet<number> = new Set([429, 503]);

/** That this server is busy now: it says nothing of tomorrow. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Refusal && transient.has(error.status);
