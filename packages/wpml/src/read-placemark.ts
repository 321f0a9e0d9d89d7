import { child, children, decimal, figure, flag, word } from './fields.ts';
import { KmzRefused } from './refusal.ts';
import type { WpmlAction, WpmlWaypoint } from './route.ts';
import type { XmlElement } from './xml.ts';

/** A waypoint as one file writes it; null where the file leaves the value to its defaults. */
export interface Placemark {
  readonly lng: number;
  readonly lat: number;
  readonly index: number | null;
  readonly executeHeight: number | null;
  /** Template: above sea level or take-off. */
  readonly height: number | null;
  readonly ellipsoidHeight: number | null;
  readonly speed: number | null;
  readonly heading: Heading | null;
  readonly turn: Turn | null;
  readonly useStraightLine: boolean | null;
  /** Degrees that the camera is turned to on arrival. */
  readonly gimbalPitch: number | null;
  /** Degrees that a planner has for the point. */
  readonly plannedPitch: number | null;
  readonly actions: readonly WpmlAction[];
}

export interface Heading {
  readonly mode: string;
  readonly angle: number | null;
  readonly interest: WpmlWaypoint['interest'];
}

export interface Turn {
  readonly mode: string;
  readonly damping: number;
}

/**
 * Reads a Placemark of either file.
 *
 * @throws KmzRefused `kmzBadCoordinates` when it has no usable position or height
 */
export function readPlacemark(element: XmlElement, order: number): Placemark {
  const index = figure(element, 'index');
  const where = `waypoint ${index ?? order}`;
  const actions = children(element, 'actionGroup').flatMap((group) => readActionGroup(group, index ?? order));
  return {
    ...readPosition(child(child(element, 'Point'), 'coordinates'), where),
    index,
    executeHeight: readHeight(element, 'executeHeight', where),
    height: own(element, 'Height', () => readHeight(element, 'height', where)),
    ellipsoidHeight: readHeight(element, 'ellipsoidHeight', where),
    speed: own(element, 'Speed', () => figure(element, 'waypointSpeed')),
    heading: own(element, 'HeadingParam', () => readHeading(child(element, 'waypointHeadingParam'))),
    turn: own(element, 'TurnParam', () => readTurn(child(element, 'waypointTurnParam'))),
    useStraightLine: flag(element, 'useStraightLine'),
    // Planners fill the heading of the gimbal with 0 and turn it by an action.
    gimbalPitch:
      rotatedPitch(actions) ??
      figure(element, 'gimbalPitchAngle') ??
      figure(child(element, 'waypointGimbalHeadingParam'), 'waypointGimbalPitchAngle'),
    plannedPitch: figure(element, 'gimbalPitchAngle'),
    actions,
  };
}

/** A plan's point may carry a value and still say that the global one counts. */
function own<Value>(element: XmlElement, what: string, read: () => Value | null): Value | null {
  return flag(element, `useGlobal${what}`) ? null : read();
}

/** The pitch the camera is turned to on arrival, where the file says it only as an action. */
function rotatedPitch(actions: readonly WpmlAction[]): number | null {
  const rotation = actions.find(
    ({ func, trigger, params }) =>
      func === 'gimbalRotate' && trigger === 'reachPoint' && params['gimbalPitchRotateEnable'] === '1',
  );
  return decimal(rotation?.params['gimbalPitchRotateAngle'] ?? '');
}

function readPosition(coordinates: XmlElement | null, where: string): { lng: number; lat: number } {
  const text = coordinates?.text.trim() ?? '';
  const numbers = text.length > 200 ? [] : text.split(',').map(decimal);
  const [lng, lat] = numbers;
  const known = numbers.length >= 2 && numbers.length <= 3 && !numbers.includes(null);
  if (!known || typeof lng !== 'number' || typeof lat !== 'number') {
    throw new KmzRefused('kmzBadCoordinates', `${where}: ${JSON.stringify(text.slice(0, 60))}`);
  }
  if (Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lng) <= 90) {
    throw new KmzRefused('kmzBadCoordinates', `${where}: longitude and latitude look exchanged (${text})`);
  }
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) {
    throw new KmzRefused('kmzBadCoordinates', `${where}: ${text} is not on the earth`);
  }
  return { lng, lat };
}

function readHeight(element: XmlElement, local: string, where: string): number | null {
  const text = word(element, local);
  if (text === null) return null;
  const value = decimal(text);
  if (value === null)
    throw new KmzRefused('kmzBadCoordinates', `${where}: ${local} ${JSON.stringify(text.slice(0, 40))}`);
  return value;
}

export function readHeading(element: XmlElement | null): Heading | null {
  const mode = word(element, 'waypointHeadingMode');
  if (mode === null) return null;
  const interest = mode === 'towardPOI' ? latitudeFirst(word(element, 'waypointPoiPoint')) : null;
  return { mode, angle: figure(element, 'waypointHeadingAngle'), interest };
}

/** Latitude, longitude and perhaps a height; null for anything else, and for 0,0 with which planners say that there is none. */
export function latitudeFirst(text: string | null): WpmlWaypoint['interest'] {
  const [lat, lng, height = 0] = (text ?? '').slice(0, 200).split(',').map(decimal);
  if (typeof lat !== 'number' || typeof lng !== 'number' || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return null;
  return lat === 0 && lng === 0 ? null : { lng, lat, height: height ?? 0 };
}

function readTurn(element: XmlElement | null): Turn | null {
  const mode = word(element, 'waypointTurnMode');
  return mode === null ? null : { mode, damping: figure(element, 'waypointTurnDampingDist') ?? 0 };
}

/** The actions of a group in written order, each with the group's trigger and reach. */
export function readActionGroup(group: XmlElement, carrier: number): WpmlAction[] {
  const trigger = child(group, 'actionTrigger');
  const shared = {
    trigger: word(trigger, 'actionTriggerType') ?? '',
    triggerParam: figure(trigger, 'actionTriggerParam'),
    groupEnd: figure(group, 'actionGroupEndIndex') ?? carrier,
  };
  return children(group, 'action').map((action) => ({
    func: word(action, 'actionActuatorFunc') ?? '',
    params: Object.fromEntries(leaves(child(action, 'actionActuatorFuncParam'))),
    ...shared,
  }));
}

function leaves(element: XmlElement | null): [string, string][] {
  return (element?.children ?? []).flatMap((one): [string, string][] =>
    one.children.length > 0 ? leaves(one) : [[one.local, one.text.trim()]],
  );
}
