import type { TaskSchedule } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { shownZone, useDisplay } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useNextRuns } from './task.queries.ts';

/** When the flights of a schedule come next: on the clocks of its zone, and on those that the member reads. */
export function NextRuns({ schedule }: { schedule: TaskSchedule }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const zone = useDisplay(shownZone);
  const answer = useNextRuns(schedule);
  return (
    <section className="task-next-runs" aria-label={text('task.nextRuns')}>
      <h3>{text('task.nextRuns')}</h3>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          answer.data?.list.length ? (
            <ol>
              {answer.data.list.map(({ wall, at }) => (
                <li key={wall}>
                  <bdi>{wall.replace('T', ' ')}</bdi>
                  {zone === schedule.timeZone ? null : (
                    <small>{text('task.runHere', { time: figures.time(at) })}</small>
                  )}
                </li>
              ))}
            </ol>
          ) : (
            <p role="alert">{text('refusal.scheduleOver')}</p>
          )
        }
      </Loaded>
    </section>
  );
}
