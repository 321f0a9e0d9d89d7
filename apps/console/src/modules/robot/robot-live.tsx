import type { RobotStatus } from '@eyrie/domain';
import { FactList, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useLanguage } from '../../platform/language.ts';
import type { RobotScene } from '../../platform/monitor-part.tsx';
import { useText } from '../../platform/text.tsx';
import { RobotMap } from './robot-map.tsx';
import { useRobotNow, type RobotNow } from './robot-now.ts';
import './robot.css';

/** What a robot does now, as far as it says so. */
export function RobotMode({ now }: { now: Pick<RobotNow, 'look' | 'mode' | 'online'> }): ReactNode {
  const text = useText();
  const word = !now.online ? text('device.offline') : now.mode ? text(`robot.mode.${now.mode}`) : '–';
  return <StateSymbol state={now.look} word={word} />;
}

function Task({ task }: { task: NonNullable<RobotStatus['task']> }): ReactNode {
  const text = useText();
  return (
    <>
      <bdi>{task.name}</bdi>
      {task.percent === null ? null : ` ${text('robot.progress', { percent: Math.round(task.percent) })}`}
    </>
  );
}

function Queue({ status }: { status: RobotStatus | null }): ReactNode {
  const text = useText();
  if (!status?.online) return '–';
  if (status.queue.length === 0) return text('robot.queueEmpty');
  return (
    <ol className="robot-queue">
      {status.queue.map((task) => (
        <li key={task.id}>
          <Task task={task} />
        </li>
      ))}
    </ol>
  );
}

function Alarms({ status }: { status: RobotStatus | null }): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  if (!status) return '–';
  if (status.alarms.length === 0) return text(status.alarmsHeard ? 'robot.noAlarms' : 'robot.alarmsUnheard');
  return (
    <ul className="robot-queue">
      {status.alarms.map(({ code, level, text: words }) => (
        <li key={code}>
          <StateSymbol state={level > 1 ? 'alarm' : 'attention'} word={`${words[language]} (${code})`} />
        </li>
      ))}
    </ul>
  );
}

/** The live values of a robot with their age, and its place on a map. */
export function RobotLive({ robot }: RobotScene): ReactNode {
  const text = useText();
  const figures = useFigures();
  const now = useRobotNow(robot);
  const { status, place, ageMs } = now;
  const task = status?.task;
  return (
    <section aria-label={text('robot.live')} className="robot-live">
      <h3>{text('robot.live')}</h3>
      <p className="list-hint">{ageMs === null ? text('robot.never') : figures.age(ageMs)}</p>
      <RobotMap name={robot.name} now={now} />
      <FactList
        className={now.look === 'offline' ? 'list-facts device-old' : 'list-facts'}
        facts={[
          [text('robot.mode'), <RobotMode key="mode" now={now} />],
          [text('device.percent'), figures.amount(now.percent, '%', 0)],
          [
            text('field.place'),
            place ? (
              <bdi key="place" dir="ltr">{`${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`}</bdi>
            ) : (
              '–'
            ),
          ],
          [text('field.heading'), figures.amount(status?.heading ?? null, '°', 0)],
          [text('field.speed'), figures.speed(status?.speed ?? null)],
          [
            text('robot.task'),
            task ? <Task key="task" task={task} /> : status?.online ? text('robot.noTask') : '–',
          ],
          [text('robot.queue'), <Queue key="queue" status={status} />],
          [text('robot.fault'), now.fault ?? (status?.online ? text('robot.noFault') : '–')],
          [text('robot.alarms'), <Alarms key="alarms" status={status} />],
          [text('robot.mileage'), figures.length(status?.mileage ?? null)],
        ]}
      />
    </section>
  );
}
