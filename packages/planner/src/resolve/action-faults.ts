import { limits, type PlanAction, type PlanPoint } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { Faults } from './faults.ts';

const { plan: bound } = limits.route;
type Range = readonly [least: number, most: number];

const turn: Range = [-360, 360];
const pitch: Range = [-120, 45];
const zoom: Range = [1, bound.zoomMax];
const share: Range = [0, 1];

/** What numbers of actions may be, by the name of their field. */
const ranges: Readonly<Partial<Record<PlanAction['type'], Readonly<Record<string, Range>>>>> = {
  hover: { seconds: [0, bound.hoverMax] },
  rotateYaw: { heading: turn },
  gimbalRotate: { pitch, yaw: turn },
  zoom: { factor: zoom },
  focus: { x: share, y: share },
  orientedShoot: { heading: turn, pitch, zoom },
  interval: { every: [bound.intervalMin, bound.intervalMax] },
};

/** Numbers of the actions of a point: a file is written of them. */
export function actionFaults({ actions }: PlanPoint, field: string, faults: Faults, at: Place | null): void {
  for (const [index, action] of actions.entries()) {
    const allowed = ranges[action.type];
    if (!allowed) continue;
    for (const [name, value] of Object.entries(action)) {
      const range = allowed[name];
      if (range && typeof value === 'number')
        faults.range(`${field}.actions.${index}.${name}`, value, range[0], range[1], at);
    }
  }
}
