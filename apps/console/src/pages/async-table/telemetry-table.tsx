import { asyncTableCalls, limits, type TelemetryRow } from '@eyrie/domain';
import { EmptyPage, loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/http.ts';
import { asksOid, listRoom, ListView, period, type FilterField } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { named } from './flight-table.tsx';

/** Chooses an aircraft by a part of its name. */
function DroneChoice({ value, onChange }: Pick<FilterField, 'value' | 'onChange'>): ReactNode {
  const text = useText();
  const clearing = useClearing();
  const [keyword, setKeyword] = useState('');
  const answer = useQuery({
    queryKey: ['asyncTable.telemetry', 'drones', keyword],
    queryFn: ({ signal }) => call(asyncTableCalls.drones, { keyword }, { signal, toast: false }),
    placeholderData: keepPreviousData,
  });
  const options = (answer.data?.list ?? []).map(({ oid, name }) => ({ value: oid, label: name }));
  return (
    <Select<string>
      allowClear={clearing}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={answer.isFetching}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      aria-label={text('flight.drone')}
      placeholder={text('flight.drone')}
      style={{ inlineSize: 200 }}
      value={value}
      options={options}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

const figure = (title: string, width: number, of: (row: TelemetryRow) => ReactNode) => ({
  title,
  width,
  align: 'end' as const,
  render: (_: unknown, row: TelemetryRow) => of(row),
});

export const telemetryTable = listRoom({
  word: 'asyncTable.telemetry',
  title: 'asyncTable.telemetry',
  icon: 'pulse',
  calls: { query: asyncTableCalls.telemetry },
  choosable: true,
  dense: true,
  filters: {
    droneOID: {
      kind: 'own',
      field: (field) => <DroneChoice {...field} />,
      asks: asksOid('droneOID'),
    },
    ...period('asyncTable.period', ['field.from', 'field.until']),
    flightOID: { kind: 'link', asks: asksOid('flightOID') },
  },
  none: 'asyncTable.noTelemetry',
  noneFound: 'asyncTable.noneFound',
  keyOf: ({ droneOID, at }) => `${droneOID} ${at}`,
  nameOf: ({ droneName }) => droneName,
  exchange: { export: asyncTableCalls.exportTelemetry, most: limits.list.exportMost },
  actions: [],
  columns: ({ text, figures }) => [
    { title: text('field.time'), width: 170, render: (_, row) => <bdi>{figures.time(row.at)}</bdi> },
    { title: text('flight.drone'), width: 150, ellipsis: true, render: (_, row) => named(row.droneName) },
    figure(text('field.longitude'), 130, (row) => figures.amount(row.lng, '°', 7)),
    figure(text('field.latitude'), 130, (row) => figures.amount(row.lat, '°', 7)),
    figure(text('field.aboveTakeOff'), 130, (row) => figures.height(row.elevation)),
    figure(text('asyncTable.height'), 130, (row) => figures.height(row.height)),
    figure(text('asyncTable.speedH'), 120, (row) => figures.speed(row.speedH)),
    figure(text('asyncTable.speedV'), 120, (row) => figures.speed(row.speedV)),
    figure(text('field.heading'), 100, (row) => figures.amount(row.head, '°', 0)),
    figure(text('field.battery'), 100, (row) => figures.amount(row.percent, '%', 0)),
  ],
});

/** Rows of one aircraft or one flight: until one is named, the first step. */
export function TelemetryTable(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  if (query.has('droneOID') || query.has('flightOID')) return <ListView tab room={telemetryTable} />;
  return (
    <EmptyPage
      icon="pulse"
      sentence={text('asyncTable.chooseDrone')}
      action={
        <DroneChoice
          value={null}
          onChange={(droneOID) => droneOID !== null && setQuery({ tab: 'telemetry', droneOID })}
        />
      }
    />
  );
}
