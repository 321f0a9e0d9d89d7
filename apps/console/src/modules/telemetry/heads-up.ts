import {
  limits,
  linkLevel,
  obstacleReach,
  radarSectors,
  type DroneTelemetry,
  type StickReport,
} from '@eyrie/domain';
import { bearing } from '@eyrie/geometry';

/** Where a value of the overlay comes from: the message of the aircraft, or a part of what comes by the link of sticks. */
export const headsUpSources = ['aircraft', 'motion', 'obstacles', 'delays'] as const;
type HeadsUpSource = (typeof headsUpSources)[number];

/** `old`: it may no longer hold; `none`: nothing is reported, or nothing that says anything of now. */
type Freshness = 'live' | 'old' | 'none';
export interface SourceState {
  freshness: Freshness;
  /** ms; null where there is none. */
  ageMs: number | null;
}
const absent: SourceState = { freshness: 'none', ageMs: null };

/** A value, and by which source it is drawn. */
export interface Drawn<Value> {
  value: Value | null;
  from: HeadsUpSource;
}

/** Percent of the battery: what is left to fly with, what the way home takes, and what the landing takes. */
interface BatterySplit {
  flight: number;
  return: number;
  land: number;
}

const percentWithin = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/**
 * The battery in what flight, return and landing need of it, by the word of the aircraft. What is below the need of the return
 * is no more than that: nothing is left to fly with.
 * @returns null where it does not say one of them
 */
export const splitBattery = ({
  percent,
  rth,
}: Pick<DroneTelemetry, 'percent' | 'rth'>): BatterySplit | null => {
  const { power, landingPower } = rth;
  if (percent === null || power === null || landingPower === null) return null;
  const land = percentWithin(landingPower, percent);
  const back = percentWithin(Math.max(power, landingPower), percent) - land;
  return { flight: percent - land - back, return: back, land };
};

/** What is seen of obstacles. Metres; `around` as in the report. */
interface Obstacles {
  around: readonly (number | null)[] | null;
  sensing: 'full' | 'downwards' | 'unknown';
  /** The nearest around it, and where it is in degrees clockwise from the nose; null: none is within reach. */
  nearest: { distance: number; at: number } | null;
  up: number | null;
  down: number | null;
}

const nearestOf = (around: readonly (number | null)[]): Obstacles['nearest'] => {
  let nearest: Obstacles['nearest'] = null;
  for (const [sector, distance] of around.entries())
    if (distance !== null && distance < (nearest?.distance ?? obstacleReach))
      nearest = { distance, at: ((sector + 0.5) * 360) / radarSectors };
  return nearest;
};

export interface HeadsUp {
  sources: Readonly<Record<HeadsUpSource, SourceState>>;
  attitude: Drawn<{ pitch: number; roll: number }>;
  head: Drawn<number>;
  /** To where it lands again, degrees clockwise from the nose. */
  home: Drawn<number>;
  height: Drawn<number>;
  speedV: Drawn<number>;
  speedH: Drawn<number>;
  homeDistance: Drawn<number>;
  wind: Drawn<number>;
  windDir: Drawn<number>;
  battery: Drawn<BatterySplit>;
  /** Seconds. */
  remaining: Drawn<number>;
  gimbalPitch: Drawn<number>;
  zoom: Drawn<number>;
  laser: Drawn<number>;
  obstacles: Drawn<Obstacles>;
  /** Of the picture that is shown, by the word of the device, ms. */
  delay: Drawn<number>;
}

/** The picture that the overlay stands on. */
export interface ShownPicture {
  videoId: string;
  lens: string | null;
  /** It is the one of the camera that the gimbal turns. */
  ofPayload: boolean;
}

export interface HeadsUpInput {
  drone: DroneTelemetry | null;
  /** Age of it; null: never. ms. */
  droneAgeMs: number | null;
  report: StickReport | null;
  /** How long ago the report was published. The age of each of its parts is so much more. ms. */
  reportAgeMs: number;
  picture: ShownPicture;
}

const aircraftState = ({ drone, droneAgeMs }: HeadsUpInput): SourceState => {
  const level = linkLevel(droneAgeMs);
  if (!drone?.online || level === 'lastKnown') return absent;
  return { freshness: level === 'live' || level === 'ageing' ? 'live' : 'old', ageMs: droneAgeMs };
};

type ReportPart = keyof typeof limits.drc.reportAges;
const partState = ({ report, reportAgeMs }: HeadsUpInput, part: ReportPart): SourceState => {
  const reported = report?.open ? report[part] : null;
  if (!reported) return absent;
  const ageMs = reported.ageMs + Math.max(0, reportAgeMs);
  const { old, gone } = limits.drc.reportAges[part];
  if (!(ageMs <= gone)) return absent;
  return { freshness: ageMs <= old ? 'live' : 'old', ageMs };
};

const homeBearing = (drone: DroneTelemetry, head: number | null): number | null => {
  const { lng, lat, homeLng, homeLat } = drone;
  if (head === null || lng === null || lat === null || homeLng === null || homeLat === null) return null;
  return (bearing({ lng, lat }, { lng: homeLng, lat: homeLat }) - head + 720) % 360;
};

/** Of a camera that looks through several lenses one picture is reported: its id counts without the lens. */
const cameraOf = (videoId: string): string => videoId.split('/').slice(0, 2).join('/');

const delayOf = ({ report, picture }: HeadsUpInput): number | null => {
  const pictures = report?.delays?.pictures ?? [];
  const same =
    pictures.find(({ videoId }) => videoId === picture.videoId) ??
    pictures.find(({ videoId }) => cameraOf(videoId) === cameraOf(picture.videoId));
  return same?.ms ?? null;
};

const obstaclesOf = (reported: NonNullable<StickReport['obstacles']>): Obstacles => {
  const { around, sensing, up, down } = reported;
  return { around, sensing, up, down, nearest: around && nearestOf(around) };
};

/**
 * What the overlay shows at this moment. What the link of sticks reports ten times a second counts before what the aircraft
 * reports once a second, as long as it is of now; a source without a word of now has no values at all.
 */
export const readHeadsUp = (input: HeadsUpInput): HeadsUp => {
  const sources = {
    aircraft: aircraftState(input),
    motion: partState(input, 'motion'),
    obstacles: partState(input, 'obstacles'),
    delays: partState(input, 'delays'),
  };
  const drone = sources.aircraft.freshness === 'none' ? null : input.drone;
  const motion = sources.motion.freshness === 'live' ? (input.report?.motion ?? null) : null;
  const obstacles = sources.obstacles.freshness === 'none' ? null : (input.report?.obstacles ?? null);
  const { ofPayload, lens } = input.picture;
  const camera = ofPayload ? (drone?.camera ?? null) : null;
  const aircraft = <Value>(value: Value | null | undefined): Drawn<Value> => ({
    value: value ?? null,
    from: 'aircraft',
  });
  /** The quick value where there is one. */
  const quick = (value: number | null | undefined, otherwise: number | null | undefined): Drawn<number> =>
    typeof value === 'number' ? { value, from: 'motion' } : aircraft(otherwise);
  const head = quick(motion?.head, drone?.head);
  const { pitch = null, roll = null } = drone ?? {};
  return {
    sources,
    attitude: aircraft(pitch === null || roll === null ? null : { pitch, roll }),
    head,
    home: { value: drone && homeBearing(drone, head.value), from: head.from },
    height: aircraft(drone?.elevation),
    speedV: aircraft(drone?.speedV),
    speedH: quick(motion?.speed, drone?.speedH),
    homeDistance: aircraft(drone?.homeDistance),
    wind: aircraft(drone?.wind),
    windDir: aircraft(drone?.windDir),
    battery: aircraft(drone && splitBattery(drone)),
    remaining: aircraft(drone?.remainFlightTime),
    gimbalPitch: ofPayload ? quick(motion?.gimbal.pitch, drone?.gimbal.pitch) : aircraft<number>(null),
    zoom: aircraft(lens === 'ir' || lens === 'thermal' ? camera?.irZoom : camera?.zoom),
    laser: aircraft(camera?.settings?.laser?.distance),
    obstacles: { value: obstacles && obstaclesOf(obstacles), from: 'obstacles' },
    delay: { value: sources.delays.freshness === 'none' ? null : delayOf(input), from: 'delays' },
  };
};

/** Without sticks nothing comes oftener than the aircraft reports, once a second: its age is written so often, ms. */
const slowly = 500;

/** Whether it is time to draw again. @param sinceDrawn ms */
export const isDue = (report: StickReport | null, sinceDrawn: number): boolean =>
  report?.open === true || sinceDrawn >= slowly;

/** How near something is: what is `near` is warned of. Metres. */
const radarBands = { near: 5, middle: 15 } as const;
type RadarBand = 'near' | 'middle' | 'far' | 'unknown';
/** Radii of the drawing: what touches the aircraft, and what is at the end of the radar. */
const radii = { inner: 46, outer: 74, thick: 4 } as const;
/** Metres at the end of the radar; what is farther stands at its edge. */
const radarMetres = 30;

const bandOf = (distance: number | null): RadarBand | null => {
  if (distance === null) return 'unknown';
  if (distance >= obstacleReach) return null;
  if (distance < radarBands.near) return 'near';
  return distance < radarBands.middle ? 'middle' : 'far';
};

const point = (radius: number, sector: number): string => {
  const angle = (sector * 2 * Math.PI) / radarSectors;
  return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
};
const segment = (sector: number, from: number, to: number): string =>
  `M${point(from, sector)}L${point(to, sector)}L${point(to, sector + 1)}L${point(from, sector + 1)}Z`;

/** Paths of the radar around a middle at 0 0, the nose upwards: one of each band; what was not measured fills its sector. */
export const radarPaths = (
  around: readonly (number | null)[] | null,
): Readonly<Record<RadarBand, string>> => {
  const paths = { near: '', middle: '', far: '', unknown: '' };
  for (const [sector, distance] of (around ?? []).entries()) {
    const band = bandOf(distance);
    if (band === null) continue;
    const { inner, outer, thick } = radii;
    const at = inner + ((outer - inner) * Math.min(distance ?? 0, radarMetres)) / radarMetres;
    paths[band] += distance === null ? segment(sector, inner, outer) : segment(sector, at, at + thick);
  }
  return paths;
};
