import {
  connectionCalls,
  connectionSteps,
  type ConnectionStepRecord,
  type DockRecord,
  type ResponseOf,
} from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { DockAccess, type Access } from './dock-access.tsx';
import './dock-connection.css';

type Connection = ResponseOf<typeof connectionCalls.get>;

const connectionKey = (oid: string): readonly string[] => ['dock', 'connection', oid];

/** How far a dock came; asked again every two seconds, as somebody stands before it and waits. */
export const useConnection = (oid: string): UseQueryResult<Connection> =>
  useQuery({
    queryKey: connectionKey(oid),
    queryFn: ({ signal }) => call(connectionCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: 2_000,
  });

const looks: Readonly<Record<ConnectionStepRecord['outcome'], DeviceState>> = {
  done: 'live',
  failed: 'alarm',
  skipped: 'attention',
};

function Step({
  step,
  known,
}: {
  step: (typeof connectionSteps)[number];
  known?: ConnectionStepRecord;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const state = known ? looks[known.outcome] : 'offline';
  const fault =
    known?.fault &&
    text(`connection.fault.${known.fault}`, {
      seconds: Math.abs(known.clockOffset ?? 0),
      code: known.code ?? '',
    });
  return (
    <li>
      <StateSymbol state={state} word={text(`connection.step.${step}`)} />
      <span>{known ? figures.time(known.at) : text('connection.waiting')}</span>
      {known?.outcome === 'skipped' ? <p className="list-hint">{text('connection.withoutTls')}</p> : null}
      {known?.protocol ? (
        <p className="list-hint">
          {text(`connection.protocol.${known.protocol === 5 ? 5 : known.protocol === 3 ? 3 : 4}`)}
        </p>
      ) : null}
      {fault ? <p role="alert">{fault}</p> : null}
    </li>
  );
}

/** The way of a dock into the organisation, lit up step by step. */
export function DockLadder({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const answer = useConnection(oid);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <ol className="dock-ladder" aria-label={text('connection.ladder')}>
          {connectionSteps.map((step) => {
            const known = answer.data?.steps.find((one) => one.step === step);
            return <Step key={step} step={step} {...(known ? { known } : {})} />;
          })}
        </ol>
      )}
    </Loaded>
  );
}

/** A way on for a dock that does not come: another password, another code, a file for whoever looks for the fault. */
export function DockWayIn({ dock }: { dock: Pick<DockRecord, 'oid' | 'sn'> }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const { oid, sn } = dock;
  const { data } = useConnection(oid);
  const [access, setAccess] = useState<Access | null>(null);
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: connectionKey(oid) });
  const secret = useMutation({
    mutationFn: () => call(connectionCalls.renewSecret, { oid }),
    onSuccess: (given) => setAccess((before) => ({ ...before, ...given })),
    onSettled,
  });
  const code = useMutation({
    mutationFn: () => call(connectionCalls.bindingCode, { oid }),
    onSuccess: (binding) => setAccess((before) => ({ ...before, binding })),
    onSettled,
  });
  const file = useMutation({
    mutationFn: () => download(connectionCalls.diagnosis, { oid }),
    onSuccess: (bytes) => saveFile(bytes, `${sn}.json`),
  });
  return (
    <>
      <div className="dock-ladder-actions">
        <Button size="small" loading={secret.isPending} onClick={() => secret.mutate()}>
          {text('connection.newSecret')}
        </Button>
        {data?.bound === false ? (
          <Button size="small" loading={code.isPending} onClick={() => code.mutate()}>
            {text('connection.newCode')}
          </Button>
        ) : null}
        <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
          {text('connection.diagnosis')}
        </Button>
      </div>
      {access ? <DockAccess access={access} /> : null}
    </>
  );
}

/** How a dock came in, on its page; asked for when it is opened. */
export function DockConnection({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('connection.title')}</summary>
      {open ? (
        <>
          <DockLadder oid={dock.oid} />
          {dock.allowed.includes('edit') ? <DockWayIn dock={dock} /> : null}
        </>
      ) : null}
    </details>
  );
}
