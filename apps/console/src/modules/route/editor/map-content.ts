import { pointKinds, type RoutePlan } from '@eyrie/domain';
import { destination, wrapLongitude, type Place } from '@eyrie/geometry';
import type { Line, Polygon, RouteHandle } from '@eyrie/map';
import { lineOf, pointLines, ringOf } from '@eyrie/planner';
import { areaShape, ringNamed, shownRings } from './rings.ts';
import { handleId, type EditorTool } from './editor-state.ts';

/** More handles between handles would hide what they stand on. */
const middlesAtMost = 300;

/** Half-way, the short way round the globe. */
export const middleOf = (one: Place, other: Place): Place => ({
  lng: wrapLongitude(one.lng + wrapLongitude(other.lng - one.lng) / 2),
  lat: (one.lat + other.lat) / 2,
});

/** A line without an end does not close. */
const closes = (key: string): boolean => key !== 'line';
const placesOf = (plan: RoutePlan, key: string): readonly Place[] => ringOf(plan, ringNamed(key)) ?? [];

const pointHandles = (plan: RoutePlan, alarms: ReadonlySet<string>): RouteHandle[] => {
  const { points } = plan;
  const middles =
    points.length > middlesAtMost
      ? []
      : points.slice(1).flatMap((point, after) => {
          const before = points[after];
          // Nobody flies by plan from the end of one line to the next.
          if (!before || lineOf(before) !== lineOf(point)) return [];
          const id = handleId({ kind: 'middle', after });
          return [{ id, kind: 'middle' as const, ...middleOf(before, point) }];
        });
  return [
    ...middles,
    ...points.map(({ id, lng, lat }, at) => ({
      id: handleId({ kind: 'point', id }),
      kind: 'point' as const,
      lng,
      lat,
      badge: String(at + 1),
      alarm: alarms.has(id),
    })),
  ];
};

const ringHandles = (plan: RoutePlan, drawing: string | null): RouteHandle[] =>
  shownRings(plan).flatMap(({ key, places }) => {
    const middles = places.length > middlesAtMost || key === drawing ? [] : places;
    return [
      ...middles.flatMap((place, after): RouteHandle[] => {
        const next = places[after + 1] ?? (closes(key) && places.length > 2 ? places[0] : undefined);
        if (!next) return [];
        return [
          {
            id: handleId({ kind: 'cornerMiddle', ring: key, after }),
            kind: 'middle',
            ...middleOf(place, next),
          },
        ];
      }),
      ...places.map(({ lng, lat }, at) => ({
        id: handleId({ kind: 'corner', ring: key, at }),
        kind: 'corner' as const,
        lng,
        lat,
      })),
    ];
  });

/** Where the radius of a point-of-interest route is taken hold of: to the east of its centre. */
export const radiusPlace = ({ centre, radius }: RoutePlan['interest']): Place | null =>
  centre ? destination(centre, 90, radius) : null;

/** @param alarms ids of points at which something is wrong */
export const handlesOf = (
  plan: RoutePlan,
  drawing: string | null,
  alarms: ReadonlySet<string>,
): RouteHandle[] => {
  if (pointKinds.has(plan.type)) return pointHandles(plan, alarms);
  if (areaShape(plan) !== null) return ringHandles(plan, drawing);
  const { centre } = plan.interest;
  const edge = radiusPlace(plan.interest);
  return centre && edge
    ? [
        { id: 'centre', kind: 'centre', lng: centre.lng, lat: centre.lat },
        { id: 'radius', kind: 'edge', ...edge },
      ]
    : [];
};

/** The line of a plan as far as it can be drawn before it is computed. */
export const rawLines = (plan: RoutePlan): Line[] =>
  pointKinds.has(plan.type)
    ? pointLines(plan.points).map((path, at) => ({ id: `raw.${at}`, path, tone: 'accent', arrows: true }))
    : [];

/** Another version of a plan, to be compared with what is drawn. */
export const comparedLines = (plan: RoutePlan | null): Line[] => {
  if (!plan) return [];
  const look = { tone: 'text', width: 2, dashed: true } as const;
  return [
    ...(pointKinds.has(plan.type)
      ? pointLines(plan.points).map((path, at) => ({ id: `compared.${at}`, path, ...look }))
      : []),
    ...shownRings(plan).map(({ key, places }) => ({
      id: `compared.${key}`,
      path: closes(key) ? [...places, ...places.slice(0, 1)] : places,
      ...look,
    })),
  ];
};

/** Edges that are not areas yet. */
export const openEdges = (plan: RoutePlan): Line[] =>
  shownRings(plan)
    .filter(({ key, places }) => !closes(key) || places.length < 3)
    .map(({ key, places }) => ({ id: key, path: places, tone: 'attention', width: 2 }));

export const areasOf = (plan: RoutePlan): Polygon[] => {
  const forbidden = shownRings(plan)
    .filter(({ name, places }) => name.kind === 'forbidden' && places.length > 2)
    .map(({ key, places }): Polygon => ({
      id: key,
      rings: [places],
      tone: 'alarm',
      fill: 0.12,
      hatch: 'diagonal',
    }));
  if (areaShape(plan) !== 'rings') return forbidden;
  const parts = plan.area.parts.flatMap(({ outer, holes }, part): Polygon[] =>
    outer.length > 2
      ? [
          {
            id: `outer.${part}`,
            rings: [outer, ...holes.filter((hole) => hole.length > 2)],
            tone: 'attention',
            fill: 0.08,
          },
        ]
      : [],
  );
  return [...parts, ...forbidden];
};

/** Places from which lines run to the pointer while something is drawn. */
export const rubberOf = (
  plan: RoutePlan,
  tool: EditorTool,
  drawing: string | null,
  after: number | null,
): readonly Place[] => {
  if (tool === 'points') {
    const from = after ?? plan.points.length - 1;
    return [plan.points[from], after === null ? undefined : plan.points[from + 1]].filter(
      (place) => place !== undefined,
    );
  }
  if (tool === 'line') return placesOf(plan, 'line').slice(-1);
  if (drawing === null) return [];
  const ring = placesOf(plan, drawing);
  return [...ring.slice(-1), ...(ring.length > 1 ? ring.slice(0, 1) : [])];
};

/** Places to which lines run from a handle while it is dragged. */
export const tiesOf = (plan: RoutePlan, handle: string): readonly Place[] => {
  const [kind, first = '', second = ''] = handle.split(':');
  const around = (places: readonly Place[], at: number, width: 0 | 1, closed: boolean) =>
    [
      places[at - 1] ?? (closed && width === 1 ? places.at(-1) : undefined),
      places[at + width] ?? (closed ? places[0] : undefined),
    ].filter((place) => place !== undefined);
  if (kind === 'p') {
    const at = plan.points.findIndex(({ id }) => id === first);
    return around(plan.points, at, 1, false);
  }
  if (kind === 'm') return around(plan.points, Number(first) + 1, 0, false);
  if (kind === 'c') return around(placesOf(plan, first), Number(second), 1, closes(first));
  if (kind === 'n') return around(placesOf(plan, first), Number(second) + 1, 0, closes(first));
  return handle === 'radius' && plan.interest.centre ? [plan.interest.centre] : [];
};
