import { pointKinds, type RoutePlan } from '@eyrie/domain';
import { areaShape } from './rings.ts';

/** What a click on the map does. */
export const editorTools = ['select', 'points', 'outer', 'hole', 'forbidden', 'line', 'centre'] as const;
export type EditorTool = (typeof editorTools)[number];

/** The tools that make sense for a plan, the one that begins last. */
export const toolsOf = (plan: RoutePlan): readonly EditorTool[] => {
  if (pointKinds.has(plan.type)) return ['select', 'points'];
  const shape = areaShape(plan);
  if (shape === null) return ['select', 'centre'];
  return shape === 'line' ? ['select', 'forbidden', 'line'] : ['select', 'hole', 'forbidden', 'outer'];
};

/** Whether anything is drawn yet. */
export const isEmpty = (plan: RoutePlan): boolean => {
  if (pointKinds.has(plan.type)) return plan.points.length === 0;
  const shape = areaShape(plan);
  if (shape === null) return plan.interest.centre === null;
  return shape === 'line' ? plan.area.line.length === 0 : plan.area.parts.length === 0;
};

/** The tool in the hand when a plan is opened: whoever begins draws at once. */
export const firstTool = (plan: RoutePlan): EditorTool =>
  isEmpty(plan) ? (toolsOf(plan).at(-1) ?? 'select') : 'select';

/** What a handle on the map stands for. */
export type Target =
  | { readonly kind: 'point'; readonly id: string }
  /** Between a point and the next. */
  | { readonly kind: 'middle'; readonly after: number }
  | { readonly kind: 'corner'; readonly ring: string; readonly at: number }
  | { readonly kind: 'cornerMiddle'; readonly ring: string; readonly after: number }
  | { readonly kind: 'centre' }
  | { readonly kind: 'radius' };

export const handleId = (target: Target): string => {
  switch (target.kind) {
    case 'point':
      return `p:${target.id}`;
    case 'middle':
      return `m:${target.after}`;
    case 'corner':
      return `c:${target.ring}:${target.at}`;
    case 'cornerMiddle':
      return `n:${target.ring}:${target.after}`;
    default:
      return target.kind;
  }
};

export const targetOf = (handle: string): Target | null => {
  const [kind, ...rest] = handle.split(':');
  if (kind === 'p') return { kind: 'point', id: rest.join(':') };
  if (kind === 'm') return { kind: 'middle', after: Number(rest[0]) };
  if (kind === 'c') return { kind: 'corner', ring: rest[0] ?? '', at: Number(rest[1]) };
  if (kind === 'n') return { kind: 'cornerMiddle', ring: rest[0] ?? '', after: Number(rest[1]) };
  return handle === 'centre' ? { kind: 'centre' } : handle === 'radius' ? { kind: 'radius' } : null;
};

const chosenBy = <Kind extends Target['kind']>(selected: ReadonlySet<string>, kind: Kind) =>
  [...selected].flatMap((handle) => {
    const target = targetOf(handle);
    return target?.kind === kind ? [target as Extract<Target, { kind: Kind }>] : [];
  });

/** Ids of the points among what is selected. */
export const selectedPoints = (selected: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(chosenBy(selected, 'point').map(({ id }) => id));
export const selectedCorners = (selected: ReadonlySet<string>) => chosenBy(selected, 'corner');
