import { commandCalls, flightCalls, type FlightRecord } from '@eyrie/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { call, newKey } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { renewEvery } from './media.queries.ts';

export interface MediaFirstProps {
  flight: Pick<
    FlightRecord,
    'oid' | 'dockOID' | 'startTime' | 'mediaExpected' | 'mediaReceived' | 'mediaFirst'
  >;
}

/** Has the dock upload what is missing of a flight before the files of its others. That it does only its own word says. */
export function MediaFirst({ flight }: MediaFirstProps): ReactNode {
  const text = useText();
  const order = useMutation({
    mutationFn: () =>
      call(commandCalls.mediaFirst, { oid: flight.dockOID, key: newKey(), flightOID: flight.oid }),
  });
  const asked = useQuery({
    queryKey: ['flight', 'mediaFirst', flight.oid],
    queryFn: ({ signal }) => call(flightCalls.get, { oid: flight.oid }, { signal, toast: false }),
    enabled: order.isSuccess,
    refetchInterval: ({ state }) => (state.data?.mediaFirst ? false : renewEvery),
  });
  const { mediaExpected, mediaReceived, mediaFirst } = asked.data ?? flight;
  const isMissing = mediaExpected === null || mediaReceived < mediaExpected;
  if (flight.startTime === null || !isMissing) return null;
  if (mediaFirst) return <p className="media-none">{text('media.isFirst')}</p>;
  return (
    <Allowed call={commandCalls.mediaFirst}>
      <p>
        <Button size="small" loading={order.isPending} onClick={() => order.mutate()}>
          {text('command.mediaFirst')}
        </Button>{' '}
        {order.isSuccess ? <span role="status">{text('media.firstOrdered')}</span> : null}
      </p>
    </Allowed>
  );
}
