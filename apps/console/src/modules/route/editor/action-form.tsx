import { lensWords, limits, type PlanAction, type PlanPoint } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Icon } from '@eyrie/ui';
import { Button, Checkbox, Dropdown, Input } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';

type ActionType = Exclude<PlanAction['type'], 'other'>;

const { plan: bound } = limits.route;

/** Every action with what it begins with. */
const fresh: Readonly<Record<ActionType, (next: PlanPoint | undefined) => PlanAction | null>> = {
  takePhoto: () => ({ type: 'takePhoto' }),
  startRecord: () => ({ type: 'startRecord' }),
  stopRecord: () => ({ type: 'stopRecord' }),
  hover: () => ({ type: 'hover', seconds: 5 }),
  rotateYaw: () => ({ type: 'rotateYaw', heading: 0 }),
  gimbalRotate: () => ({ type: 'gimbalRotate', pitch: -45 }),
  zoom: () => ({ type: 'zoom', factor: 2 }),
  focus: () => ({ type: 'focus', x: 0.5, y: 0.5 }),
  panoShot: () => ({ type: 'panoShot' }),
  orientedShoot: () => ({ type: 'orientedShoot', heading: 0, pitch: -45, zoom: 1 }),
  interval: (next) => (next ? { type: 'interval', by: 'distance', every: 20, until: next.id } : null),
};

/** Numbers that actions have, by name. */
const numbers = {
  seconds: { label: 'detail.key.seconds', min: 0, max: bound.hoverMax, unit: 'unit.second' },
  heading: { label: 'detail.key.heading', min: -180, max: 180, unit: 'unit.degree' },
  yaw: { label: 'detail.key.yaw', min: -180, max: 180, unit: 'unit.degree' },
  pitch: { label: 'detail.key.pitch', min: -120, max: 45, unit: 'unit.degree' },
  factor: { label: 'detail.key.factor', min: 1, max: bound.zoomMax, unit: 'planner.unit.times' },
  zoom: { label: 'detail.key.zoom', min: 1, max: bound.zoomMax, unit: 'planner.unit.times' },
  x: { label: 'planner.field.frameX', min: 0, max: 1, unit: undefined },
  y: { label: 'planner.field.frameY', min: 0, max: 1, unit: undefined },
  every: { label: 'detail.key.every', min: bound.intervalMin, max: bound.intervalMax, unit: undefined },
} as const satisfies Record<
  string,
  { label: PhraseId; min: number; max: number; unit: PhraseId | undefined }
>;
type NumberName = keyof typeof numbers;

const numbersOf: Readonly<Partial<Record<ActionType, readonly NumberName[]>>> = {
  hover: ['seconds'],
  rotateYaw: ['heading'],
  gimbalRotate: ['pitch', 'yaw'],
  zoom: ['factor'],
  focus: ['x', 'y'],
  orientedShoot: ['heading', 'pitch', 'zoom'],
  interval: ['every'],
};
const named: ReadonlySet<string> = new Set(['takePhoto', 'startRecord', 'orientedShoot']);
const seeing: ReadonlySet<string> = new Set(['takePhoto', 'startRecord', 'stopRecord', 'orientedShoot']);

export const useActionName = (): ((action: Pick<PlanAction, 'type'> & { func?: string }) => string) => {
  const text = useText();
  return ({ type, func }) => {
    if (type === 'other') return text('route.action.other', { func: func ?? '' });
    return text(type === 'interval' ? 'planner.action.interval' : `route.action.${type}`);
  };
};

interface OneProps {
  action: PlanAction;
  points: readonly PlanPoint[];
  index: number;
  onChange: (action: PlanAction) => void;
}

/** Lenses and the end of the file's name, where something is recorded. */
function Recording({ action, onChange }: OneProps): ReactNode {
  const text = useText();
  const id = useId();
  if (!('suffix' in action || seeing.has(action.type))) return null;
  const lenses = 'lenses' in action ? (action.lenses ?? []) : [];
  return (
    <>
      {named.has(action.type) ? (
        <div className="planner-field ey-stack">
          <label htmlFor={id}>{text('detail.key.suffix')}</label>
          <Input
            id={id}
            size="small"
            count={{ max: bound.suffix }}
            value={'suffix' in action ? (action.suffix ?? '') : ''}
            onChange={(event) => {
              // What a file name cannot hold is not taken.
              const suffix = event.target.value.replaceAll(/[<>:"/\\|?*.]/g, '');
              const { suffix: _, ...rest } = action as PlanAction & { suffix?: string };
              onChange((suffix === '' ? rest : { ...rest, suffix }) as PlanAction);
            }}
          />
        </div>
      ) : null}
      <fieldset className="planner-lenses ey-panel">
        <legend>{text('detail.key.lenses')}</legend>
        {lensWords.map((lens) => (
          <Checkbox
            key={lens}
            checked={lenses.includes(lens)}
            onChange={({ target }) => {
              const next = target.checked ? [...lenses, lens] : lenses.filter((one) => one !== lens);
              const { lenses: _, ...rest } = action as PlanAction & { lenses?: unknown };
              onChange((next.length === 0 ? rest : { ...rest, lenses: next }) as PlanAction);
            }}
          >
            {text(`planner.lens.${lens}`)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

function Fields(props: OneProps): ReactNode {
  const { action, points, index, onChange } = props;
  const text = useText();
  if (action.type === 'other') return <p className="ey-muted">{text('planner.keptAction')}</p>;
  return (
    <div className="planner-fields">
      {(numbersOf[action.type] ?? []).map((name) => {
        const { label, min, max, unit } = numbers[name];
        const optional = name === 'yaw';
        const unitWord =
          action.type === 'interval'
            ? text(action.by === 'distance' ? 'unit.metre' : 'unit.second')
            : unit && text(unit);
        return (
          <NumberField
            key={name}
            label={text(label)}
            value={((action as Record<string, unknown>)[name] as number | undefined) ?? null}
            min={min}
            max={max}
            step={max === 1 ? 0.05 : 1}
            optional={optional}
            {...(unitWord ? { unit: unitWord } : {})}
            onChange={(value) => {
              const { [name]: _, ...rest } = action as Record<string, unknown>;
              if (value !== null || optional)
                onChange((value === null ? rest : { ...rest, [name]: value }) as PlanAction);
            }}
          />
        );
      })}
      {action.type === 'interval' ? (
        <>
          <ChoiceField
            label={text('planner.field.by')}
            value={action.by}
            options={(['distance', 'time'] as const).map((value) => ({
              value,
              label: text(`planner.by.${value}`),
            }))}
            onChange={(by) => onChange({ ...action, by })}
          />
          <ChoiceField
            label={text('planner.field.until')}
            value={action.until}
            options={points.slice(index + 1, index + 501).map(({ id }, at) => ({
              value: id,
              label: text('planner.pointNumber', { number: index + at + 2 }),
            }))}
            onChange={(until) => onChange({ ...action, until })}
          />
        </>
      ) : null}
      <Recording {...props} />
    </div>
  );
}

interface ActionFormProps {
  points: readonly PlanPoint[];
  /** Of the point that the actions are of. */
  index: number;
  onChange: (actions: readonly PlanAction[]) => void;
}

/** What is done at a point, in its order. */
export function ActionForm({ points, index, onChange }: ActionFormProps): ReactNode {
  const text = useText();
  const nameOf = useActionName();
  const actions = points[index]?.actions ?? [];
  const add = (type: ActionType): void => {
    const action = fresh[type](points[index + 1]);
    if (action) onChange([...actions, action]);
  };
  return (
    <section aria-label={text('planner.section.actions')} className="planner-actions">
      <h4>{text('planner.section.actions')}</h4>
      {actions.length === 0 ? <p className="ey-muted">{text('planner.action.none')}</p> : null}
      <ol>
        {actions.map((action, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- actions have no name but their place
          <li key={at}>
            <div className="planner-action-head ey-row ey-gap-4">
              <span>
                {at + 1}. <bdi>{nameOf(action)}</bdi>
              </span>
              <Button
                size="small"
                type="text"
                disabled={at === 0}
                aria-label={`${text('planner.up')}: ${nameOf(action)}`}
                icon={<Icon name="down" size={14} flip className="planner-up" />}
                onClick={() => onChange(actions.toSpliced(at - 1, 2, action, actions[at - 1] ?? action))}
              />
              <Button
                size="small"
                type="text"
                aria-label={`${text('app.delete')}: ${nameOf(action)}`}
                icon={<Icon name="trash" size={14} />}
                onClick={() => onChange(actions.toSpliced(at, 1))}
              />
            </div>
            <Fields
              action={action}
              points={points}
              index={index}
              onChange={(next) => onChange(actions.with(at, next))}
            />
          </li>
        ))}
      </ol>
      <Dropdown
        trigger={['click']}
        disabled={actions.length >= bound.actions}
        menu={{
          items: (Object.keys(fresh) as ActionType[])
            .filter((type) => type !== 'interval' || points[index + 1] !== undefined)
            .map((type) => ({ key: type, label: nameOf({ type }) })),
          onClick: ({ key }) => add(key as ActionType),
        }}
      >
        <Button size="small" icon={<Icon name="plus" size={14} />}>
          {text('planner.action.add')}
        </Button>
      </Dropdown>
    </section>
  );
}
