import { dockCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/http.ts';
import { MonitorMissing, MonitorOf, type MonitorWay } from '../../platform/monitor-of.tsx';
import { useText } from '../../platform/text.tsx';
import { ByHand } from './by-hand.tsx';

const way: MonitorWay = { title: 'permission./flightControl', list: '/DeviceAll', toList: 'monitor.toDocks' };

function OfDock({ oid }: { oid: string }): ReactNode {
  const answer = useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
  });
  return (
    <MonitorOf way={way} answer={answer}>
      {(dock) => <ByHand dock={dock} />}
    </MonitorOf>
  );
}

/** Flight by hand. `oid` names the dock. */
export default function FlightControlPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  if (!oid) return <MonitorMissing way={way} sentence={text('flightControl.noDock')} />;
  return <OfDock key={oid} oid={oid} />;
}
