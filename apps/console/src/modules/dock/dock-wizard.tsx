import type { DockRecord } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { DockAccess, NewAccess, type Access } from './dock-access.tsx';
import { useConnection, type Connection } from './dock-connection.query.ts';
import { DockLadder, DockWayIn } from './dock-connection.tsx';
import { DockNeeds, useNeeds } from './dock-needs.tsx';
import { FirstFlight } from './first-flight.tsx';
import { stageMark, stages, type WizardStage } from './wizard.rules.ts';
import './dock.css';

/** The steps of the wizard; those that can be opened are buttons. */
export function WizardSteps({
  stage,
  connection,
  onOpen,
}: {
  stage: WizardStage;
  /** How far the dock has come; missing: it is not registered yet. */
  connection?: Connection | undefined;
  onOpen?: (stage: WizardStage) => void;
}): ReactNode {
  const text = useText();
  const needs = useNeeds().data?.list;
  return (
    <Steps
      className="dock-wizard-steps"
      size="small"
      titlePlacement="vertical"
      responsive={false}
      current={stages.indexOf(stage)}
      {...(onOpen ? { onChange: (at: number) => onOpen(stages[at] ?? 'needs') } : {})}
      items={stages.map((one) => ({
        title: text(`connection.stage.${one}`),
        status: stageMark(one, stage, { needs, way: connection }),
      }))}
    />
  );
}

interface StageProps {
  dock: Pick<DockRecord, 'oid' | 'sn'>;
  access: Access;
  /** What was given just now and is shown nowhere again; null: it is noted. */
  fresh: Access | null;
  connection: Connection | undefined;
  onGiven: (given: Access) => void;
}

function AccessStage({ dock, access, connection, onGiven }: StageProps): ReactNode {
  const text = useText();
  const missing = access.secret === undefined || (connection?.bound === false && !access.binding);
  return (
    <>
      <p className="list-hint">{text('connection.accessHint')}</p>
      <DockAccess access={access} />
      {missing ? <p className="list-hint">{text('connection.shownOnce')}</p> : null}
      <div className="dock-ladder-actions ey-row ey-flow ey-gap-8">
        <NewAccess oid={dock.oid} bound={connection?.bound} onGiven={onGiven} />
      </div>
    </>
  );
}

function LadderStage({ dock, fresh, onGiven }: StageProps): ReactNode {
  return (
    <>
      {fresh ? <DockAccess access={fresh} /> : null}
      <DockLadder oid={dock.oid} />
      <DockWayIn dock={dock} onGiven={onGiven} />
    </>
  );
}

/** What is known of the way in, with what was given just now. */
const accessOf = (connection: Connection | undefined, given: Access): Access => ({
  ...(connection && {
    broker: connection.broker,
    sn: connection.sn,
    organizationId: connection.organizationId,
  }),
  ...given,
});

export interface DockWizardProps {
  dock: Pick<DockRecord, 'oid' | 'sn' | 'name'>;
  /** What the registration gave, shown this once. */
  given?: Access;
  onClose: () => void;
}

const nothingGiven: Access = {};

/** Leads a real dock in: what is needed, what to type on it, how far it came, what a first flight still needs. */
export function DockWizard({ dock, given = nothingGiven, onClose }: DockWizardProps): ReactNode {
  const text = useText();
  const { data: connection } = useConnection(dock.oid);
  const [stage, setStage] = useState<WizardStage>('access');
  const [shown, setShown] = useState<Access>(given);
  const [fresh, setFresh] = useState<Access | null>(
    given.secret === undefined && !given.binding ? null : given,
  );
  const onGiven = (anew: Access): void => {
    setShown((before) => ({ ...before, ...anew }));
    setFresh((before) => ({ ...before, ...anew }));
  };
  const access = accessOf(connection, shown);
  const next = stages[stages.indexOf(stage) + 1];
  const back = stages[stages.indexOf(stage) - 1];
  const goOn = (): void => {
    setFresh(null);
    if (!(fresh && stage === 'ladder')) setStage(next ?? stage);
  };
  const of = { dock, access, fresh, connection, onGiven };
  return (
    <Dialog
      open
      title={text('connection.wizardOf', { name: dock.name })}
      onClose={onClose}
      unsaved={fresh !== null}
      question={text('connection.notNoted')}
      footer={
        <>
          <Button
            onClick={onClose}
            disabled={fresh !== null}
            title={fresh ? text('connection.notNoted') : undefined}
          >
            {text('app.close')}
          </Button>
          {back ? <Button onClick={() => setStage(back)}>{text('connection.back')}</Button> : null}
          {fresh || next ? (
            <Button type="primary" onClick={goOn}>
              {text(fresh ? 'register.close' : 'connection.next')}
            </Button>
          ) : null}
        </>
      }
    >
      <WizardSteps stage={stage} connection={connection} onOpen={setStage} />
      <h3>{text(`connection.stage.${stage}`)}</h3>
      {stage === 'needs' ? <DockNeeds /> : null}
      {stage === 'access' ? <AccessStage {...of} /> : null}
      {stage === 'ladder' ? <LadderStage {...of} /> : null}
      {stage === 'flight' ? <FirstFlight oid={dock.oid} /> : null}
    </Dialog>
  );
}

/** The wizard from the page of a dock, for one that never came or came no further. */
export function OpenWizard({ dock }: { dock: DockWizardProps['dock'] }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {text('connection.wizard')}
      </Button>
      {open ? <DockWizard dock={dock} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
