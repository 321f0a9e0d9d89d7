import { moveToward, type Body } from './motion.ts';
import type { FlightPlan, Interval, PlannedAction } from './plan.ts';

export interface BreakPoint {
  /** Among the waypoints of its line. */
  index: number;
  /** 0 on a leg, 1 at a waypoint. */
  state: 0 | 1;
  /** Part of the leg that is flown. */
  progress: number;
  wayline_id: number;
  break_reason: number;
}

export interface Shot {
  waypoint: number;
  suffix: string;
  /** Where the aircraft is at that moment: in quick motion it flies on far within one step of the clock. */
  from: Pick<Body, 'east' | 'north' | 'up' | 'head'>;
  gimbalPitch: number;
}

const isPhoto = (func: string): boolean =>
  ['takePhoto', 'panoShot', 'orientedShoot', 'accurateShoot'].includes(func);

/** Sums of many small steps miss a whole number of intervals by less than this, m or s. */
const exact = 1e-6;

/** The aircraft on the line itself: legs, actions at the waypoints, photos on the way. */
export class RouteRun {
  /** Place of the waypoint reached last among those of all lines. */
  waypoint = 0;
  gimbalPitch = 0;
  recording = false;
  shooting = false;
  photos = 0;

  private readonly plan: FlightPlan;
  private readonly body: Body;
  private readonly shot: (shot: Shot) => void;
  private acting: { action: PlannedAction; left: number }[] = [];
  private interval: Interval | undefined;
  /** Metres or seconds of the interval since its last photo. */
  private sincePhoto = 0;

  constructor(plan: FlightPlan, body: Body, shot: (shot: Shot) => void) {
    this.plan = plan;
    this.body = body;
    this.shot = shot;
  }

  /** The line that is flown and the waypoint of it reached last, as the file counts them. */
  get place(): { wayline: number; index: number } {
    return this.plan.points[this.waypoint] ?? { wayline: 0, index: 0 };
  }

  /** Flies on for `seconds`; true when the last waypoint is reached and done with. */
  advance(seconds: number): boolean {
    if (this.acting.length > 0) {
      this.act(seconds);
      return false;
    }
    const target = this.plan.points[this.waypoint + 1];
    if (!target) return true;
    const { east, north, up } = this.body;
    const left = moveToward(this.body, target, seconds);
    const moved = Math.hypot(this.body.east - east, this.body.north - north, this.body.up - up);
    this.shootOnTheWay(seconds - Math.max(0, left), moved);
    if (left >= 0) {
      this.waypoint += 1;
      this.reach();
    }
    return false;
  }

  /** At a waypoint: its gimbal setting and its actions. */
  reach() {
    const point = this.plan.points[this.waypoint];
    if (!point) return;
    if (point.gimbalPitch !== null) this.gimbalPitch = point.gimbalPitch;
    this.acting = point.actions.map((action) => ({ action, left: action.seconds }));
  }

  /** Leaves off whatever the camera was doing. */
  breakOff() {
    this.acting = [];
    this.shooting = false;
    this.recording = false;
  }

  breakPoint(reason: number, onRoute: boolean): BreakPoint {
    const from = this.plan.points[this.waypoint];
    const to = this.plan.points[this.waypoint + 1];
    const apart = (a: { east: number; north: number; up: number }, b: typeof a) =>
      Math.hypot(a.east - b.east, a.north - b.north, a.up - b.up);
    const whole = from && to ? apart(from, to) : 0;
    const progress = from && onRoute && whole > 0 ? Math.min(1, apart(from, this.body) / whole) : 0;
    return {
      index: this.place.index,
      state: progress > 0 ? 0 : 1,
      progress,
      wayline_id: this.place.wayline,
      break_reason: reason,
    };
  }

  /** Starts in the middle of a leg: where the flight before broke off. */
  skipTo(index: number, progress: number) {
    const from = this.plan.points[index];
    if (!from) return;
    this.waypoint = index;
    const to = this.plan.points[index + 1];
    if (!to || progress <= 0) return;
    const between = (a: number, b: number) => a + (b - a) * Math.min(1, progress);
    this.plan.points[index] = {
      ...from,
      east: between(from.east, to.east),
      north: between(from.north, to.north),
      up: between(from.up, to.up),
      actions: [],
      stop: true,
    };
  }

  private act(seconds: number) {
    const current = this.acting[0];
    if (!current) return;
    this.shooting = isPhoto(current.action.func);
    current.left -= seconds;
    if (current.left > 0) return;
    this.shooting = false;
    this.acting.shift();
    this.take(current.action);
  }

  private take({ func, params }: PlannedAction) {
    if (isPhoto(func)) this.photo(params.fileSuffix ?? '');
    if (func === 'startRecord') this.recording = true;
    if (func === 'stopRecord') this.recording = false;
    if (func === 'rotateYaw') this.body.head = Number(params.aircraftHeading) || 0;
    if (func === 'gimbalRotate' && params.gimbalPitchRotateAngle !== undefined)
      this.gimbalPitch = Number(params.gimbalPitchRotateAngle) || 0;
  }

  /** One photo where an interval begins, and one after each of its metres or seconds. */
  private shootOnTheWay(seconds: number, metres: number) {
    const interval = this.plan.intervals.find((one) => one.from <= this.waypoint && this.waypoint < one.to);
    if (interval !== this.interval) {
      this.interval = interval;
      this.sincePhoto = 0;
      if (interval) this.photo('');
    }
    if (!interval) return;
    this.sincePhoto += interval.by === 'time' ? seconds : metres;
    for (; this.sincePhoto >= interval.every - exact; this.sincePhoto -= interval.every) this.photo('');
  }

  private photo(suffix: string) {
    this.photos += 1;
    const { east, north, up, head } = this.body;
    const { waypoint, gimbalPitch } = this;
    this.shot({ waypoint, suffix, from: { east, north, up, head }, gimbalPitch });
  }
}
