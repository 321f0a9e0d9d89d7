import { limits, type GateItem } from '@eyrie/domain';

/** What the pre-flight check said last, and when it came in on the monotonic clock. */
export interface GateAnswer {
  ready: boolean;
  items: readonly GateItem[];
  receivedAt: number;
}

/**
 * What may be said of the pre-flight check now. `checking`: nothing was answered yet. `unknown`: the last answer is
 * too old to hold. `gone`: the flight is no more.
 */
export type GateStanding =
  | { kind: 'checking' }
  | { kind: 'gone' }
  | { kind: 'known'; ready: boolean; items: readonly GateItem[] }
  | { kind: 'unknown'; since: number };

/** An answer older than the oldest state that a command may rest on says nothing about now. */
export const gateStanding = (answer: GateAnswer | null, gone: boolean, at: number): GateStanding => {
  if (gone) return { kind: 'gone' };
  if (!answer) return { kind: 'checking' };
  const { ready, items, receivedAt } = answer;
  return at - receivedAt <= limits.command.stateFresh
    ? { kind: 'known', ready, items }
    : { kind: 'unknown', since: receivedAt };
};

/** May the flight begin by what is known; null: not known. */
export const gateReady = (standing: GateStanding): boolean | null =>
  standing.kind === 'known' ? standing.ready : null;
