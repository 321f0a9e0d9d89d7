import { headingModes, limits, turnModes, type RoutePlan } from '@eyrie/domain';
import { changePoints, previewChange, type BatchChange } from '@eyrie/planner';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';
import type { Editor } from './use-editor.ts';

const { plan: bound } = limits.route;
const kept = 'kept';
const actionChoices = ['kept', 'addPhoto', 'clearActions'] as const;

const numberFields = [
  {
    name: 'speed',
    label: 'planner.field.speed',
    min: bound.speedMin,
    max: bound.speedMax,
    unit: 'unit.metrePerSecond',
  },
  { name: 'heading', label: 'detail.key.heading', min: -180, max: 180, unit: 'unit.degree' },
  { name: 'gimbalPitch', label: 'detail.key.gimbalPitch', min: -120, max: 45, unit: 'unit.degree' },
] as const;

const actionsOf = (choice: (typeof actionChoices)[number]): BatchChange =>
  choice === 'addPhoto'
    ? { actions: { add: [{ type: 'takePhoto' }] } }
    : choice === 'clearActions'
      ? { actions: { set: [] } }
      : {};

const without = (change: BatchChange, name: keyof BatchChange): BatchChange => {
  const { [name]: _, ...rest } = change;
  return rest;
};

interface PartProps {
  change: BatchChange;
  onChange: (change: BatchChange) => void;
}

function Heights({ change, onChange }: PartProps): ReactNode {
  const text = useText();
  const { height } = change;
  const set = (next: BatchChange['height'] | null): void =>
    onChange(next ? { ...change, height: next } : without(change, 'height'));
  return (
    <>
      <NumberField
        label={text('planner.field.height')}
        value={height && 'to' in height ? height.to : null}
        min={bound.heightMin}
        max={bound.heightMax}
        optional
        placeholder={text('planner.batch.keep')}
        unit={text('unit.metre')}
        onChange={(to) => set(to === null ? null : { to })}
      />
      <NumberField
        label={text('planner.batch.heightBy')}
        value={height && 'by' in height ? height.by : null}
        min={-9_000}
        max={9_000}
        optional
        placeholder={text('planner.batch.keep')}
        unit={text('unit.metre')}
        onChange={(by) => set(by === null ? null : { by })}
      />
    </>
  );
}

function Choices({ change, onChange }: PartProps): ReactNode {
  const text = useText();
  const keep = { value: kept, label: text('planner.batch.keep') };
  return (
    <>
      <ChoiceField
        label={text('detail.key.headingMode')}
        value={change.headingMode ?? kept}
        options={[
          keep,
          ...headingModes.map((value) => ({ value, label: text(`planner.headingMode.${value}`) })),
        ]}
        onChange={(value) => {
          const headingMode = headingModes.find((one) => one === value);
          onChange(headingMode ? { ...change, headingMode } : without(change, 'headingMode'));
        }}
      />
      <ChoiceField
        label={text('detail.key.turnMode')}
        value={change.turnMode ?? kept}
        options={[keep, ...turnModes.map((value) => ({ value, label: text(`planner.turnMode.${value}`) }))]}
        onChange={(value) => {
          const turnMode = turnModes.find((one) => one === value);
          onChange(turnMode ? { ...change, turnMode } : without(change, 'turnMode'));
        }}
      />
      <ChoiceField
        label={text('detail.key.ai')}
        value={change.ai === true ? 'on' : change.ai === false ? 'off' : kept}
        options={[
          keep,
          { value: 'on', label: text('planner.on') },
          { value: 'off', label: text('planner.off') },
        ]}
        onChange={(value) =>
          onChange(value === kept ? without(change, 'ai') : { ...change, ai: value === 'on' })
        }
      />
    </>
  );
}

/** One change of all selected points, with how many of them it changes; one step. */
export function BatchForm({ editor, ids }: { editor: Editor; ids: readonly string[] }): ReactNode {
  const text = useText();
  const { plan } = editor;
  const [change, setChange] = useState<BatchChange>({});
  const [doing, setDoing] = useState<(typeof actionChoices)[number]>(kept);
  const whole = useMemo(() => ({ ...change, ...actionsOf(doing) }), [change, doing]);
  const preview = useMemo(() => previewChange(plan, ids, whole), [plan, ids, whole]);
  const apply = (before: RoutePlan): RoutePlan => changePoints(before, ids, whole);
  return (
    <section
      aria-label={text('planner.batch', { count: ids.length })}
      className="planner-form ey-stack ey-gap-8"
    >
      <h3>{text('planner.batch', { count: ids.length })}</h3>
      <div className="planner-fields">
        <Heights change={change} onChange={setChange} />
        {numberFields.map(({ name, label, min, max, unit }) => (
          <NumberField
            key={name}
            label={text(label)}
            value={change[name] ?? null}
            min={min}
            max={max}
            optional
            placeholder={text('planner.batch.keep')}
            unit={text(unit)}
            onChange={(value) =>
              setChange(value === null ? without(change, name) : { ...change, [name]: value })
            }
          />
        ))}
        <Choices change={change} onChange={setChange} />
        <ChoiceField
          label={text('planner.batch.actions')}
          value={doing}
          options={actionChoices.map((value) => ({
            value,
            label: text(value === kept ? 'planner.batch.keep' : `planner.batch.${value}`),
          }))}
          onChange={setDoing}
        />
      </div>
      <p aria-live="polite">
        {text('planner.batch.preview', { chosen: preview.chosen, changed: preview.changed })}
      </p>
      <Button
        type="primary"
        disabled={preview.changed === 0}
        onClick={() => {
          editor.edit(apply);
          setChange({});
          setDoing(kept);
        }}
      >
        {text('planner.batch.apply')}
      </Button>
    </section>
  );
}
