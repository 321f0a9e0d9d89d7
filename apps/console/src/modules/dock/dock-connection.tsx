import {
  connectionCalls,
  connectionSteps,
  unrecorded,
  type ConnectionStep,
  type ConnectionStepRecord,
  type DockRecord,
} from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { isAllowed, useSession } from '../../platform/session.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { unusableWords } from '../../platform/unusable-words.ts';
import { DockAccess, NewAccess, type Access } from './dock-access.tsx';
import { useConnection, type Connection } from './dock-connection.query.ts';
import { bindingWanted } from './wizard.rules.ts';
import './dock-connection.css';

const looks: Readonly<Record<ConnectionStepRecord['outcome'], DeviceState>> = {
  done: 'live',
  failed: 'alarm',
  skipped: 'attention',
};

const faultWords = (
  text: ReturnType<typeof useText>,
  { fault, clockOffset, code }: ConnectionStepRecord,
): string | null =>
  fault && text(`connection.fault.${fault}`, { seconds: Math.abs(clockOffset ?? 0), code: code ?? '' });

function Step({ step, connection }: { step: ConnectionStep; connection: Connection }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const known = connection.steps.find((one) => one.step === step);
  const missing = unrecorded(step, connection.steps, connection.watched);
  const fault = known ? faultWords(text, known) : null;
  return (
    <li>
      <StateSymbol state={known ? looks[known.outcome] : 'offline'} word={text(`connection.step.${step}`)} />
      <span>{known ? figures.time(known.at) : text(`connection.${missing}`)}</span>
      {known?.outcome === 'skipped' ? (
        <p className="list-hint">{text(step === 'tls' ? 'connection.withoutTls' : 'connection.notAsked')}</p>
      ) : null}
      {known?.protocol ? (
        <p className="list-hint">
          {text(`connection.protocol.${known.protocol === 5 ? 5 : known.protocol === 3 ? 3 : 4}`)}
        </p>
      ) : null}
      {!known && step === 'connect' && !connection.watched ? (
        <p className="list-hint">{text('connection.unseenHint')}</p>
      ) : null}
      {fault ? <p role="alert">{fault}</p> : null}
    </li>
  );
}

/** Where the dock stands now, in one sentence: said anew to whoever cannot see the list. */
function Standing({ connection }: { connection: Connection }): ReactNode {
  const text = useText();
  const { steps, watched } = connection;
  const next = connectionSteps.find((step) => {
    const known = steps.find((one) => one.step === step);
    return known ? known.outcome === 'failed' : unrecorded(step, steps, watched) === 'waiting';
  });
  const known = steps.find(({ step }) => step === next);
  const words = next
    ? ((known && faultWords(text, known)) ??
      text('connection.waitingFor', { step: text(`connection.step.${next}`) }))
    : text('connection.arrived');
  return <p role="status">{words}</p>;
}

/** A dock that signs in and is not bound is heard by nobody: what is to be done at it. */
function BindingWanted({ connection }: { connection: Connection }): ReactNode {
  const text = useText();
  const wanted = bindingWanted(connection, serverTime() ?? 0);
  if (wanted === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={text('connection.notBound')}
      description={text(`connection.notBound.${wanted}`, { organisation: connection.organizationId })}
    />
  );
}

/** What came and could not be used, in short: a dock that speaks almost right otherwise stays grey without a word. */
function Unusable({ unusable: { count, newest } }: Pick<Connection, 'unusable'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!newest) return null;
  return (
    <p className="list-hint dock-unusable">
      <StateSymbol
        state="attention"
        word={text('connection.unusable', { count: figures.amount(count, undefined, 0) })}
      />{' '}
      <bdi dir="ltr">
        <code>{newest.what}</code>
      </bdi>{' '}
      {unusableWords(text, newest)}
    </p>
  );
}

/** The way of a dock into the organisation, lit up step by step. */
export function DockLadder({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const answer = useConnection(oid);
  const connection = answer.data;
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        connection ? (
          <>
            <Standing connection={connection} />
            <BindingWanted connection={connection} />
            <ol className="dock-ladder ey-list" aria-label={text('connection.ladder')}>
              {connectionSteps.map((step) => (
                <Step key={step} step={step} connection={connection} />
              ))}
            </ol>
            <Unusable unusable={connection.unusable} />
          </>
        ) : null
      }
    </Loaded>
  );
}

/** For whoever looks for a fault: the newest messages as a page, and all that is known as a file. */
function Trouble({ dock: { oid, sn } }: { dock: Pick<DockRecord, 'oid' | 'sn'> }): ReactNode {
  const text = useText();
  const mayRead = useSession((session) => isAllowed(session, '/personalInfo'));
  const file = useMutation({
    mutationFn: () => download(connectionCalls.diagnosis, { oid }),
    onSuccess: (bytes) => saveFile(bytes, `${sn}.json`),
  });
  return (
    <>
      <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
        {text('connection.diagnosis')}
      </Button>
      {mayRead ? (
        <a
          href={`#/personalInfo?tab=messages&dock=${encodeURIComponent(oid)}`}
          // What is shown once stands in the wizard.
          target="_blank"
          rel="noopener"
        >
          {text('connection.messages')}
        </a>
      ) : null}
    </>
  );
}

export interface DockWayInProps {
  dock: Pick<DockRecord, 'oid' | 'sn'>;
  /** Called with a new password or code; without it they are shown here. */
  onGiven?: (given: Access) => void;
}

/** A way on for a dock that does not come: another password, another code, and what helps to find the fault. */
export function DockWayIn({ dock, onGiven }: DockWayInProps): ReactNode {
  const { data } = useConnection(dock.oid);
  const [access, setAccess] = useState<Access | null>(null);
  const keep = (given: Access): void => setAccess((before) => ({ ...before, ...given }));
  return (
    <>
      <div className="dock-ladder-actions ey-row ey-flow ey-gap-8">
        <NewAccess oid={dock.oid} bound={data?.bound} onGiven={onGiven ?? keep} />
        <Trouble dock={dock} />
      </div>
      {access ? <DockAccess access={access} /> : null}
    </>
  );
}
