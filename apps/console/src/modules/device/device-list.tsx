import {
  maintenanceStates,
  nextMaintenance,
  type CallDeclaration,
  type DeviceKind,
  type DeviceRecord,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DataColumns, Fact, IconName } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  type BulkAction,
  type CellTools,
  type FilterDeclarations,
  type ListTools,
  type RecordAction,
  removeBy,
} from '../../platform/list/index.ts';
import { labelAction } from '../../platform/record-label.tsx';
import { Airworthy, DeviceFacts, Maintenance, Online, Standing } from './device-facts.tsx';
import { AcceptForm, DeviceForm, MaintainForm } from './device-form.tsx';
import { deviceFilters } from './device-filters.ts';
import { deviceLabels } from './device-words.ts';

type Tools = Pick<CellTools, 'text' | 'figures'>;
type Opener = Pick<ListTools<never>, 'dialog'>;

interface DeviceCalls {
  query: CallDeclaration;
  get: CallDeclaration;
  add: CallDeclaration;
  edit: CallDeclaration;
  remove: CallDeclaration;
  history: CallDeclaration;
  export: CallDeclaration;
  template: CallDeclaration;
  import: CallDeclaration;
  accept: CallDeclaration;
  retire: CallDeclaration;
  reinstate: CallDeclaration;
  maintain: CallDeclaration;
  events: CallDeclaration;
}

interface DeviceRoom<Row extends DeviceRecord> {
  word: DeviceKind;
  page: Extract<PhraseId, `permission./${string}`>;
  icon: IconName;
  calls: DeviceCalls;
  /** Columns that this kind has beside those of every device. */
  columns: (tools: Tools) => DataColumns<Row>;
  /** What this kind says of itself, and what is known of it, beside every device. */
  reported: (device: Row, tools: Tools) => readonly Fact[];
  known?: (device: Row, tools: Tools) => readonly Fact[];
  more?: (device: Row) => ReactNode;
  /** Stands before everything else of the record. */
  top?: (device: Row) => ReactNode;
  /** Whether it is there, of a kind that publishes that. */
  online?: (device: Row) => ReactNode;
  /** Filters that this kind alone has. */
  filters?: FilterDeclarations;
  /** Above the rows. */
  note?: (tools: CellTools) => ReactNode;
}

const actionsOf = <Row extends DeviceRecord>(
  word: DeviceKind,
  calls: DeviceCalls,
  page: string,
): { actions: RecordAction<Row>[]; bulk: BulkAction<Row>[] } => {
  const accept = (devices: readonly Row[], { dialog }: Opener): void =>
    dialog({
      title: 'device.accept',
      bare: true,
      content: (onClose) => <AcceptForm {...{ word, devices, onClose }} call={calls.accept} />,
    });
  return {
    actions: [
      {
        icon: 'plus',
        label: 'device.accept',
        call: calls.accept,
        fits: ({ standing }) => standing === 'found',
        run: (device, tools) => accept([device], tools),
      },
      {
        icon: 'edit',
        label: 'device.edit',
        call: calls.edit,
        main: true,
        run: (device, { dialog }) =>
          dialog({
            title: 'device.edit',
            bare: true,
            content: (onClose) => <DeviceForm {...{ word, device, onClose }} call={calls.edit} />,
          }),
      },
      ...maintenanceStates.map((state): RecordAction<Row> => ({
        icon: 'check',
        label: `dock.maintain.${nextMaintenance[state]}`,
        call: calls.maintain,
        fits: ({ maintenance, standing }) => maintenance === state && standing !== 'retired',
        run: (device, { dialog }) =>
          dialog({
            title: 'device.maintenance',
            bare: true,
            content: (onClose) => (
              <MaintainForm
                {...{ word, device, onClose }}
                call={calls.maintain}
                to={nextMaintenance[state]}
              />
            ),
          }),
      })),
      labelAction<Row>(page),
      {
        icon: 'lock',
        label: 'device.retire',
        call: calls.retire,
        fits: ({ standing }) => standing !== 'retired',
        run: ({ oid, name }, { change, text }) =>
          change({
            call: calls.retire,
            request: { oids: [oid] },
            done: 'device.retired',
            ask: {
              title: text('device.retireTitle', { name }),
              content: text('device.retireHint'),
              verb: text('device.retire'),
            },
          }),
      },
      {
        icon: 'refresh',
        label: 'device.reinstate',
        call: calls.reinstate,
        fits: ({ standing }) => standing === 'retired',
        run: ({ oid }, { change }) =>
          change({ call: calls.reinstate, request: { oids: [oid] }, done: 'device.reinstated' }),
      },
      removeBy(calls.remove, { because: 'refusal.inUse' }),
    ],
    bulk: [
      {
        icon: 'plus',
        label: 'device.accept',
        call: calls.accept,
        why: ({ standing }) => (standing === 'found' ? null : 'device.notFound'),
        run: accept,
      },
    ],
  };
};

/** Columns that every kind of device has, before and behind those of its own. */
const columnsOf = <Row extends DeviceRecord>(
  own: DataColumns<Row>,
  online: ((device: Row) => ReactNode) | undefined,
  { text, figures }: Tools,
): DataColumns<Row> => [
  { title: text('device.name'), width: 190, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
  {
    title: text('field.state'),
    width: 120,
    render: (_, device) => online?.(device) ?? <Online {...{ device, text }} />,
  },
  {
    title: text('device.standing'),
    width: 120,
    render: (_, device) => <Standing {...{ device, text }} />,
  },
  {
    title: text('device.sn'),
    fold: 4,
    width: 170,
    ellipsis: true,
    render: (_, { sn }) => <bdi dir="ltr">{sn}</bdi>,
  },
  {
    title: text('device.model'),
    fold: 5,
    width: 130,
    ellipsis: true,
    render: (_, { model, reportedModel }) => <bdi>{reportedModel ?? model ?? figures.amount(null)}</bdi>,
  },
  ...own,
  {
    title: text('device.airworthy'),
    width: 210,
    ellipsis: true,
    render: (_, device) => <Airworthy {...{ device, text }} />,
  },
  {
    title: text('device.maintenance'),
    fold: 3,
    width: 130,
    render: (_, device) => <Maintenance {...{ device, text }} />,
  },
  {
    title: text('field.department'),
    fold: 6,
    width: 140,
    ellipsis: true,
    render: (_, { groupName }) => <bdi>{groupName}</bdi>,
  },
];

/** The list of one kind of device; what its room says of itself stands beside what all have. */
export const deviceList = <Row extends DeviceRecord>({
  word,
  page,
  icon,
  calls,
  columns,
  reported,
  known,
  more,
  top,
  online,
  filters,
  note,
}: DeviceRoom<Row>) => ({
  word,
  title: page,
  icon,
  calls,
  labels: deviceLabels,
  filters: { ...deviceFilters, ...filters },
  ...(note ? { note: (_: unknown, tools: CellTools) => note(tools) } : {}),
  none: `${word}.none` as const,
  noneFound: 'device.noneFound' as const,
  nameOf: ({ name }: Row) => name,
  begin: {
    icon: 'plus' as const,
    label: `${word}.add` as const,
    call: calls.add,
    run: ({ dialog }: Opener) =>
      dialog({
        title: `${word}.add`,
        bare: true,
        content: (onClose) => <DeviceForm {...{ word, onClose }} call={calls.add} device={null} />,
      }),
  },
  exchange: {
    ...calls,
    shown: [
      ['name', 'device.name'],
      ['sn', 'device.sn'],
    ] as const,
  },
  actionsWidth: 160,
  columns: (tools: CellTools) => columnsOf(columns(tools), online, tools),
  ...actionsOf<Row>(word, calls, page.slice('permission.'.length)),
  removal: {
    title: 'list.deleteTitle' as const,
    done: 'device.deleted' as const,
    instead: {
      label: 'device.retire' as const,
      call: calls.retire,
      done: 'device.retired' as const,
    },
  },
  drawer: {
    title: page,
    width: 480,
    actions: true,
    renewEvery: 15_000,
    content: (device: Row, { text, figures }: CellTools): ReactNode => (
      <DeviceFacts
        {...{ device, word, calls, text, figures }}
        reported={reported(device, { text, figures })}
        known={known?.(device, { text, figures }) ?? []}
        more={more?.(device)}
        top={top?.(device)}
        online={online?.(device)}
      />
    ),
  },
});
