import { commandCalls, lostActions, type GateItem, type WayFound } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { InputNumber, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import {
  faultOf,
  fits,
  flyFields,
  flyRanges,
  type FlyDraft,
  type FlyField,
  type FlyMethod,
} from './fly-form.ts';
import './fly-panel.css';

export interface FlyPanelProps {
  /** Begins a flight, or sends the aircraft that flies. */
  method: FlyMethod;
  draft: FlyDraft;
  onDraft: (change: Partial<FlyDraft>) => void;
  /** What was found of the way last; null: nobody has asked. */
  found: WayFound | null;
  drawItems: (items: readonly GateItem[]) => ReactNode;
  busy: boolean;
  /** Why it cannot be ordered now; null when it can. */
  why: (method: FlyMethod | 'flyToStop') => PhraseId | null;
  onCheck: () => void;
  onOrder: () => void;
  onStop: () => void;
}

const steps: Readonly<Record<FlyField, number>> = {
  lng: 0.0001,
  lat: 0.0001,
  height: 5,
  maxSpeed: 1,
  safeHeight: 5,
  rthAltitude: 5,
};
const units: Readonly<Partial<Record<FlyField, PhraseId>>> = {
  height: 'unit.metre',
  safeHeight: 'unit.metre',
  rthAltitude: 'unit.metre',
  maxSpeed: 'unit.metrePerSecond',
};

function NumberField({
  field,
  draft,
  onDraft,
}: Pick<FlyPanelProps, 'draft' | 'onDraft'> & { field: FlyField }): ReactNode {
  const text = useText();
  const id = useId();
  const unit = units[field];
  return (
    <div className="fly-field ey-stack">
      <label htmlFor={id}>
        {text(`detail.key.${field}`)}
        {unit ? ` (${text(unit)})` : ''}
      </label>
      <InputNumber
        id={id}
        size="small"
        step={steps[field]}
        status={draft[field] === null || fits(field, draft[field]) ? '' : 'error'}
        value={draft[field]}
        onChange={(value) => onDraft({ [field]: value })}
      />
    </div>
  );
}

function Fields({ method, draft, onDraft }: Pick<FlyPanelProps, 'method' | 'draft' | 'onDraft'>): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="fly-fields ey-grid ey-gap-8">
      {flyFields[method].map((field) => (
        <NumberField key={field} {...{ field, draft, onDraft }} />
      ))}
      {method === 'takeOff' ? (
        <div className="fly-field ey-stack">
          <label htmlFor={id}>{text('detail.key.lostAction')}</label>
          <Select
            id={id}
            size="small"
            value={draft.lostAction}
            options={lostActions.map((value) => ({
              value,
              label: text(`flightControl.lostAction.${value}`),
            }))}
            onChange={(lostAction) => onDraft({ lostAction })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** How far, how long and with how much battery: there, and home. */
function Found({ found, drawItems }: { found: WayFound } & Pick<FlyPanelProps, 'drawItems'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { ready, metres, seconds, secondsAndHome, batteryNeed, items } = found;
  return (
    <div role="status">
      <p className="list-hint">
        {text('flightControl.found', {
          metres: figures.length(metres),
          time: figures.duration(seconds),
          whole: figures.duration(secondsAndHome),
          battery: figures.amount(batteryNeed, text('unit.percent')),
        })}
      </p>
      <p>{text(ready ? 'flightControl.ready' : 'flightControl.blocked')}</p>
      {drawItems(items)}
    </div>
  );
}

/** Where to, by a point on the map or by coordinates; what stands against it; and the order. */
export function FlyPanel(props: FlyPanelProps): ReactNode {
  const { method, draft, found, drawItems, busy, why, onCheck, onOrder, onStop } = props;
  const text = useText();
  const fault = faultOf(method, draft);
  const noNumber = (): string | null => {
    if (fault === null) return null;
    const [least, most] = flyRanges[fault];
    return `${text(`detail.key.${fault}`)}: ${text('issue.number')} (${least}–${most})`;
  };
  const reason = (of: FlyMethod | 'flyToStop'): string | null => {
    const against = why(of);
    return against ? text(against) : null;
  };
  const waits = busy ? text('app.loading') : null;
  const title = text('flightControl.fly');
  return (
    <section className="monitor-panel" aria-label={title}>
      <h2>{title}</h2>
      <p className="list-hint">{text('flightControl.pick')}</p>
      <Fields {...props} />
      <div className="fly-orders ey-flow ey-gap-8" role="toolbar" aria-label={text(`command.${method}`)}>
        <OrderButton size="small" why={waits ?? noNumber()} onOrder={onCheck}>
          {text('flightControl.check')}
        </OrderButton>
        <Allowed call={commandCalls[method]}>
          <OrderButton
            size="small"
            type="primary"
            why={waits ?? reason(method) ?? noNumber()}
            onOrder={onOrder}
          >
            {text(`command.${method}`)}
          </OrderButton>
        </Allowed>
        <Allowed call={commandCalls.flyToStop}>
          <OrderButton size="small" why={reason('flyToStop')} onOrder={onStop}>
            {text('command.flyToStop')}
          </OrderButton>
        </Allowed>
      </div>
      {found ? <Found found={found} drawItems={drawItems} /> : null}
    </section>
  );
}
