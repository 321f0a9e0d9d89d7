import { approvalCalls, flightCalls, type FlightRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import {
  choiceColumns,
  flightFilters,
  flownSeconds,
  FlightOutcomeMark,
  FlightState,
  SeriesPart,
} from '../../modules/flight/index.ts';
import { serverTime } from '../../platform/server-time.ts';
import { listRoom, type CellTools, removeBy } from '../../platform/list/index.ts';
import { FlightEdit } from './flight-edit.tsx';
import { FlightDetails } from './flight-record.tsx';

export const beginFlight = {
  icon: 'plus',
  label: 'flight.new',
  call: flightCalls.add,
  to: '/FlyArrange',
} as const;

const name = (value: string | null): ReactNode => (value === null ? '–' : <bdi>{value}</bdi>);

/** What its record says besides, where there is room. */
const recordColumns = ({ text, figures }: Pick<CellTools, 'text' | 'figures'>): DataColumns<FlightRecord> => [
  {
    title: text('flight.drone'),
    fold: 6,
    width: 140,
    ellipsis: true,
    render: (_, { droneName }) => name(droneName),
  },
  {
    title: text('flight.executor'),
    fold: 7,
    width: 120,
    ellipsis: true,
    render: (_, { executor }) => name(executor),
  },
  {
    title: text('flight.endTime'),
    fold: 8,
    width: 170,
    render: (_, { endTime }) => <bdi>{figures.time(endTime)}</bdi>,
  },
  {
    title: text('field.department'),
    fold: 9,
    width: 140,
    ellipsis: true,
    render: (_, { groupName }) => <bdi>{groupName}</bdi>,
  },
];

/** Flights with their outcome; the record opens beside the list. */
export const flightList = listRoom({
  word: 'flight',
  title: 'flight.tab',
  icon: 'drone',
  calls: { query: flightCalls.query, get: flightCalls.get, remove: flightCalls.remove },
  filters: {
    ...flightFilters,
    taskOID: { kind: 'link' },
    seriesOID: { kind: 'link' },
    dockOID: { kind: 'link' },
    droneOID: { kind: 'link' },
  },
  order: '-createdAt',
  none: 'flight.none',
  noneFound: 'flight.noneFound',
  nameOf: ({ taskName, dockName }) => taskName ?? dockName,
  begin: beginFlight,
  renewWhile: ({ state }) => state === 'inFlight',
  minWidth: 2770,
  actionsWidth: 140,
  columns: ({ text, figures }) => [
    { title: text('flight.state'), width: 130, render: (_, flight) => <FlightState flight={flight} /> },
    {
      title: text('flight.task'),
      width: 180,
      ellipsis: true,
      render: (_, flight) => (
        <>
          {name(flight.taskName ?? text('flight.byHand'))} <SeriesPart flight={flight} />
        </>
      ),
    },
    {
      title: text('flight.route'),
      fold: 2,
      width: 160,
      ellipsis: true,
      render: (_, flight) => name(flight.routeName ?? '–'),
    },
    { title: text('field.dock'), width: 130, ellipsis: true, render: (_, flight) => name(flight.dockName) },
    {
      title: text('flight.outcome'),
      width: 110,
      render: (_, flight) => <FlightOutcomeMark flight={flight} />,
    },
    {
      title: text('flight.startTime'),
      width: 170,
      render: (_, { startTime }) => <bdi>{figures.time(startTime)}</bdi>,
    },
    {
      title: text('flight.duration'),
      fold: 3,
      width: 100,
      align: 'end',
      render: (_, flight) => <bdi dir="ltr">{figures.duration(flownSeconds(flight, serverTime()))}</bdi>,
    },
    {
      title: text('flight.distance'),
      fold: 4,
      width: 90,
      align: 'end',
      // Of a flight in the air nobody has counted it yet.
      render: (_, { startTime, state, distance }) =>
        figures.length(startTime === null || state === 'inFlight' ? null : distance),
    },
    {
      title: text('flight.media'),
      fold: 5,
      width: 80,
      align: 'end',
      render: (_, flight) =>
        flight.mediaExpected === null
          ? flight.mediaReceived
          : text('flight.mediaOf', { received: flight.mediaReceived, expected: flight.mediaExpected }),
    },
    ...recordColumns({ text, figures }),
    ...choiceColumns({ text }, 10),
  ],
  actions: [
    {
      icon: 'video',
      label: 'flight.monitor',
      right: '/PortMonitorSee',
      fits: ({ state }) => state !== 'over',
      run: ({ dockOID, taskOID }) => location.assign(monitorAddress(dockOID, taskOID ?? undefined)),
    },
    {
      icon: 'edit',
      label: 'app.edit',
      call: flightCalls.edit,
      because: 'refusal.flightOrdered',
      fits: ({ state }) => state === 'created',
      run: (flight, { dialog }) =>
        dialog({
          title: 'flight.editTitle',
          bare: true,
          content: (close) => <FlightEdit flight={flight} onClose={close} />,
        }),
    },
    {
      icon: 'check',
      label: 'approval.ask',
      call: approvalCalls.ask,
      fits: ({ state, approval }) => state === 'created' && approval !== null && approval.state !== 'waiting',
      run: ({ oid }, { change }) =>
        change({ call: approvalCalls.ask, request: { flightOID: oid }, done: 'approval.askedNow' }),
    },
    removeBy(flightCalls.remove, { because: 'refusal.inUse' }),
  ],
  removal: { title: 'flight.deleteTitle', done: 'flight.deleted' },
  drawer: {
    title: 'flight.details',
    width: 720,
    content: (flight) => <FlightDetails key={flight.oid} flight={flight} />,
  },
});
