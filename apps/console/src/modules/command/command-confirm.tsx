import { ConfirmDialog, FactList } from '@eyrie/ui';
import { Checkbox, Input } from 'antd';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { now, useNow } from '../../platform/clock.ts';
import { onThisClock } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import type { MonitorCommand } from './availability.ts';

/** What a person is asked before it is given. */
export type Confirmable = MonitorCommand | 'takeOff' | 'flyTo' | 'poiEnter';

export interface Confirmation<Method extends Confirmable = MonitorCommand> {
  method: Method;
  nonce: string;
  /** Server epoch ms. */
  expiresAt: number;
  /** What the order is given with. */
  fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface CommandConfirmProps {
  confirmation: Confirmation<Confirmable>;
  dockName: string;
  droneName: string | null;
  /** The route, where the order is about one. */
  routeName: string | null;
  /** What else it is given with, each with its name. */
  more?: readonly (readonly [string, string])[];
  /** What it will do. */
  effect: string;
  /** What has to be typed before it can be given; null: nothing. */
  serial?: string | null;
  /** What has to be ticked before it can be given: what whoever gives it has seen; null: nothing. */
  affirm?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a dangerous order, naming what it is given to. The question runs out with its nonce. */
export function CommandConfirm(props: CommandConfirmProps): ReactNode {
  const { confirmation, dockName, droneName, routeName, more = [], effect } = props;
  const { serial = null, affirm = null, onConfirm, onCancel } = props;
  const text = useText();
  const at = useNow();
  const [typed, setTyped] = useState('');
  const [affirmed, setAffirmed] = useState(false);
  const id = useId();
  const action = text(`command.${confirmation.method}`);
  const ends = onThisClock(confirmation.expiresAt);
  const expire = useEffectEvent(onCancel);
  useEffect(() => {
    const timer = setTimeout(() => expire(), Math.max(0, ends - now()));
    return () => clearTimeout(timer);
  }, [ends]);
  const facts: (readonly [string, string])[] = [
    [text('field.dock'), dockName],
    [text('dock.drone'), droneName ?? text('dock.noDrone')],
    ...(routeName === null ? [] : [[text('flight.route'), routeName] as const]),
    ...more,
  ];
  return (
    <ConfirmDialog
      open
      danger
      title={text('monitor.confirmTitle', { action, dock: dockName })}
      verb={action}
      ready={(serial === null || typed.trim() === serial) && (affirm === null || affirmed)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <FactList
        className="command-facts ey-grid ey-gap-4"
        facts={facts.map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])}
      />
      <p>{effect}</p>
      {serial === null ? null : (
        <p>
          <label htmlFor={id}>{text('dockDebug.typeSerial', { serial: `\u2068${serial}\u2069` })}</label>
          <Input
            id={id}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </p>
      )}
      {affirm === null ? null : (
        <p>
          <Checkbox checked={affirmed} onChange={({ target }) => setAffirmed(target.checked)}>
            {affirm}
          </Checkbox>
        </p>
      )}
      <p className="command-expiry" role="timer">
        {text('monitor.confirmWithin', { seconds: Math.max(0, Math.ceil((ends - at) / 1000)) })}
      </p>
    </ConfirmDialog>
  );
}
