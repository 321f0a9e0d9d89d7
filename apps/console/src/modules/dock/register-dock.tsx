import { dockCalls, linkLevel, type DockRecord, type ResponseOf } from '@eyrie/domain';
import { Dialog, StateSymbol } from '@eyrie/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { RecordForm, type OwnField } from '../../platform/list/index.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { DockAccess } from './dock-access.tsx';
import { DockLadder, DockWayIn, useConnection } from './dock-connection.tsx';
import { useDockFields } from './dock-form.tsx';
import { dockModels, leadsHere } from './dock-form.rules.ts';
import { useDockNow } from './dock-live.ts';
import './dock.css';

type Registered = ResponseOf<typeof dockCalls.add>;

/** What a dock that has come in has to show before its first flight. */
const firstFlight = ['online', 'clock', 'drone', 'position', 'inside'] as const;

function FirstFlight({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const { data: dock } = useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: 2_000,
  });
  return dock ? <FirstFlightChecks dock={dock} /> : <p className="list-hint">{text('connection.waiting')}</p>;
}

function FirstFlightChecks({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const { status, ageMs } = useDockNow(dock);
  const { data: connection } = useConnection(dock.oid);
  const telemetry = connection?.steps.find(({ step }) => step === 'telemetry');
  const level = linkLevel(ageMs);
  const heard = level === 'live' || level === 'ageing';
  const known: Readonly<Record<(typeof firstFlight)[number], boolean | null>> = {
    online: heard,
    clock: telemetry ? telemetry.fault !== 'clockOff' : null,
    drone: dock.droneSn !== null,
    position: heard ? (status?.position.fixed ?? null) : null,
    inside: heard ? (status?.droneInDock ?? null) : null,
  };
  return (
    <ul className="dock-ladder" aria-label={text('connection.stage.flight')}>
      {firstFlight.map((check) => (
        <li key={check}>
          <StateSymbol
            state={known[check] === null ? 'offline' : known[check] ? 'live' : 'attention'}
            word={text(`connection.check.${check}`)}
          />
          <span>
            {text(
              known[check] === null
                ? 'connection.waiting'
                : known[check]
                  ? 'connection.checkFine'
                  : 'connection.checkMissing',
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Address and codes to be typed, then the way of the dock step by step, then what a first flight still needs. */
function AfterRegistration({ dock, onClose }: { dock: Registered; onClose: () => void }): ReactNode {
  const text = useText();
  const { data } = useConnection(dock.oid);
  const came = data?.steps.find(({ step }) => step === 'telemetry') !== undefined;
  const begun = (data?.steps.length ?? 0) > 0;
  return (
    <Dialog
      open
      title={text('register.done')}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('register.close')}
        </Button>
      }
    >
      <Steps
        size="small"
        current={came ? 3 : begun ? 2 : 1}
        items={(['needs', 'access', 'ladder', 'flight'] as const).map((stage) => ({
          title: text(`connection.stage.${stage}`),
        }))}
      />
      <h3>{text('connection.stage.access')}</h3>
      <DockAccess access={dock} />
      {leadsHere(dock.broker) ? <p className="register-hint">{text('register.brokerHere')}</p> : null}
      <h3>{text('connection.stage.ladder')}</h3>
      <DockLadder oid={dock.oid} />
      <DockWayIn dock={dock} />
      <h3>{text('connection.stage.flight')}</h3>
      <FirstFlight oid={dock.oid} />
    </Dialog>
  );
}

function ModelChoice({ id, value, onChange }: OwnField): ReactNode {
  return <Select id={id} value={value} options={[...dockModels]} onChange={onChange} />;
}

const drawModel = (field: OwnField): ReactNode => <ModelChoice {...field} />;

/** Registers a dock in the member's own department and shows its secret once. */
export function RegisterDock({ onClose }: { onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const { name, insurance } = useDockFields();
  const [registered, setRegistered] = useState<Registered | null>(null);
  if (registered) return <AfterRegistration dock={registered} onClose={onClose} />;
  return (
    <RecordForm
      form={{
        word: 'dock',
        refusals: { snTaken: 'sn', nameTaken: 'name' },
        fields: {
          name,
          model: { label: 'register.model', required: true, field: drawModel },
          sn: { label: 'register.sn', hint: 'connection.needsHint', dir: 'ltr' },
          droneSn: { label: 'register.droneSn', hint: 'register.optional', dir: 'ltr' },
          ...insurance,
        },
      }}
      title="register.title"
      verb="register.submit"
      call={dockCalls.add}
      fixed={{ groupOID, vendor: 'DJI', bindByCode: true }}
      onSaved={(dock) => {
        setRegistered(dock);
        // Routes, tasks and the map know it from now on.
        void client.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}
