import { remoteControllerCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/http.ts';
import { MonitorMissing, MonitorOf, type MonitorWay } from '../../platform/monitor-of.tsx';
import { useText } from '../../platform/text.tsx';
import { Monitor } from './monitor.tsx';

const way: MonitorWay = {
  title: 'permission./handShankMonitorSee',
  list: '/DaJiHandle',
  toList: 'remoteController.toList',
};

function OfController({ oid }: { oid: string }): ReactNode {
  const answer = useQuery({
    queryKey: ['remoteController', 'get', oid],
    queryFn: ({ signal }) => call(remoteControllerCalls.get, { oid }, { signal, toast: false }),
  });
  return (
    <MonitorOf way={way} answer={answer}>
      {(record) => <Monitor record={record} />}
    </MonitorOf>
  );
}

/** Monitor of a remote controller. `oid` names it. */
export default function ControllerMonitorPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  if (!oid) return <MonitorMissing way={way} sentence={text('remoteController.noController')} />;
  return <OfController key={oid} oid={oid} />;
}
