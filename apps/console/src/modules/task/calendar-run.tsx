import { flightCalls, taskCalls, type CalendarRun } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, type To } from 'react-router';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { arrangeAgainAddress, cameToNothing, RunState } from './run-state.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One run of the calendar: when, where, what became of it, and what can be done about it. */
export function CalendarRunDetails({
  run,
  onLeave,
}: {
  run: CalendarRun;
  /** One goes to another page. */
  onLeave: () => void;
}): ReactNode {
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
        <Fact name={text('task.calendar.dock')}>
          <bdi>{dockName ?? text('task.calendar.noDock')}</bdi>
        </Fact>
        <Fact name={text('task.status')}>
          <RunState run={run} />
        </Fact>
        {message ? <Fact name={text('task.runReason')}>{message}</Fact> : null}
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
        {mayOpen ? (
          <Allowed call={taskCalls.edit}>
            <Button onClick={() => go(`/FlyArrange?task=${taskOID}`)}>{text('task.change')}</Button>
          </Allowed>
        ) : null}
      </footer>
    </div>
  );
}
