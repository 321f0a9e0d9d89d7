import { createHash } from 'node:crypto';
import {
  approvalParts,
  limits,
  type ApprovalPart,
  type BreakPoint,
  type DrawnRegion,
  type FlightChoices,
} from '@eyrie/domain';

/** Checksums of what is approved, SHA-256 in hex, by its parts. */
export type PartMarks = Readonly<Record<ApprovalPart, string>>;

/** Choices that are part of what is approved. Who flies it is asked at its start, by their rights. */
export type ApprovedChoices = Pick<
  FlightChoices,
  'aiTypes' | 'aiRange' | 'workOrderType' | 'controllerOID' | 'gimbalOID'
>;

/** What of a flight or a timed task is approved. */
export interface ApprovedThing {
  route: { oid: string; checksum: string; waypoints: unknown };
  /** Regions that are rules for the department of its dock. */
  rules: readonly DrawnRegion[];
  settings: {
    dockOID: string;
    returnAltitude: number;
    lostAction: string;
    clarity: string;
    /** When a task flies, and what it does where its dock is busy; null of a flight by itself. */
    schedule: string | null;
    /** Where on its route it begins; null: at the first waypoint. */
    startsAt: BreakPoint | null;
    /** What was chosen beside that; what nobody chose is left out or null. */
    chosen: ApprovedChoices;
  };
}

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}
const metresOfDegree = 111_000;

const boxOf = (places: readonly (readonly [lng: number, lat: number])[], around: number): Box | null => {
  if (places.length === 0) return null;
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const high = around / metresOfDegree;
  const furthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + high);
  const wide = high / Math.cos((furthest * Math.PI) / 180);
  return {
    west: Math.min(...lngs) - wide,
    south: south - high,
    east: Math.max(...lngs) + wide,
    north: north + high,
  };
};

/** A box so wide that it may lie across the 180th meridian meets everything of its latitudes. */
const halfWorld = 180;
const meet = (one: Box, other: Box): boolean =>
  one.south <= other.north &&
  other.south <= one.north &&
  (one.east - one.west > halfWorld ||
    other.east - other.west > halfWorld ||
    [-360, 0, 360].some((turn) => one.west <= other.east + turn && other.west + turn <= one.east));

const pairsOf = (value: unknown): [number, number][] => {
  if (!Array.isArray(value)) return [];
  const [lng, lat] = value as unknown[];
  return typeof lng === 'number' && typeof lat === 'number' ? [[lng, lat]] : value.flatMap(pairsOf);
};
const placesOf = (waypoints: unknown): [number, number][] =>
  (Array.isArray(waypoints) ? waypoints : []).flatMap((one: { lng?: unknown; lat?: unknown }) =>
    typeof one.lng === 'number' && typeof one.lat === 'number' ? [[one.lng, one.lat]] : [],
  );

/** Of a region what it forbids, where and when; neither its name nor its colour. */
const ruleOf = (region: DrawnRegion): unknown[] => [
  region.oid,
  region.kind,
  region.geometry.type,
  region.geometry.coordinates,
  region.radius,
  region.width,
  region.floor,
  region.ceiling,
  region.heightReference,
  region.validFrom,
  region.validUntil,
];

/** Regions so near to a route that a dock that flies it may meet them; of a route without places all of them. */
const rulesNear = ({ route, rules }: Pick<ApprovedThing, 'route' | 'rules'>): DrawnRegion[] => {
  const flown = boxOf(placesOf(route.waypoints), limits.approval.regionsAround);
  return rules.filter((region) => {
    const drawn = boxOf(
      pairsOf(region.geometry.coordinates),
      Math.max(region.radius ?? 0, region.width ?? 0),
    );
    return flown === null || drawn === null || meet(flown, drawn);
  });
};

const chosenMark = ({
  aiTypes = [],
  aiRange = null,
  workOrderType = null,
  controllerOID = null,
  gimbalOID = null,
}: ApprovedChoices): unknown[] => {
  const chosen = [aiTypes.toSorted(), aiRange, workOrderType, controllerOID, gimbalOID];
  // What was approved before there were such choices stays approved.
  return aiTypes.length === 0 && chosen.slice(1).every((one) => one === null) ? [] : [chosen];
};

/** Checksums over the saved version of the route, the regions around it and how it is flown. */
export const partMarks = (thing: ApprovedThing): PartMarks => {
  const { route, settings } = thing;
  const near = rulesNear(thing).toSorted((one, other) => (one.oid < other.oid ? -1 : 1));
  const { dockOID, returnAltitude, lostAction, clarity, schedule, startsAt, chosen } = settings;
  // What was approved before there were breakpoints stays approved.
  const begin = startsAt ? [startsAt.wayline, startsAt.waypoint, startsAt.progress] : [];
  return {
    route: sha256([route.oid, route.checksum]),
    regions: sha256(near.map(ruleOf)),
    settings: sha256([
      dockOID,
      returnAltitude,
      lostAction,
      clarity,
      schedule,
      ...begin,
      ...chosenMark(chosen),
    ]),
  };
};

/** One checksum over all parts. */
export const markOf = (marks: PartMarks): string => sha256(approvalParts.map((part) => marks[part]));

/** What differs from what was approved. Marks that are not there, or of an unknown form, differ in everything. */
export const changedParts = (approved: unknown, now: PartMarks | null): ApprovalPart[] => {
  const kept = (approved ?? {}) as Partial<Record<ApprovalPart, unknown>>;
  return approvalParts.filter((part) => now === null || kept[part] !== now[part]);
};
