import { routeCalls, type RouteRecord } from '@eyrie/domain';
import { DataTable, EmptyPage, StateSymbol, type DataColumns, type LoadState, type Paging } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { isBlocked } from './import-rules.ts';

export interface RouteActions {
  onOpen: (route: RouteRecord) => void;
  onFly: ((route: RouteRecord) => void) | null;
  onDownload: (route: RouteRecord) => void;
  onRename: (route: RouteRecord) => void;
  onRemove: (route: RouteRecord) => void;
}

export interface RouteTableProps extends RouteActions {
  rows: readonly RouteRecord[];
  load: LoadState;
  open: string | null;
  paging: Paging;
  /** True while filters are set: then an empty list is no invitation to begin. */
  filtered: boolean;
  /** The first step, where there is nothing yet. */
  begin: ReactNode;
}

function Findings({ route }: { route: RouteRecord }): ReactNode {
  const text = useText();
  if (route.warnings.length === 0) return null;
  const blocking = isBlocked(route);
  const word = `${text(blocking ? 'route.blocking' : 'route.notBlocking')} ${route.warnings.length}`;
  return <StateSymbol state={blocking ? 'alarm' : 'attention'} word={word} />;
}

function Actions({ route, on }: { route: RouteRecord; on: RouteActions }): ReactNode {
  const text = useText();
  const { onFly } = on;
  return (
    <span className="route-actions">
      {onFly ? (
        <RowAction
          icon="play"
          label={text('route.fly')}
          why={isBlocked(route) ? text('flight.unfit.routeBlocked') : null}
          onClick={() => onFly(route)}
        />
      ) : null}
      <RowAction icon="download" label={text('route.download')} onClick={() => on.onDownload(route)} />
      <Allowed call={routeCalls.edit} record={route}>
        <RowAction icon="edit" label={text('route.rename')} onClick={() => on.onRename(route)} />
      </Allowed>
      <Allowed call={routeCalls.remove} record={route}>
        <RowAction icon="trash" danger label={text('app.delete')} onClick={() => on.onRemove(route)} />
      </Allowed>
    </span>
  );
}

const useColumns = (on: RouteActions): DataColumns<RouteRecord> => {
  const text = useText();
  const figures = useFigures();
  return [
    { title: text('route.name'), width: 202, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    { title: text('route.type'), fold: 0, width: 110, render: (_, { type }) => text(`route.type.${type}`) },
    {
      title: text('route.length'),
      width: 100,
      align: 'end',
      render: (_, { length }) => figures.length(length),
    },
    {
      title: text('route.duration'),
      width: 110,
      align: 'end',
      render: (_, { duration }) => <bdi dir="ltr">{figures.duration(duration)}</bdi>,
    },
    { title: text('route.waypointCount'), fold: 2, width: 108, align: 'end', dataIndex: 'waypointCount' },
    {
      title: text('route.droneModel'),
      fold: 1,
      width: 130,
      ellipsis: true,
      render: (_, route) => <bdi>{route.droneModelName ?? route.droneModel ?? text('route.anyModel')}</bdi>,
    },
    { title: text('route.warnings'), width: 120, render: (_, route) => <Findings route={route} /> },
    {
      title: text('route.createdAt'),
      fold: 3,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 160,
      render: (_, route) => <Actions route={route} on={on} />,
    },
  ];
};

/** Routes as a list; a click or Enter opens the record. */
export function RouteTable(props: RouteTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<RouteRecord>
      label={text('route.title')}
      columns={columns}
      rows={props.rows}
      rowKey={(route) => route.oid}
      load={props.load}
      highlighted={props.open}
      onOpen={props.onOpen}
      minWidth={1220}
      paging={props.paging}
      empty={
        <EmptyPage
          icon="route"
          sentence={text(props.filtered ? 'route.noneFound' : 'route.none')}
          action={props.filtered ? null : props.begin}
        />
      }
    />
  );
}
