import { commandCalls, orbitLimits, type GateItem, type OrbitState, type WayFound } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { InputNumber } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import './fly-panel.css';

type Method = 'poiEnter' | 'poiSpeed' | 'poiExit';

export interface OrbitPanelProps {
  /** A point is chosen. */
  chosen: boolean;
  /** Metres above take-off of what is looked at; null: nothing is typed. */
  height: number | null;
  onHeight: (height: number | null) => void;
  /** What was found of the round last; null: nobody has asked. */
  found: WayFound | null;
  drawItems: (items: readonly GateItem[]) => ReactNode;
  busy: boolean;
  /** By the device's own word. */
  said: OrbitState | null;
  /** The aircraft flies around a point now. */
  orbiting: boolean;
  /** Why it cannot be ordered now; null when it can. */
  why: (method: Method) => PhraseId | null;
  onCheck: () => void;
  onOrder: () => void;
  onSpeed: (circleSpeed: number) => void;
  onStop: () => void;
}

/** How it flies around the point, by the device's own word. */
function Said({ said, orbiting }: Pick<OrbitPanelProps, 'said' | 'orbiting'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!said?.state) return null;
  const { state, reason, radius, speed, maxSpeed } = said;
  const way = speed === null || speed === 0 ? null : speed < 0 ? 'clockwise' : 'counter';
  return (
    <div role="status">
      <p>
        {orbiting ? '' : `${text('payload.old')}: `}
        {text(`orbit.state.${state}`, { reason: reason ?? '–' })}
      </p>
      <p className="list-hint">
        {text('orbit.now', {
          radius: figures.length(radius),
          speed: figures.amount(speed === null ? null : Math.abs(speed), text('unit.metrePerSecond'), 1),
          way: way ? text(`orbit.way.${way}`) : '–',
          most: figures.amount(maxSpeed, text('unit.metrePerSecond'), 1),
        })}
      </p>
    </div>
  );
}

function Found({ found, drawItems }: { found: WayFound } & Pick<OrbitPanelProps, 'drawItems'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div role="status">
      <p className="list-hint">
        {text('orbit.found', {
          radius: figures.length(found.radius ?? null),
          metres: figures.length(found.metres),
          whole: figures.duration(found.secondsAndHome),
          battery: figures.amount(found.batteryNeed, text('unit.percent')),
        })}
      </p>
      <p>{text(found.ready ? 'orbit.ready' : 'orbit.blocked')}</p>
      {drawItems(found.items)}
    </div>
  );
}

/** Faster, slower, the other way round, and the end of it. */
function Going({ why, onSpeed, onStop }: Pick<OrbitPanelProps, 'why' | 'onSpeed' | 'onStop'>): ReactNode {
  const text = useText();
  const id = useId();
  const [speed, setSpeed] = useState<number | null>(2);
  const fits = speed !== null && speed >= 0 && speed <= orbitLimits.speedMax;
  const reason = (method: Method): string | null => {
    const against = why(method);
    return against ? text(against) : null;
  };
  const noSpeed = fits ? null : `${text('orbit.speed')}: ${text('issue.number')} (0–${orbitLimits.speedMax})`;
  return (
    <>
      <div className="fly-field ey-stack">
        <label htmlFor={id}>
          {text('orbit.speed')} ({text('unit.metrePerSecond')})
        </label>
        <InputNumber
          id={id}
          size="small"
          step={0.5}
          status={fits || speed === null ? '' : 'error'}
          value={speed}
          onChange={setSpeed}
        />
      </div>
      <Allowed call={commandCalls.poiSpeed}>
        <OrderButton size="small" why={reason('poiSpeed') ?? noSpeed} onOrder={() => onSpeed(-(speed ?? 0))}>
          {text('orbit.turn.clockwise')}
        </OrderButton>
        <OrderButton size="small" why={reason('poiSpeed') ?? noSpeed} onOrder={() => onSpeed(speed ?? 0)}>
          {text('orbit.turn.counter')}
        </OrderButton>
      </Allowed>
      <Allowed call={commandCalls.poiExit}>
        <OrderButton size="small" why={reason('poiExit')} onOrder={onStop}>
          {text('command.poiExit')}
        </OrderButton>
      </Allowed>
    </>
  );
}

/** A flight around the chosen point: what stands against it, the order, and how it goes. */
export function OrbitPanel(props: OrbitPanelProps): ReactNode {
  const { chosen, height, onHeight, found, drawItems, busy, said, orbiting, why, onCheck, onOrder } = props;
  const text = useText();
  const id = useId();
  const { heightMin, heightMax } = orbitLimits;
  const fits = height !== null && height >= heightMin && height <= heightMax;
  const against = why('poiEnter');
  const missing =
    (busy ? text('app.loading') : null) ??
    (chosen ? null : text('flightControl.pick')) ??
    (fits ? null : `${text('orbit.height')}: ${text('issue.number')} (${heightMin}–${heightMax})`);
  return (
    <section className="monitor-panel" aria-label={text('orbit.title')}>
      <h2>{text('orbit.title')}</h2>
      <p className="list-hint">{text('orbit.hint')}</p>
      <div className="fly-field ey-stack">
        <label htmlFor={id}>
          {text('orbit.height')} ({text('unit.metre')})
        </label>
        <InputNumber
          id={id}
          size="small"
          step={5}
          status={fits || height === null ? '' : 'error'}
          value={height}
          onChange={onHeight}
        />
      </div>
      <div className="fly-orders ey-flow ey-gap-8" role="toolbar" aria-label={text('orbit.orders')}>
        <OrderButton size="small" why={missing} onOrder={onCheck}>
          {text('orbit.check')}
        </OrderButton>
        <Allowed call={commandCalls.poiEnter}>
          <OrderButton
            size="small"
            type="primary"
            why={missing ?? (against && text(against))}
            onOrder={onOrder}
          >
            {text('command.poiEnter')}
          </OrderButton>
        </Allowed>
        <Going {...props} />
      </div>
      {found ? <Found found={found} drawItems={drawItems} /> : null}
      <Said said={said} orbiting={orbiting} />
    </section>
  );
}
