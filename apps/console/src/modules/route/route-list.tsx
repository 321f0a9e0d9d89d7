import { routeCalls, routeTypes, type RouteRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { choices, editBy, listRoom, removeBy } from '../../platform/list/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { isBlocked, isUnchecked } from './import-rules.ts';
import { RouteImport } from './route-import.tsx';
import { RoutePreview } from './route-preview.tsx';
import { saveRouteFile } from './route.queries.ts';
import { NewRoute } from './new-route.tsx';
import { RecordFlight } from './record-flight.tsx';

function Findings({ route }: { route: RouteRecord }): ReactNode {
  const text = useText();
  if (route.warnings.length === 0) return null;
  const found = route.warnings.filter((one) => !isUnchecked(one));
  if (found.length === 0)
    return <StateSymbol state="offline" word={`${text('route.unchecked')} ${route.warnings.length}`} />;
  const blocking = isBlocked(route);
  const word = `${text(blocking ? 'route.blocking' : 'route.notBlocking')} ${found.length}`;
  return <StateSymbol state={blocking ? 'alarm' : 'attention'} word={word} />;
}

function About({ route }: { route: RouteRecord }): ReactNode {
  const figures = useFigures();
  const text = useText();
  return (
    <p className="route-drawer-about ey-flow ey-muted">
      <span>
        {text(`route.type.${route.type}`)} · {text('route.creationMethod')}:{' '}
        <bdi>{text(`route.creationMethod.${route.creationMethod}`)}</bdi>
      </span>
      <bdi>{route.groupName}</bdi>
      <bdi>{route.createdBy}</bdi>
      <bdi>{figures.time(route.createdAt)}</bdi>
      {route.remark ? <bdi>{route.remark}</bdi> : null}
    </p>
  );
}

const routeForm = {
  word: 'route',
  fields: { name: { label: 'field.name' }, remark: { label: 'field.remark', lines: 3 } },
  saved: 'route.renamed',
} as const;

/** Routes: list, import with a look before storing, record with map and profile, export, rename, delete. */
export const routeList = listRoom({
  word: 'route',
  title: 'route.title',
  icon: 'route',
  calls: routeCalls,
  labels: { name: 'field.name', remark: 'field.remark' },
  filters: {
    keyword: { kind: 'search', label: 'list.searchByName' },
    type: {
      kind: 'choice',
      label: 'route.type',
      any: 'routeTemplate.anyType',
      options: choices(routeTypes, 'route.type'),
    },
    sort: {
      kind: 'sort',
      label: 'route.sort',
      otherwise: '-createdAt',
      options: {
        '-createdAt': 'route.sort.newest',
        createdAt: 'route.sort.oldest',
        name: 'route.sort.name',
        '-length': 'route.sort.longest',
        length: 'route.sort.shortest',
      },
    },
  },
  none: 'route.none',
  noneFound: 'route.noneFound',
  nameOf: ({ name }) => name,
  begin: {
    icon: 'upload',
    label: 'route.import',
    call: routeCalls.uploadKmz,
    run: ({ dialog, open }) =>
      dialog({
        title: 'route.importTitle',
        width: 760,
        content: (close) => (
          <RouteImport
            onStored={({ oid }) => {
              close();
              if (oid) open(oid);
            }}
            onEdit={close}
          />
        ),
      }),
  },
  head: ({ dialog }) => (
    <>
      <RecordFlight dialog={dialog} />
      <NewRoute dialog={dialog} />
    </>
  ),
  minWidth: 1730,
  actionsWidth: 160,
  columns: ({ text, figures }) => [
    { title: text('field.name'), width: 202, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
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
    {
      title: text('route.flightTime'),
      fold: 4,
      width: 110,
      align: 'end',
      render: (_, { flightTime }) => <bdi dir="ltr">{figures.duration(flightTime)}</bdi>,
    },
    { title: text('route.waypointCount'), fold: 3, width: 108, align: 'end', dataIndex: 'waypointCount' },
    {
      title: text('route.creationMethod'),
      fold: 1,
      width: 100,
      render: (_, { creationMethod }) => text(`route.creationMethod.${creationMethod}`),
    },
    {
      title: text('route.droneModel'),
      fold: 2,
      width: 130,
      ellipsis: true,
      render: (_, route) => <bdi>{route.droneModelName ?? route.droneModel ?? text('route.anyModel')}</bdi>,
    },
    {
      title: text('field.department'),
      fold: 6,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('field.remark'),
      fold: 7,
      width: 160,
      ellipsis: true,
      render: (_, { remark }) => <bdi>{remark}</bdi>,
    },
    { title: text('route.warnings'), width: 120, render: (_, route) => <Findings route={route} /> },
    {
      title: text('field.createdAt'),
      fold: 5,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'play',
      label: 'route.fly',
      main: true,
      right: 'flight:edit',
      why: (route) => (isBlocked(route) ? 'flight.unfit.routeBlocked' : null),
      run: ({ oid }, { navigate }) => void navigate(`/FlyArrange?route=${oid}`),
    },
    {
      icon: 'route',
      label: 'planner.editRoute',
      call: routeCalls.edit,
      run: ({ oid }, { navigate }) => void navigate(`/RoutePlanning?plan=${oid}`),
    },
    {
      icon: 'download',
      label: 'route.download',
      // A refusal has raised its toast already.
      run: ({ oid, name }) => void saveRouteFile(oid, name).catch(() => undefined),
    },
    editBy(routeForm, routeCalls.edit, 'route.rename'),
    removeBy(routeCalls.remove, { because: 'refusal.inUse' }),
  ],
  removal: { title: 'route.deleteTitle', done: 'route.deleted' },
  drawer: {
    title: 'route.details',
    width: 760,
    actions: true,
    content: (route) => (
      <>
        <About route={route} />
        <RoutePreview key={route.oid} route={route} />
      </>
    ),
  },
});
