import { decimal } from './fields.ts';

/** Degrees: a tenth of a millimetre. Planners write more digits of a coordinate than this package does. */
const sameDegrees = 1e-9;
/** Of everything else that is measured. */
const sameMetres = 2e-6;
/** Shares by which planners reckon length and time differently. */
const reckoned: Readonly<Record<string, number>> = { distance: 0.005, duration: 0.05 };
const places = new Set(['coordinates', 'waypointPoiPoint', 'takeOffRefPoint']);
/** Heights above the ground, which the aircraft measures itself: the plan has the same numbers as heights above take-off. */
const groundModes = new Set(['realTimeFollowSurface', 'aboveGroundLevel']);

/** Whether a value of a file says the same as the one that would be written in its place. */
export function saysSame(local: string, before: string, after: string): boolean {
  const [old, fresh] = [before.trim(), after.trim()];
  if (old === fresh) return true;
  if (local === 'executeHeightMode' || local === 'heightMode')
    return groundModes.has(old) && fresh === 'relativeToStartPoint';
  if (places.has(local)) {
    const [was, is] = [old.split(',').map(decimal), fresh.split(',').map(decimal)];
    return is.every((one, at) => near(was[at] ?? null, one, at < 2 ? sameDegrees : sameMetres));
  }
  const [was, is] = [decimal(old), decimal(fresh)];
  return near(was, is, (reckoned[local] ?? 0) * Math.abs(was ?? 0) + sameMetres);
}

const near = (one: number | null, other: number | null, within: number): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= within;

type Params = Readonly<Record<string, string>>;

/** What a parameter says that a file leaves out. */
const unsaid: Params = {
  fileSuffix: '',
  useGlobalPayloadLensIndex: '0',
  aircraftPathMode: 'clockwise',
  gimbalHeadingYawBase: 'north',
  gimbalRotateMode: 'absoluteAngle',
  gimbalRollRotateEnable: '0',
  gimbalYawRotateEnable: '0',
  gimbalRotateTimeEnable: '0',
  isInfiniteFocus: '0',
  panoShotSubMode: 'panoShot_360',
};
/** Parameters that mean nothing while their switch is off. */
const switches: Params = {
  gimbalRollRotateAngle: 'gimbalRollRotateEnable',
  gimbalYawRotateAngle: 'gimbalYawRotateEnable',
  gimbalRotateTime: 'gimbalRotateTimeEnable',
};
/** What an oriented photo says of its subject and of the photo that it repeats is never touched. */
const changedOfOriented = new Set([
  'gimbalPitchRotateAngle',
  'gimbalYawRotateAngle',
  'focalLength',
  'aircraftHeading',
  'payloadLensIndex',
  'useGlobalPayloadLensIndex',
  'orientedFileSuffix',
]);

/** Whether a parameter of a file stays, whatever would be written in its place. */
export function paramStays(
  name: string,
  before: Params,
  after: Params,
  action: { readonly func: string; readonly mainPosition: string },
): boolean {
  const was = before[name];
  const off = switches[name];
  if (off !== undefined && after[off] === '0') return true;
  const shared = after['useGlobalPayloadLensIndex'] === '1' || action.func === 'panoShot';
  if (name === 'payloadLensIndex' && was !== undefined && shared) return true;
  // Photos of a second camera stay photos of it.
  if (name === 'payloadPositionIndex' && was !== undefined && was !== action.mainPosition) return true;
  if (action.func === 'orientedShoot' && was !== undefined && !changedOfOriented.has(name)) return true;
  if (action.func === 'panoShot' && name === 'useGlobalPayloadLensIndex') return was !== undefined;
  return saysSame(name, was ?? unsaid[name] ?? '\u0000', after[name] ?? '');
}
