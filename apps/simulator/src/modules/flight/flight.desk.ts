import { localPlane } from '@eyrie/geometry';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import type { Drone } from '../drone/index.ts';
import type { Shot } from '../media/index.ts';
import { FlightMachine } from './flight.machine.ts';
import type { Happening, Surroundings } from './happening.ts';
import { FlyToDesk, readTakeOff, wayToPoint, type TakeOffOrder } from './fly-to.ts';
import { OrbitDesk } from './orbit.ts';
import { points, progressData, type ProgressView, type StepNumbers } from './progress.ts';
import type { FlightPlan } from './plan.ts';
import { fetchRoute } from './route-file.ts';
import { readOrder, type PreparedTask, type TaskOrder } from './task.ts';

/** What the flight desk needs of the dock it stands in. */
export interface FlightHost {
  readonly clock: Clock;
  readonly random: Random;
  readonly wire: Wire;
  readonly drone: Drone;
  readonly place: { lng: number; lat: number; height: number; heading: number };
  readonly steps: StepNumbers;
  readonly speedUp: number;
  /** Its dock is of the first generation; missing: it is not. */
  readonly firstGeneration?: boolean;
  /** The dock's own clock, ms. */
  now(): number;
  /** Why a flight cannot begin now, as a device code; 0 when it can. */
  obstacle(phase: 'prepare' | 'execute'): number;
  surroundings(): Omit<Surroundings, 'continueWhenLost'>;
  happened(happening: Happening, flight: RunningFlight): void;
  started(flight: RunningFlight): void;
  /** MB that the dock can still store. */
  freeStorage(): number;
  /** Somebody ordered that it is never said that a conditional task is ready. */
  readyGoesUnsaid(): boolean;
  /** Somebody ordered that the last word on the flight is not said. */
  endGoesUnsaid(): boolean;
}

export interface RunningFlight {
  id: string;
  trackId: string;
  machine: FlightMachine;
  order: TaskOrder;
  /** It flies no route: its dock reports on it by other words. */
  byHand: boolean;
  shots: Shot[];
}

export const code = {
  busy: 319_016,
  running: 319_006,
  clockOff: 319_008,
  unknownTask: 314_000,
  malformed: 514_171,
  cannotPause: 319_046,
  cannotResume: 319_042,
  taskOver: 319_044,
  notAirborne: 316_024,
  cannotCancelReturn: 319_043,
  droneOff: 312_022,
  batteryUnmet: 319_026,
  storageUnmet: 319_027,
} as const;

/** What a flight without a route flies of one. */
const noRoute: FlightPlan = {
  points: [],
  intervals: [],
  safeHeight: 20,
  transitSpeed: 10,
  straightToRoute: false,
  finish: 'hover',
};

/** Its route waits, also while somebody flies it by sticks meanwhile. */
const isHeld = ({ stage, routeDone }: FlightMachine): boolean =>
  (stage === 'paused' || stage === 'bySticks') && !routeDone;

/** The part of a dock that takes route tasks, runs one at a time and reports on it. */
export class FlightDesk {
  running: RunningFlight | null = null;
  private readonly host: FlightHost;
  private readonly orbits: OrbitDesk;
  private readonly points: FlyToDesk;
  private readonly prepared = new Map<string, PreparedTask>();
  private cancelProgress = () => {};
  private starting = false;
  /** Called only when the radio link is back. */
  private held: (() => void)[] = [];

  constructor(host: FlightHost) {
    this.host = host;
    const { clock, wire, drone, place } = host;
    const linkUp = () => host.surroundings().linkUp;
    const flying = () => this.running?.machine ?? null;
    this.orbits = new OrbitDesk({ clock, wire, place, machine: flying, linkUp });
    this.points = new FlyToDesk({
      clock,
      wire,
      drone,
      place,
      machine: flying,
      linkUp,
    });
  }

  async prepare(data: unknown): Promise<number> {
    const order = readOrder(data);
    if (!order) return code.malformed;
    const obstacle = this.running ? code.busy : this.host.obstacle('prepare');
    if (obstacle !== 0) return obstacle;
    if (order.type === 0 && this.clockOff(order)) return code.clockOff;
    const file = await fetchRoute(order.file, this.host.place);
    if (!file.ok) return file.code;
    this.prepared.set(order.flightId, { order, plan: file.plan });
    return 0;
  }

  async execute(data: unknown): Promise<number> {
    const id = (data as { flight_id?: unknown } | null)?.flight_id;
    if (typeof id !== 'string') return code.malformed;
    if (this.running || this.starting) return code.busy;
    const obstacle = this.host.obstacle('execute');
    if (obstacle !== 0) return obstacle;
    this.starting = true;
    try {
      const task = this.prepared.get(id) ?? (await this.fetchAgain(id));
      if (!task) return code.unknownTask;
      if (task.order.type === 0 && this.clockOff(task.order)) return code.clockOff;
      const unmet = this.unmet(task.order);
      if (unmet !== 0) return unmet;
      this.prepared.delete(id);
      this.begin(task);
      return 0;
    } finally {
      this.starting = false;
    }
  }

  /** Takes off to a point, without a route. */
  takeOff(data: unknown): number {
    const order = readTakeOff(data, this.host.firstGeneration);
    if (!order) return code.malformed;
    if (this.running || this.starting) return code.busy;
    const obstacle = this.host.obstacle('execute') || this.points.takeOffBeyond(order);
    if (obstacle !== 0) return obstacle;
    this.beginByHand(order);
    return 0;
  }

  undo(data: unknown): number {
    const ids = (data as { flight_ids?: unknown } | null)?.flight_ids;
    const list = Array.isArray(ids) ? ids.map(String) : [];
    if (list.some((id) => id === this.running?.id)) return code.running;
    for (const id of list) this.prepared.delete(id);
    return 0;
  }

  /** @param breakReason as devices number it; a person's order unless given */
  pause(breakReason?: number): number {
    return this.running?.machine.pause(breakReason) ? this.flush() : code.cannotPause;
  }

  resume(): number {
    if (!this.running || this.running.machine.stage === 'restoring') return code.taskOver;
    if (this.running.machine.routeDone) return code.taskOver;
    return this.running.machine.resume() ? this.flush() : code.cannotResume;
  }

  returnHome(): number {
    return this.running?.machine.goHome('user') ? this.flush() : code.notAirborne;
  }

  cancelReturn(): number {
    return this.running?.machine.cancelReturn() ? this.flush() : code.cannotCancelReturn;
  }

  /** Nobody else ever flies a simulated aircraft: the dock has it, once it is on. */
  grab(): number {
    return this.host.drone.powered ? 0 : code.droneOff;
  }

  /** Sends the aircraft to a point, or on to another one. */
  flyTo(data: unknown, update: boolean): number {
    return this.points.begin(data, update) || this.flush();
  }

  stopFlyTo(): number {
    return this.points.halt() || this.flush();
  }

  /** Has the aircraft fly around a point, changes how, and ends it. */
  poi(what: 'enter' | 'setSpeed' | 'exit', data: unknown): number {
    return this.orbits[what](data) || this.flush();
  }

  coverFault(): void {
    this.running?.machine.coverFault();
    this.flush();
  }

  /** Lets simulated seconds pass. */
  advance(seconds: number): void {
    this.lookWhatIsReady();
    const flight = this.running;
    if (!flight) return;
    const around = { ...this.host.surroundings(), continueWhenLost: flight.order.continueWhenLost };
    for (const happening of flight.machine.advance(seconds, around)) this.handle(happening, flight);
    this.mirror(flight);
    if (around.linkUp) for (const say of this.held.splice(0)) say();
  }

  stop(): void {
    this.points.quiet();
    this.orbits.quiet();
    this.cancelProgress();
  }

  /** Why a conditional task cannot begin now, as a device code; 0 when it can. */
  private unmet({ condition }: TaskOrder): number {
    if (!condition) return 0;
    const now = this.host.now();
    if (now < condition.beginTime || now > condition.endTime) return code.clockOff;
    if (this.host.surroundings().battery <= condition.battery) return code.batteryUnmet;
    return this.host.freeStorage() < condition.storage ? code.storageUnmet : 0;
  }

  /** Conditional tasks are looked at while nothing flies; each is reported once, and forgotten after its time. */
  private lookWhatIsReady() {
    for (const [id, task] of this.prepared) {
      const { condition } = task.order;
      if (!condition) continue;
      if (this.host.now() > condition.endTime) this.prepared.delete(id);
      // Storage is asked for at the start alone.
      else if (!task.reported && !this.running && [0, code.storageUnmet].includes(this.unmet(task.order))) {
        task.reported = true;
        if (!this.host.readyGoesUnsaid())
          this.host.wire.event('flighttask_ready', { flight_ids: [id] }, { needReply: true });
      }
    }
  }

  private clockOff(order: TaskOrder): boolean {
    return order.executeTime > 0 && Math.abs(order.executeTime - this.host.now()) > timing.executeToleranceMs;
  }

  private async fetchAgain(id: string): Promise<PreparedTask | null> {
    const answer = await this.host.wire.request(
      'flighttask_resource_get',
      { flight_id: id },
      timing.resourceAnswerMs,
    );
    const file = (answer as { output?: { file?: { url?: unknown; fingerprint?: unknown } } } | null)?.output
      ?.file;
    const read = await fetchRoute(file, this.host.place);
    const order = readOrder({ flight_id: id });
    return read.ok && order ? { order, plan: read.plan } : null;
  }

  private beginByHand(order: TakeOffOrder) {
    const { flightId, rthAltitude, continueWhenLost, safeHeight } = order;
    const { place, random } = this.host;
    const from = { east: 0, north: 0, up: 0 };
    const machine = new FlightMachine({
      plan: { ...noRoute, safeHeight },
      rthAltitude,
      precise: false,
      heading: place.heading,
      restoreSeconds: timing.finalProgress,
      toPoint: wayToPoint(order, { from, dock: place, transit: safeHeight }),
    });
    const task = {
      flightId,
      type: 0,
      executeTime: 0,
      file: null,
      rthAltitude,
      continueWhenLost,
      precise: false,
    };
    const flight = { id: flightId, trackId: random.uuid(), machine, order: task, byHand: true, shots: [] };
    this.running = flight;
    this.host.started(flight);
    this.mirror(flight);
    this.points.tookOff(order);
    this.cancelProgress = this.host.clock.every(timing.progressMs, () => {
      if (machine.airborne && this.host.surroundings().linkUp) this.reportWayHome(flight);
    });
  }

  private begin({ order, plan }: PreparedTask) {
    const machine = new FlightMachine({
      plan,
      rthAltitude: order.rthAltitude,
      precise: order.precise,
      heading: this.host.place.heading,
      restoreSeconds: timing.finalProgress,
      start: order.start,
    });
    const flight = {
      id: order.flightId,
      trackId: this.host.random.uuid(),
      machine,
      order,
      byHand: false,
      shots: [],
    };
    this.running = flight;
    this.host.started(flight);
    this.report(flight, 'sent');
    this.report(flight, 'in_progress');
    this.cancelProgress = this.host.clock.every(timing.progressMs, () => this.repeat(flight));
  }

  private repeat(flight: RunningFlight) {
    if (!this.host.surroundings().linkUp) return;
    this.report(flight, isHeld(flight.machine) ? 'paused' : 'in_progress');
    if (flight.machine.airborne) this.reportWayHome(flight);
  }

  private reportWayHome(flight: RunningFlight) {
    const { place, drone, wire } = this.host;
    const up = place.height + Math.max(drone.elevation, flight.order.rthAltitude);
    const path = points([
      { lng: drone.lng, lat: drone.lat, height: up },
      { lng: place.lng, lat: place.lat, height: up },
    ]);
    wire.event(
      'return_home_info',
      { flight_id: flight.id, planned_path_points: path, last_point_type: 0 },
      { bare: true },
    );
  }

  private flush(): 0 {
    const flight = this.running;
    if (flight) this.advance(0);
    return 0;
  }

  private handle(happening: Happening, flight: RunningFlight) {
    this.mirror(flight);
    this.points.happened(happening);
    this.orbits.happened(happening);
    if (happening.kind === 'finished') {
      this.cancelProgress();
      this.running = null;
      this.points.quiet();
      this.orbits.quiet();
      if (!this.host.endGoesUnsaid()) this.reportEnd(flight, happening);
    }
    if (happening.kind === 'resumed') this.report(flight, 'in_progress');
    if (happening.kind === 'paused' && !flight.byHand) this.held.push(() => this.reportPause(flight));
    this.host.happened(happening, flight);
  }

  private reportEnd(flight: RunningFlight, { status, result }: { status: string; result: number }) {
    if (!flight.byHand) this.report(flight, status, { result, needReply: true });
    else {
      const data = { flight_id: flight.id, track_id: flight.trackId, way_point_index: 0 };
      const word = flight.machine.flown > 0 ? 'task_finish' : 'wayline_failed';
      this.host.wire.event(
        'takeoff_to_point_progress',
        { ...data, status: word, result, remaining_distance: 0, remaining_time: 0 },
        { bid: flight.id, needReply: true },
      );
    }
  }

  /** Seen on real docks: first the state "stopped", then, a moment later, the pause with its break point. */
  private reportPause(flight: RunningFlight) {
    this.report(flight, 'in_progress', { missionState: 9 });
    const paused = progressData(this.view(flight), 'paused', 0, 2);
    const say = () =>
      this.host.wire.event('flighttask_progress', paused, { bid: flight.id, needReply: true });
    this.host.clock.after(85, say);
  }

  private report(
    flight: RunningFlight,
    status: string,
    more: { result?: number; needReply?: boolean; missionState?: number } = {},
  ) {
    const data = progressData(this.view(flight), status, more.result ?? 0, more.missionState);
    this.host.wire.event('flighttask_progress', data, { bid: flight.id, needReply: more.needReply ?? false });
  }

  private view(flight: RunningFlight): ProgressView {
    const { drone, place, steps } = this.host;
    const here = { lng: drone.lng, lat: drone.lat, height: place.height + drone.elevation };
    const first = flight.machine.target;
    const there = first ? { ...localPlane(place).toPlace(first), height: place.height + first.up } : here;
    return {
      machine: flight.machine,
      flightId: flight.id,
      trackId: flight.trackId,
      steps,
      place: { ...here, head: drone.head },
      transition: [here, there],
    };
  }

  /** The aircraft is where the machine says; its speeds are those that somebody on the ground would see. */
  private mirror({ machine, trackId }: RunningFlight) {
    const { drone, place, speedUp } = this.host;
    const { body, run } = machine;
    const here = localPlane(place).toPlace(body);
    Object.assign(drone, {
      ...here,
      mode: machine.mode,
      reason: machine.reason,
      elevation: body.up,
      speed: body.speed * speedUp,
      climb: body.climb * speedUp,
      head: ((body.head + 540) % 360) - 180,
      pitch: -Math.min(20, body.speed),
      homeDistance: Math.hypot(body.east, body.north),
      gimbalPitch: run.gimbalPitch,
      recording: run.recording,
      shooting: run.shooting,
      trackId,
    });
  }
}
