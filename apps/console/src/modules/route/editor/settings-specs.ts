import {
  finishActions,
  headingModes,
  limits,
  photoModes,
  planLostActions,
  turnModes,
  type PlanSettings,
  type RoutePlan,
} from '@eyrie/domain';
import type { FieldSpec } from './field-schema.tsx';

const { plan: bound } = limits.route;
const metre = 'unit.metre';
const perSecond = 'unit.metrePerSecond';
const degree = 'unit.degree';
const heights = { kind: 'number', min: bound.heightMin, max: bound.heightMax, unit: metre } as const;
const speeds = { kind: 'number', min: bound.speedMin, max: bound.speedMax, unit: perSecond } as const;

type Specs = readonly FieldSpec<PlanSettings>[];

export const flight: Specs = [
  { name: 'height', label: 'planner.field.height', ...heights },
  { name: 'speed', label: 'planner.field.speed', ...speeds },
  { name: 'transitSpeed', label: 'detail.key.transitSpeed', ...speeds },
  {
    name: 'headingMode',
    label: 'detail.key.headingMode',
    kind: 'choice',
    options: headingModes,
    words: 'planner.headingMode.',
  },
  { name: 'heading', label: 'detail.key.heading', kind: 'number', min: -180, max: 180, unit: degree },
  { name: 'gimbalPitch', label: 'detail.key.gimbalPitch', kind: 'number', min: -120, max: 45, unit: degree },
  {
    name: 'turnMode',
    label: 'detail.key.turnMode',
    kind: 'choice',
    options: turnModes,
    words: 'planner.turnMode.',
  },
  {
    name: 'followTerrain',
    label: 'detail.key.followTerrain',
    kind: 'number',
    min: 5,
    max: 1_500,
    unit: metre,
    none: 'planner.field.level',
  },
  { name: 'ai', label: 'detail.key.ai', kind: 'switch' },
];

export const safety: Specs = [
  {
    name: 'takeOffSecurityHeight',
    label: 'detail.key.takeOffSecurityHeight',
    kind: 'number',
    min: bound.takeOffMin,
    max: bound.takeOffMax,
    unit: metre,
  },
  {
    name: 'returnHeight',
    label: 'detail.key.returnHeight',
    kind: 'number',
    min: bound.returnMin,
    max: bound.returnMax,
    unit: metre,
  },
  { name: 'clearance', label: 'detail.key.clearance', kind: 'number', min: 0, max: 1_500, unit: metre },
  {
    name: 'finishAction',
    label: 'detail.key.finishAction',
    kind: 'choice',
    options: finishActions,
    words: 'route.finishAction.',
  },
  {
    name: 'lostAction',
    label: 'planner.field.lostAction',
    kind: 'choice',
    options: planLostActions,
    words: 'planner.lostAction.',
  },
];

export const battery: Specs = [
  {
    name: 'reserve',
    label: 'detail.key.reserve',
    kind: 'number',
    min: 5,
    max: 90,
    scale: 100,
    unit: 'unit.percent',
  },
  {
    name: 'ratedMinutes',
    label: 'detail.key.ratedMinutes',
    kind: 'number',
    min: 1,
    max: 600,
    unit: 'unit.minute',
  },
  { name: 'ratedSpeed', label: 'detail.key.ratedSpeed', kind: 'number', min: 1, max: 30, unit: perSecond },
];

export const optics: readonly FieldSpec<PlanSettings['camera']>[] = [
  {
    name: 'sensorW',
    label: 'detail.key.sensorW',
    kind: 'number',
    min: 1,
    max: 100,
    unit: 'unit.millimetre',
  },
  {
    name: 'sensorH',
    label: 'detail.key.sensorH',
    kind: 'number',
    min: 1,
    max: 100,
    unit: 'unit.millimetre',
  },
  {
    name: 'focalLength',
    label: 'detail.key.focalLength',
    kind: 'number',
    min: 0.5,
    max: 1_000,
    unit: 'unit.millimetre',
  },
  { name: 'imageW', label: 'detail.key.imageW', kind: 'number', min: 64, max: 100_000 },
  { name: 'imageH', label: 'detail.key.imageH', kind: 'number', min: 64, max: 100_000 },
  {
    name: 'minInterval',
    label: 'detail.key.minInterval',
    kind: 'number',
    min: 0.1,
    max: 60,
    step: 0.1,
    unit: 'unit.second',
  },
];

export const photos: readonly FieldSpec<RoutePlan['photos']>[] = [
  {
    name: 'mode',
    label: 'planner.field.photoMode',
    kind: 'choice',
    options: photoModes,
    words: 'planner.photoMode.',
  },
  {
    name: 'interval',
    label: 'detail.key.interval',
    kind: 'number',
    min: bound.intervalMin,
    max: bound.intervalMax,
    none: 'planner.field.fromOverlap',
    when: ({ mode }) => mode === 'distance' || mode === 'time',
  },
];
