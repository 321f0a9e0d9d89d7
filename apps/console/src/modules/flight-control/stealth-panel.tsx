import {
  commandCalls,
  lacksStealth,
  stealthMethods,
  type DroneTelemetry,
  type StealthMethod,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';

interface Props {
  /** Of the dock, by its key or its name. */
  model: string;
  drone: Pick<DroneTelemetry, 'stealth'> | null;
  /** The values are those of the past, not of now. */
  old: boolean;
  /** Why an order cannot be given now; null when it can. */
  why: (method: StealthMethod) => PhraseId | null;
  onOrder: (method: StealthMethod) => void;
}

/** The lights of the aircraft: whether they are out by its own word, and the orders for that; nothing where its dock has none. */
export function StealthPanel({ model, drone, old, why, onOrder }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (lacksStealth(model)) return null;
  const stealth = drone?.stealth ?? null;
  return (
    <section className="monitor-panel" aria-label={text('stealth.title')}>
      <h2>{text('stealth.title')}</h2>
      <p className="list-hint" role="status">
        {stealth === null
          ? text('stealth.unknown')
          : `${old ? `${text('payload.old')} · ` : ''}${text(stealth.on ? 'stealth.on' : 'stealth.off', {
              time: figures.time(stealth.at),
            })}`}
      </p>
      <div role="group" aria-label={text('stealth.title')}>
        {stealthMethods.map((method) => {
          const reason = why(method);
          return (
            <Allowed key={method} call={commandCalls[method]}>
              <OrderButton size="small" why={reason && text(reason)} onOrder={() => onOrder(method)}>
                {text(`command.${method}`)}
              </OrderButton>
            </Allowed>
          );
        })}
      </div>
    </section>
  );
}
