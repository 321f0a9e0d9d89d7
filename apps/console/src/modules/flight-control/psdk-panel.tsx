import {
  commandCalls,
  type DroneTelemetry,
  type PsdkFacts,
  type PsdkFields,
  type PsdkMethod,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { usePayloads } from '../../platform/use-payloads.ts';
import { devicesOf, type PsdkDevice } from './psdk-devices.ts';
import type { PsdkGiving } from './psdk-order.tsx';
import { SearchlightPart } from './searchlight-part.tsx';
import { WidgetPart } from './widget-part.tsx';
import './psdk-panel.css';

interface Props {
  dockOID: string;
  drone: DroneTelemetry | null;
  /** The values are those of the past, not of now. */
  old: boolean;
  /** Why an order cannot be given now; null when it can. */
  why: (method: PsdkMethod, fields: PsdkFields, payloads: PsdkFacts['payloads']) => PhraseId | null;
  onOrder: (method: PsdkMethod, fields: PsdkFields) => Promise<void>;
}

function Device({ device, giving }: { device: PsdkDevice; giving: PsdkGiving }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { index, name, floating, isSearchlight, listed } = device;
  return (
    <fieldset className="psdk-device">
      <legend>
        {text('psdk.device', { index })} {name === null ? null : <bdi>{name}</bdi>}
      </legend>
      {floating ? (
        <p className="psdk-window ey-grid ey-panel" role="status">
          <span className="list-hint">{text('psdk.window', { time: figures.time(floating.at) })}</span>
          <bdi>{floating.text}</bdi>
        </p>
      ) : null}
      <Allowed call={commandCalls.widgetSet}>
        {isSearchlight ? <SearchlightPart device={device} giving={giving} /> : null}
        {listed ? <WidgetPart device={device} giving={giving} /> : null}
      </Allowed>
    </fieldset>
  );
}

/** Payload devices of the aircraft: what was reported of them, and what is ordered of them; nothing where none was. */
export function PsdkPanel({ dockOID, drone, old, why, onOrder }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  const payloads = usePayloads(dockOID);
  const { data } = payloads;
  const list = data?.reported ? data.list : null;
  const devices = devicesOf(list ?? [], drone);
  if (devices.length === 0 && !payloads.isError) return null;
  const giving: PsdkGiving = { why: (method, fields) => why(method, fields, list), onOrder };
  return (
    <section className="monitor-panel" aria-label={text('psdk.title')}>
      <h2>{text('psdk.title')}</h2>
      <Loaded state={loadStateOf(payloads)}>
        {() => (
          <>
            {data?.at == null ? null : (
              <p className="list-hint">
                {old ? `${text('payload.old')} · ` : ''}
                {text('psdk.reportedAt', { time: figures.time(data.at) })}
              </p>
            )}
            {devices.map((device) => (
              <Device key={device.index} {...{ device, giving }} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}
