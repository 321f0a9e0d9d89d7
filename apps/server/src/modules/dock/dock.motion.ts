import { gatewayHas, hasPutter } from '@eyrie/dji';
import { isWorking, limits, type DroneMode, type OrderFacts, type ToolFacts } from '@eyrie/domain';
import { debugJob } from './debug-job.ts';
import { statusOf, telemetryOf, type DockLink } from './dock.link.ts';

/** What the aircraft of a dock does, by its last word, however old. */
export interface Motion {
  airborne: boolean;
  /** On its way home, or landing there. */
  returning: boolean;
  /** Under way to a point that a person named. */
  flyingTo: boolean;
  /** It flies around a point, and its dock can be ordered to end that. */
  orbiting: boolean;
  /** Hangs in the air, by its own speeds. */
  still: boolean;
  mode: DroneMode | 'unknown' | null;
  /** Why it is in this mode, as the device numbers it. */
  reason: number | null;
}

/** Metres a second below which an aircraft in the wind stands still. */
const stillBelow = 0.3;
const isStill = (speed: number | null): boolean => speed !== null && Math.abs(speed) < stillBelow;

/**
 * Is the aircraft out of its dock: in the air, or not where the dock looks for it; by the last word of each, unless that
 * is too old to say anything.
 */
export const aircraftOut = (link: DockLink, wall: number): boolean => {
  const recent = (at: number | null): boolean => at !== null && wall - at <= limits.dock.outFor;
  if (link.airborneWhenLastSeen && recent(link.droneLastSeenWall)) return true;
  return (
    link.dock.droneSn !== null && recent(link.lastSeenWall) && link.dockSnapshot.values['drone_in_dock'] === 0
  );
};

export const motionOf = (link: DockLink, now: number): Motion => {
  const { airborne, mode, reason, speedH, speedV } = telemetryOf(link, now);
  return {
    airborne,
    returning: mode === 'autoReturn' || mode === 'autoLanding',
    flyingTo: mode === 'liveFlight',
    orbiting: mode === 'poiOrbit' && gatewayHas(link.dock.model, 'poi_mode_exit'),
    still: airborne && isStill(speedH) && isStill(speedV),
    mode,
    reason,
  };
};

const toolFactsOf = (link: DockLink, now: number): ToolFacts | null => {
  if (link.dockSnapshot.osdAt === null) return null;
  const { emergencyStop, airConditioner, droneInDock, dronePowered, charge, tools } = statusOf(link, now);
  const job = debugJob.of(link);
  return {
    emergencyStop,
    working: isWorking(job && { state: job.state, at: job.heardAt }, now),
    airConditionerWait: airConditioner.waitSeconds ?? 0,
    droneInDock,
    dronePowered,
    // The dock reads it while the aircraft sleeps, and some say it no more while it is on.
    batteryPercent: charge.percent ?? telemetryOf(link, now).percent,
    dongles: tools.dongles,
  };
};

/** What an order asks of the state of its dock and aircraft. */
export const factsOf = (link: DockLink, now: number): OrderFacts => {
  const { airborne, returning, flyingTo, orbiting } = motionOf(link, now);
  return {
    airborne,
    returning,
    flyingTo,
    orbiting,
    job: link.job && { paused: link.job.status === 'paused', breakReason: link.job.reason },
    workState: statusOf(link, now).workState,
    rods: hasPutter(link.dock.model),
    tools: toolFactsOf(link, now),
  };
};
