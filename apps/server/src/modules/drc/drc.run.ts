import { randomUUID } from 'node:crypto';
import { decodeDrcUp, drcStateOf, type DeviceMessage, type DrcPlace } from '@eyrie/dji';
import {
  noLanding,
  type DrcEnd,
  type DrcState,
  type GateRegion,
  type LandingState,
  type StickBound,
  type StickOrderState,
  type WatchdogState,
} from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import {
  withFloatingText,
  withoutSearchlight,
  withSearchlight,
  type DockIdentity,
  type DockLink,
} from '../dock/index.ts';
import { answerOf, stopOf, type RunOrders, type SentOrder } from './drc.outcomes.ts';
import { nothingReported, withReport, type Reported } from './drc.report.ts';

/** The sticks of one dock while somebody flies it. Moments on the monotonic clock of this process, ms. */
export interface DrcRun extends RunOrders {
  dockOID: string;
  sn: string;
  groupRoot: string;
  /** Digest of the secret that the dock was given for this run: by it the account of another run is left alone. */
  account: Buffer;
  begunAt: number;
  /** Session, right and lease were found to stand since it began: no frame passes before. */
  confirmed: boolean;
  watchdog: WatchdogState;
  /** Of the newest message to the dock. */
  seq: number;
  passed: number;
  dropped: number;
  fault: DrcState['fault'];
  /** Regions of the department, as they were read last; null: never. */
  regions: readonly GateRegion[] | null;
  regionsAt: number;
  /** Where the aircraft said by this link that it is. */
  place: DrcPlace | null;
  clipped: readonly StickBound[];
  bounded: boolean;
  /** The dock reported its aircraft by this link. */
  heardAt: number | null;
  roundTrip: number | null;
  radioDelay: number | null;
  /** What it reported for pages that show its picture, and whether they have it. */
  reported: Reported;
  /** The dock was asked to report its camera. */
  askedAt: number;
  cameraHeard: boolean;
  /** The dock said that its link is open. */
  opened: boolean;
  lookedAt: number;
  saidAt: number;
  endedBy: DrcEnd | null;
  landing: LandingState;
  /** Names of stops that are part of the row of the stop before them. */
  unwritten: Set<string>;
  /** A stop was written down last, and what became of one; null: of none yet. */
  stopWrittenAt: number;
  stopWrittenAs: StickOrderState | null;
}

export const beginRun = (
  { oid, sn, groupRoot }: DockIdentity,
  account: Buffer,
  watchdog: WatchdogState,
  now: number,
): DrcRun => ({
  id: randomUUID(),
  dockOID: oid,
  sn,
  groupRoot,
  account,
  begunAt: now,
  confirmed: false,
  watchdog,
  seq: 0,
  passed: 0,
  dropped: 0,
  fault: null,
  regions: null,
  regionsAt: -Infinity,
  place: null,
  clipped: [],
  bounded: false,
  heardAt: null,
  roundTrip: null,
  radioDelay: null,
  reported: nothingReported,
  askedAt: -Infinity,
  cameraHeard: false,
  opened: false,
  lookedAt: now,
  saidAt: -Infinity,
  endedBy: null,
  landing: noLanding,
  orders: [],
  stops: 0,
  running: null,
  unwritten: new Set(),
  stopWrittenAt: -Infinity,
  stopWrittenAs: null,
});

/** Takes what the dock says on the topic of sticks. @returns the stop or landing that it answers; null: none */
export const hearDock = (
  run: DrcRun,
  link: DockLink,
  message: DeviceMessage,
  clock: Clock,
): SentOrder | null => {
  const said = decodeDrcUp(message.method, message.data);
  if (said) run.reported = withReport(run.reported, said, clock.mono());
  if (said?.kind === 'state') {
    run.heardAt = clock.mono();
    run.place = said.place;
    link.sticks ??= {
      nextSeq: () => (run.seq += 1),
      night: null,
      capture: null,
      searchlights: [],
      stealth: null,
    };
  }
  if (said?.kind === 'camera') {
    run.cameraHeard = true;
    if (link.sticks && said.night) link.sticks.night = said.night;
    if (link.sticks && said.capture) link.sticks.capture = said.capture;
  }
  if (said?.kind === 'stealth' && link.sticks)
    link.sticks.stealth = { on: said.on, at: Math.round(clock.wall()) };
  if (said?.kind === 'searchlight' && link.sticks)
    link.sticks.searchlights = withSearchlight(link.sticks.searchlights, {
      ...said.searchlight,
      at: Math.round(clock.wall()),
    });
  // A number is given anew when payloads are changed: what is ordered of the searchlight must not reach what hangs there now.
  if (said?.kind === 'otherDevice' && link.sticks)
    link.sticks.searchlights = withoutSearchlight(link.sticks.searchlights, said.psdkIndex);
  if (said?.kind === 'floatingText')
    link.floatingTexts = withFloatingText(link.floatingTexts, {
      ...said.floating,
      at: Math.round(clock.wall()),
    });
  if (said?.kind === 'delay' && said.delays.command !== null) run.radioDelay = said.delays.command;
  if (said?.kind === 'heartbeat') run.roundTrip = Math.max(0, clock.wall() - said.timestamp);
  return said?.kind === 'landing' || said?.kind === 'stop'
    ? answerOf(run, said, message, clock.mono())
    : null;
};

export const stateOf = (run: DrcRun, link: DockLink | null, now: number): DrcState => ({
  forwarding: run.endedBy === null && run.watchdog.endedAt === null,
  endedBy: run.endedBy,
  armed: run.watchdog.armed,
  passed: run.passed,
  dropped: run.dropped,
  fault: run.fault,
  clipped: [...run.clipped],
  bounded: run.bounded,
  dockState: link && drcStateOf(link.dockSnapshot.values),
  heardAgo: run.heardAt === null ? null : Math.round(now - run.heardAt),
  roundTrip: run.roundTrip === null ? null : Math.round(run.roundTrip),
  radioDelay: run.radioDelay,
  landing: run.landing.ordered,
  stop: stopOf(run),
});
