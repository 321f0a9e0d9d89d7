import { all, figure, number, one, value, type Element } from './opened.ts';

export type Say = (rule: string, where: string) => void;

const turns = new Set([
  'coordinateTurn',
  'toPointAndStopWithDiscontinuityCurvature',
  'toPointAndStopWithContinuityCurvature',
  'toPointAndPassWithContinuityCurvature',
]);
const passing = new Set(['coordinateTurn', 'toPointAndPassWithContinuityCurvature']);
const curved = new Set(['toPointAndStopWithContinuityCurvature', 'toPointAndPassWithContinuityCurvature']);
const headings = new Set(['followWayline', 'manually', 'fixed', 'smoothTransition', 'towardPOI']);

export const placemarkOrder = [
  'Point',
  'index',
  'executeHeight',
  'waypointSpeed',
  'waypointHeadingParam',
  'waypointTurnParam',
  'useStraightLine',
  'actionGroup',
];

/** Longitude and latitude of a waypoint. */
export function position(placemark: Element): readonly [number, number] {
  const [lng, lat] = (value(one(placemark, 'Point'), 'coordinates') ?? '')
    .split(',')
    .map((part) => figure(part.trim()));
  return [lng ?? Number.NaN, lat ?? Number.NaN];
}

const radius = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two waypoints by the haversine, height included. */
function legLength(from: Element, to: Element, height: string): number {
  const [[lng1, lat1], [lng2, lat2]] = [position(from), position(to)];
  const half =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lng2 - lng1) / 2) ** 2;
  return Math.hypot(2 * radius * Math.asin(Math.sqrt(half)), number(to, height) - number(from, height));
}

/** Names that stand in an order that the format does not have. */
export function isOrdered(element: Element, order: readonly string[]): boolean {
  const places = element.children.map(({ name }) => order.indexOf(name)).filter((place) => place >= 0);
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
}

function checkHeading(placemark: Element, where: string, say: Say): void {
  const param = one(placemark, 'waypointHeadingParam');
  const mode = value(param, 'waypointHeadingMode') ?? '';
  if (!headings.has(mode)) say('heading mode', where);
  if (!(Math.abs(number(param, 'waypointHeadingAngle')) <= 180)) say('heading angle', where);
  const place = (value(param, 'waypointPoiPoint') ?? '').split(',').map((part) => figure(part));
  const [lat, lng] = place;
  if (place.length !== 3 || place.some(Number.isNaN)) say('place of interest', where);
  if (mode === 'towardPOI' && lat === 0 && lng === 0) say('place of interest', where);
  // Latitude comes first here: in the same part of the world as the waypoint it stands near the waypoint's latitude.
  if (mode === 'towardPOI' && Math.abs((lat ?? 0) - position(placemark)[1]) > 1)
    say('place of interest', where);
}

/** @returns metres before the waypoint at which its turn begins */
function checkTurn(placemark: Element, atEnd: boolean, where: string, say: Say): number {
  const param = one(placemark, 'waypointTurnParam');
  const mode = value(param, 'waypointTurnMode') ?? '';
  const damping = number(param, 'waypointTurnDampingDist');
  if (!turns.has(mode)) say('turn mode', where);
  if (!(damping >= 0)) say('damping', where);
  if (atEnd && (passing.has(mode) || damping !== 0)) say('turn at an end', where);
  if (mode === 'coordinateTurn' && !(damping > 0)) say('damping', where);
  if (curved.has(mode) && value(placemark, 'useStraightLine') === undefined) say('straight line', where);
  return passing.has(mode) ? damping : 0;
}

/** Everything that the format asks of the waypoints of one line. */
export function checkPoints(folder: Element, file: string, height: string, say: Say): void {
  const placemarks = all(folder, 'Placemark');
  if (placemarks.length < 2 || placemarks.length > 65_535) say('point count', file);
  const dampings = placemarks.map((placemark, at) => {
    const where = `${file} waypoint ${at}`;
    if (
      !isOrdered(
        placemark,
        placemarkOrder.map((name) => (name === 'executeHeight' ? height : name)),
      )
    )
      say('element order', where);
    if (number(placemark, 'index') !== at) say('index', where);
    const [lng, lat] = position(placemark);
    if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) say('position', where);
    if (Number.isNaN(number(placemark, height))) say('height', where);
    const speed = number(placemark, 'waypointSpeed');
    if (!(speed >= 1 && speed <= 15)) say('speed', where);
    checkHeading(placemark, where, say);
    return checkTurn(placemark, at === 0 || at === placemarks.length - 1, where, say);
  });
  for (let at = 1; at < placemarks.length; at += 1) {
    const taken = (dampings[at - 1] ?? 0) + (dampings[at] ?? 0);
    const leg = legLength(placemarks[at - 1] as Element, placemarks[at] as Element, height);
    if (taken > 0 && taken >= leg) say('damping beyond the leg', `${file} waypoint ${at}`);
  }
}
