import { headingModes, limits, turnModes, type PlanPoint } from '@eyrie/domain';
import { changePoints, movePoint, type BatchChange } from '@eyrie/planner';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { ActionForm } from './action-form.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';
import { PointAi } from './point-ai.tsx';
import type { Editor } from './use-editor.ts';

const { plan: bound } = limits.route;
/** Stands for leaving a choice to the settings of the route. */
const inherited = 'inherited';

interface PointProps {
  editor: Editor;
  point: PlanPoint;
  index: number;
}

function Placing({ editor, point }: PointProps): ReactNode {
  const text = useText();
  const move = (to: Partial<Pick<PlanPoint, 'lng' | 'lat' | 'height'>>): void =>
    editor.edit((plan) => movePoint(plan, point.id, { ...point, ...to }));
  return (
    <>
      {(['lng', 'lat'] as const).map((side) => (
        <NumberField
          key={side}
          label={text(`planner.field.${side}`)}
          value={point[side]}
          min={side === 'lng' ? -180 : -90}
          max={side === 'lng' ? 180 : 90}
          step={0.00001}
          decimals={7}
          unit={text('unit.degree')}
          onChange={(value) => {
            if (value !== null) move({ [side]: value });
          }}
        />
      ))}
      <NumberField
        label={text('planner.field.height')}
        value={point.height}
        min={bound.heightMin}
        max={bound.heightMax}
        unit={text('unit.metre')}
        onChange={(height) => {
          if (height !== null) move({ height });
        }}
      />
    </>
  );
}

/** Turn and heading of a point; what is left to the route says what that is. */
function Turning({ editor, point }: PointProps): ReactNode {
  const text = useText();
  const { settings } = editor.plan;
  const change = (one: BatchChange): void => editor.edit((plan) => changePoints(plan, [point.id], one));
  const asRoute = (value: string) => text('planner.asRoute', { value });
  return (
    <>
      <ChoiceField
        label={text('detail.key.headingMode')}
        value={point.headingMode ?? inherited}
        options={[
          { value: inherited, label: asRoute(text(`planner.headingMode.${settings.headingMode}`)) },
          ...headingModes.map((value) => ({ value, label: text(`planner.headingMode.${value}`) })),
        ]}
        onChange={(value) => change({ headingMode: headingModes.find((one) => one === value) ?? null })}
      />
      <NumberField
        label={text('detail.key.heading')}
        value={point.heading ?? null}
        min={-180}
        max={180}
        optional
        placeholder={asRoute(String(settings.heading))}
        unit={text('unit.degree')}
        onChange={(heading) => change({ heading })}
      />
      <NumberField
        label={text('detail.key.gimbalPitch')}
        value={point.gimbalPitch ?? null}
        min={-120}
        max={45}
        optional
        placeholder={settings.gimbalManual ? text('planner.asFile') : asRoute(String(settings.gimbalPitch))}
        unit={text('unit.degree')}
        onChange={(gimbalPitch) => change({ gimbalPitch })}
      />
      <ChoiceField
        label={text('detail.key.turnMode')}
        value={point.turnMode ?? inherited}
        options={[
          { value: inherited, label: asRoute(text(`planner.turnMode.${settings.turnMode}`)) },
          ...turnModes.map((value) => ({ value, label: text(`planner.turnMode.${value}`) })),
        ]}
        onChange={(value) => change({ turnMode: turnModes.find((one) => one === value) ?? null })}
      />
      <NumberField
        label={text('detail.key.damping')}
        value={point.damping ?? null}
        min={0}
        max={bound.dampingMax}
        optional
        placeholder={text('planner.field.notChosen')}
        unit={text('unit.metre')}
        onChange={(damping) => change({ damping })}
      />
    </>
  );
}

/** Everything of one point. */
export function PointForm(props: PointProps): ReactNode {
  const { editor, point, index } = props;
  const text = useText();
  const { settings } = editor.plan;
  const change = (one: BatchChange): void => editor.edit((plan) => changePoints(plan, [point.id], one));
  return (
    <section
      aria-label={text('planner.pointNumber', { number: index + 1 })}
      className="planner-form ey-stack ey-gap-8"
    >
      <h3>{text('planner.pointNumber', { number: index + 1 })}</h3>
      <div className="planner-fields">
        <Placing {...props} />
        <NumberField
          label={text('planner.field.speed')}
          value={point.speed ?? null}
          min={bound.speedMin}
          max={bound.speedMax}
          optional
          placeholder={text('planner.asRoute', { value: String(settings.speed) })}
          unit={text('unit.metrePerSecond')}
          onChange={(speed) => change({ speed })}
        />
        <Turning {...props} />
      </div>
      <Checkbox
        checked={point.straight ?? false}
        onChange={(event) => change({ straight: event.target.checked })}
      >
        {text('detail.key.straight')}
      </Checkbox>
      <PointAi point={point} byRoute={settings.ai} onChange={change} />
      <ActionForm
        points={editor.plan.points}
        index={index}
        onChange={(actions) => change({ actions: { set: actions } })}
      />
    </section>
  );
}
