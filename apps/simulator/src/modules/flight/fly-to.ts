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
  private toPoint: { id: string; order: FlyToOrder; quiet(): void } | null = null;

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
    this.toPoint = { id, order, quiet: clock.every(timing.progressMs, say) };
    return 0;
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
    const over = status !== 'wayline_progress';
    if (!toPoint || (!over && !this.host.linkUp())) return;
    const left = over ? 0 : (this.host.machine()?.metresLeft ?? 0);
    const here = { lng: drone.lng, lat: drone.lat, height: place.height + drone.elevation };
    const data = {
      fly_to_id: toPoint.id,
      status,
      result,
      way_point_index: 0,
      remaining_distance: left,
      remaining_time: left / toPoint.order.speed,
      ...(over ? {} : { planned_path_points: points([here, toPoint.order]) }),
    };
    wire.event('fly_to_point_progress', data, { needReply: over });
  }

  private end(status: string, result: number) {
    this.say(status, result);
    this.quiet();
    this.toPoint = null;
  }
}
