import { flightCalls, mapShareCalls } from '@eyrie/domain';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { editBy, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { now } from '../../platform/clock.ts';
import { useText } from '../../platform/text.tsx';
import { useDocks } from '../../modules/dock/index.ts';
import { useLayers } from '../../modules/layer/index.ts';
import { useRegionsAnswer } from '../../modules/region/index.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** For how long a link may be asked to last, ms. */
const lasts = [hour, 4 * hour, day, 7 * day, 30 * day, 90 * day - hour] as const;

const texts = (value: OwnField['value']): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Several of what the organisation has. */
function ManyField({
  id,
  value,
  answer,
  options,
  onChange,
}: {
  id: string;
  value: string[];
  answer: UseQueryResult;
  options: { value: string; label: string }[];
  onChange: (oids: string[]) => void;
}): ReactNode {
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={value}
      options={options}
      optionFilterProp="label"
      loading={answer.isPending}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      onChange={onChange}
      // The library takes Tab for a click on what was chosen last, which takes it back without a word.
      onInputKeyDown={(event) => {
        if (event.key === 'Tab') event.stopPropagation();
      }}
    />
  );
}

function DocksField({ id, value, onChange }: OwnField): ReactNode {
  const docks = useDocks();
  return (
    <ManyField
      id={id}
      value={texts(value)}
      answer={docks}
      options={(docks.data ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={onChange}
    />
  );
}

function RegionsField({ id, value, onChange }: OwnField): ReactNode {
  const regions = useRegionsAnswer();
  return (
    <ManyField
      id={id}
      value={texts(value)}
      answer={regions}
      options={(regions.data?.list ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={onChange}
    />
  );
}

function LayersField({ id, value, onChange }: OwnField): ReactNode {
  const layers = useLayers();
  return (
    <ManyField
      id={id}
      value={texts(value)}
      answer={layers}
      options={(layers.data?.list ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={onChange}
    />
  );
}

function FlightField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const figures = useFigures();
  const flights = useQuery({
    queryKey: ['flight', 'toShare'],
    queryFn: ({ signal }) =>
      call(flightCalls.query, { pageNum: 1, pageSize: 50, sort: '-createdAt' }, { signal, toast: false }),
  });
  return (
    <Select<string>
      id={id}
      allowClear
      showSearch
      value={typeof value === 'string' ? value : null}
      placeholder={text('mapShare.noFlight')}
      options={(flights.data?.list ?? []).map(({ oid, taskName, dockName, createdAt }) => ({
        value: oid,
        label: `${taskName ?? text('flight.byHand')} · ${dockName} · ${figures.time(createdAt)}`,
      }))}
      optionFilterProp="label"
      loading={flights.isPending}
      notFoundContent={<NoChoices state={loadStateOf(flights)} />}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

/** How long from now on; what was chosen before is shown as the moment that it is. */
function EndField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <Select<number>
      id={id}
      value={typeof value === 'number' ? value : null}
      options={[
        ...(typeof value === 'number' && !lasts.some((one) => one === value)
          ? [{ value, label: figures.time(value) }]
          : []),
        ...lasts.map((one) => ({
          value: one,
          label: text(one < day ? 'mapShare.hours' : 'mapShare.days', {
            count: Math.round(one / (one < day ? hour : day)),
          }),
        })),
      ]}
      onChange={onChange}
    />
  );
}

/** A length of time becomes a moment when it is sent. */
const endSent = (value: OwnField['value']): unknown =>
  typeof value === 'number' && value <= 90 * day
    ? Math.round(serverMoment(now())) + value
    : (value ?? undefined);

const password = (value: OwnField['value']): unknown => (value === '' || value === null ? undefined : value);

const end = {
  label: 'mapShare.expiresAt',
  required: true,
  field: (field: OwnField) => <EndField {...field} />,
  sends: endSent,
} as const;

/** What follows the save says that it is saved. */
export const addedForm: RecordFormRoom = {
  word: 'mapShare',
  fields: {
    name: { label: 'mapShare.name' },
    dockOIDs: {
      label: 'mapShare.docks',
      field: (field) => <DocksField {...field} />,
      sends: (value) => texts(value),
    },
    regionOIDs: {
      label: 'mapShare.regions',
      field: (field) => <RegionsField {...field} />,
      sends: (value) => texts(value),
    },
    layerOIDs: {
      label: 'mapShare.layers',
      field: (field) => <LayersField {...field} />,
      sends: (value) => texts(value),
    },
    flightOID: {
      label: 'mapShare.flight',
      field: (field) => <FlightField {...field} />,
      sends: (value) => value ?? undefined,
    },
    expiresAt: end,
    password: { label: 'mapShare.password', hint: 'mapShare.passwordHint', sends: password },
  },
};
const edited: RecordFormRoom = {
  word: 'mapShare',
  saved: 'mapShare.saved',
  fields: { name: { label: 'mapShare.name' }, expiresAt: end },
};

export const editShare = editBy(edited, mapShareCalls.edit, 'mapShare.edit');
