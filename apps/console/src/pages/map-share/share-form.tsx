import { flightCalls, limits, mapShareCalls } from '@eyrie/domain';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { editBy, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { ManyChoice, textsOf } from '../../platform/many-choice.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { now } from '../../platform/clock.ts';
import { useText } from '../../platform/text.tsx';
import { useDocks } from '../../modules/dock/index.ts';
import { useLayers } from '../../modules/layer/index.ts';
import type { NamedFile } from '../../platform/files-to-share.ts';
import { FilesField } from './share-files-field.tsx';
import { useRegionsAnswer } from '../../modules/region/index.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** For how long a link may be asked to last, ms. */
const lasts = [hour, 4 * hour, day, 7 * day, 30 * day, 90 * day - hour] as const;

function DocksField({ id, value, onChange }: OwnField): ReactNode {
  const docks = useDocks();
  return (
    <ManyChoice
      id={id}
      value={textsOf(value)}
      answer={docks}
      options={(docks.data ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={onChange}
    />
  );
}

function RegionsField({ id, value, onChange }: OwnField): ReactNode {
  const regions = useRegionsAnswer();
  return (
    <ManyChoice
      id={id}
      value={textsOf(value)}
      answer={regions}
      options={(regions.data?.list ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={onChange}
    />
  );
}

function LayersField({ id, value, onChange }: OwnField): ReactNode {
  const layers = useLayers();
  return (
    <ManyChoice
      id={id}
      value={textsOf(value)}
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

const filesOf = (files: readonly NamedFile[]): RecordFormRoom['fields'] => ({
  mediaOIDs: {
    label: 'mapShare.files',
    field: (field) => <FilesField {...field} begun={files} />,
    check: (value) =>
      textsOf(value).length > limits.mapShare.media
        ? ['mapShare.filesMost', { max: limits.mapShare.media }]
        : null,
    sends: (value) => textsOf(value),
  },
  mediaAs: {
    label: 'mapShare.mediaAs',
    hint: 'mapShare.mediaAsHint',
    fits: ({ mediaOIDs }) => Array.isArray(mediaOIDs) && mediaOIDs.length > 0,
  },
});

/** What the fields of a new share begin with. */
export const begunWith = (files: readonly NamedFile[]) => ({
  mediaOIDs: files.map(({ oid }) => oid),
  mediaAs: 'previews',
});

/**
 * The form of a new share; what follows the save says that it is saved.
 * @param part.files chosen before, whose names are known
 * @param part.seesFiles whether files are offered at all
 */
export const formOf = ({
  files,
  seesFiles,
}: {
  files: readonly NamedFile[];
  seesFiles: boolean;
}): RecordFormRoom => ({
  word: 'mapShare',
  fields: {
    name: { label: 'field.name' },
    dockOIDs: {
      label: 'mapShare.docks',
      field: (field) => <DocksField {...field} />,
      sends: (value) => textsOf(value),
    },
    regionOIDs: {
      label: 'mapShare.regions',
      field: (field) => <RegionsField {...field} />,
      sends: (value) => textsOf(value),
    },
    layerOIDs: {
      label: 'mapShare.layers',
      field: (field) => <LayersField {...field} />,
      sends: (value) => textsOf(value),
    },
    flightOID: {
      label: 'mapShare.flight',
      field: (field) => <FlightField {...field} />,
      sends: (value) => value ?? undefined,
    },
    ...(seesFiles ? filesOf(files) : {}),
    expiresAt: end,
    password: { label: 'field.password', hint: 'mapShare.passwordHint', sends: password },
  },
});
const edited: RecordFormRoom = {
  word: 'mapShare',
  saved: 'mapShare.saved',
  fields: { name: { label: 'field.name' }, expiresAt: end },
};

export const editShare = editBy(edited, mapShareCalls.edit, 'mapShare.edit');
