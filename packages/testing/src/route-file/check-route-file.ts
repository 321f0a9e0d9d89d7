import { checkActions } from './check-actions.ts';
import { checkPoints, isOrdered, position, type Say } from './check-points.ts';
import { all, number, one, opened, value, type Element } from './opened.ts';

/** A rule of the route format that a file breaks, and where. */
export interface RouteFileFault {
  readonly rule: string;
  readonly where: string;
}

const missionOrder = [
  'flyToWaylineMode',
  'finishAction',
  'exitOnRCLost',
  'executeRCLostAction',
  'takeOffSecurityHeight',
  'takeOffRefPoint',
  'takeOffRefPointAGLHeight',
  'globalTransitionalSpeed',
  'globalRTHHeight',
  'droneInfo',
  'payloadInfo',
];
const plannedOrder = [
  'templateType',
  'templateId',
  'waylineCoordinateSysParam',
  'autoFlightSpeed',
  'globalHeight',
  'gimbalPitchMode',
  'globalWaypointHeadingParam',
  'globalWaypointTurnMode',
  'globalUseStraightLine',
  'Placemark',
  'payloadParam',
];
const flownOrder = [
  'templateId',
  'executeHeightMode',
  'waylineId',
  'distance',
  'duration',
  'autoFlightSpeed',
  'startActionGroup',
  'Placemark',
];
const words: Readonly<Record<string, readonly string[]>> = {
  flyToWaylineMode: ['safely', 'pointToPoint'],
  finishAction: ['goHome', 'noAction', 'autoLand', 'gotoFirstWaypoint'],
  exitOnRCLost: ['goContinue', 'executeLostAction'],
  executeRCLostAction: ['goBack', 'landing', 'hover'],
};
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  takeOffSecurityHeight: [1.2, 1_500],
  globalTransitionalSpeed: [1, 15],
  globalRTHHeight: [2, 1_500],
};

function checkMission(mission: Element | undefined, file: string, say: Say): void {
  if (!mission) {
    say('missionConfig', file);
    return;
  }
  if (!isOrdered(mission, missionOrder)) say('element order', `${file} missionConfig`);
  for (const [name, allowed] of Object.entries(words))
    if (!allowed.includes(value(mission, name) ?? '')) say(name, file);
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const found = number(mission, name);
    if (!(found >= min && found <= max)) say(name, file);
  }
  const codes = ['droneEnumValue', 'droneSubEnumValue'].map((name) =>
    number(one(mission, 'droneInfo'), name),
  );
  const camera = ['payloadEnumValue', 'payloadPositionIndex'].map((name) =>
    number(one(mission, 'payloadInfo'), name),
  );
  if (![...codes, ...camera].every(Number.isInteger)) say('codes of aircraft and camera', file);
  const place = value(mission, 'takeOffRefPoint')?.split(',').map(Number);
  if (place && !(place.length === 3 && Math.abs(place[0] ?? 91) <= 90)) say('take-off point', file);
}

/** The two documents tell of the same flight. */
function checkAgreement(planned: Element, flown: Element, where: string, say: Say): void {
  const [left, right] = [all(planned, 'Placemark'), all(flown, 'Placemark')];
  if (left.length !== right.length) say('documents differ in waypoints', where);
  const relative = value(flown, 'executeHeightMode') === 'relativeToStartPoint';
  const mode = value(one(planned, 'waylineCoordinateSysParam'), 'heightMode');
  if (mode !== (relative ? 'relativeToStartPoint' : 'EGM96')) say('height modes do not fit', where);
  for (const [at, one_] of left.entries()) {
    const other = right[at];
    if (!other) continue;
    const here = `${where} waypoint ${at}`;
    if (position(one_).join() !== position(other).join()) say('documents differ in place', here);
    const height = number(other, 'executeHeight');
    if (Math.abs(number(one_, 'ellipsoidHeight') - height) > 1e-6) say('documents differ in height', here);
    const sea = number(one_, 'height');
    // The ellipsoid lies within some hundred metres of the sea everywhere.
    if (relative ? sea !== height : !(Math.abs(sea - height) < 110)) say('documents differ in height', here);
    for (const name of [
      'waypointHeadingParam',
      'waypointTurnParam',
      'useStraightLine',
      'waypointSpeed',
      'actionGroup',
    ])
      if (JSON.stringify(all(one_, name)) !== JSON.stringify(all(other, name)))
        say(`documents differ in ${name}`, here);
    for (const what of ['Height', 'Speed', 'HeadingParam', 'TurnParam'])
      if (value(one_, `useGlobal${what}`) !== '0') say('template leaves something to its defaults', here);
  }
}

function checkText(path: string, text: string, say: Say): void {
  if (text.startsWith('\uFEFF')) say('byte order mark', path);
  if (!/xmlns:\w+="http:\/\/www\.dji\.com\/wpmz\/1\.0\.\d+"/.test(text)) say('namespace', path);
  if (/>[+-]?\d+(\.\d+)?e[+-]?\d+</i.test(text)) say('number with an exponent', path);
  // oxlint-disable-next-line no-control-regex -- the characters that XML forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) say('control character', path);
}

/**
 * Checks a route file by the rules of its format, for tests. It opens archive and XML with libraries of others and knows nothing
 * of how this product writes or reads such files.
 */
export function checkRouteFile(bytes: Uint8Array): RouteFileFault[] {
  const faults: RouteFileFault[] = [];
  const say: Say = (rule, where) => faults.push({ rule, where });
  const { paths, documents } = opened(bytes);
  for (const path of paths)
    if (!/^wpmz\/(template\.kml|waylines\.wpml|res\/.+)$/.test(path)) say('entry', path);
  const bodies = ['wpmz/template.kml', 'wpmz/waylines.wpml'].map((path) => {
    const document = documents.get(path);
    if (!document) say('missing file', path);
    else checkText(path, document.text, say);
    const body = one(document?.root, 'Document');
    checkMission(one(body, 'missionConfig'), path, say);
    return body;
  });
  const [template, waylines] = bodies;
  const [planned, flown] = [all(template, 'Folder'), all(waylines, 'Folder')];
  if (planned.length !== flown.length || flown.length === 0) say('number of lines', 'Folder');
  const drone = value(one(one(waylines, 'missionConfig'), 'droneInfo'), 'droneEnumValue') ?? '';
  const ids = { template: new Set<number>(), waylines: new Set<number>() };
  for (const [at, folder] of flown.entries()) {
    const where = `line ${at}`;
    if (!isOrdered(folder, flownOrder)) say('element order', `waylines ${where}`);
    if (number(folder, 'waylineId') !== at) say('waylineId', where);
    if (
      !['WGS84', 'relativeToStartPoint', 'realTimeFollowSurface'].includes(
        value(folder, 'executeHeightMode') ?? '',
      )
    )
      say('executeHeightMode', where);
    for (const name of ['distance', 'duration']) if (!(number(folder, name) > 0)) say(name, where);
    checkPoints(folder, `waylines ${where}`, 'executeHeight', say);
    checkActions(folder, `waylines ${where}`, drone, ids.waylines, say);
    const plan = planned[at];
    if (!plan) continue;
    if (!isOrdered(plan, plannedOrder)) say('element order', `template ${where}`);
    if (value(plan, 'templateType') !== 'waypoint') say('templateType', where);
    if (number(plan, 'templateId') !== number(folder, 'templateId')) say('templateId', where);
    if (!one(plan, 'payloadParam')) say('payloadParam', where);
    checkActions(plan, `template ${where}`, drone, ids.template, say);
    checkAgreement(plan, folder, where, say);
  }
  return faults;
}
