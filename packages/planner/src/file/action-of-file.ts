import { lensWords, limits, type PlanAction } from '@eyrie/domain';
import { normaliseHeading } from '@eyrie/geometry';
import { widestFocalLength, type WpmlAction } from '@eyrie/wpml';

const { plan: bound } = limits.route;
type Params = WpmlAction['params'];

/** A decimal number within its range; null for anything else. */
function figure(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value + 0 : null;
}

const isLens = (word: string): word is (typeof lensWords)[number] => lensWords.some((one) => one === word);

/** Lenses where the action has its own; null for words that no plan knows. */
function lensesOf(params: Params): { lenses?: (typeof lensWords)[number][] } | null {
  if (params['useGlobalPayloadLensIndex'] === '1' || !params['payloadLensIndex']) return {};
  const words = params['payloadLensIndex'].split(',').map((word) => word.trim());
  return words.every(isLens) && words.length <= lensWords.length ? { lenses: words } : null;
}

const suffixOf = (text: string | undefined): { suffix?: string } | null => {
  if (!text) return {};
  const fits = text.length <= bound.suffix && !/[\u0000-\u001f<>:"/\\|?*.]/.test(text); // oxlint-disable-line no-control-regex
  return fits ? { suffix: text } : null;
};

type Read = (params: Params) => PlanAction | null;

const photographing =
  (type: 'takePhoto' | 'startRecord'): Read =>
  (params) => {
    const [lenses, suffix] = [lensesOf(params), suffixOf(params['fileSuffix'])];
    return lenses && suffix ? { type, ...suffix, ...lenses } : null;
  };

function rotateYaw(params: Params): PlanAction | null {
  const heading = figure(params['aircraftHeading'], -180, 180);
  if (heading === null) return null;
  const back = params['aircraftPathMode'] === 'counterClockwise';
  return { type: 'rotateYaw', heading, ...(back ? { clockwise: false } : {}) };
}

function gimbalRotate(params: Params): PlanAction | null {
  const { gimbalPitchRotateEnable, gimbalRollRotateEnable, gimbalYawRotateEnable } = params;
  const plain =
    gimbalPitchRotateEnable === '1' &&
    gimbalRollRotateEnable !== '1' &&
    params['gimbalRotateTimeEnable'] !== '1' &&
    (params['gimbalRotateMode'] ?? 'absoluteAngle') === 'absoluteAngle';
  const pitch = figure(params['gimbalPitchRotateAngle'], -120, 45);
  if (!plain || pitch === null) return null;
  if (gimbalYawRotateEnable !== '1') return { type: 'gimbalRotate', pitch };
  const yaw = figure(params['gimbalYawRotateAngle'], -360, 360);
  // Counted from the nose it is another direction with every heading.
  const fromNorth = (params['gimbalHeadingYawBase'] ?? 'north') === 'north';
  return yaw === null || !fromNorth ? null : { type: 'gimbalRotate', pitch, yaw: normaliseHeading(yaw) };
}

/** Times of the widest; files count millimetres of a 35 mm camera. */
const factorOf = (text: string | undefined): number | null => {
  const millimetres = figure(text, widestFocalLength, widestFocalLength * bound.zoomMax);
  return millimetres === null ? null : millimetres / widestFocalLength;
};

function zoom(params: Params): PlanAction | null {
  const factor = params['isUseFocalFactor'] === '1' ? null : factorOf(params['focalLength']);
  return factor === null ? null : { type: 'zoom', factor };
}

function focus(params: Params): PlanAction | null {
  const [x, y] = [figure(params['focusX'], 0, 1), figure(params['focusY'], 0, 1)];
  const onPoint = params['isPointFocus'] === '1' && params['isInfiniteFocus'] !== '1';
  return onPoint && x !== null && y !== null ? { type: 'focus', x, y } : null;
}

function orientedShoot(params: Params): PlanAction | null {
  const heading = figure(params['aircraftHeading'], -180, 180);
  const pitch = figure(params['gimbalPitchRotateAngle'], -120, 45);
  const factor = factorOf(params['focalLength']);
  const [lenses, suffix] = [lensesOf(params), suffixOf(params['orientedFileSuffix'])];
  if (heading === null || pitch === null || factor === null || !lenses || !suffix) return null;
  return { type: 'orientedShoot', heading, pitch, zoom: factor, ...suffix, ...lenses };
}

function hover(params: Params): PlanAction | null {
  const seconds = figure(params['hoverTime'], 0, bound.hoverMax);
  return seconds === null ? null : { type: 'hover', seconds };
}

const onArrival: Readonly<Record<string, Read>> = {
  takePhoto: photographing('takePhoto'),
  startRecord: photographing('startRecord'),
  stopRecord(params) {
    const lenses = lensesOf(params);
    return lenses && { type: 'stopRecord', ...lenses };
  },
  hover,
  rotateYaw,
  gimbalRotate,
  zoom,
  focus,
  panoShot: (params) =>
    (params['panoShotSubMode'] ?? 'panoShot_360') === 'panoShot_360' ? { type: 'panoShot' } : null,
  orientedShoot,
};

function interval(action: WpmlAction, until: string): PlanAction | null {
  const { func, params, trigger, triggerParam } = action;
  if (func !== 'takePhoto' || triggerParam === null) return null;
  if (trigger !== 'multipleDistance' && trigger !== 'multipleTiming') return null;
  if (triggerParam < bound.intervalMin || triggerParam > bound.intervalMax) return null;
  const lenses = lensesOf(params);
  if (!lenses || params['fileSuffix']) return null;
  const by = trigger === 'multipleDistance' ? 'distance' : 'time';
  return { type: 'interval', by, every: triggerParam, until, ...lenses };
}

/**
 * An action of a file as a plan has it. What no form exists for is kept word by word, and what sets it off with it.
 *
 * @param here index of the waypoint that carries it
 * @param idAt id of the point that has become of a waypoint
 */
export function actionOfFile(action: WpmlAction, here: number, idAt: (index: number) => string): PlanAction {
  const { func, params, trigger, triggerParam, groupEnd } = action;
  const arrives = trigger === 'reachPoint' && groupEnd === here;
  const known = arrives
    ? Object.hasOwn(onArrival, func)
      ? onArrival[func]?.(params)
      : null
    : interval(action, idAt(groupEnd));
  if (known) return known;
  const other = { type: 'other', func: func || 'unknown', params: { ...params } } as const;
  if (arrives) return other;
  return { ...other, trigger: { type: trigger || 'reachPoint', param: triggerParam, until: idAt(groupEnd) } };
}
