import type { OpenCommandArguments } from '@eyrie/domain';
import {
  FlightMachine,
  fetchRoute,
  powerOnSeconds,
  type FlightPlan,
  type Happening,
  type Surroundings,
} from '../flight/index.ts';

/** Seconds from touch-down until the dock is closed again. */
const restoreSeconds = 25;

interface Placed {
  lng: number;
  lat: number;
  height: number;
  heading: number;
}

/** One job of the dock: fetched, prepared, flown, held, brought home. */
export class OwnFlight {
  readonly job: OpenCommandArguments<'startJob'>;
  /** Null until the file has been fetched and checked. */
  machine: FlightMachine | null = null;
  /** It hovers where it was stopped. */
  held = false;
  droneOn = false;
  failed: string | null = null;
  #powering: number | null = null;
  #dropped = false;

  constructor(job: OpenCommandArguments<'startJob'>, place: Placed) {
    this.job = job;
    const { url, md5, bytes } = job.file;
    void fetchRoute({ url, fingerprint: md5, bytes }, place).then((read) => {
      if (this.#dropped) return;
      if (read.ok) this.#prepare(read.plan, place);
      else this.failed = `the file cannot be flown (${read.code})`;
    });
  }

  get airborne(): boolean {
    return this.machine?.airborne ?? false;
  }

  get returning(): boolean {
    return this.machine?.stage === 'returning' || this.machine?.stage === 'landing';
  }

  /** Share of the way that is done, in percent. */
  get percent(): number {
    const { machine } = this;
    if (!machine || machine.stage === 'preparing') return 0;
    const points = Math.max(1, machine.run.waypoint + 1);
    return machine.routeDone ? 90 : Math.min(85, 10 * points);
  }

  /** On the ground nothing is left of it. */
  drop(): void {
    this.#dropped = true;
  }

  goHome(): boolean {
    if (!this.machine?.goHome('user')) return false;
    this.held = false;
    return true;
  }

  advance(seconds: number, around: Omit<Surroundings, 'droneOn' | 'continueWhenLost'>): Happening[] {
    if (this.#powering !== null) {
      this.#powering += seconds;
      if (this.#powering >= powerOnSeconds) this.droneOn = true;
    }
    if (!this.machine || (this.held && around.battery > around.returnPower)) return [];
    // Nobody lets an aircraft fall down because it was to hover.
    this.held = false;
    const happened = this.machine.advance(seconds, {
      ...around,
      droneOn: this.droneOn,
      continueWhenLost: this.job.lostAction === 'continue',
    });
    if (happened.some(({ kind }) => kind === 'powerOn')) this.#powering = 0;
    return happened;
  }

  #prepare(plan: FlightPlan, { heading }: Placed): void {
    const rthAltitude = this.job.returnAltitude;
    this.machine = new FlightMachine({ plan, rthAltitude, precise: false, heading, restoreSeconds });
  }
}
