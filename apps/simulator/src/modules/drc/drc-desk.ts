import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Place } from '@eyrie/geometry';
import { isAirborne, type Drone } from '../drone/index.ts';
import { standStill, type Wanted } from '../flight/index.ts';
import { openDrcLine, readBroker, type DrcLine } from '../../platform/drc-line.ts';

/** What the desk of sticks needs of the dock it stands in. */
export interface DrcHost {
  readonly sn: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly drone: Drone;
  readonly place: Place & { height: number };
  /** Begins to fly by sticks; false: it does something else that has to be ended first. */
  take(): boolean;
  /** Speeds that are asked for now; null: nobody flies it by sticks any more, and it hovers. */
  fly(wanted: Wanted | null): void;
  /** The aircraft stops at once. */
  halt(): void;
  /** Goes down where it is; false: it does not fly by sticks. */
  land(): boolean;
  /** Still by sticks: it did not turn home, for instance. */
  flying(): boolean;
  linkUp(): boolean;
  /** Whether its documents have a method: what it lacks it does not answer. */
  has(method: string): boolean;
  /** Sets its camera; null: it is no order to one. */
  setCamera(method: string, data: unknown): number | null;
  /** What it says of its camera. */
  camera(): unknown;
  /** Puts its lights out or lets them shine; null: it is no order to them. */
  setLights(method: string, data: unknown): number | null;
  /** What the aircraft says of itself beside its place. */
  droneState(): unknown;
  /** Sets one of its payload devices; null: it is no order to one. */
  setDevice(method: string, data: unknown): number | null;
  /** What each of them says of itself. */
  devices(): readonly unknown[];
  /** What its sensors find, mm: around it by degrees from its nose, empty for nothing, and below it. */
  sensed(): { around: number[]; below: number };
  /** The ids of its pictures that run now. */
  pictures(): readonly string[];
  /** 0 closed, 1 opening, 2 open: what the dock says of its link. */
  said(state: number, result: number): void;
}

const codes = {
  malformed: 514_171,
  notAirborne: 316_024,
  busy: 319_009,
  notOpen: 514_300,
  silent: 514_301,
} as const;

const centre = 1024;
const reach = 660;
/** At the end of their way: m/s, and degrees a second. */
const most = { flat: 12, up: 5, turn: 60 } as const;
/** Without a frame for so long it stands still, ms. */
const stillAfter = 500;
/** Without a heartbeat for so long the link is closed, ms: a minute on docks of the second and third generation. */
const silentAfter = 60_000;
const delayEvery = 1_000;

const part = (value: unknown): number | null =>
  typeof value === 'number' && value >= centre - reach && value <= centre + reach
    ? (value - centre) / reach
    : null;

/** What the sticks ask for; null: no dock takes it. */
export const readSticks = (data: unknown): Wanted | null => {
  const given = (data ?? {}) as Record<string, unknown>;
  const [roll, pitch, throttle, yaw] = ['roll', 'pitch', 'throttle', 'yaw'].map((axis) => part(given[axis]));
  if (roll === null || pitch === null || throttle === null || yaw === null) return null;
  return {
    right: (roll ?? 0) * most.flat,
    ahead: (pitch ?? 0) * most.flat,
    up: (throttle ?? 0) * most.up,
    turn: (yaw ?? 0) * most.turn,
  };
};

/** The part of a dock that opens a second connection for sticks, and flies its aircraft by them. */
export class DrcDesk {
  private readonly host: DrcHost;
  private line: DrcLine | null = null;
  private framedAt = 0;
  private beatAt = 0;
  private quiet: (() => void)[] = [];
  /** Of the newest frame that was flown: what comes after it with a lower number is of the past. */
  private seq = -1;
  /** Somebody asked for what it says of its camera. */
  private asked = false;

  constructor(host: DrcHost) {
    this.host = host;
  }

  enter(data: unknown): number {
    const { host } = this;
    const broker = readBroker(data);
    if (!broker) return codes.malformed;
    if (!isAirborne(host.drone)) return codes.notAirborne;
    if (!host.take()) return codes.busy;
    this.close();
    const now = host.clock.mono();
    this.seq = -1;
    this.asked = false;
    [this.framedAt, this.beatAt] = [now, now];
    host.said(1, 0);
    this.line = openDrcLine(host.sn, broker, {
      open: () => host.said(2, 0),
      heard: (method, body) => this.heard(method, body),
      fault: (error) => host.log('drcFault', { sn: host.sn, message: error.message }),
    });
    const { clock } = host;
    this.quiet = [
      clock.every(1_000 / broker.stateFrequency, () => this.push()),
      clock.every(1_000 / broker.obstacleFrequency, () => this.pushAround()),
      clock.every(delayEvery, () => this.pushDelays()),
      clock.every(100, () => this.look()),
    ];
    return 0;
  }

  exit(): number {
    if (!this.line) return codes.notOpen;
    this.end(0);
    return 0;
  }

  stop(): void {
    this.close();
  }

  /** Payload devices are something else now: said once somebody asked. */
  reportDevices(): void {
    if (!this.asked) return;
    for (const one of this.host.devices()) this.line?.say('drc_psdk_state_info', one);
  }

  /** A payload device wrote into its window. */
  reportWindow(index: number, text: string): void {
    if (!this.asked) return;
    this.line?.say('drc_psdk_floating_window_text', { psdk_index: index, floating_window_text: text });
  }

  /** The link breaks off, if there is one. */
  lose(result: number): void {
    if (this.line) this.end(result);
  }

  private close() {
    for (const stop of this.quiet.splice(0)) stop();
    this.line?.close();
    this.line = null;
  }

  private end(result: number) {
    this.close();
    this.host.fly(null);
    this.host.said(0, result);
  }

  private heard(method: string, { seq, data }: { seq: unknown; data: unknown }) {
    const { clock } = this.host;
    if (method === 'heart_beat') {
      this.beatAt = clock.mono();
      this.line?.say('heart_beat', data);
    } else if (method === 'drone_emergency_stop') {
      this.host.halt();
      this.line?.say(method, { result: 0 });
    } else if (method === 'drc_force_landing' || method === 'drc_emergency_landing') {
      this.line?.say(method, { result: this.host.land() ? 0 : codes.notAirborne });
    } else if (method === 'stick_control') {
      const wanted = readSticks(data);
      if (!wanted || typeof seq !== 'number' || seq <= this.seq) return;
      this.seq = seq;
      this.framedAt = clock.mono();
      this.host.fly(wanted);
    } else if (this.host.has(method)) this.obey(method, seq, data);
  }

  /** What concerns camera and payload devices alone. */
  private obey(method: string, seq: unknown, data: unknown) {
    const { host } = this;
    const asks = method === 'drc_initial_state_subscribe';
    const result = asks
      ? 0
      : (host.setLights(method, data) ?? host.setCamera(method, data) ?? host.setDevice(method, data));
    if (result === null) return;
    this.asked ||= asks;
    this.line?.say(method, { result }, seq);
    if (this.asked && result === 0) {
      this.line?.say('drc_drone_state_push', host.droneState());
      this.line?.say('drc_camera_state_push', host.camera());
    }
    if (asks) this.reportDevices();
  }

  /** Time passes: without frames it stands still, without heartbeats the link is closed. */
  private look() {
    const now = this.host.clock.mono();
    if (!this.host.flying()) return this.end(0);
    if (now - this.beatAt > silentAfter) return this.end(codes.silent);
    if (now - this.framedAt > stillAfter) this.host.fly(standStill);
    return undefined;
  }

  private push() {
    const { drone, place, linkUp } = this.host;
    if (!linkUp()) return;
    this.line?.say('osd_info_push', {
      attitude_head: drone.head,
      latitude: drone.lat,
      longitude: drone.lng,
      height: place.height + drone.elevation,
      speed_x: drone.speed,
      speed_y: 0,
      speed_z: drone.climb,
      gimbal_pitch: drone.gimbalPitch,
      gimbal_roll: 0,
      gimbal_yaw: drone.head,
    });
  }

  private pushAround() {
    const { linkUp, sensed } = this.host;
    if (!linkUp()) return;
    const works = Object.fromEntries(
      ['up', 'down', 'left', 'right', 'front', 'back', 'vertical', 'horizontal'].flatMap((side) => [
        [`${side}_enable`, true],
        [`${side}_work`, true],
      ]),
    );
    const { around, below } = sensed();
    const distances = { up_distance: 60_000, down_distance: below, around_distances: around };
    this.line?.say('hsi_info_push', { ...distances, ...works });
  }

  private pushDelays() {
    if (!this.host.linkUp()) return;
    const liveview_delay_list = this.host
      .pictures()
      .map((video_id) => ({ video_id, liveview_delay_time: 180 }));
    this.line?.say('delay_info_push', { sdr_cmd_delay: 38, liveview_delay_list });
  }
}
