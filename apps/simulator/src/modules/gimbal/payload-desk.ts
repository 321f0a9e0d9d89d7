import { localPlane, type Place } from '@eyrie/geometry';
import { focusRange, isAirborne, lookOf, openingOf, turnTo, type Drone } from '../drone/index.ts';

/** What of a running flight camera and gimbal change: it moves both as well. */
interface Run {
  gimbalPitch: number;
  recording: boolean;
  shooting: boolean;
}

export interface PayloadHost {
  readonly drone: Drone;
  /** Index of the camera that the aircraft films with. */
  readonly camera: string;
  readonly place: Place & { height: number };
  /** The flight that is under way; null: none. */
  run(): Run | null;
  afterSeconds(seconds: number, run: () => void): void;
  /** Its camera has a thermal lens; missing: it has. */
  readonly thermal?: boolean;
  /** Says how a panorama comes along. */
  event?(method: string, data: unknown, bid: string): void;
}

const codes = { malformed: 514_171, missing: 327_050, wrongState: 327_009 } as const;

type Data = Readonly<Record<string, unknown>>;
type Act = (desk: PayloadDesk, data: Data) => number;

const modes = { video: 1, panorama: 3 } as const;
const photoSeconds = { single: 1, panorama: 20 } as const;
/** Shares of a panorama that are over, and what it does then, by the numbers of devices. */
const panoramaSteps = [
  [25, 3_002],
  [50, 3_002],
  [75, 3_002],
  [90, 3_005],
] as const;
const focusSeconds = 1;
/** A message turns the gimbal for so long, s. */
const dragSeconds = 0.5;

const isNumber = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;
const whole = (value: unknown, low: number, high: number): value is number =>
  isNumber(value, low, high) && Number.isInteger(value);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const takesCode =
  (field: string, low: number, high: number, set: (camera: Drone['camera'], value: number) => void): Act =>
  ({ host }, data) => {
    const value = Number(data[field]);
    if (!whole(value, low, high)) return codes.malformed;
    set(host.drone.camera, value);
    return 0;
  };
const takesShares =
  (fields: readonly string[], then: Act): Act =>
  (desk, data) =>
    fields.every((field) => isNumber(data[field], 0, 1)) ? then(desk, data) : codes.malformed;
const takesList =
  (field: string, name: 'photoStorage' | 'videoStorage'): Act =>
  ({ host }, data) => {
    const list = data[field];
    if (!Array.isArray(list) || list.length === 0) return codes.malformed;
    host.drone.camera[name] = list.map(String);
    return 0;
  };

const metering =
  (mode: number, fields: readonly string[]): Act =>
  (desk, data) =>
    takesShares(fields, ({ host }) => {
      Object.assign(host.drone.camera, { meteringMode: mode, meteringAt: data });
      return 0;
    })(desk, data);

const aim: Act = (desk, data) => {
  const { drone } = desk.host;
  const open = openingOf(String(data['camera_type']), drone.camera);
  const { up, right } = turnTo(lookOf(drone), open, { x: Number(data['x']), y: Number(data['y']) });
  return desk.turn(up, right);
};

const acts: Readonly<Record<string, Act>> = {
  camera_mode_switch: (desk, data) => {
    if (!whole(data['camera_mode'], 0, 3)) return codes.malformed;
    if (desk.busy) return codes.wrongState;
    desk.host.drone.camera.mode = data['camera_mode'];
    return 0;
  },
  camera_photo_take: (desk) => desk.take(),
  camera_photo_stop: (desk) => desk.endPanorama(),
  camera_recording_start: (desk) => desk.record(true),
  camera_recording_stop: (desk) => desk.record(false),
  camera_screen_drag: (desk, data) => {
    const { pitch_speed: pitch, yaw_speed: yaw, locked } = data;
    if (!isNumber(pitch, -360, 360) || !isNumber(yaw, -360, 360)) return codes.malformed;
    return desk.turn(pitch * dragSeconds, locked === true ? 0 : yaw * dragSeconds);
  },
  camera_aim: takesShares(['x', 'y'], aim),
  camera_frame_zoom: takesShares(['x', 'y', 'width', 'height'], (desk, data) => {
    const { camera } = desk.host.drone;
    const widest = Math.max(Number(data['width']), Number(data['height']), 0.005);
    aim(desk, {
      ...data,
      x: Number(data['x']) + Number(data['width']) / 2,
      y: Number(data['y']) + Number(data['height']) / 2,
    });
    camera.zoom = clamp(camera.zoom / widest, 2, 200);
    return 0;
  }),
  camera_focal_length_set: ({ host }, data) => {
    const { camera_type: type, zoom_factor: factor } = data;
    if (!isNumber(factor, 1, type === 'ir' ? 20 : 200)) return codes.malformed;
    host.drone.camera[type === 'ir' ? 'irZoom' : 'zoom'] = factor;
    return 0;
  },
  gimbal_reset: (desk, data) => {
    if (!whole(data['reset_mode'], 0, 3)) return codes.malformed;
    return desk.reset(data['reset_mode']);
  },
  camera_look_at: (desk, data) => desk.lookAt(data),
  camera_screen_split: ({ host }, data) => {
    if (typeof data['enable'] !== 'boolean') return codes.malformed;
    host.drone.camera.split = data['enable'];
    return 0;
  },
  photo_storage_set: takesList('photo_storage_settings', 'photoStorage'),
  video_storage_set: takesList('video_storage_settings', 'videoStorage'),
  camera_exposure_mode_set: takesCode('exposure_mode', 1, 4, (camera, value) => {
    camera.exposureMode = value;
  }),
  camera_exposure_set: takesCode('exposure_value', 1, 255, (camera, value) => {
    camera.exposureValue = value;
  }),
  camera_focus_mode_set: takesCode('focus_mode', 0, 2, (camera, value) => {
    camera.focusMode = value;
  }),
  camera_focus_value_set: takesCode('focus_value', focusRange.least, focusRange.most, (camera, value) => {
    camera.focusValue = value;
  }),
  camera_point_focus_action: takesShares(['x', 'y'], (desk) => desk.focus()),
  ir_metering_mode_set: takesCode('mode', 0, 2, (camera, value) => {
    camera.meteringMode = value;
  }),
  ir_metering_point_set: metering(1, ['x', 'y']),
  ir_metering_area_set: metering(2, ['x', 'y', 'width', 'height']),
};

const concernsThermal = (method: string, data: Data): boolean =>
  method.startsWith('ir_') || data['camera_type'] === 'ir';

/** Camera and gimbal of an aircraft: what is ordered of them changes what it reports. */
export class PayloadDesk {
  readonly host: PayloadHost;
  /** Counts photos: the end of an earlier one is none of a later one. */
  private shot = 0;
  /** Of the order that is carried out. */
  private bid = '';

  constructor(host: PayloadHost) {
    this.host = host;
  }

  /** Null: no order to a payload. */
  command(method: string, given: unknown, bid = ''): number | null {
    const data = (typeof given === 'object' && given !== null ? given : {}) as Data;
    if (method === 'payload_authority_grab') return this.grab(data);
    const act = Object.hasOwn(acts, method) ? acts[method] : undefined;
    if (!act) return null;
    if (data['payload_index'] !== this.host.camera || !isAirborne(this.host.drone)) return codes.missing;
    if (this.host.thermal === false && concernsThermal(method, data)) return codes.missing;
    this.bid = bid;
    return act(this, data);
  }

  /** Finds the focus of a point, which takes a moment. */
  focus(): number {
    const { camera } = this.host.drone;
    camera.focusing = true;
    this.host.afterSeconds(focusSeconds, () => {
      camera.focusing = false;
    });
    return 0;
  }

  /** Nobody else ever has a simulated payload: the dock has it, once it is on. */
  private grab(data: Data): number {
    const { drone, camera } = this.host;
    return drone.powered && data['payload_index'] === camera ? 0 : codes.missing;
  }

  get busy(): boolean {
    return this.host.drone.recording || this.host.drone.shooting;
  }

  record(on: boolean): number {
    const { drone } = this.host;
    if (drone.recording === on || (on && drone.camera.mode !== modes.video)) return codes.wrongState;
    if (on) drone.recordSeconds = 0;
    this.set({ recording: on });
    return 0;
  }

  take(): number {
    const { mode } = this.host.drone.camera;
    if (this.busy || mode === modes.video) return codes.wrongState;
    this.shot += 1;
    const { shot } = this;
    this.set({ shooting: true });
    const seconds = mode === modes.panorama ? photoSeconds.panorama : photoSeconds.single;
    if (mode === modes.panorama) this.reportPanorama(shot);
    this.host.afterSeconds(seconds, () => {
      if (shot !== this.shot) return;
      this.set({ shooting: false });
      if (mode === modes.panorama) this.say('ok', 100, 3_000);
    });
    return 0;
  }

  private reportPanorama(shot: number): void {
    this.say('in_progress', 0, 3_002);
    for (const [percent, step] of panoramaSteps)
      this.host.afterSeconds((photoSeconds.panorama * percent) / 100, () => {
        if (shot === this.shot) this.say('in_progress', percent, step);
      });
  }

  private say(status: string, percent: number, step: number): void {
    const output = {
      status,
      progress: { current_step: step, percent },
      ext: { camera_mode: modes.panorama },
    };
    this.host.event?.('camera_photo_take_progress', { result: 0, output }, this.bid);
  }

  endPanorama(): number {
    const { drone } = this.host;
    if (drone.camera.mode !== modes.panorama || !drone.shooting) return codes.wrongState;
    this.shot += 1;
    this.set({ shooting: false });
    this.say('fail', 0, 3_000);
    return 0;
  }

  /** Turns the gimbal by so many degrees, as far as it goes. */
  turn(up: number, right: number): number {
    const { drone } = this.host;
    drone.camera.yaw = clamp(drone.camera.yaw + right, -180, 180);
    this.set({ gimbalPitch: clamp(drone.gimbalPitch + up, -90, 35) });
    return 0;
  }

  reset(mode: number): number {
    const { camera } = this.host.drone;
    // 0 centre, 1 down, 2 yaw centre, 3 pitch down.
    if (mode !== 3) camera.yaw = 0;
    if (mode === 0) this.set({ gimbalPitch: 0 });
    if (mode === 1 || mode === 3) this.set({ gimbalPitch: -90 });
    return 0;
  }

  lookAt({ longitude: lng, latitude: lat, height }: Data): number {
    if (!isNumber(lng, -180, 180) || !isNumber(lat, -90, 90) || !isNumber(height, -500, 10_000))
      return codes.malformed;
    const { drone, place } = this.host;
    const { east, north } = localPlane(drone).toPlane({ lng, lat });
    const away = (Math.atan2(east, north) * 180) / Math.PI - drone.head;
    drone.camera.yaw = ((away + 540) % 360) - 180;
    const below = height - (place.height + drone.elevation);
    this.set({
      gimbalPitch: clamp((Math.atan2(below, Math.hypot(east, north)) * 180) / Math.PI, -90, 35),
    });
    return 0;
  }

  private set(part: Partial<Run>): void {
    Object.assign(this.host.drone, part);
    const run = this.host.run();
    if (run) Object.assign(run, part);
  }
}
