import { flightCalls, type FlightRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, type DataColumns, type LoadState, type Paging } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { FlightOutcomeMark, FlightState } from './flight-state.tsx';
import './flight.css';

export interface FlightTableProps {
  rows: readonly FlightRecord[];
  load: LoadState;
  open: string | null;
  paging: Paging;
  filtered: boolean;
  /** The first step, where there is nothing yet. */
  begin: ReactNode;
  onOpen: (flight: FlightRecord) => void;
  onRemove: (flight: FlightRecord) => void;
  /** The way to the dock's monitor; null: may not go there. */
  onMonitor: ((flight: FlightRecord) => void) | null;
}

function Actions({ flight, table }: { flight: FlightRecord; table: FlightTableProps }): ReactNode {
  const text = useText();
  const { onMonitor, onRemove } = table;
  return (
    <span className="flight-actions">
      {onMonitor && flight.state !== 'over' ? (
        <RowAction icon="video" label={text('flight.monitor')} onClick={() => onMonitor(flight)} />
      ) : null}
      <Allowed call={flightCalls.remove} record={flight}>
        <RowAction icon="trash" danger label={text('app.delete')} onClick={() => onRemove(flight)} />
      </Allowed>
    </span>
  );
}

const useColumns = (table: FlightTableProps): DataColumns<FlightRecord> => {
  const text = useText();
  const figures = useFigures();
  const name = (value: string | null): ReactNode => (value === null ? '–' : <bdi>{value}</bdi>);
  return [
    { title: text('flight.state'), width: 130, render: (_, flight) => <FlightState flight={flight} /> },
    { title: text('flight.task'), width: 180, ellipsis: true, render: (_, flight) => name(flight.taskName) },
    {
      title: text('flight.route'),
      fold: 2,
      width: 160,
      ellipsis: true,
      render: (_, flight) => name(flight.routeName),
    },
    { title: text('flight.dock'), width: 130, ellipsis: true, render: (_, flight) => name(flight.dockName) },
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
      render: (_, { startTime, duration }) => (
        <bdi dir="ltr">{figures.duration(startTime === null ? null : duration)}</bdi>
      ),
    },
    {
      title: text('flight.distance'),
      fold: 4,
      width: 90,
      align: 'end',
      render: (_, { startTime, distance }) => figures.length(startTime === null ? null : distance),
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
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 100,
      render: (_, flight) => <Actions flight={flight} table={table} />,
    },
  ];
};

/** Flights as a list; a click or Enter opens the record. */
export function FlightTable(props: FlightTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<FlightRecord>
      label={text('flight.tab')}
      columns={columns}
      rows={props.rows}
      rowKey={(flight) => flight.oid}
      load={props.load}
      highlighted={props.open}
      onOpen={props.onOpen}
      minWidth={1250}
      paging={props.paging}
      empty={
        <EmptyPage
          icon="drone"
          sentence={text(props.filtered ? 'flight.noneFound' : 'flight.none')}
          action={props.filtered ? null : props.begin}
        />
      }
    />
  );
}
