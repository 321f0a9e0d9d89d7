import { CallRefused } from '@eyrie/client';
import { dockCalls, droneCalls, routeCalls, type RouteRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import type { ListTools } from '../../platform/list/index.ts';
import { keep, kept, type Stored } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { useRoutesChanged } from './route.queries.ts';
import './route.css';

type Recording = NonNullable<Stored['recording']>;

/** Aircraft whose flights can be recorded, those that are heard first. Who sees no aircraft chooses by their docks. */
const useRecordable = () => {
  const mayList = useMay(droneCalls.query);
  const page = { pageNum: 1, pageSize: 200 };
  const drones = useQuery({
    queryKey: ['drone', 'recordable'],
    queryFn: ({ signal }) => call(droneCalls.query, { ...page, sort: 'name' }, { signal }),
    enabled: mayList,
  });
  const docks = useQuery({
    queryKey: ['dock', 'recordable'],
    queryFn: ({ signal }) => call(dockCalls.query, page, { signal }),
    enabled: !mayList,
  });
  const flown = (drones.data?.list ?? []).filter(({ standing }) => standing !== 'retired');
  return {
    isPending: mayList ? drones.isPending : docks.isPending,
    choices: mayList
      ? flown
          .toSorted((a, b) => Number(b.online) - Number(a.online))
          .map(({ oid, name, dockName }) => ({
            value: oid,
            label: dockName === null ? name : `${name} · ${dockName}`,
            request: { droneOID: oid },
          }))
      : (docks.data?.list ?? [])
          .filter(({ droneOID }) => droneOID !== null)
          .map(({ oid, name }) => ({ value: oid, label: name, request: { dockOID: oid } })),
  };
};

/** Chooses whose flight is recorded. */
function Begin({ onBegun }: { onBegun: (recording: Recording) => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [value, setValue] = useState<string | null>(null);
  const { choices, isPending } = useRecordable();
  const chosen = choices.find((one) => one.value === value);
  const begin = useMutation({
    mutationFn: ({ request }: (typeof choices)[number]) => call(routeCalls.newroute, request),
    onSuccess: ({ recordingOID, startedAt }, { label }) =>
      onBegun({ oid: recordingOID, name: label, startedAt }),
  });
  return (
    <div className="route-record ey-stack ey-gap-12">
      <p>{text('planner.record.hint')}</p>
      <label htmlFor={id}>{text('planner.record.aircraft')}</label>
      <Select
        id={id}
        value={value}
        loading={isPending}
        placeholder={text('planner.field.notChosen')}
        notFoundContent={text('planner.record.noDock')}
        options={choices.map(({ request: _request, ...one }) => one)}
        onChange={setValue}
      />
      <Button
        type="primary"
        disabled={chosen === undefined}
        loading={begin.isPending}
        title={chosen === undefined ? text('app.fillIn') : undefined}
        onClick={() => chosen && begin.mutate(chosen)}
      >
        {text('planner.record.begin')}
      </Button>
    </div>
  );
}

/** A recording that goes on: it becomes a route, or nothing. */
function Running({
  recording,
  onEnded,
}: {
  recording: Recording;
  onEnded: (route: RouteRecord | null) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const end = useMutation({
    mutationFn: (discard: boolean) => call(routeCalls.end, { recordingOID: recording.oid, discard }),
    onSuccess: ({ route }) => onEnded(route),
    // Ended elsewhere, or begun by somebody who used this browser before: there is nothing to end here any more.
    onError: (error) => {
      if (error instanceof CallRefused && error.reason === 'notFound') onEnded(null);
    },
  });
  return (
    <div className="route-record ey-stack ey-gap-12">
      <p>
        {text('planner.record.running', { name: recording.name, since: figures.time(recording.startedAt) })}
      </p>
      <div className="route-record-ends">
        <Button danger disabled={end.isPending} onClick={() => end.mutate(true)}>
          {text('planner.record.discard')}
        </Button>
        <Button type="primary" loading={end.isPending} onClick={() => end.mutate(false)}>
          {text('planner.record.end')}
        </Button>
      </div>
    </div>
  );
}

function Recorder({ onDone }: { onDone: () => void }): ReactNode {
  const navigate = useNavigate();
  const changed = useRoutesChanged();
  const [recording, setRecording] = useState<Recording | null>(() => kept('recording'));
  if (recording === null)
    return (
      <Begin
        onBegun={(begun) => {
          keep('recording', begun);
          setRecording(begun);
        }}
      />
    );
  return (
    <Running
      recording={recording}
      onEnded={(route) => {
        keep('recording', null);
        onDone();
        void changed();
        if (route) void navigate(`/RoutePlanning?plan=${route.oid}`);
      }}
    />
  );
}

const openRecorder = (dialog: ListTools<never>['dialog']): void =>
  dialog({ title: 'planner.record', content: (close) => <Recorder onDone={close} /> });

/** Makes a route of a flight by hand. */
export function RecordFlight({ dialog }: Pick<ListTools<never>, 'dialog'>): ReactNode {
  const text = useText();
  return (
    <Allowed call={routeCalls.newroute}>
      <Button icon={<Icon name="route" size={16} />} onClick={() => openRecorder(dialog)}>
        {text('planner.record')}
      </Button>
    </Allowed>
  );
}
