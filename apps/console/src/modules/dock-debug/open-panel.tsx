import { commandCalls, type DockRecord, type DockStatus } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOld, type Aged } from '../../platform/aged.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { DockDrawing } from './dock-drawing.tsx';
import './dock-debug.css';

/** ms from one question to the next: what may be ordered changes with each state of the device. */
const askEvery = 3_000;

const useOpenControl = (id: string) =>
  useQuery({
    queryKey: ['command', 'openControl', id],
    queryFn: ({ signal }) => call(commandCalls.openControl, { id }, { signal, toast: false }),
    refetchInterval: askEvery,
    staleTime: 0,
    retry: false,
  });

type CoverMethod = 'coverOpen' | 'coverClose';

interface OpenPanelProps {
  dock: DockRecord;
  status: Aged<DockStatus>;
  /** Why a cover cannot be ordered to move; null when it can. */
  why: (method: CoverMethod) => PhraseId | null;
  onOrder: (method: CoverMethod) => void;
}

function CoverButton({
  method,
  reason,
  onOrder,
}: Pick<OpenPanelProps, 'onOrder'> & {
  method: CoverMethod;
  reason: PhraseId | null;
}): ReactNode {
  const text = useText();
  return (
    <OrderButton size="small" why={reason && text(reason)} onOrder={() => onOrder(method)}>
      {text(`command.${method}`)}
    </OrderButton>
  );
}

/** What the device itself says of who controls it, and of what it takes now. */
function Control({ dock }: Pick<OpenPanelProps, 'dock'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data, error } = useOpenControl(dock.oid);
  if (!data) return <p className="monitor-quiet">{text(error ? 'monitor.open.unknown' : 'app.loading')}</p>;
  const { online, ageMs, mode, holder, orders } = data;
  const said =
    ageMs === null || mode === null
      ? text('monitor.open.silent')
      : text('monitor.open.now', {
          mode: text(`monitor.open.mode.${mode}`),
          age: figures.duration(Math.round(ageMs / 1_000)),
        });
  return (
    <>
      {/* What was asked for last is shown, and that nothing newer is to be had. */}
      {error ? <p role="alert">{text('monitor.open.unknown')}</p> : null}
      <p role="status">{online ? said : text('refusal.dockOffline')}</p>
      <p>{holder ? text('monitor.open.holder', { name: holder.name }) : text('monitor.open.free')}</p>
      <h3>{text('monitor.open.orders')}</h3>
      <ul className="monitor-open-orders">
        {orders.map(({ method, refusedFor }) => (
          <li key={method}>
            {text(`command.${method}`)}
            {' – '}
            {refusedFor === null ? text('monitor.open.takes') : text(`refusal.${refusedFor}` as PhraseId)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A dock of another vendor, by the open contract: its cover, who controls it, and what it takes now. */
export function OpenPanel({ dock, status: { data, ageMs, level }, why, onOrder }: OpenPanelProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const age = isOld(level) ? figures.duration(Math.round((ageMs ?? 0) / 1_000)) : null;
  return (
    <section className="monitor-panel" aria-label={text('monitor.open.title')}>
      <h2>{text('monitor.open.title')}</h2>
      {data ? <DockDrawing status={data} age={age} /> : null}
      <Control dock={dock} />
      <div role="toolbar" aria-label={text('monitor.open.cover')}>
        {(['coverOpen', 'coverClose'] as const).map((method) => (
          <Allowed key={method} call={commandCalls[method]}>
            <CoverButton method={method} reason={why(method)} onOrder={onOrder} />
          </Allowed>
        ))}
      </div>
    </section>
  );
}
