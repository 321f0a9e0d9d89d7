import { CallRefused } from '@eyrie/client';
import { dockCalls } from '@eyrie/domain';
import { EmptyPage } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { faultOf } from '../../platform/failures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { ByHand } from './by-hand.tsx';
import '../../platform/monitor.css';

function Missing({ sentence }: { sentence: string }): ReactNode {
  const text = useText();
  return (
    <main className="monitor-missing">
      <h1>{text('permission./flightControl')}</h1>
      <EmptyPage
        sentence={sentence}
        action={
          <a href="#/DeviceAll" target="_blank" rel="noopener">
            {text('monitor.toDocks')}
            <span className="ey-hidden">{text('shell.opensWindow')}</span>
          </a>
        }
      />
    </main>
  );
}

function OfDock({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const { data: dock, error } = useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
  });
  if (dock) return <ByHand dock={dock} />;
  if (error instanceof CallRefused) return <Missing sentence={error.message} />;
  if (error) {
    const { id, values } = faultOf(error);
    return <Missing sentence={text(id, values)} />;
  }
  return <p className="monitor-missing">{text('app.loading')}</p>;
}

/** Flight by hand. `oid` names the dock. */
export default function FlightControlPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  if (!oid) return <Missing sentence={text('flightControl.noDock')} />;
  return <OfDock key={oid} oid={oid} />;
}
