import { asyncTableCalls, flightCalls, limits } from '@eyrie/domain';
import type { ReactNode } from 'react';
import {
  choiceColumns,
  flightFilters,
  FlightOutcomeMark,
  flownSeconds,
  FlightState,
} from '../../modules/flight/index.ts';
import { asksOid, listRoom, period } from '../../platform/list/index.ts';
import { serverTime } from '../../platform/server-time.ts';

export const named = (name: string | null): ReactNode => (name ? <bdi>{name}</bdi> : '–');
/** Rows of the other tables that belong to a flight. */
const ofFlight = (tab: 'commands' | 'telemetry', oid: string): string =>
  `/asyncTable?tab=${tab}&flightOID=${encodeURIComponent(oid)}`;

export const flightTable = listRoom({
  word: 'asyncTable.flights',
  also: ['flight'],
  title: 'asyncTable.flights',
  icon: 'drone',
  calls: { query: flightCalls.query },
  choosable: true,
  dense: true,
  filters: {
    ...flightFilters,
    ...period('asyncTable.period', ['field.from', 'field.until']),
    taskOID: { kind: 'link', asks: asksOid('taskOID') },
    dockOID: { kind: 'link', asks: asksOid('dockOID') },
    droneOID: { kind: 'link', asks: asksOid('droneOID') },
  },
  order: '-createdAt',
  none: 'asyncTable.noFlights',
  noneFound: 'asyncTable.noneFound',
  nameOf: ({ taskName, dockName }) => taskName ?? dockName,
  exchange: { export: asyncTableCalls.exportFlights, most: limits.list.exportMost },
  actionsWidth: 100,
  columns: ({ text, figures }) => [
    {
      title: text('flight.task'),
      width: 180,
      ellipsis: true,
      render: (_, row) => named(row.taskName ?? text('flight.byHand')),
    },
    { title: text('flight.route'), width: 160, ellipsis: true, render: (_, row) => named(row.routeName) },
    { title: text('field.dock'), width: 140, ellipsis: true, render: (_, row) => named(row.dockName) },
    { title: text('flight.drone'), width: 140, ellipsis: true, render: (_, row) => named(row.droneName) },
    { title: text('flight.state'), width: 130, render: (_, row) => <FlightState flight={row} /> },
    { title: text('flight.outcome'), width: 120, render: (_, row) => <FlightOutcomeMark flight={row} /> },
    { title: text('flight.executor'), width: 120, ellipsis: true, render: (_, row) => named(row.executor) },
    {
      title: text('flight.createdAt'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.createdAt)}</bdi>,
    },
    {
      title: text('flight.startTime'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.startTime)}</bdi>,
    },
    { title: text('flight.endTime'), width: 170, render: (_, row) => <bdi>{figures.time(row.endTime)}</bdi> },
    {
      title: text('flight.duration'),
      width: 110,
      align: 'end',
      render: (_, row) => <bdi dir="ltr">{figures.duration(flownSeconds(row, serverTime()))}</bdi>,
    },
    {
      title: text('flight.distance'),
      width: 100,
      align: 'end',
      // Of a flight in the air nobody has counted it yet.
      render: (_, { startTime, state, distance }) =>
        figures.length(startTime === null || state === 'inFlight' ? null : distance),
    },
    {
      title: text('flight.media'),
      width: 90,
      align: 'end',
      render: (_, row) => figures.amount(row.mediaReceived),
    },
    ...choiceColumns({ text }),
    { title: text('field.department'), width: 140, ellipsis: true, render: (_, row) => named(row.groupName) },
  ],
  actions: [
    {
      icon: 'list',
      label: 'asyncTable.ordersOfFlight',
      right: '/asyncTable',
      run: ({ oid }, { navigate }) => void navigate(ofFlight('commands', oid)),
    },
    {
      icon: 'pulse',
      label: 'asyncTable.ofFlight',
      right: '/asyncTable',
      run: ({ oid }, { navigate }) => void navigate(ofFlight('telemetry', oid)),
    },
  ],
});
