import { CallRefused } from '@eyrie/client';
import { remoteControllerCalls } from '@eyrie/domain';
import { EmptyPage } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { faultOf } from '../../platform/failures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { Monitor } from './monitor.tsx';
import '../../platform/monitor.css';

function Missing({ sentence }: { sentence: string }): ReactNode {
  const text = useText();
  return (
    <main className="monitor-missing">
      <h1 className="ey-hidden">{text('permission./handShankMonitorSee')}</h1>
      <EmptyPage
        sentence={sentence}
        action={
          <a href="#/DaJiHandle" target="_blank" rel="noopener">
            {text('remoteController.toList')}
            <span className="ey-hidden">{text('shell.opensWindow')}</span>
          </a>
        }
      />
    </main>
  );
}

function OfController({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const { data, error } = useQuery({
    queryKey: ['remoteController', 'get', oid],
    queryFn: ({ signal }) => call(remoteControllerCalls.get, { oid }, { signal, toast: false }),
  });
  if (data) return <Monitor record={data} />;
  if (error instanceof CallRefused) return <Missing sentence={error.message} />;
  if (error) {
    const { id, values } = faultOf(error);
    return <Missing sentence={text(id, values)} />;
  }
  return <p className="monitor-missing">{text('app.loading')}</p>;
}

/** Monitor of a remote controller. `oid` names it. */
export default function ControllerMonitorPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  if (!oid) return <Missing sentence={text('remoteController.noController')} />;
  return <OfController key={oid} oid={oid} />;
}
