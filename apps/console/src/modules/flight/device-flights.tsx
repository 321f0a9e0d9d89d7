import { flightCalls, type FlightRecord } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { flownSeconds } from './flown-seconds.ts';
import { FlightOutcomeMark, FlightState } from './flight-state.tsx';
import './flight.css';

const pageSize = 10;

function Row({ flight, linked }: { flight: FlightRecord; linked: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { oid, createdAt, startTime, taskName, distance } = flight;
  const name = <bdi>{taskName ?? text('flight.byHand')}</bdi>;
  return (
    <li>
      <bdi>{figures.time(startTime ?? createdAt)}</bdi>{' '}
      {linked ? <Link to={`/TaskManagerNew?tab=flights&open=${encodeURIComponent(oid)}`}>{name}</Link> : name}
      <div className="flight-of-device ey-row ey-flow">
        {flight.outcome === null ? <FlightState flight={flight} /> : <FlightOutcomeMark flight={flight} />}
        <span>{figures.duration(flownSeconds(flight, serverTime()))}</span>
        {flight.state === 'inFlight' ? null : <span>{figures.length(distance)}</span>}
      </div>
    </li>
  );
}

function Flights({ device }: { device: OpenDevice }): ReactNode {
  const text = useText();
  const linked = useAllowed('/TaskManagerNew');
  const [pageNum, setPageNum] = useState(1);
  const answer = useQuery({
    queryKey: ['flight', 'ofDevice', device.oid, pageNum],
    queryFn: ({ signal }) =>
      call(
        flightCalls.query,
        {
          ...(device.kind === 'dock' ? { dockOID: device.oid } : { droneOID: device.oid }),
          sort: '-createdAt',
          pageNum,
          pageSize,
        },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
  const { list = [], total = 0 } = answer.data ?? {};
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        total === 0 ? (
          <p className="list-hint">{text('flight.noneOfDevice')}</p>
        ) : (
          <>
            <ul className="flights-of-device ey-list">
              {list.map((flight) => (
                <Row key={flight.oid} {...{ flight, linked }} />
              ))}
            </ul>
            <p className="flight-of-device ey-row ey-flow">
              <Button size="small" disabled={pageNum <= 1} onClick={() => setPageNum(pageNum - 1)}>
                {text('flight.newer')}
              </Button>
              <span>{text('flight.pageOf', { page: pageNum, pages })}</span>
              <Button size="small" disabled={pageNum >= pages} onClick={() => setPageNum(pageNum + 1)}>
                {text('flight.older')}
              </Button>
            </p>
          </>
        )
      }
    </Loaded>
  );
}

function DeviceFlights({ device }: { device: OpenDevice }): ReactNode {
  const text = useText();
  const may = useMay(flightCalls.query);
  const [open, setOpen] = useState(false);
  if (!may || (device.kind !== 'dock' && device.kind !== 'drone')) return null;
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('flight.ofDevice')}</summary>
      {open ? <Flights device={device} /> : null}
    </details>
  );
}

/** Flights of a dock or an aircraft, the newest first; asked for when they are opened. */
export const deviceFlights = (device: OpenDevice): ReactNode => <DeviceFlights device={device} />;
