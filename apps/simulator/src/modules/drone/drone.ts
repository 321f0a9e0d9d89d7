import type { Look } from './sight.ts';

/** Its camera, by the numbers of devices; `yaw` in degrees off the nose. */
interface CameraState {
  mode: number;
  zoom: number;
  irZoom: number;
  yaw: number;
  split: boolean;
  exposureMode: number;
  exposureValue: number;
  /** Of each lens, as it is reported. */
  iso: { wide: number; zoom: number };
  shutter: { wide: number; zoom: number };
  /** f-number times 100; 0 automatic. */
  aperture: { wide: number; zoom: number };
  dewarping: boolean;
  mechanicalShutter: boolean;
  night: { mode: number; denoise: number; vision: boolean; fillLight: boolean };
  /** Of thermal photos, as it is numbered. */
  photoFormat: number;
  videoResolution: number;
  linkedZoom: boolean;
  /** Seconds. */
  photoInterval: number;
  focusMode: number;
  focusValue: number;
  /** A focus that was asked for is being found. */
  focusing: boolean;
  meteringMode: number;
  meteringAt: Readonly<Record<string, unknown>>;
  /** Of its thermal lens, by the names of its properties. */
  thermal: Record<string, number>;
  photoStorage: string[];
  videoStorage: string[];
}

const standingCamera = (): CameraState => ({
  mode: 0,
  zoom: 2,
  irZoom: 2,
  yaw: 0,
  split: false,
  exposureMode: 1,
  exposureValue: 16,
  iso: { wide: 3, zoom: 3 },
  shutter: { wide: 17, zoom: 17 },
  aperture: { wide: 0, zoom: 0 },
  dewarping: false,
  mechanicalShutter: false,
  night: { mode: 0, denoise: 2, vision: false, fillLight: false },
  photoFormat: 7,
  videoResolution: 1,
  linkedZoom: false,
  photoInterval: 2,
  focusMode: 2,
  focusValue: 20,
  focusing: false,
  meteringMode: 0,
  meteringAt: {},
  thermal: {
    thermal_current_palette_style: 0,
    thermal_gain_mode: 2,
    thermal_isotherm_state: 0,
    thermal_isotherm_upper_limit: 120,
    thermal_isotherm_lower_limit: 10,
  },
  photoStorage: ['current'],
  videoStorage: ['current'],
});

/** The aircraft as it is now. Heights in metres, `elevation` above the dock; speeds in real m/s; degrees. */
export interface Drone {
  powered: boolean;
  /** Mode and reason numbers as the devices use them. */
  mode: number;
  reason: number;
  lng: number;
  lat: number;
  elevation: number;
  speed: number;
  climb: number;
  head: number;
  pitch: number;
  roll: number;
  gimbalPitch: number;
  camera: CameraState;
  recording: boolean;
  /** Seconds of the recording that runs. */
  recordSeconds: number;
  shooting: boolean;
  trackId: string;
  /** All its lights are out. */
  stealth: boolean;
  homeDistance: number;
  /** Life totals: m, s, flights. */
  flown: { distance: number; time: number; sorties: number };
  settings: Record<string, unknown>;
  /** KB. */
  storageUsed: number;
}

export const mode = {
  standby: 0,
  preparing: 1,
  ready: 2,
  hover: 3,
  takeOff: 4,
  route: 5,
  returning: 9,
  landing: 10,
  live: 17,
  converging: 18,
  orbiting: 20,
} as const;

export const modeReason = {
  none: 0,
  lowBattery: 1,
  signalLost: 6,
  mission: 11,
  aboveHome: 12,
  returnCancelled: 21,
  strongWind: 23,
} as const;

/** Between which values its zoom lens focuses. */
export const focusRange = { least: 10, most: 79 } as const;

const viewPitch = -12;

/** Where its gimbal looks to. */
export const lookOf = ({ head, camera, gimbalPitch, elevation }: Drone): Look => ({
  head: head + camera.yaw,
  gimbalPitch,
  elevation,
});

/** What one of its cameras looks through. `view`: the one for flying, which looks ahead and a little down. */
export const eyeOf = (drone: Drone, view: boolean) => {
  const { head, gimbalPitch } = view ? { head: drone.head, gimbalPitch: viewPitch } : lookOf(drone);
  const { zoom, irZoom, thermal } = drone.camera;
  return { head, gimbalPitch, zoom, irZoom, thermal, view };
};

export const isAirborne = (drone: Drone): boolean => drone.powered && drone.mode > mode.ready;

export const standingDrone = (place: { lng: number; lat: number; heading: number }): Drone => ({
  powered: false,
  mode: mode.standby,
  reason: modeReason.none,
  lng: place.lng,
  lat: place.lat,
  elevation: 0,
  speed: 0,
  climb: 0,
  head: place.heading,
  pitch: 0,
  roll: 0,
  gimbalPitch: 0,
  camera: standingCamera(),
  recording: false,
  recordSeconds: 0,
  shooting: false,
  trackId: '',
  stealth: false,
  homeDistance: 0,
  flown: { distance: 183_000, time: 41_000, sorties: 96 },
  storageUsed: 8_411_000,
  settings: {
    height_limit: 120,
    rth_altitude: 100,
    night_lights_state: 0,
    state: 0,
    distance_limit: 5000,
    horizon: 1,
    upside: 1,
    downside: 1,
    global_enable: 0,
  },
});
