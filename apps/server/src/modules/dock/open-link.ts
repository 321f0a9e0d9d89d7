import type { OpenAlarms, OpenHello, OpenProgress, OpenState } from '@eyrie/domain';

/** What a gateway holds of a device of the open contract beside what it holds of every link. */
export interface OpenLink {
  /** What it said of itself when it was welcomed; null: nothing of it counts. */
  hello: OpenHello | null;
  state: OpenState | null;
  /** Number of its newest message; one that is not newer is an old one. */
  seq: number;
  /** Alarms that stand; null: it sent no list. */
  alarms: OpenAlarms['list'] | null;
  /** How the orders that it carries out go on, by their id, the newest last. */
  progress: Map<string, { said: OpenProgress; at: number }>;
  /** The flight that it carries out, by the id of the order that began it. */
  flight: { tid: string; flightOID: string } | null;
}

export const createOpenLink = (): OpenLink => ({
  hello: null,
  state: null,
  seq: -1,
  alarms: null,
  progress: new Map(),
  flight: null,
});

/** Another connection begins: it has to say hello again. */
export const forgetHello = (open: OpenLink | null): void => {
  if (!open) return;
  open.hello = null;
  open.seq = -1;
};
