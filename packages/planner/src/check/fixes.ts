import { limits, pointKinds, type PlanAction, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import { legLength } from '@eyrie/geometry';
import { changePoints } from '../edit/batch.ts';
import { deletePoints } from '../edit/points.ts';
import { setPhotos, setSettings } from '../edit/settings.ts';
import { clampPitch } from '../model.ts';
import { cameraLimits, modelLimits } from '../model-limits.ts';
import { lineOf, pointLines } from '../point-lines.ts';
import { leastDistance } from '../resolve/photos.ts';
import { actionRank } from './actions.ts';
import type { PlanFinding } from './finding.ts';
import type { FixName } from './rules.ts';

const { plan: bound } = limits.route;

/** One edit of a plan that answers a finding, taken back as one step. */
type Fix = (plan: RoutePlan, finding: PlanFinding) => RoutePlan;

const mappedActions = (
  plan: RoutePlan,
  change: (action: PlanAction, point: PlanPoint) => PlanAction,
): RoutePlan => {
  let changed = false;
  const points = plan.points.map((point) => {
    const actions = point.actions.map((action) => change(action, point));
    if (actions.every((action, at) => action === point.actions[at])) return point;
    changed = true;
    return { ...point, actions };
  });
  return changed ? { ...plan, points } : plan;
};

const allIds = ({ points }: RoutePlan): string[] => points.map(({ id }) => id);

/** Keeps the first of points that are one to the aircraft; what is done at the others is done there. */
function mergePoints(plan: RoutePlan): RoutePlan {
  const gone: string[] = [];
  const added = new Map<string, PlanAction[]>();
  let kept = plan.points[0];
  for (const point of plan.points.slice(1)) {
    // Where one line ends and the next begins both have their point.
    if (kept && lineOf(kept) === lineOf(point) && legLength(kept, point) < 0.5) {
      gone.push(point.id);
      added.set(kept.id, [...(added.get(kept.id) ?? []), ...point.actions]);
    } else kept = point;
  }
  const points = plan.points.map((point) => {
    const more = added.get(point.id);
    return more && more.length > 0
      ? { ...point, actions: [...point.actions, ...more].slice(0, bound.actions) }
      : point;
  });
  return gone.length === 0 ? plan : deletePoints({ ...plan, points }, gone);
}

/** Speeds brought down to what the format and the model let be. */
function limitSpeed(plan: RoutePlan): RoutePlan {
  const most = Math.min(bound.speedMax, modelLimits(plan.settings.drone)?.speed ?? bound.speedMax);
  const within = (speed: number): number => Math.min(most, Math.max(bound.speedMin, speed));
  const settings = setSettings(plan, { speed: within(plan.settings.speed) });
  const points = settings.points.map((point) =>
    point.speed === undefined || within(point.speed) === point.speed
      ? point
      : { ...point, speed: within(point.speed) },
  );
  return points.every((point, at) => point === settings.points[at]) ? settings : { ...settings, points };
}

function clampGimbal(plan: RoutePlan): RoutePlan {
  const clamp = (pitch: number): number => clampPitch(plan.settings, pitch);
  const acted = mappedActions(plan, (action) =>
    (action.type === 'gimbalRotate' || action.type === 'orientedShoot') &&
    clamp(action.pitch) !== action.pitch
      ? { ...action, pitch: clamp(action.pitch) }
      : action,
  );
  const points = acted.points.map((point) =>
    point.gimbalPitch === undefined || clamp(point.gimbalPitch) === point.gimbalPitch
      ? point
      : { ...point, gimbalPitch: clamp(point.gimbalPitch) },
  );
  return setSettings({ ...acted, points }, { gimbalPitch: clamp(plan.settings.gimbalPitch) });
}

function clampZoom(plan: RoutePlan): RoutePlan {
  const most = cameraLimits(plan.settings.payload.type)?.zoom ?? bound.zoomMax;
  return mappedActions(plan, (action) => {
    if (action.type === 'zoom' && action.factor > most) return { ...action, factor: most };
    return action.type === 'orientedShoot' && action.zoom > most ? { ...action, zoom: most } : action;
  });
}

/** Metres that a leg lacks, in whole ones. */
const lack = ({ values }: PlanFinding): number =>
  Math.max(0, Math.ceil(Number(values['min'] ?? 0) - Number(values['found'] ?? 0)));

/** Raises both ends of a leg that is too low; the whole route where its points are computed or the way out is too low. */
function raiseLeg(plan: RoutePlan, finding: PlanFinding): RoutePlan {
  const by = lack(finding);
  const { settings } = plan;
  if (finding.leg?.startsWith('⌂') && pointKinds.has(plan.type)) {
    const raised = setSettings(plan, {
      takeOffSecurityHeight: Math.min(bound.takeOffMax, settings.takeOffSecurityHeight + by),
    });
    return changePoints(raised, finding.points, { height: { by } });
  }
  if (pointKinds.has(plan.type)) return changePoints(plan, finding.points, { height: { by } });
  return setSettings(plan, {
    height: Math.min(bound.heightMax, settings.height + by),
    ...(settings.followTerrain === null
      ? {}
      : { followTerrain: Math.min(1_500, settings.followTerrain + by) }),
  });
}

/** Speed at which photos at equal distances are far enough apart, in tenths of m/s, on all points that are faster. */
function slowForPhotos(plan: RoutePlan, { values }: PlanFinding): RoutePlan {
  const every = Number(values['found'] ?? 0);
  const perSpeed = leastDistance(1, plan.settings.camera);
  const speed = Math.max(bound.speedMin, (Math.ceil((every / perSpeed) * 10) - 1) / 10);
  const fast = plan.points.filter((point) => (point.speed ?? 0) > speed).map(({ id }) => id);
  const slowed = setSettings(plan, {
    speed: Math.min(plan.settings.speed, speed),
  });
  return changePoints(slowed, fast, { speed });
}

/** Actions of a point sorted into the order in which they are of use; what has no place in it stays where it is. */
function orderActions(plan: RoutePlan, { points }: PlanFinding): RoutePlan {
  const chosen = new Set(points);
  return {
    ...plan,
    points: plan.points.map((point) => {
      if (!chosen.has(point.id)) return point;
      const ranked = point.actions
        .filter(({ type }) => actionRank[type] !== undefined)
        .toSorted((a, b) => (actionRank[a.type] ?? 0) - (actionRank[b.type] ?? 0));
      let next = 0;
      const actions = point.actions.map((action) =>
        actionRank[action.type] === undefined ? action : (ranked[next++] as PlanAction),
      );
      return { ...point, actions };
    }),
  };
}

/** The last point of the line that a point is on. */
const endOfLine = ({ points }: RoutePlan, id: string | undefined): PlanPoint | undefined =>
  pointLines(points)
    .find((line) => line.some((point) => point.id === id))
    ?.at(-1) ?? points.at(-1);

const stopRecording: Fix = (plan, { points: [begun] }) => {
  const last = endOfLine(plan, begun);
  return last ? changePoints(plan, [last.id], { actions: { add: [{ type: 'stopRecord' }] } }) : plan;
};

/** Stretches of photos that end nowhere end at the last point of their line; one at the last point itself is dropped. */
function intervalToEnd(plan: RoutePlan): RoutePlan {
  return { ...plan, points: pointLines(plan.points).flatMap(endedIntervals) };
}

function endedIntervals(points: readonly PlanPoint[]): PlanPoint[] {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const last = points.at(-1);
  return points.map((point, index) => {
    const broken = (action: PlanAction): boolean =>
      action.type === 'interval' && (placeOf.get(action.until) ?? -1) <= index;
    if (!point.actions.some(broken)) return point;
    const actions = point.actions.flatMap((action): PlanAction[] => {
      if (action.type !== 'interval' || !broken(action)) return [action];
      return !last || point === last ? [] : [{ ...action, until: last.id }];
    });
    return { ...point, actions };
  });
}

const swapped = <T extends { lng: number; lat: number }>(place: T): T => ({
  ...place,
  lng: place.lat,
  lat: place.lng,
});

/** Latitude and longitude in each other's place: of all points, or of all that is drawn of an area. */
function swapPlaces(plan: RoutePlan, { field }: PlanFinding): RoutePlan {
  const { area, interest } = plan;
  if (field?.startsWith('interest') && interest.centre)
    return { ...plan, interest: { ...interest, centre: swapped(interest.centre) } };
  if (!field?.startsWith('area')) return { ...plan, points: plan.points.map(swapped) };
  return {
    ...plan,
    area: {
      ...area,
      parts: area.parts.map(({ outer, holes }) => ({
        outer: outer.map(swapped),
        holes: holes.map((hole) => hole.map(swapped)),
      })),
      forbidden: area.forbidden.map((ring) => ring.map(swapped)),
      line: area.line.map(swapped),
    },
  };
}

function widerInterval(plan: RoutePlan): RoutePlan {
  const { minInterval } = plan.settings.camera;
  const acted = mappedActions(plan, (action) =>
    action.type === 'interval' && action.by === 'time' && action.every < minInterval
      ? { ...action, every: minInterval }
      : action,
  );
  return plan.photos.mode === 'time' ? setPhotos(acted, { interval: minInterval }) : acted;
}

/** Every fix by its name: a finding that was found in a worker can be answered where the plan is. */
const fixes: Readonly<Record<FixName, Fix>> = {
  dampingByRule: (plan) => changePoints(plan, allIds(plan), { damping: null }),
  mergePoints,
  limitSpeed,
  limitTransit: (plan) =>
    setSettings(plan, {
      transitSpeed: Math.min(bound.speedMax, Math.max(bound.speedMin, plan.settings.transitSpeed)),
    }),
  clampGimbal,
  clampZoom,
  // What a dock needs to clear its own cover and mast.
  raiseTakeOff: (plan) =>
    setSettings(plan, {
      takeOffSecurityHeight: Math.min(bound.takeOffMax, Math.max(8, plan.settings.takeOffSecurityHeight)),
    }),
  limitReturn: (plan) =>
    setSettings(plan, {
      returnHeight: Math.min(bound.returnMax, Math.max(20, plan.settings.returnHeight)),
    }),
  raiseLeg,
  raiseReturn: (plan, finding) =>
    setSettings(plan, {
      returnHeight: Math.min(bound.returnMax, plan.settings.returnHeight + lack(finding)),
    }),
  slowForPhotos,
  orderActions,
  stopRecording,
  // A place of interest and a wall are photographed at the points; over ground the overlap says how far apart.
  takePhotos: (plan) =>
    setPhotos(plan, {
      mode: plan.type === 'poi' || plan.area.pattern === 'facade' ? 'point' : 'distance',
    }),
  intervalToEnd,
  swapPlaces,
  widerInterval,
  knownPayload: (plan) => {
    const [only] = modelLimits(plan.settings.drone)?.payloads ?? [];
    return only === undefined
      ? plan
      : setSettings(plan, { payload: { ...plan.settings.payload, type: only } });
  },
};

/** The plan after the fix that a finding offers; the same plan where there is none. */
export const fixFinding = (plan: RoutePlan, finding: PlanFinding): RoutePlan =>
  finding.fix === null ? plan : fixes[finding.fix](plan, finding);
