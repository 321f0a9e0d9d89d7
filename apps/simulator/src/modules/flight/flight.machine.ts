import { mode, modeReason } from '../drone/index.ts';
import { causes, coverFailed, reasonToReturn, userPause, type Cause } from './causes.ts';
import { BySticks, standStill, type Wanted } from './by-sticks.ts';
import type { Orbit } from './orbit.motion.ts';
import { halt, lengthOf, liftOff, moveToward, touchDown, type Body, type Target } from './motion.ts';
import { Preparation, preparedSeconds } from './preparation.ts';
import {
  airborneStages,
  type FlightOptions,
  type Happening,
  type Stage,
  type Surroundings,
} from './happening.ts';
import { pointOfLine, wayHome, wayTo } from './plan.ts';
import { RouteRun, type BreakPoint } from './route-run.ts';

const step = 0.25;
const convergeSeconds = 4;
const coverStaysOpen = 12;

/**
 * One flight, along a route or to a point that somebody named, from "accepted" to "restored", in simulated seconds. Pure: it moves a body and tells
 * what happened; nothing here knows of messages or clocks.
 */
export class FlightMachine {
  readonly body: Body;
  readonly run: RouteRun;
  stage: Stage = 'preparing';
  mode: number = mode.standby;
  reason: number = modeReason.none;
  missionState = 0;
  percent = 0;
  breakPoint: BreakPoint | null = null;
  airborneSeconds = 0;
  flown = 0;
  routeDone = false;
  /** Why the aircraft is going, or went, home. */
  cause: Cause | null = null;

  private readonly options: FlightOptions;
  private stageSeconds = 0;
  private way: Target[] = [];
  private resumeStage: Stage = 'onRoute';
  private reported: Happening[] = [];
  private coverClosedAgain = false;
  private readonly preparation = new Preparation();
  private readonly sticks: BySticks;
  private wanted: Wanted = standStill;
  private orbit: Orbit | null = null;

  constructor(options: FlightOptions) {
    this.options = options;
    this.body = { east: 0, north: 0, up: 0, pace: 0, speed: 0, climb: 0, head: options.heading };
    this.sticks = new BySticks(this.body);
    this.run = new RouteRun(options.plan, this.body, (shot) => this.report({ kind: 'photo', ...shot }));
    const { plan, start } = options;
    const at = start ? pointOfLine(plan, start) : -1;
    if (start && at >= 0) this.run.skipTo(at, start.progress);
  }

  get airborne() {
    return airborneStages.includes(this.stage) && !this.sticks.grounded;
  }

  /** The waypoint reached last; before the route, the one it makes for. */
  get target() {
    return this.options.plan.points[this.run.waypoint];
  }

  /** Lets `seconds` pass and returns what happened, in order. */
  advance(seconds: number, around: Surroundings): Happening[] {
    for (let left = seconds; left > 1e-9 && this.stage !== 'over'; left -= step)
      this.tick(Math.min(step, left), around);
    const reported = this.reported;
    this.reported = [];
    return reported;
  }

  /** False when there is no route to pause. */
  pause(breakReason: number = userPause): boolean {
    if (this.stage !== 'toRoute' && this.stage !== 'onRoute') return false;
    this.breakAt(breakReason);
    this.resumeStage = this.stage;
    halt(this.body);
    this.enter('paused');
    this.missionState = 9;
    this.report({ kind: 'paused', breakReason });
    this.missionState = 2;
    return true;
  }

  /** False when nothing is paused or the route has ended. */
  resume(): boolean {
    if (this.stage !== 'paused' || this.routeDone) return false;
    this.cause = null;
    this.reason = modeReason.none;
    this.missionState = 8;
    if (this.resumeStage === 'toRoute') this.goToRoute();
    else this.enter('onRoute');
    this.mode = mode.route;
    this.report({ kind: 'resumed' });
    return true;
  }

  /** False when not airborne. Going home already is no refusal: the verb is absolute. */
  goHome(cause: Cause): boolean {
    if (!this.airborne) return false;
    if (this.stage === 'returning' || this.stage === 'landing') return true;
    if (this.stage === 'toPoint')
      this.report({ kind: 'leftPoint', why: cause === 'lowBattery' ? 'lowBattery' : 'called' });
    if (this.stage === 'orbiting') this.report({ kind: 'leftOrbit', why: 'called' });
    const interrupted = !this.routeDone;
    if (interrupted) this.breakAt(causes[cause].breakReason);
    if (
      this.stage !== 'paused' &&
      this.stage !== 'toPoint' &&
      this.stage !== 'bySticks' &&
      this.stage !== 'orbiting'
    )
      this.resumeStage = this.stage === 'onRoute' ? 'onRoute' : 'toRoute';
    this.cause = interrupted ? cause : 'finished';
    this.reason = causes[cause].reason;
    this.run.breakOff();
    this.missionState = 9;
    this.mode = mode.returning;
    this.enter('returning');
    this.way = wayHome(this.body, this.options.rthAltitude);
    this.report({ kind: 'openCover' });
    if (interrupted) this.report({ kind: 'paused', breakReason: causes[cause].breakReason });
    return true;
  }

  /** False when the aircraft is not going home. It hovers where it is. */
  cancelReturn(): boolean {
    if (this.stage !== 'returning' && this.stage !== 'landing') return false;
    halt(this.body);
    this.enter('paused');
    this.mode = mode.hover;
    this.reason = modeReason.returnCancelled;
    return true;
  }

  /** Sends it along a way to a point; false when it neither hovers nor is on its way to one. */
  flyTo(way: Target[]): boolean {
    if (this.stage !== 'paused' && this.stage !== 'toPoint') return false;
    this.way = way;
    this.cause = null;
    this.mode = mode.live;
    this.reason = modeReason.none;
    this.enter('toPoint');
    return true;
  }

  /** Flies around a point until somebody ends that; false when it neither hovers nor is on its way to one. */
  orbitPoint(orbit: Orbit): boolean {
    if (this.stage !== 'paused' && this.stage !== 'toPoint') return false;
    if (this.stage === 'toPoint') this.report({ kind: 'leftPoint', why: 'stopped' });
    this.orbit = orbit;
    this.mode = mode.orbiting;
    this.reason = modeReason.none;
    this.enter('orbiting');
    return true;
  }

  /** False when it does not fly around a point. It hovers where it is. */
  leaveOrbit(): boolean {
    if (this.stage !== 'orbiting') return false;
    this.hover();
    this.report({ kind: 'leftOrbit', why: 'stopped' });
    return true;
  }

  /** Gives it to the sticks; false when it neither hovers nor is on its way to a point. */
  takeSticks(): boolean {
    if (this.stage === 'bySticks') return true;
    if (this.stage !== 'paused' && this.stage !== 'toPoint') return false;
    if (this.stage === 'toPoint') this.report({ kind: 'leftPoint', why: 'stopped' });
    this.sticks.stop();
    this.wanted = standStill;
    this.mode = mode.live;
    this.reason = modeReason.none;
    this.enter('bySticks');
    return true;
  }

  /** What the sticks ask for; null: nobody holds them, and it hovers. */
  flySticks(wanted: Wanted | null): void {
    if (this.stage !== 'bySticks' || this.sticks.landing || this.sticks.grounded) return;
    this.wanted = wanted ?? standStill;
    if (wanted) return;
    this.hover();
  }

  /** Down where it is; false when nobody flies it by sticks. */
  landHere(): boolean {
    if (this.stage !== 'bySticks' || this.sticks.grounded) return false;
    this.sticks.land();
    this.mode = mode.landing;
    return true;
  }

  /** False when it is not on its way to a point. */
  stopFlyTo(): boolean {
    if (this.stage === 'bySticks') {
      if (this.sticks.grounded) return false;
      this.wanted = standStill;
      this.sticks.stop();
      this.mode = mode.live;
      return true;
    }
    if (this.stage !== 'toPoint') return false;
    halt(this.body);
    this.enter('paused');
    this.report({ kind: 'leftPoint', why: 'stopped' });
    return true;
  }

  /** Metres that are left of the way that it is on. */
  get metresLeft(): number {
    // Before it is on its way it is still to be flown whole.
    const way = this.stage === 'toPoint' ? this.way : (this.options.toPoint ?? this.way);
    return lengthOf(this.body, way);
  }

  /** The cover would not open: the task ends on the ground. */
  coverFault(): void {
    if (this.stage !== 'preparing') return;
    this.finish('failed', coverFailed, this.percent);
  }

  private tick(seconds: number, around: Surroundings) {
    this.stageSeconds += seconds;
    if (this.airborne) this.watch(seconds, around);
    const { east, north, up } = this.body;
    this.move(seconds, around);
    this.flown += Math.hypot(this.body.east - east, this.body.north - north, this.body.up - up);
  }

  private watch(seconds: number, around: Surroundings) {
    this.airborneSeconds += seconds;
    if (this.stage === 'returning' || this.stage === 'landing' || this.sticks.landing) return;
    if (this.airborneSeconds >= coverStaysOpen && !this.coverClosedAgain) {
      this.coverClosedAgain = true;
      this.report({ kind: 'closeCover' });
    }
    const cause = reasonToReturn(around);
    if (cause) this.goHome(cause);
  }

  private move(seconds: number, around: Surroundings) {
    switch (this.stage) {
      case 'preparing':
        return this.prepare(around);
      case 'starting':
        return this.start();
      case 'takeOff':
        return this.climb(seconds);
      case 'converging':
        return this.stageSeconds >= convergeSeconds ? this.goToRoute() : undefined;
      case 'toRoute':
      case 'toFirst':
        return this.follow(seconds);
      case 'toPoint':
        return this.reach(seconds);
      case 'bySticks':
        this.sticks.advance(this.wanted, seconds, around.highest ?? 120);
        if (this.sticks.grounded) this.mode = mode.standby;
        return undefined;
      case 'orbiting':
        return this.orbit?.advance(this.body, seconds);
      case 'onRoute':
        return this.fly(seconds);
      case 'returning':
        return this.comeHome(seconds, around);
      case 'landing':
        return this.land(seconds);
      case 'restoring':
        return this.restore();
      default:
        return undefined;
    }
  }

  private prepare(around: Surroundings) {
    for (const due of this.preparation.due(this.stageSeconds)) {
      this.percent = due.percent;
      this.missionState = due.missionState;
      if (due.does) this.report({ kind: due.does });
    }
    if (this.stageSeconds >= preparedSeconds && around.coverOpen && around.droneOn) {
      this.mode = mode.preparing;
      this.enter('starting');
    }
  }

  private start() {
    if (this.stageSeconds >= 2) this.mode = mode.ready;
    if (this.stageSeconds < 3) return;
    this.mode = mode.takeOff;
    this.reason = modeReason.mission;
    this.enter('takeOff');
    this.report({ kind: 'airborne' });
  }

  private climb(seconds: number) {
    if (!liftOff(this.body, seconds)) return;
    this.percent = 90;
    if (!this.options.precise) return this.goToRoute();
    halt(this.body);
    this.mode = mode.converging;
    this.enter('converging');
  }

  private goToRoute() {
    const { toPoint } = this.options;
    if (toPoint) {
      this.routeDone = true;
      this.enter('paused');
      this.flyTo([...toPoint]);
      return;
    }
    const first = this.options.plan.points[this.run.waypoint];
    this.mode = mode.route;
    this.missionState = 5;
    this.reason = modeReason.none;
    this.enter('toRoute');
    this.way = first ? wayTo(this.options.plan, this.body, first) : [];
  }

  private follow(seconds: number) {
    if (this.missionState === 8 && this.stageSeconds > 0.45) this.missionState = 5;
    if (!this.alongWay(seconds)) return;
    if (this.stage === 'toFirst') return this.hover();
    this.missionState = 6;
    this.enter('onRoute');
    this.run.reach();
  }

  private fly(seconds: number) {
    if (this.missionState !== 6 && this.stageSeconds > 0.45) this.missionState = 6;
    if (this.run.advance(seconds)) this.endRoute();
  }

  private endRoute() {
    this.routeDone = true;
    this.missionState = 9;
    const first = this.options.plan.points[0];
    if (this.options.plan.finish === 'goHome') this.goHome('finished');
    else if (this.options.plan.finish === 'first' && first) {
      this.enter('toFirst');
      this.way = wayTo(this.options.plan, this.body, first);
    } else this.hover();
  }

  private hover() {
    halt(this.body);
    this.mode = mode.hover;
    this.enter('paused');
  }

  private reach(seconds: number) {
    if (!this.alongWay(seconds)) return;
    halt(this.body);
    this.enter('paused');
    this.report({ kind: 'reachedPoint' });
  }

  private comeHome(seconds: number, around: Surroundings) {
    if (!this.alongWay(seconds)) return;
    // Above home the aircraft waits for the cover rather than land beside the dock.
    if (!around.coverOpen) return;
    this.mode = mode.landing;
    this.reason = modeReason.aboveHome;
    this.enter('landing');
  }

  private land(seconds: number) {
    if (!touchDown(this.body, seconds)) return;
    this.mode = mode.standby;
    this.reason = modeReason.none;
    this.enter('restoring');
    this.report({ kind: 'touchDown' });
    this.report({ kind: 'closeCover' });
  }

  private restore() {
    if (this.stageSeconds < this.options.restoreSeconds) return;
    const result = causes[this.cause ?? 'finished'].result;
    this.finish(result === 0 ? 'ok' : 'failed', result, result === 0 ? 100 : 95);
  }

  private finish(status: 'ok' | 'failed', result: number, percent: number) {
    this.percent = percent;
    this.mode = mode.standby;
    this.enter('over');
    this.report({ kind: 'finished', status, result, percent });
  }

  /** True when the way has been gone to its end. */
  private alongWay(seconds: number): boolean {
    const target = this.way[0];
    if (!target) return true;
    if (moveToward(this.body, target, seconds) < 0) return false;
    this.way.shift();
    return this.way.length === 0;
  }

  private breakAt(reason: number) {
    const onRoute = this.stage === 'onRoute' || (this.stage === 'paused' && this.resumeStage === 'onRoute');
    this.breakPoint = this.run.breakPoint(reason, onRoute);
  }

  private enter(stage: Stage) {
    this.stage = stage;
    this.stageSeconds = 0;
  }

  private report(happening: Happening) {
    this.reported.push(happening);
  }
}
