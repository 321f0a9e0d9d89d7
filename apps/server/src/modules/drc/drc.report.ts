import type { decodeDrcUp } from '@eyrie/dji';
import {
  closedStickReport,
  limits,
  type ObstacleReport,
  type StickDelays,
  type StickMotion,
  type StickReport,
} from '@eyrie/domain';

/** A part of what a dock reported, and when it came. Monotonic ms. */
interface Part<Value> {
  value: Value;
  at: number;
}

/** What a dock reported of its aircraft by the link of sticks, for pages that show its picture. */
export interface Reported {
  readonly motion: Part<StickMotion> | null;
  readonly obstacles: Part<ObstacleReport> | null;
  readonly delays: Part<StickDelays> | null;
  /** Something came since it was published. */
  readonly due: boolean;
  readonly publishedAt: number;
}
export const nothingReported: Reported = {
  motion: null,
  obstacles: null,
  delays: null,
  due: false,
  publishedAt: -Infinity,
};

type Decoded = NonNullable<ReturnType<typeof decodeDrcUp>>;

/** Takes a message of the dock. One that says nothing of a part leaves the part as it is, and it ages. */
export const withReport = (reported: Reported, message: Decoded, at: number): Reported => {
  if (message.kind === 'state' && message.motion)
    return { ...reported, motion: { value: message.motion, at }, due: true };
  if (message.kind === 'obstacles')
    return { ...reported, obstacles: { value: message.obstacles, at }, due: true };
  if (message.kind === 'delay') return { ...reported, delays: { value: message.delays, at }, due: true };
  return reported;
};

const { reportAges, reportEvery } = limits.drc;

/** A part with its age; null: none came, or none that says anything of now. */
const aged = <Value extends object>(
  part: Part<Value> | null,
  gone: number,
  now: number,
): (Value & { ageMs: number }) | null =>
  part === null || now - part.at > gone ? null : { ...part.value, ageMs: Math.round(now - part.at) };

export const stickReportOf = ({ motion, obstacles, delays }: Reported, now: number): StickReport => ({
  open: true,
  motion: aged(motion, reportAges.motion.gone, now),
  obstacles: aged(obstacles, reportAges.obstacles.gone, now),
  delays: aged(delays, reportAges.delays.gone, now),
});

/** To consoles: about which dock, and in whose organisation. It does not wait and does not throw. */
export type PublishStickReport = (dock: { dockOID: string; groupRoot: string }, report: StickReport) => void;

interface Reporting {
  dockOID: string;
  groupRoot: string;
  reported: Reported;
}

/** Publishes what came since the last time, at most so often as pages are drawn. */
export const publishDue = (run: Reporting, publish: PublishStickReport, now: number): void => {
  const { reported } = run;
  if (!reported.due || now - reported.publishedAt < reportEvery) return;
  run.reported = { ...reported, due: false, publishedAt: now };
  publish(run, stickReportOf(reported, now));
};

/** Publishes that the link has closed, where anything was published before. */
export const publishClosed = (run: Reporting, publish: PublishStickReport): void => {
  if (run.reported.publishedAt === -Infinity) return;
  run.reported = nothingReported;
  publish(run, closedStickReport);
};
