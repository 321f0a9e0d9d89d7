import { localPlane, type Place } from '@eyrie/geometry';
import type { Clock } from '../../platform/clock.ts';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import type { FlightMachine } from './flight.machine.ts';
import type { Happening } from './happening.ts';
import { Orbit } from './orbit.motion.ts';

export const orbitCode = {
  malformed: 514_171,
  notAirborne: 316_024,
  cannot: 319_022,
  notOrbiting: 319_023,
} as const;

const radii = { least: 5, most: 500 } as const;
const firstSpeed = 2;
/** Round a small circle it flies slower: what turns it is bounded. */
const mostSpeed = (radius: number): number => Math.min(10, Math.sqrt(2 * radius));
/** Why it was broken off, in numbers of its own: the documents name none. */
const reasons = { tooNear: 1, tooFar: 2, called: 3 } as const;

export interface OrbitHost {
  readonly clock: Clock;
  readonly wire: Pick<Wire, 'event'>;
  readonly place: Place;
  machine(): FlightMachine | null;
  linkUp(): boolean;
}

const isNumber = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

/** The part of a dock that has its aircraft fly around points, and reports on it. */
export class OrbitDesk {
  private readonly host: OrbitHost;
  private orbit: Orbit | null = null;
  private cancel = () => {};

  constructor(host: OrbitHost) {
    this.host = host;
  }

  enter(data: unknown): number {
    const { longitude: lng, latitude: lat, height } = (data ?? {}) as Record<string, unknown>;
    if (!isNumber(lng, -180, 180) || !isNumber(lat, -90, 90) || !isNumber(height, -500, 10_000))
      return orbitCode.malformed;
    const machine = this.host.machine();
    if (!machine?.airborne) return orbitCode.notAirborne;
    const orbit = new Orbit(machine.body, localPlane(this.host.place).toPlane({ lng, lat }), firstSpeed);
    if (orbit.radius < radii.least || orbit.radius > radii.most) {
      this.say('failed', orbit, orbit.radius < radii.least ? reasons.tooNear : reasons.tooFar);
      return 0;
    }
    if (!machine.orbitPoint(orbit)) return orbitCode.cannot;
    this.orbit = orbit;
    this.say('in_progress', orbit, 0);
    this.cancel = this.host.clock.every(timing.progressMs, () => {
      if (this.host.linkUp()) this.say('in_progress', orbit, 0);
    });
    return 0;
  }

  setSpeed(data: unknown): number {
    const { circle_speed: speed } = (data ?? {}) as Record<string, unknown>;
    const { orbit } = this;
    if (!orbit) return orbitCode.notOrbiting;
    const most = mostSpeed(orbit.radius);
    if (!isNumber(speed, -100, 100)) return orbitCode.malformed;
    orbit.speed = Math.min(most, Math.max(-most, speed));
    this.say('in_progress', orbit, 0);
    return 0;
  }

  exit(_data?: unknown): number {
    return this.orbit && this.host.machine()?.leaveOrbit() ? 0 : orbitCode.notOrbiting;
  }

  happened(happening: Happening): void {
    if (happening.kind === 'leftOrbit') this.end(happening.why === 'stopped' ? 'ok' : 'failed');
  }

  quiet(): void {
    this.cancel();
  }

  private end(status: 'ok' | 'failed') {
    const { orbit } = this;
    this.cancel();
    this.orbit = null;
    if (orbit) this.say(status, orbit, status === 'ok' ? 0 : reasons.called);
  }

  private say(status: string, orbit: Orbit, reason: number) {
    this.host.wire.event(
      'poi_status_notify',
      {
        status,
        reason,
        circle_radius: Number(orbit.radius.toFixed(1)),
        circle_speed: orbit.speed,
        max_circle_speed: Number(mostSpeed(orbit.radius).toFixed(1)),
      },
      { needReply: true },
    );
  }
}
