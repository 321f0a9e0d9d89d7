import {
  dayIn,
  dockCalls,
  dockStandings,
  maintenanceStates,
  nextMaintenance,
  workStates,
  type DockRecord,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { FactList, StateSymbol, type DataColumns } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { deviceAlarms, deviceAreas, deviceDocuments, deviceFlights } from '../../parts.ts';
import {
  DockAirworthy,
  DockConnection,
  DockFigure,
  type DockFigureProps,
  DockForm,
  dockLabels,
  DockLive,
  DockParameters,
  DockState,
  MaintenanceForm,
  monitorAddress,
  openDock,
  pictureAddress,
  RegisterDock,
} from '../../modules/dock/index.ts';
import { deviceFilters, Incomplete } from '../../modules/device/index.ts';
import { RolloutsButton } from '../../modules/firmware/index.ts';
import { DockMessages } from '../../modules/device-health/index.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import {
  choices,
  listRoom,
  ListView,
  yesOrNo,
  type CellTools,
  type ListTools,
  removeBy,
} from '../../platform/list/index.ts';
import { labelAction } from '../../platform/record-label.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { DockUpkeep } from './upkeep.tsx';

const edit = (dock: DockRecord, { dialog }: Pick<ListTools<never>, 'dialog'>): void =>
  dialog({
    title: 'dock.edit',
    bare: true,
    content: (close) => <DockForm dock={dock} onClose={close} />,
  });

const maintain = (dock: DockRecord, { dialog }: Pick<ListTools<never>, 'dialog'>): void =>
  dialog({
    title: 'dock.maintenance',
    bare: true,
    content: (close) => <MaintenanceForm dock={dock} onClose={close} />,
  });
const maintenanceLook = { none: 'live', awaiting: 'attention', under: 'working' } as const;

/** Until when a dock is insured; what is over is said so. */
function InsuredUntil({ dock, text, figures }: { dock: DockRecord } & CellTools): ReactNode {
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  const { insuranceUntil: until } = dock;
  if (until === null) return figures.amount(null);
  const day = <bdi dir="ltr">{dayIn(zone, until)}</bdi>;
  if (until > now) return day;
  return (
    <>
      <StateSymbol state="attention" word={text('dock.insuranceOver')} /> {day}
    </>
  );
}

function DockFacts({ dock, ...tools }: { dock: DockRecord } & CellTools): ReactNode {
  const { text, figures } = tools;
  const unknown = figures.amount(null);
  const word = (value: string | null): ReactNode => <bdi>{value ?? unknown}</bdi>;
  const latin = (value: string | null): ReactNode => <bdi dir="ltr">{value ?? unknown}</bdi>;
  const until = <InsuredUntil {...{ dock, ...tools }} />;
  return (
    <>
      <DockLive dock={dock} />
      <h3>{text('dock.record')}</h3>
      <FactList
        className="list-facts"
        facts={[
          [text('dock.sn'), latin(dock.sn)],
          [text('field.model'), word(dock.model)],
          [text('field.department'), word(dock.groupName)],
          [text('dock.drone'), word(dock.droneName ?? dock.droneSn ?? text('dock.noDrone'))],
          [
            text('device.standing'),
            <span key="standing">
              {text(`device.standing.${dock.standing}`)} <Incomplete whole fields={dock.incomplete} />
            </span>,
          ],
          [text('device.airworthy'), <DockAirworthy key="airworthy" remedies dock={dock} />],
          [text('dock.maintenance'), text(`dock.maintenance.${dock.maintenance}`)],
          [text('dock.windLimit'), figures.speed(dock.windLimit)],
          [text('register.insuranceCompany'), word(dock.insuranceCompany)],
          [text('dock.policyNumber'), latin(dock.policyNumber)],
          [text('dock.insuranceUntil'), until],
        ]}
      />
      <DockUpkeep dock={dock} />
      {deviceAlarms(openDock(dock))}
      {deviceAreas(openDock(dock))}
      {deviceDocuments(openDock(dock))}
      {deviceFlights(openDock(dock))}
      <DockParameters dock={dock} />
      <DockConnection dock={dock} />
      <DockMessages dockOID={dock.oid} />
    </>
  );
}

/** Figures that a dock says of itself. */
const liveColumns = ({ text }: Pick<CellTools, 'text'>): DataColumns<DockRecord> => {
  const figure = (
    title: PhraseId,
    { fold, width }: { fold: number; width: number },
    show: DockFigureProps['show'],
  ): DataColumns<DockRecord>[number] => ({
    title: text(title),
    fold,
    width,
    align: 'end',
    render: (_, dock) => <DockFigure dock={dock} show={show} />,
  });
  return [
    figure('dock.battery', { fold: 5, width: 130 }, (status, { amount }) =>
      amount(status?.charge.percent ?? null, '%', 0),
    ),
    figure('field.wind', { fold: 6, width: 90 }, (status, { speed }) => speed(status?.wind ?? null)),
    figure('dock.temperature', { fold: 7, width: 130 }, (status, { amount }) =>
      amount(status?.temp ?? null, text('unit.celsius'), 0),
    ),
    figure('dock.jobCount', { fold: 8, width: 100 }, (status, { amount }) =>
      amount(status?.jobCount ?? null, undefined, 0),
    ),
    figure('dock.accTime', { fold: 8, width: 140 }, (status, { duration }) =>
      duration(status?.accTime ?? null),
    ),
  ];
};

const dockList = listRoom({
  word: 'dock',
  // Its overview counts docks.
  also: ['statistics'],
  title: 'permission./DaJiAirport',
  icon: 'dock',
  calls: {
    query: dockCalls.query,
    get: dockCalls.get,
    remove: dockCalls.remove,
    history: dockCalls.history,
  },
  labels: dockLabels,
  filters: {
    keyword: { kind: 'search', label: 'dock.search' },
    online: yesOrNo('online', 'dock.onlineAny', 'dock.onlineAny', 'dock.online', 'dock.offline'),
    workState: {
      kind: 'choice',
      label: 'field.state',
      any: 'dock.anyState',
      options: choices(workStates, 'dock.workState'),
    },
    standing: {
      kind: 'choice',
      label: 'device.standing',
      any: 'device.anyStanding',
      options: choices(dockStandings, 'device.standing'),
    },
    airworthy: deviceFilters.airworthy,
    maintenance: {
      kind: 'choice',
      label: 'dock.maintenance',
      any: 'device.anyMaintenance',
      options: choices(maintenanceStates, 'dock.maintenance'),
    },
  },
  none: 'dock.none',
  noneFound: 'dock.noneFound',
  nameOf: ({ name }) => name,
  begin: {
    icon: 'plus',
    label: 'dock.register',
    call: dockCalls.add,
    run: ({ dialog }) =>
      dialog({
        title: 'dock.register',
        bare: true,
        content: (close) => <RegisterDock onClose={close} />,
      }),
  },
  head: () => <RolloutsButton />,
  exchange: {
    export: dockCalls.export,
    template: dockCalls.template,
    import: dockCalls.import,
    shown: [
      ['name', 'field.name'],
      ['sn', 'dock.sn'],
      ['model', 'field.model'],
    ],
    note: 'dock.importNote',
  },
  actionsWidth: 160,
  columns: ({ text, figures, ...tools }) => [
    { title: text('field.name'), width: 200, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    { title: text('field.state'), width: 150, render: (_, dock) => <DockState dock={dock} /> },
    {
      title: text('device.airworthy'),
      width: 170,
      ellipsis: true,
      render: (_, dock) => <DockAirworthy dock={dock} />,
    },
    { title: text('field.model'), fold: 3, width: 120, render: (_, { model }) => <bdi>{model}</bdi> },
    {
      title: text('dock.sn'),
      fold: 2,
      width: 160,
      ellipsis: true,
      render: (_, { sn }) => <bdi dir="ltr">{sn}</bdi>,
    },
    {
      title: text('dock.drone'),
      width: 150,
      ellipsis: true,
      render: (_, { droneName, droneSn }) => <bdi>{droneName ?? droneSn ?? text('dock.noDrone')}</bdi>,
    },
    ...liveColumns({ text }),
    {
      title: text('field.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('dock.insuranceUntil'),
      fold: 0,
      width: 190,
      render: (_, dock) =>
        dock.insuranceUntil === null && dock.incomplete.length > 0 ? (
          <Incomplete fields={dock.incomplete} />
        ) : (
          <InsuredUntil {...{ dock, text, figures, ...tools }} />
        ),
    },
    {
      title: text('dock.maintenance'),
      fold: 3,
      width: 130,
      render: (_, { maintenance }) => (
        <StateSymbol
          state={maintenanceLook[maintenance]}
          heading={90}
          word={text(`dock.maintenance.${maintenance}`)}
        />
      ),
    },
    {
      title: text('dock.windLimit'),
      fold: 4,
      width: 130,
      align: 'end',
      render: (_, { windLimit }) => figures.speed(windLimit),
    },
  ],
  actions: [
    {
      icon: 'video',
      label: 'dock.monitor',
      right: '/PortMonitorSee',
      run: ({ oid }) => location.assign(monitorAddress(oid)),
    },
    {
      icon: 'full',
      label: 'monitor.bigScreen',
      right: '/PortMonitorSee',
      run: ({ oid }) => void window.open(pictureAddress(oid), '_blank', 'noopener'),
    },
    { icon: 'edit', label: 'dock.edit', call: dockCalls.edit, main: true, run: edit },
    ...maintenanceStates.map((state) => ({
      icon: 'check' as const,
      label: `dock.maintain.${nextMaintenance[state]}` as const,
      call: dockCalls.maintain,
      fits: ({ maintenance, standing }: DockRecord) => maintenance === state && standing !== 'retired',
      run: maintain,
    })),
    labelAction<DockRecord>('/DaJiAirport'),
    {
      icon: 'lock',
      label: 'device.retire',
      call: dockCalls.retire,
      fits: ({ standing }) => standing !== 'retired',
      run: ({ oid, name }, { change, text }) =>
        change({
          call: dockCalls.retire,
          request: { oids: [oid] },
          done: 'dock.retired',
          ask: {
            title: text('dock.retireTitle', { name }),
            content: text('dock.retireHint'),
            verb: text('device.retire'),
          },
        }),
    },
    {
      icon: 'refresh',
      label: 'device.reinstate',
      call: dockCalls.reinstate,
      fits: ({ standing }) => standing === 'retired',
      run: ({ oid }, { change }) =>
        change({ call: dockCalls.reinstate, request: { oids: [oid] }, done: 'device.reinstated' }),
    },
    removeBy(dockCalls.remove),
  ],
  removal: {
    title: 'dock.deleteTitle',
    done: 'dock.deleted',
    instead: { label: 'device.retire', call: dockCalls.retire, done: 'dock.retired' },
  },
  drawer: {
    title: 'dock.card',
    width: 480,
    actions: true,
    content: (dock, tools) => <DockFacts dock={dock} {...tools} />,
  },
});

/** Docks of the organisation: what they are, what people know of them, and what they say of themselves. */
export default function DocksPage(): ReactNode {
  return <ListView room={dockList} />;
}
