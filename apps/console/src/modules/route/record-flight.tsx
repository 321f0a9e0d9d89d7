import { dockCalls, routeCalls, type RouteRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import type { ListTools } from '../../platform/list/index.ts';
import { keep, kept, type Stored } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { useRoutesChanged } from './route.queries.ts';
import './route.css';

type Recording = NonNullable<Stored['recording']>;

/** Chooses whose flight is recorded: the aircraft of a dock. */
function Begin({ onBegun }: { onBegun: (recording: Recording) => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [dockOID, setDockOID] = useState<string | null>(null);
  const { data, isPending } = useQuery({
    queryKey: ['dock', 'recordable'],
    queryFn: ({ signal }) => call(dockCalls.query, { pageNum: 1, pageSize: 200 }, { signal }),
  });
  const docks = (data?.list ?? []).filter(({ droneOID }) => droneOID !== null);
  const begin = useMutation({
    mutationFn: (oid: string) => call(routeCalls.newroute, { dockOID: oid }),
    onSuccess: ({ recordingOID, startedAt }) => {
      const name = docks.find(({ oid }) => oid === dockOID)?.name ?? '';
      onBegun({ oid: recordingOID, name, startedAt });
    },
  });
  return (
    <div className="route-record">
      <p>{text('planner.record.hint')}</p>
      <label htmlFor={id}>{text('planner.field.dock')}</label>
      <Select
        id={id}
        value={dockOID}
        loading={isPending}
        placeholder={text('planner.field.notChosen')}
        notFoundContent={text('planner.record.noDock')}
        options={docks.map(({ oid, name }) => ({ value: oid, label: name }))}
        onChange={setDockOID}
      />
      <Button
        type="primary"
        disabled={dockOID === null}
        loading={begin.isPending}
        title={dockOID === null ? text('app.fillIn') : undefined}
        onClick={() => dockOID !== null && begin.mutate(dockOID)}
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
  });
  return (
    <div className="route-record">
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
