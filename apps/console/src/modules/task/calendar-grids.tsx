import type { CalendarDay, CalendarRun } from '@eyrie/domain';
import { StateShape } from '@eyrie/ui';
import type { PointerEvent, ReactNode } from 'react';
import type { Figures } from '../../platform/figures.ts';
import type { dayNames } from '../../platform/format.ts';
import { useText } from '../../platform/text.tsx';
import { runLook, RunState } from './run-state.tsx';

type Names = ReturnType<typeof dayNames>;

const countOf = (day: CalendarDay | undefined): number =>
  (day?.counts ?? []).reduce((all, { count }) => all + count, 0);

function RunChip({
  run,
  figures,
  onOpen,
  onPress,
}: {
  run: CalendarRun;
  figures: Figures;
  onOpen: (run: CalendarRun) => void;
  /** A pointer is put down on it, and may drag it. */
  onPress?: ((run: CalendarRun, event: PointerEvent) => void) | undefined;
}): ReactNode {
  const text = useText();
  const { state, wordId } = runLook(run);
  const time = figures.shortClock(run.at);
  const said = [`${time} ${run.taskName}`, text(wordId), run.message].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className="task-calendar-run ey-row ey-gap-4"
      data-state={state}
      title={said}
      aria-label={said}
      onPointerDown={onPress ? (event) => onPress(run, event) : undefined}
      onClick={() => onOpen(run)}
    >
      <StateShape state={state} heading={90} />
      <bdi>{time}</bdi>
      <bdi className="task-calendar-name">{run.taskName}</bdi>
    </button>
  );
}

interface GridProps {
  dates: readonly string[];
  byDate: ReadonlyMap<string, CalendarDay>;
  today: string;
  names: Names;
  figures: Figures;
  onOpen: (run: CalendarRun) => void;
  onPress?: ((run: CalendarRun, event: PointerEvent) => void) | undefined;
  onDay: (date: string) => void;
}

function More({ count, onClick }: { count: number; onClick: () => void }): ReactNode {
  const text = useText();
  if (count <= 0) return null;
  return (
    <button type="button" className="task-calendar-more" onClick={onClick}>
      {text('task.calendar.more', { count })}
    </button>
  );
}

/** A month in weeks. */
export function MonthGrid({
  dates,
  byDate,
  today,
  names,
  month,
  ...shared
}: GridProps & { month: string }): ReactNode {
  const weeks = Array.from({ length: dates.length / 7 }, (_, at) => dates.slice(at * 7, at * 7 + 7));
  return (
    <table className="task-calendar-grid" data-view="month">
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col">
              {names.weekday(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => {
              const day = byDate.get(date);
              return (
                <td
                  key={date}
                  data-other={date.startsWith(month) ? undefined : ''}
                  aria-current={date === today ? 'date' : undefined}
                >
                  <button
                    type="button"
                    className="task-calendar-day"
                    aria-label={names.full(date)}
                    onClick={() => shared.onDay(date)}
                  >
                    {names.number(date)}
                  </button>
                  {day?.list.map((run) => (
                    <RunChip key={`${run.taskOID} ${run.wall}`} run={run} {...shared} />
                  ))}
                  <More count={countOf(day) - (day?.list.length ?? 0)} onClick={() => shared.onDay(date)} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Docks that have runs on these days, by name. */
const docksOf = (days: Iterable<CalendarDay>): [key: string, name: string | null][] => {
  const docks = new Map<string, string | null>();
  for (const { list } of days) for (const { dockOID, dockName } of list) docks.set(dockOID ?? '', dockName);
  return [...docks].toSorted(([, a], [, b]) => (a ?? '').localeCompare(b ?? ''));
};

const hours = [0, 3, 6, 9, 12, 15, 18, 21];
/** The hours across a day, by which a run is dragged. */
function Hours(): ReactNode {
  return (
    <div className="task-calendar-hours" aria-hidden>
      {hours.map((hour) => (
        <bdi key={hour}>{hour}</bdi>
      ))}
    </div>
  );
}

/** Days side by side, a row a dock. */
export function DockGrid({ dates, byDate, today, names, ...shared }: GridProps): ReactNode {
  const text = useText();
  const docks = docksOf(byDate.values());
  const wide = dates.length === 1;
  return (
    <table className="task-calendar-grid" data-view={wide ? 'day' : 'week'}>
      <thead>
        <tr>
          <th scope="col">{text('task.calendar.dock')}</th>
          {dates.map((date) => (
            <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
              {wide ? (
                <>
                  {names.full(date)}
                  {shared.onPress ? <Hours /> : null}
                </>
              ) : (
                <button type="button" className="task-calendar-day" onClick={() => shared.onDay(date)}>
                  {names.day(date)}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {docks.map(([dock, name]) => (
          <tr key={dock}>
            <th scope="row">
              <bdi>{name ?? text('task.calendar.noDock')}</bdi>
            </th>
            {dates.map((date) => {
              const day = byDate.get(date);
              const runs = day?.list.filter(({ dockOID }) => (dockOID ?? '') === dock) ?? [];
              return (
                <td
                  key={date}
                  data-date={date}
                  data-hours={wide ? '' : undefined}
                  aria-current={date === today ? 'date' : undefined}
                >
                  {runs.map((run) =>
                    wide ? (
                      <div key={`${run.taskOID} ${run.wall}`} className="task-calendar-line">
                        <RunChip run={run} {...shared} />
                        <RunState run={run} />
                        {run.message ? <span className="ey-muted">{run.message}</span> : null}
                      </div>
                    ) : (
                      <RunChip key={`${run.taskOID} ${run.wall}`} run={run} {...shared} />
                    ),
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {dates.some((date) => countOf(byDate.get(date)) > (byDate.get(date)?.list.length ?? 0)) ? (
        <tfoot>
          <tr>
            <th scope="row">{text('task.calendar.rest')}</th>
            {dates.map((date) => {
              const day = byDate.get(date);
              return (
                <td key={date}>
                  {countOf(day) > (day?.list.length ?? 0)
                    ? text('task.calendar.more', { count: countOf(day) - (day?.list.length ?? 0) })
                    : null}
                </td>
              );
            })}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
