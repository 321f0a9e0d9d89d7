import { heardOnly, modelKey, reportedDroneModel } from '@eyrie/dji';
import { ratedSeconds, type FlownLeg, type PlanSettings } from '@eyrie/domain';
import { chooseAircraft, flyToLegs, freshPlan, type FlyToWay, type PathLeg } from '@eyrie/planner';
import { undulation } from '../../platform/undulation.ts';
import { statusOf, telemetryOf, type DockLink } from '../dock/index.ts';

/** Where an aircraft is to go, as the order says it: metres above take-off, m/s. */
export interface FlyToTarget {
  lng: number;
  lat: number;
  height: number;
  maxSpeed: number;
}

/** A way to a point as its aircraft would fly it now. */
export interface PlannedWay {
  way: FlyToWay;
  settings: PlanSettings;
  /** Seconds that the model flies; null: not known. */
  rated: number | null;
  /** Metres above the ellipsoid at take-off. */
  takeOff: number;
}

const setHeight = 1;

/** Metres above take-off to which the aircraft is set to rise on its way to a point; null: it chooses, or does not report it. */
const transitOf = ({ droneSnapshot: { values } }: DockLink): number | null => {
  const height = values['commander_flight_height'];
  const chooses =
    values['commander_flight_mode'] !== undefined && values['commander_flight_mode'] !== setHeight;
  return typeof height === 'number' && !chooses ? height : null;
};

/** Where a dock reports that it stands. */
export const placeOfDock = (gps: string | null): { lng: number; lat: number } | null => {
  const [lng = Number.NaN, lat = Number.NaN] = (gps ?? '').split(',').map(Number);
  return Number.isFinite(lng) && Number.isFinite(lat) ? { lng, lat } : null;
};

/** Key of the model of the aircraft; null: not known. */
export const modelOf = (link: DockLink): string | null =>
  reportedDroneModel(heardOnly(link.dockSnapshot)) ??
  (link.dock.droneModel === null ? null : modelKey(link.dock.droneModel));

/** Null: the aircraft does not report where it is, where its home is, or how high it returns. */
export const wayOf = (link: DockLink, target: FlyToTarget, now: number): PlannedWay | null => {
  const reported = telemetryOf(link, now);
  const { lng, lat, height, elevation, homeLng, homeLat, rth } = reported;
  const home =
    homeLng !== null && homeLat !== null
      ? { lng: homeLng, lat: homeLat }
      : placeOfDock(statusOf(link, now).gps);
  if (lng === null || lat === null || height === null || elevation === null || !home || rth.altitude === null)
    return null;
  const takeOff = height - elevation;
  const at = (place: { lng: number; lat: number }, ellipsoid: number) => ({
    ...place,
    sea: ellipsoid - undulation(place),
  });
  const model = modelOf(link);
  const plan = freshPlan('waypoint');
  const { settings } = model === null ? plan : chooseAircraft(plan, model);
  const wind =
    reported.wind === null || reported.windDir === null
      ? null
      : { speed: reported.wind, from: reported.windDir };
  return {
    way: {
      here: at({ lng, lat }, height),
      target: at({ lng: target.lng, lat: target.lat }, takeOff + target.height),
      home: at(home, takeOff),
      speed: target.maxSpeed,
      transit: transitOf(link),
    },
    settings: { ...settings, wind, returnHeight: rth.altitude },
    rated: model === null ? null : (ratedSeconds[model] ?? null),
    takeOff,
  };
};

type Range = readonly [number, number];
const rangeOf = ({ from, to }: PathLeg, low: number): Range | null =>
  from.sea === null || to.sea === null ? null : [Math.min(from.sea, to.sea, low), Math.max(from.sea, to.sea)];

/**
 * The legs as regions are asked about them. On the way there the aircraft may be anywhere between the lower end and the height
 * at which it goes sideways; where that is not known, no height of it is.
 */
export const regionLegs = ({ way, settings, takeOff }: PlannedWay): FlownLeg[] => {
  const { there, home } = flyToLegs(way, settings);
  const low = Math.min(way.here.sea, way.target.sea);
  const homeSea = takeOff - undulation(way.home);
  return [
    ...there.map((leg): FlownLeg => ({
      name: leg.name,
      from: leg.from,
      to: leg.to,
      heights: { sea: way.transit === null ? null : rangeOf(leg, low), ground: null },
    })),
    ...home.map((leg): FlownLeg => {
      const sea = rangeOf(leg, Infinity);
      // Above its home the ground is where it took off.
      const down = leg.phase === 'descent' && sea ? ([sea[0] - homeSea, sea[1] - homeSea] as const) : null;
      return { name: leg.name, from: leg.from, to: leg.to, heights: { sea, ground: down } };
    }),
  ];
};
