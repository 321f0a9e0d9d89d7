import type { FlightRecord, TaskRecord } from '@eyrie/domain';
import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { MonitorLink } from '../../modules/dock/index.ts';
import { SeriesFlights } from '../../modules/flight/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** A flight that waits for a person, and the ways on. */
export function ArrangedFlight({
  flight,
  onAnother,
}: {
  flight: FlightRecord;
  onAnother: () => void;
}): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Result
      status="success"
      title={text('flight.arranged')}
      subTitle={
        <>
          <bdi>{flight.taskName}</bdi> · <bdi>{flight.routeName}</bdi> · <bdi>{flight.dockName}</bdi>
          <br />
          {text('flight.arrangedText')}
        </>
      }
      extra={
        <div className="fly-arrange-next ey-flow ey-gap-8">
          <MonitorLink
            dockOID={flight.dockOID}
            taskOID={flight.taskOID ?? undefined}
            label={text('flight.toMonitor')}
          />
          <Button onClick={() => void navigate('/TaskManagerNew?tab=flights')}>
            {text('flight.toList')}
          </Button>
          <Button onClick={onAnother}>{text('flight.another')}</Button>
        </div>
      }
    />
  );
}

/** Several flights that wait for a person, and the ways on. */
export function ArrangedSeries({
  flights,
  onAnother,
}: {
  flights: readonly FlightRecord[];
  onAnother: () => void;
}): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const [first] = flights;
  return (
    <Result
      status="success"
      title={text('series.arranged', { count: flights.length })}
      subTitle={text('flight.arrangedText')}
      extra={
        <>
          {first ? <SeriesFlights flight={first} /> : null}
          <div className="fly-arrange-next ey-flow ey-gap-8">
            <Button type="primary" onClick={() => void navigate('/TaskManagerNew?tab=flights')}>
              {text('flight.toList')}
            </Button>
            <Button onClick={onAnother}>{text('flight.another')}</Button>
          </div>
        </>
      }
    />
  );
}

/** A task that flies by itself, and the ways on. */
export function ArrangedTask({ task, onAnother }: { task: TaskRecord; onAnother: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const navigate = useNavigate();
  return (
    <Result
      status="success"
      title={text('task.arranged')}
      subTitle={
        <>
          <bdi>{task.name}</bdi>
          <br />
          {task.nextRun ? text('task.arrangedText', { time: figures.time(task.nextRun.at) }) : null}
        </>
      }
      extra={
        <div className="fly-arrange-next ey-flow ey-gap-8">
          <Button type="primary" onClick={() => void navigate('/TaskManagerNew')}>
            {text('task.toList')}
          </Button>
          <Button onClick={onAnother}>{text('flight.another')}</Button>
        </div>
      }
    />
  );
}
