import { localPlane, type Place } from '@eyrie/geometry';
import type { Clock } from '../../platform/clock.ts';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import type { Drone } from '../drone/index.ts';
import type { FlightMachine } from './flight.machine.ts';
import type { Happening } from './happening.ts';
import type { Target } from './motion.ts';
import { points } from './progress.ts';

/** A point that somebody sends the aircraft to. */
export interface FlyToOrder extends Place {
  /** Metres above the ellipsoid. */
  height: number;
  speed: number;
}

const isWithin = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

/** Null: no aircraft takes it. */
export const readFlyTo = (data: unknown): FlyToOrder | null => {
  const { max_speed: speed, points: given } = (data ?? {}) as { max_speed?: unknown; points?: unknown };
  if (!Array.isArray(given) || given.length !== 1) return null;
  const { longitude: lng, latitude: lat, height } = (given[0] ?? {}) as Record<string, unknown>;
  const fits =
    isWithin(lng, -180, 180) &&
    isWithin(lat, -90, 90) &&
    isWithin(height, 2, 10_000) &&
    isWithin(speed, 1, 15);
  return fits ? { lng, lat, height, speed } : null;
};

/** Below this it rises first, metres above the dock. */
const least = 20;
/** To this it is set to rise, as it reports of itself. */
const transitHeight = 60;

/** Up, across and down to the point. */
export function wayToPoint(
  order: FlyToOrder,
  {
    from,
    dock,
    transit,
  }: { from: { east: number; north: number; up: number }; dock: Place & { height: number }; transit: number },
): Target[] {
  const { east, north } = localPlane(dock).toPlane(order);
  const up = Math.max(0, order.height - dock.height);
  const top = Math.max(from.up, up, least, transit);
  return [
    { east: from.east, north: from.north, up: top, speed: order.speed, stop: true },
    { east, north, up: top, speed: order.speed, stop: true },
    { east, north, up, speed: order.speed, stop: true },
  ];
}

/** A take-off to a point, with the name of its flight. */
export interface TakeOffOrder extends FlyToOrder {
  flightId: string;
  /** Metres above the dock to which it rises first, and at which it comes home. */
  safeHeight: number;
  rthAltitude: number;
  continueWhenLost: boolean;
}

/** Null: no aircraft takes it. @param first its dock is of the first generation, which knows no way of returning */
export const readTakeOff = (data: unknown, first = false): TakeOffOrder | null => {
  const raw = (data ?? {}) as Record<string, unknown>;
  const { flight_id: flightId, target_longitude: lng, target_latitude: lat, target_height: height } = raw;
  const { security_takeoff_height: safeHeight, rth_altitude: rthAltitude, max_speed: speed } = raw;
  // What newer firmware asks for and fills with two metres where it is missing.
  const { commander_flight_height: transit, rth_mode: mode } = raw;
  const fits =
    typeof flightId === 'string' &&
    flightId !== '' &&
    isWithin(lng, -180, 180) &&
    isWithin(lat, -90, 90) &&
    isWithin(height, 2, 1_500) &&
    isWithin(safeHeight, 20, 1_500) &&
    isWithin(transit, 2, 3_000) &&
    isWithin(rthAltitude, 2, 1_500) &&
    isWithin(speed, 1, 15) &&
    (first || mode === 1);
  if (!fits) return null;
  const continueWhenLost = raw.commander_mode_lost_action === 0;
  const up = Math.max(safeHeight, transit);
  return { flightId, lng, lat, height, speed, safeHeight: up, rthAltitude, continueWhenLost };
};

/** How a way ended that was not flown to its end, in the device's own words. */
const ends = {
  stopped: { status: 'wayline_cancel', result: 338_050 },
  called: { status: 'wayline_cancel', result: 338_054 },
  lowBattery: { status: 'wayline_failed', result: 338_051 },
} as const;

export const flyToCode = {
  malformed: 514_171,
  notAirborne: 316_024,
  cannotFlyTo: 319_022,
  cannotStop: 319_023,
  tooFar: 336_514,
  tooHigh: 336_516,
} as const;

/** What the desk of ways to a point needs of the dock it stands in. */
export interface FlyToHost {
  readonly clock: Clock;
  readonly wire: Pick<Wire, 'event'>;
  readonly drone: Drone;
  readonly place: Place & { height: number };
  /** The flight that is under way; null: none. */
  machine(): FlightMachine | null;
  linkUp(): boolean;
}

/** The part of a dock that sends its aircraft to points, one at a time, and reports on it. */
export class FlyToDesk {
  private readonly host: FlyToHost;
  private toPoint: { id: string; order: FlyToOrder; ofTakeOff: boolean; quiet(): void } | null = null;

  constructor(host: FlyToHost) {
    this.host = host;
  }

  /** Sends the aircraft to a point, or on to another one. */
  begin(data: unknown, update: boolean): number {
    const order = readFlyTo(data);
    const given = (data as { fly_to_id?: unknown } | null)?.fly_to_id;
    if (!order || (!update && typeof given !== 'string')) return flyToCode.malformed;
    const machine = this.host.machine();
    if (!machine?.airborne) return flyToCode.notAirborne;
    const id = update ? this.toPoint?.id : given;
    const refused = this.beyond(order);
    if (refused !== 0) return refused;
    const { place, clock } = this.host;
    const way = wayToPoint(order, { from: machine.body, dock: place, transit: transitHeight });
    if (typeof id !== 'string' || !machine.flyTo(way)) return flyToCode.cannotFlyTo;
    this.toPoint?.quiet();
    const say = () => this.say('wayline_progress', 0);
    const ofTakeOff = update && (this.toPoint?.ofTakeOff ?? false);
    this.toPoint = { id, order, ofTakeOff, quiet: clock.every(timing.progressMs, say) };
    return 0;
  }

  /** The take-off to a point begins: what comes of it is reported under the name of its flight. */
  tookOff({ flightId, ...order }: TakeOffOrder): void {
    this.toPoint?.quiet();
    this.toPoint = { id: flightId, order, ofTakeOff: true, quiet: () => undefined };
    this.say('task_ready', 0);
    const { clock } = this.host;
    this.toPoint.quiet = clock.every(timing.progressMs, () =>
      this.say(this.host.machine()?.airborne ? 'wayline_progress' : 'task_ready', 0),
    );
  }

  /** Why a take-off lies outside of what the aircraft is set to; 0: it does not. */
  takeOffBeyond(order: TakeOffOrder): number {
    return this.beyond(order);
  }

  halt(): number {
    return this.host.machine()?.stopFlyTo() ? 0 : flyToCode.cannotStop;
  }

  happened(happening: Happening): void {
    if (happening.kind === 'reachedPoint') this.end('wayline_ok', 0);
    if (happening.kind === 'leftPoint') this.end(ends[happening.why].status, ends[happening.why].result);
  }

  quiet(): void {
    this.toPoint?.quiet();
  }

  /** Why the point lies outside of what the aircraft is set to; 0: it does not. */
  private beyond(order: FlyToOrder): number {
    const { place, drone } = this.host;
    const { height_limit: highest, state, distance_limit: farthest } = drone.settings;
    if (order.height - place.height > Number(highest)) return flyToCode.tooHigh;
    const { east, north } = localPlane(place).toPlane(order);
    return state === 1 && Math.hypot(east, north) > Number(farthest) ? flyToCode.tooFar : 0;
  }

  private say(status: string, result: number) {
    const { toPoint } = this;
    const { wire, drone, place } = this.host;
    const over = status !== 'wayline_progress' && status !== 'task_ready';
    if (!toPoint || (!over && !this.host.linkUp())) return;
    const left = over ? 0 : (this.host.machine()?.metresLeft ?? 0);
    const here = { lng: drone.lng, lat: drone.lat, height: place.height + drone.elevation };
    const data = {
      ...(toPoint.ofTakeOff ? { flight_id: toPoint.id, track_id: drone.trackId } : { fly_to_id: toPoint.id }),
      status,
      result,
      way_point_index: 0,
      remaining_distance: left,
      remaining_time: left / toPoint.order.speed,
      ...(over ? {} : { planned_path_points: points([here, toPoint.order]) }),
    };
    const event = toPoint.ofTakeOff ? 'takeoff_to_point_progress' : 'fly_to_point_progress';
    wire.event(event, data, { needReply: over });
  }

  private end(status: string, result: number) {
    this.say(status, result);
    this.quiet();
    this.toPoint = null;
  }
}
