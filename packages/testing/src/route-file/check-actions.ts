import { all, figure, number, one, value, type Element } from './opened.ts';
import type { Say } from './check-points.ts';

const triggers = new Set(['reachPoint', 'betweenAdjacentPoints', 'multipleTiming', 'multipleDistance']);
const lenses = new Set(['visable', 'wide', 'zoom', 'ir', 'narrow_band']);
/** Pitch by the type of the aircraft; that of an exchangeable camera is the widest. */
const pitches: Readonly<Record<string, readonly [number, number]>> = {
  77: [-90, 35],
  91: [-90, 30],
  99: [-90, 30],
  100: [-90, 30],
};

/** Parameters without which an action is none. */
const needed: Readonly<Record<string, readonly string[]>> = {
  takePhoto: ['payloadPositionIndex', 'fileSuffix', 'payloadLensIndex', 'useGlobalPayloadLensIndex'],
  startRecord: ['payloadPositionIndex', 'fileSuffix', 'payloadLensIndex', 'useGlobalPayloadLensIndex'],
  stopRecord: ['payloadPositionIndex', 'payloadLensIndex'],
  focus: ['payloadPositionIndex', 'isPointFocus', 'focusX', 'focusY', 'isInfiniteFocus'],
  zoom: ['payloadPositionIndex', 'focalLength'],
  gimbalRotate: [
    'payloadPositionIndex',
    'gimbalHeadingYawBase',
    'gimbalRotateMode',
    'gimbalPitchRotateEnable',
    'gimbalPitchRotateAngle',
    'gimbalYawRotateEnable',
    'gimbalYawRotateAngle',
  ],
  rotateYaw: ['aircraftHeading', 'aircraftPathMode'],
  hover: ['hoverTime'],
  panoShot: ['payloadPositionIndex', 'payloadLensIndex', 'panoShotSubMode'],
  orientedShoot: [
    'gimbalPitchRotateAngle',
    'gimbalYawRotateAngle',
    'focusX',
    'focusY',
    'focalLength',
    'aircraftHeading',
    'payloadPositionIndex',
    'payloadLensIndex',
    'orientedCameraType',
    'orientedPhotoMode',
  ],
};

/** Ranges of parameters, both ends included. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  aircraftHeading: [-180, 180],
  gimbalYawRotateAngle: [-180, 180],
  focalLength: [1, 10_000],
  hoverTime: [0, 36_000],
};

function checkAction(action: Element, drone: string, where: string, say: Say): void {
  const func = value(action, 'actionActuatorFunc') ?? '';
  const params = one(action, 'actionActuatorFuncParam');
  for (const name of needed[func] ?? [])
    if (value(params, name) === undefined) say(`${func} without ${name}`, where);
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const text = value(params, name);
    if (text === undefined) continue;
    const found = figure(text);
    if (!(found >= min && found <= max)) say(`${name} of ${func}`, where);
  }
  if (func === 'focus')
    for (const name of ['focusX', 'focusY']) {
      const found = number(params, name);
      if (!(found >= 0 && found <= 1)) say('focus point', where);
    }
  const [low, high] = pitches[drone] ?? [-120, 45];
  const pitch = value(params, 'gimbalPitchRotateAngle');
  if (pitch !== undefined && !(figure(pitch) >= low && figure(pitch) <= high)) say('gimbal range', where);
  const words = value(params, 'payloadLensIndex');
  if (words && !words.split(',').every((word) => lenses.has(word))) say('lens', where);
}

/** Everything that the format asks of the actions of one line. @param ids numbers of the groups of the file so far */
export function checkActions(folder: Element, file: string, drone: string, ids: Set<number>, say: Say): void {
  const placemarks = all(folder, 'Placemark');
  for (const [at, placemark] of placemarks.entries())
    for (const group of all(placemark, 'actionGroup')) {
      const where = `${file} waypoint ${at}`;
      const id = number(group, 'actionGroupId');
      if (!Number.isInteger(id) || ids.has(id)) say('group id', where);
      ids.add(id);
      const [start, end] = [number(group, 'actionGroupStartIndex'), number(group, 'actionGroupEndIndex')];
      if (start !== at || !(end >= start && end < placemarks.length)) say('group range', where);
      if (value(group, 'actionGroupMode') !== 'sequence') say('group mode', where);
      const trigger = one(group, 'actionTrigger');
      const type = value(trigger, 'actionTriggerType') ?? '';
      if (!triggers.has(type)) say('trigger', where);
      const isInterval = type === 'multipleTiming' || type === 'multipleDistance';
      if (isInterval && !(number(trigger, 'actionTriggerParam') > 0)) say('interval', where);
      if (type === 'reachPoint' && start !== end) say('group range', where);
      const actions = all(group, 'action');
      if (actions.length === 0) say('group without actions', where);
      for (const [order, action] of actions.entries()) {
        if (number(action, 'actionId') !== order) say('action id', where);
        checkAction(action, drone, where, say);
      }
    }
}
