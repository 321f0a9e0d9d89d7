import {
  rolloutCalls,
  type RolloutDock,
  type RolloutDockState,
  type RolloutState,
  type RolloutSummary,
} from '@eyrie/domain';
import { Dialog, Loaded, loadStateOf, StateSymbol, useConfirm, type DeviceState } from '@eyrie/ui';
import { Button, Form, Input, Pagination, Progress } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText, type TextOf } from '../../platform/text.tsx';
import { versionText } from './firmware-words.ts';
import { RolloutForm } from './rollout-form.tsx';
import { rolloutsShown, useRollout, useRolloutChanges, useRollouts } from './rollout.queries.ts';
import './firmware.css';

const stateLook: Readonly<Record<RolloutState, DeviceState>> = {
  asked: 'attention',
  running: 'working',
  stopped: 'alarm',
  done: 'live',
  rejected: 'offline',
  ended: 'offline',
};
const placeLook: Readonly<Record<RolloutDockState, DeviceState>> = {
  waiting: 'offline',
  ordered: 'working',
  done: 'live',
  failed: 'alarm',
};

const nameOf = ({ modelName, firmware }: RolloutSummary, text: TextOf): string =>
  text('firmware.rolloutName', { model: modelName, version: versionText(firmware, text) });

/** One dock: how it stands, and what its device says of itself afterwards. */
function Place({ place, open }: { place: RolloutDock; open: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { name, wave, state, before, after, percent, step, message } = place;
  const word = state === 'waiting' && !open ? 'notBegun' : state;
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-8">
        <StateSymbol state={placeLook[state]} word={text(`firmware.place.${word}`)} />
        <bdi>{name}</bdi>
        <span className="list-hint">{text('firmware.wave', { wave })}</span>
        {before === null ? null : (
          <span className="list-hint">{text('firmware.before', { version: versionText(before, text) })}</span>
        )}
        {after === null ? null : (
          <span className="list-hint">{text('firmware.after', { version: versionText(after, text) })}</span>
        )}
      </div>
      {state === 'ordered' && percent !== null ? (
        <Progress
          percent={percent}
          size="small"
          status="active"
          showInfo={false}
          aria-label={text('firmware.place.ordered')}
        />
      ) : null}
      {state === 'ordered' && step ? (
        <p className="list-hint">
          {[text(`firmware.step.${step}`), percent === null ? null : figures.amount(percent, '%')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : null}
      {message === null ? null : <p className="firmware-failed">{message}</p>}
    </li>
  );
}

function Places({ oid }: { oid: string }): ReactNode {
  const rollout = useRollout(oid);
  return (
    <Loaded state={loadStateOf(rollout)}>
      {() =>
        rollout.data ? (
          <ul className="firmware-upgrades ey-stack ey-gap-8">
            {rollout.data.places.map((place) => (
              <Place
                key={place.dockOID}
                place={place}
                open={rollout.data.state === 'asked' || rollout.data.state === 'running'}
              />
            ))}
          </ul>
        ) : null
      }
    </Loaded>
  );
}

/** Why it is rejected, which whoever asked reads. */
function RejectForm({ oid, name, onClose }: { oid: string; name: string; onClose: () => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [reason, setReason] = useState('');
  const { decided } = useRolloutChanges();
  return (
    <FormDialog
      title={text('firmware.reject', { name })}
      verb={text('firmware.rejectVerb')}
      danger
      onClose={onClose}
      ready={reason.trim() !== ''}
      busy={decided.isPending}
      onSubmit={() => decided.mutate({ oid, approve: false, reason }, { onSuccess: onClose })}
    >
      <Form.Item label={text('firmware.rejectReason')} htmlFor={id} required>
        <Input id={id} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
    </FormDialog>
  );
}

/** What the reader may do with a rollout as it stands. */
function Steps({ one, name }: { one: RolloutSummary; name: string }): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const { decided, ended } = useRolloutChanges();
  const [rejecting, setRejecting] = useState(false);
  const { oid, docks } = one;
  const approve = async (): Promise<void> => {
    const question = {
      title: text('firmware.approveTitle', { name }),
      content: text('firmware.approveContent', { docks }),
      verb: text('firmware.approveVerb'),
    };
    if (await confirm(question)) decided.mutate({ oid, approve: true });
  };
  const end = async (): Promise<void> => {
    const question = {
      title: text('firmware.endTitle', { name }),
      content: text('firmware.endContent'),
      verb: text('firmware.endVerb'),
      danger: true,
    };
    if (await confirm(question)) ended.mutate(oid);
  };
  return (
    <>
      <Allowed call={rolloutCalls.decide} record={one}>
        <Button size="small" loading={decided.isPending} onClick={() => void approve()}>
          {text('firmware.approve', { name })}
        </Button>
        <Button size="small" onClick={() => setRejecting(true)}>
          {text('firmware.reject', { name })}
        </Button>
      </Allowed>
      <Allowed call={rolloutCalls.end} record={one}>
        <Button size="small" danger loading={ended.isPending} onClick={() => void end()}>
          {text('firmware.end', { name })}
        </Button>
      </Allowed>
      {rejecting ? <RejectForm oid={oid} name={name} onClose={() => setRejecting(false)} /> : null}
    </>
  );
}

function Rollout({ one, opened }: { one: RolloutSummary; opened: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [shown, setShown] = useState(opened);
  const name = nameOf(one, text);
  const { state, docks, done, failed, firstWave, waveSize, decidedBy, decidedAt, reason, note } = one;
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-8" role={state === 'running' ? 'status' : undefined}>
        <StateSymbol state={stateLook[state]} word={text(`firmware.rollout.${state}`)} />
        <strong>{name}</strong>
      </div>
      <p>
        {text('firmware.counts', { docks, done, failed })} ·{' '}
        {text('firmware.waves', { first: firstWave, size: waveSize })}
      </p>
      {note === '' ? null : <p className="firmware-notes">{note}</p>}
      <p className="list-hint">
        {text('list.byAt', { by: one.askedBy, time: figures.time(one.createdAt) })}
        {decidedBy === null || decidedAt === null
          ? null
          : ` · ${text('firmware.decidedBy', { by: decidedBy, time: figures.time(decidedAt) })}`}
        {reason === '' ? null : ` · ${text('firmware.reasonGiven', { reason })}`}
      </p>
      <div className="ey-row ey-flow ey-gap-8">
        <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {text('firmware.showDocks', { name })}
        </Button>
        <Steps one={one} name={name} />
      </div>
      {shown ? <Places oid={one.oid} /> : null}
    </li>
  );
}

function RolloutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const [pageNum, setPageNum] = useState(1);
  const [asking, setAsking] = useState(false);
  const rollouts = useRollouts(pageNum);
  const { list = [], total = 0, approvalRequired = false, models = [] } = rollouts.data ?? {};
  return (
    <Dialog open title={text('firmware.rollouts')} onClose={onClose}>
      <div className="firmware">
        <Allowed call={rolloutCalls.ask}>
          <Button type="primary" disabled={!rollouts.data} onClick={() => setAsking(true)}>
            {text('firmware.newRollout')}
          </Button>
        </Allowed>
        <Loaded state={loadStateOf(rollouts)}>
          {() =>
            total === 0 ? (
              <p className="list-hint">{text('firmware.noRollouts')}</p>
            ) : (
              <ul className="firmware-packages ey-stack ey-gap-8">
                {list.map((one, index) => (
                  <Rollout key={one.oid} one={one} opened={index === 0 && pageNum === 1} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {total > rolloutsShown ? (
          <Pagination
            simple
            size="small"
            current={pageNum}
            pageSize={rolloutsShown}
            total={total}
            onChange={setPageNum}
          />
        ) : null}
        {asking ? (
          <RolloutForm models={models} approvalRequired={approvalRequired} onClose={() => setAsking(false)} />
        ) : null}
      </div>
    </Dialog>
  );
}

/** Opens the rollouts of the organisation: what is under way, what waits for approval, and the way to a new one. */
export function RolloutsButton({ size = 'middle' }: { size?: 'small' | 'middle' }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Allowed call={rolloutCalls.query}>
      <Button size={size} onClick={() => setOpen(true)}>
        {text('firmware.rollouts')}
      </Button>
      {open ? <RolloutsDialog onClose={() => setOpen(false)} /> : null}
    </Allowed>
  );
}
