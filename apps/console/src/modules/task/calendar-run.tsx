import { flightCalls, taskCalls, waiverCalls, type CalendarRun } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, type To } from 'react-router';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import type { RunChange } from './run-dialogs.tsx';
import {
  arrangeAgainAddress,
  cameToNothing,
  isChoosable,
  isRestorable,
  isWithdrawable,
  laterAddress,
  RunState,
} from './run-state.tsx';
import { useChoiceWithdrawal, useRunRestore } from './task.queries.ts';

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Leaving {
  run: CalendarRun;
  /** One goes to another page, or is done with it. */
  onLeave: () => void;
}

/** What can be done about a run that was missed. */
function MissedRun({
  run,
  onLeave,
  onChange,
}: Leaving & { onChange: (change: RunChange) => void }): ReactNode {
  const text = useText();
  const { mutate, isPending } = useChoiceWithdrawal();
  const { taskOID: oid, wall } = run;
  const withdraw = (): void =>
    mutate(
      { oid, wall },
      {
        onSuccess: () => {
          showToast('success', text('task.choiceWithdrawn'));
          onLeave();
        },
        onError: showFailure,
      },
    );
  return (
    <>
      {isChoosable(run) ? (
        <Allowed call={taskCalls.chooseRun}>
          <Button type="primary" onClick={() => onChange({ kind: 'choose', run })}>
            {text('task.choose')}
          </Button>
        </Allowed>
      ) : null}
      {isWithdrawable(run) ? (
        <Allowed call={taskCalls.withdrawChoice}>
          <Button loading={isPending} onClick={withdraw}>
            {text('task.withdrawChoice')}
          </Button>
        </Allowed>
      ) : null}
    </>
  );
}

/** What can be done about one run that is to come, and about it with all later ones. */
function RunChanges({
  run,
  onLeave,
  onChange,
}: Leaving & { onChange: (change: RunChange) => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const mayOpen = useAllowed('/FlyArrange');
  const { mutate, isPending } = useRunRestore();
  const { taskOID: oid, wall } = run;
  const restore = (): void =>
    mutate(
      { oid, wall },
      {
        onSuccess: () => {
          showToast('success', text('task.runRestored'));
          onLeave();
        },
        onError: showFailure,
      },
    );
  const comes = run.state === 'planned';
  return (
    <>
      {comes ? (
        <>
          <Allowed call={waiverCalls.runVerdict}>
            <Button onClick={() => onChange({ kind: 'verdict', run })}>{text('verdict.title')}</Button>
          </Allowed>
          <Allowed call={taskCalls.moveRun}>
            <Button onClick={() => onChange({ kind: 'move', run })}>{text('task.move')}</Button>
          </Allowed>
          <Allowed call={taskCalls.cancelRun}>
            <Button onClick={() => onChange({ kind: 'cancel', run })}>{text('task.cancelRun')}</Button>
          </Allowed>
        </>
      ) : null}
      {isRestorable(run) ? (
        <Allowed call={taskCalls.restoreRun}>
          <Button loading={isPending} onClick={restore}>
            {text('task.restoreRun')}
          </Button>
        </Allowed>
      ) : null}
      {comes && mayOpen ? (
        <Allowed call={taskCalls.changeLater}>
          <Button
            onClick={() => {
              onLeave();
              void navigate(laterAddress(run));
            }}
          >
            {text('task.changeLater')}
          </Button>
        </Allowed>
      ) : null}
    </>
  );
}

/** One run of the calendar: when, where, what became of it, and what can be done about it. */
export function CalendarRunDetails({
  run,
  onLeave,
  onChange,
}: Leaving & { onChange: (change: RunChange) => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const navigate = useNavigate();
  const go = (to: To): void => {
    onLeave();
    void navigate(to);
  };
  const mayArrange = useMay(flightCalls.add);
  const mayOpen = useAllowed('/FlyArrange');
  const { taskOID, wall, timeZone, at, dockName, dockOID, routeOID, message, flightOID } = run;
  return (
    <div className="task-calendar-details">
      <dl>
        <Fact name={text('task.runAt')}>
          <bdi>{wall.replace('T', ' ')}</bdi> (<bdi>{timeZone}</bdi>)
          {timeZone === figures.zone.name ? null : (
            <small> {text('task.runHere', { time: figures.time(at) })}</small>
          )}
        </Fact>
        {run.movedTo === null ? null : (
          <Fact name={text('task.movedTo')}>
            <bdi>{run.movedTo.replace('T', ' ')}</bdi>
          </Fact>
        )}
        <Fact name={text('task.calendar.dock')}>
          <bdi>{dockName ?? text('task.calendar.noDock')}</bdi>
        </Fact>
        <Fact name={text('task.status')}>
          <RunState run={run} />
        </Fact>
        {message ? <Fact name={text('field.reason')}>{message}</Fact> : null}
      </dl>
      <footer>
        {flightOID ? (
          <Button onClick={() => go({ search: `?tab=flights&taskOID=${taskOID}` })}>
            {text('task.calendar.flights')}
          </Button>
        ) : null}
        {cameToNothing(run) && dockOID && routeOID && mayArrange && mayOpen ? (
          <Button type="primary" onClick={() => go(arrangeAgainAddress({ taskOID, routeOID, dockOID }))}>
            {text('task.arrangeAgain')}
          </Button>
        ) : null}
        <MissedRun {...{ run, onLeave, onChange }} />
        <RunChanges {...{ run, onLeave, onChange }} />
        {mayOpen ? (
          <Allowed call={taskCalls.edit}>
            <Button onClick={() => go(`/FlyArrange?task=${taskOID}`)}>{text('task.change')}</Button>
          </Allowed>
        ) : null}
      </footer>
    </div>
  );
}
