import { pointKinds, type PlanAction } from '@eyrie/domain';
import { leastDistance } from '../resolve/photos.ts';
import type { ResolvedLine, ResolvedPoint } from '../resolved.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

/** In which order actions of one point are of use: the view first, then the wait, then the picture. */
export const actionRank: Readonly<Partial<Record<PlanAction['type'], number>>> = {
  rotateYaw: 0,
  gimbalRotate: 1,
  zoom: 2,
  focus: 3,
  hover: 4,
  takePhoto: 5,
};

/** A view that is set after the last picture of its point shows in none of them. */
function viewAfterPhoto(actions: readonly PlanAction[]): boolean {
  const photo = actions.findLastIndex(({ type }) => type === 'takePhoto');
  return photo >= 0 && actions.slice(photo + 1).some(({ type }) => (actionRank[type] ?? 9) <= 3);
}

const here = (point: ResolvedPoint) => ({
  place: { lng: point.lng, lat: point.lat },
  points: [point.id],
});

function checkInterval(
  action: Extract<PlanAction, { type: 'interval' }>,
  [line, index]: readonly [ResolvedLine, number],
  { plan }: CheckInput,
  [findings, placeOf]: readonly [Findings, ReadonlyMap<string, number>],
): void {
  const point = line.points[index] as ResolvedPoint;
  const end = placeOf.get(action.until) ?? -1;
  if (end <= index) {
    // The point that it names is said by its number, unless it is this one: ids are for programs.
    const named = end >= 0 && end < index;
    findings.add('intervalEnd', { ...here(point), values: named ? { found: end + 1 } : {} });
    return;
  }
  const { camera } = plan.settings;
  if (action.by === 'time') {
    if (action.every < camera.minInterval)
      findings.add('photoTime', { ...here(point), values: { found: action.every, min: camera.minInterval } });
    return;
  }
  let fastest = 0;
  for (let at = index; at < end; at += 1) fastest = Math.max(fastest, line.points[at]?.speed ?? 0);
  const least = leastDistance(fastest, camera);
  if (!(action.every > least))
    findings.add('photoInterval', {
      ...here(point),
      values: { found: action.every, min: least, speed: fastest },
    });
}

/** Actions that the format lets pass and that do not do what they are meant for. */
/** A computed line has photos by its plan alone: nobody can add one at a point. */
function checkPhotos({ plan, figures }: CheckInput, findings: Findings): void {
  if (!pointKinds.has(plan.type) && figures.photos.count === 0)
    findings.add('noPhotos', { field: 'photos.mode', fixable: plan.photos.mode === 'none' });
}

export function checkActions(input: CheckInput, findings: Findings): void {
  checkPhotos(input, findings);
  for (const line of input.route.lines) {
    const placeOf = new Map(line.points.map(({ id }, index) => [id, index]));
    let recording: ResolvedPoint | null = null;
    for (const [index, point] of line.points.entries()) {
      for (const action of point.actions) {
        if (action.type === 'startRecord') recording ??= point;
        else if (action.type === 'stopRecord') recording = null;
        else if (action.type === 'interval') checkInterval(action, [line, index], input, [findings, placeOf]);
      }
      if (viewAfterPhoto(point.actions)) findings.add('actionOrder', here(point));
    }
    if (recording) findings.add('recordingOpen', here(recording));
  }
}
