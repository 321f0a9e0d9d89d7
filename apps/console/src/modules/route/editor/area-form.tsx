import { areaPatterns, limits, ringPatterns, type PlanArea, type PlanInterest } from '@eyrie/domain';
import { setArea, setInterest, setInterestCentre } from '@eyrie/planner';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { SpecFields, type FieldSpec } from './field-schema.tsx';
import { NumberField } from './number-field.tsx';
import type { Editor } from './use-editor.ts';

const { plan: bound } = limits.route;
const metre = 'unit.metre';
const degree = 'unit.degree';
const share = { kind: 'number', min: 0, max: bound.overlapMax, unit: 'unit.percent' } as const;
const along = ({ pattern }: PlanArea): boolean => pattern === 'corridor' || pattern === 'facade';
const oblique = ({ pattern }: PlanArea): boolean => pattern === 'oblique';
const facade = ({ pattern }: PlanArea): boolean => pattern === 'facade';
const corridor = ({ pattern }: PlanArea): boolean => pattern === 'corridor';

const area: readonly FieldSpec<PlanArea>[] = [
  {
    name: 'pattern',
    label: 'detail.key.pattern',
    kind: 'choice',
    options: areaPatterns,
    words: 'planner.pattern.',
  },
  {
    name: 'direction',
    label: 'planner.field.direction',
    kind: 'number',
    min: bound.directionMin,
    max: bound.directionMax,
    unit: degree,
    none: 'planner.field.automatic',
    when: (values) => !along(values),
  },
  { name: 'sideOverlap', label: 'detail.key.sideOverlap', ...share },
  { name: 'frontOverlap', label: 'detail.key.frontOverlap', ...share },
  {
    name: 'margin',
    label: 'detail.key.margin',
    kind: 'number',
    min: -1_000,
    max: 1_000,
    unit: metre,
    when: (values) => !along(values),
  },
  { name: 'left', label: 'detail.key.left', kind: 'number', min: 0, max: 5_000, unit: metre, when: corridor },
  {
    name: 'right',
    label: 'detail.key.right',
    kind: 'number',
    min: 0,
    max: 5_000,
    unit: metre,
    when: corridor,
  },
  { name: 'tilt', label: 'detail.key.tilt', kind: 'number', min: -85, max: -30, unit: degree, when: oblique },
  { name: 'tiltSideOverlap', label: 'detail.key.tiltSideOverlap', ...share, when: oblique },
  { name: 'tiltFrontOverlap', label: 'detail.key.tiltFrontOverlap', ...share, when: oblique },
  {
    name: 'tiltSpeed',
    label: 'detail.key.tiltSpeed',
    kind: 'number',
    min: bound.speedMin,
    max: bound.speedMax,
    unit: 'unit.metrePerSecond',
    when: oblique,
  },
  {
    name: 'distance',
    label: 'planner.field.distance',
    kind: 'number',
    min: -500,
    max: 500,
    unit: metre,
    when: facade,
  },
  {
    name: 'bottom',
    label: 'detail.key.bottom',
    kind: 'number',
    min: bound.heightMin,
    max: bound.heightMax,
    unit: metre,
    when: facade,
  },
  {
    name: 'top',
    label: 'detail.key.top',
    kind: 'number',
    min: bound.heightMin,
    max: bound.heightMax,
    unit: metre,
    when: facade,
  },
  {
    name: 'turnaround',
    label: 'detail.key.turnaround',
    kind: 'switch',
    when: (values) => !facade(values),
  },
];

/** How an area is covered. */
export function AreaForm({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const { area: values } = editor.plan;
  const change = (part: Partial<PlanArea>): void => {
    editor.edit((plan) => setArea(plan, part));
    // Another pattern is drawn by another tool.
    if (part.pattern) editor.setTool('select');
  };
  const entry: FieldSpec<{ entry: string }> = {
    name: 'entry',
    label: 'detail.key.entry',
    kind: 'choice',
    options: ['0', '1', '2', '3'],
    words: 'planner.entry.',
  };
  return (
    <section aria-label={text('planner.tab.area')} className="planner-form ey-stack ey-gap-8">
      <SpecFields specs={area} values={values} onChange={change} />
      {along(values) ? null : (
        <SpecFields
          specs={[entry]}
          values={{ entry: String(values.entry) }}
          onChange={(part) => change({ entry: Number(part.entry) })}
        />
      )}
    </section>
  );
}

const interest: readonly FieldSpec<PlanInterest>[] = [
  {
    name: 'pattern',
    label: 'detail.key.pattern',
    kind: 'choice',
    options: ringPatterns,
    words: 'planner.ringPattern.',
  },
  { name: 'radius', label: 'planner.field.radius', kind: 'number', min: 1, max: 5_000, unit: metre },
  { name: 'points', label: 'planner.field.points', kind: 'number', min: 3, max: 360 },
  { name: 'rings', label: 'detail.key.rings', kind: 'number', min: 1, max: 50 },
  {
    name: 'ringStep',
    label: 'detail.key.ringStep',
    kind: 'number',
    min: 0,
    max: 500,
    unit: metre,
    when: ({ rings }) => rings > 1,
  },
  { name: 'start', label: 'detail.key.start', kind: 'number', min: 0, max: 360, unit: degree },
  { name: 'clockwise', label: 'detail.key.clockwise', kind: 'switch' },
];

/** What is circled, and how. */
export function InterestForm({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const { centre } = editor.plan.interest;
  const place = (part: { lng?: number; lat?: number; height?: number }): void =>
    editor.edit((plan) => setInterestCentre(plan, { lng: 0, lat: 0, ...plan.interest.centre, ...part }));
  return (
    <section aria-label={text('planner.tab.interest')} className="planner-form ey-stack ey-gap-8">
      <div className="planner-fields">
        {(['lng', 'lat', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={text(`planner.field.${side}`)}
            value={centre?.[side] ?? null}
            min={side === 'lng' ? -180 : side === 'lat' ? -90 : bound.heightMin}
            max={side === 'lng' ? 180 : side === 'lat' ? 90 : bound.heightMax}
            step={side === 'height' ? 1 : 0.00001}
            decimals={side === 'height' ? 2 : 7}
            placeholder={text('planner.field.notChosen')}
            unit={text(side === 'height' ? metre : degree)}
            onChange={(value) => {
              if (value !== null) place({ [side]: value });
            }}
          />
        ))}
      </div>
      <SpecFields
        specs={interest}
        values={editor.plan.interest}
        onChange={(part) => {
          const { points, rings } = part;
          editor.edit((plan) =>
            setInterest(plan, {
              ...part,
              ...(points === undefined ? {} : { points: Math.round(points) }),
              ...(rings === undefined ? {} : { rings: Math.round(rings) }),
            }),
          );
        }}
      />
    </section>
  );
}
