import {
  reportScheduleCalls,
  reportScheduleFields,
  sendingStates,
  type ReportSchedule,
  type ReportSending,
} from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { departmentField } from '../../parts.ts';
import { call } from '../../platform/http.ts';
import {
  addBy,
  choices,
  columnsOf,
  editBy,
  listRoom,
  ListView,
  type OwnField,
  type RecordFormRoom,
  wordsOf,
  removeBy,
} from '../../platform/list/index.ts';
import { ManyChoice, textsOf } from '../../platform/many-choice.tsx';
import { useText } from '../../platform/text.tsx';

/** People who may read monthly reports, found by their name. */
function RecipientsField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const oids = textsOf(value);
  const found = useQuery({
    queryKey: ['reportSchedule', 'recipients', keyword, oids],
    queryFn: ({ signal }) =>
      call(
        reportScheduleCalls.recipients,
        { keyword, ...(oids.length > 0 ? { oids } : {}) },
        { signal, toast: false },
      ),
    placeholderData: (before) => before,
  });
  const { list = [], chosen = [], more = false } = found.data ?? {};
  const named = ({ name, groupName }: (typeof list)[number]): string => `${name} · ${groupName}`;
  // Whoever is chosen keeps a name when another one is searched for.
  const names = new Map(chosen.map((person) => [person.oid, named(person)]));
  return (
    <>
      <ManyChoice
        id={id}
        value={oids}
        answer={found}
        options={list.map((person) => ({ value: person.oid, label: named(person) }))}
        names={names}
        onChange={onChange}
        onSearch={setKeyword}
      />
      {more ? <p>{text('reportSchedule.moreRecipients', { count: list.length })}</p> : null}
    </>
  );
}

const fields = {
  ...wordsOf(reportScheduleFields),
  recipientOIDs: {
    label: 'reportSchedule.recipients',
    required: true,
    field: (field: OwnField) => <RecipientsField {...field} />,
    sends: textsOf,
  },
} as const;
const added: RecordFormRoom = {
  word: 'reportSchedule',
  saved: 'reportSchedule.saved',
  fields: {
    ...fields,
    groupOID: { label: 'inspectionReport.department', field: departmentField(undefined, true) },
  },
};
const edited: RecordFormRoom = {
  word: 'reportSchedule',
  saved: 'reportSchedule.saved',
  fields: { ...fields, enabled: { label: 'reportSchedule.enabled' } },
};

const schedules = listRoom({
  word: 'reportSchedule',
  title: 'reportSchedule.title',
  icon: 'bell',
  calls: reportScheduleCalls,
  labels: { name: 'reportSchedule.name', recipientOIDs: 'reportSchedule.recipients' },
  filters: { keyword: { kind: 'search', label: 'reportSchedule.search' } },
  order: '-createdAt',
  hint: 'reportSchedule.hint',
  none: 'reportSchedule.none',
  noneFound: 'reportSchedule.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(added, reportScheduleCalls.add, 'reportSchedule.add', { begun: { recipientOIDs: [] } }),
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    ...columnsOf<ReportSchedule>({ name: reportScheduleFields.name }, { text, figures }),
    {
      title: text('reportSchedule.dueAt'),
      width: 170,
      render: (_, { day, hour }) =>
        text('reportSchedule.when', { day: figures.amount(day), hour: figures.amount(hour) }),
    },
    {
      title: text('reportSchedule.format'),
      fold: 0,
      width: 150,
      render: (_, { format, language }) =>
        `${text(`inspectionReport.format.${format}`)} · ${text(`language.${language}`)}`,
    },
    {
      title: text('reportSchedule.recipients'),
      width: 200,
      ellipsis: true,
      render: (_, { recipients }) => <bdi>{recipients.join(' · ')}</bdi>,
    },
    {
      title: text('inspectionReport.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('inspectionReport.state'),
      width: 110,
      render: (_, { enabled }) => text(enabled ? 'reportSchedule.enabled' : 'reportSchedule.off'),
    },
  ],
  actions: [
    editBy(edited, reportScheduleCalls.edit, 'reportSchedule.edit'),
    removeBy(reportScheduleCalls.remove),
  ],
  removal: { title: 'list.deleteTitle', done: 'reportSchedule.deleted' },
});

const looks: Readonly<Record<ReportSending['state'], DeviceState>> = {
  waiting: 'attention',
  making: 'working',
  sent: 'live',
  failed: 'alarm',
};

function State({ sending: { state, late, empty } }: { sending: ReportSending }): ReactNode {
  const text = useText();
  const words = [
    text(`reportSchedule.state.${state}`),
    ...(late ? [text('reportSchedule.late')] : []),
    ...(empty ? [text('reportSchedule.empty')] : []),
  ];
  return (
    <StateSymbol
      state={late && state !== 'failed' ? 'attention' : looks[state]}
      heading={90}
      word={words.join(' · ')}
    />
  );
}

function Reached({ sending: { recipients, missed } }: { sending: ReportSending }): ReactNode {
  const text = useText();
  if (recipients.length === 0 && missed.length === 0) return '–';
  return (
    <>
      <bdi>{recipients.join(' · ')}</bdi>
      {missed.length > 0 ? <p>{text('reportSchedule.missed', { names: missed.join(' · ') })}</p> : null}
    </>
  );
}

const sendings = listRoom({
  word: 'reportSchedule',
  title: 'reportSchedule.sendings',
  icon: 'list',
  calls: { query: reportScheduleCalls.sendings },
  filters: {
    state: {
      kind: 'choice',
      label: 'reportSchedule.state',
      any: 'reportSchedule.anyState',
      options: choices(sendingStates, 'reportSchedule.state'),
    },
  },
  none: 'reportSchedule.noSendings',
  noneFound: 'reportSchedule.noSendingsFound',
  renewEvery: 10_000,
  nameOf: ({ scheduleName, month }) => `${scheduleName} ${month}`,
  actionsWidth: 80,
  columns: ({ text, figures }) => [
    {
      title: text('reportSchedule.schedule'),
      fold: 0,
      width: 150,
      ellipsis: true,
      render: (_, { scheduleName }) => <bdi>{scheduleName}</bdi>,
    },
    {
      title: text('inspectionReport.month'),
      width: 100,
      render: (_, { month }) => <bdi dir="ltr">{month}</bdi>,
    },
    { title: text('reportSchedule.state'), width: 190, render: (_, sending) => <State sending={sending} /> },
    {
      title: text('field.sentAt'),
      width: 180,
      render: (_, { sentAt, dueAt }) => (
        <bdi>{sentAt === null ? `(${figures.time(dueAt)})` : figures.time(sentAt)}</bdi>
      ),
    },
    {
      title: text('reportSchedule.recipients'),
      width: 220,
      render: (_, sending) => <Reached sending={sending} />,
    },
  ],
  actions: [
    {
      icon: 'window',
      label: 'inspectionReport.open',
      right: '/InspectionDetails',
      fits: ({ reportOID }) => reportOID !== null,
      run: ({ reportOID }, { navigate }) => void navigate(`/InspectionDetails?oid=${reportOID}`),
    },
  ],
});

/** When monthly reports are sent by themselves, and what became of each. */
export function Schedules(): ReactNode {
  const text = useText();
  return (
    <>
      <ListView tab local room={schedules} />
      <h3>{text('reportSchedule.sendings')}</h3>
      <ListView tab local room={sendings} />
    </>
  );
}
