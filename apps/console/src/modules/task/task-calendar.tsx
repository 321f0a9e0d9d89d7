import { limits, type CalendarDay, type CalendarRun, type ResponseOf, type taskCalls } from '@eyrie/domain';
import { Dialog, EmptyPage, Icon, Loaded, loadStateOf, StateShape } from '@eyrie/ui';
import { Button, Segmented } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useByClock } from '../../platform/clock.ts';
import { useLocale } from '../../platform/display.ts';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { dateIn, dayNames } from '../../platform/format.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { calendarViews, datesOf, firstDayOf, spanOf, turned, type CalendarView } from './calendar-span.ts';
import { CalendarRunDetails } from './calendar-run.tsx';
import { runLook, RunState } from './run-state.tsx';
import { RunsExport } from './runs-export.tsx';
import { useCalendar } from './task.queries.ts';
import './task-calendar.css';

export interface Looked {
  view: CalendarView;
  /** A day that the view shows; null: today. */
  date: string | null;
}

export interface TaskCalendarProps extends Looked {
  onLook: (looked: Looked) => void;
  /** Where the first task is arranged. */
  begin: ReactNode;
}

type Answer = ResponseOf<typeof taskCalls.calendar>;
type Names = ReturnType<typeof dayNames>;

/** Runs that a cell shows before it says how many more there are. */
const shownInMonth = 4;
const perDay: Readonly<Record<CalendarView, number>> = { month: shownInMonth, week: 300, day: 500 };

const countOf = (day: CalendarDay | undefined): number =>
  (day?.counts ?? []).reduce((all, { count }) => all + count, 0);

function RunChip({
  run,
  figures,
  onOpen,
}: {
  run: CalendarRun;
  figures: Figures;
  onOpen: (run: CalendarRun) => void;
}): ReactNode {
  const text = useText();
  const { state, wordId } = runLook(run);
  const time = figures.shortClock(run.at);
  const said = [`${time} ${run.taskName}`, text(wordId), run.message].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className="task-calendar-run"
      data-state={state}
      title={said}
      aria-label={said}
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
function MonthGrid({
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

/** Days side by side, a row a dock. */
function DockGrid({ dates, byDate, today, names, ...shared }: GridProps): ReactNode {
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
                names.full(date)
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
                <td key={date} aria-current={date === today ? 'date' : undefined}>
                  {runs.map((run) =>
                    wide ? (
                      <div key={`${run.taskOID} ${run.wall}`} className="task-calendar-line">
                        <RunChip run={run} {...shared} />
                        <RunState run={run} />
                        {run.message ? <span className="task-calendar-why">{run.message}</span> : null}
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

const { ahead, renewAfter } = limits.task.calendar;

/** What cannot be seen in the days that are shown. */
function Horizon({ answer, last, zone }: { answer: Answer; last: string; zone: string }): ReactNode {
  const text = useText();
  const { unreckoned } = answer;
  const date = useByClock((at) => dateIn(serverMoment(at) + ahead - renewAfter, zone));
  const beyond = last > date;
  if (unreckoned === 0 && !beyond) return null;
  return (
    <p className="task-calendar-note" role="status">
      {unreckoned > 0 ? text('task.calendar.unreckoned', { count: unreckoned }) : null}{' '}
      {beyond ? text('task.calendar.horizon', { date }) : null}
    </p>
  );
}

const titleOf = (view: CalendarView, dates: readonly string[], date: string, names: Names): string => {
  if (view === 'month') return names.month(date);
  const [first = date, last = date] = [dates[0], dates.at(-1)];
  return view === 'day' ? names.full(date) : `${names.day(first)} – ${names.day(last)}`;
};

/** Runs of all timed tasks by day: what became of those that were due, and what is to come. */
export function TaskCalendar({ view, date, onLook, begin }: TaskCalendarProps): ReactNode {
  const text = useText();
  const locale = useLocale();
  const figures = useFigures();
  const names = useMemo(() => dayNames(locale), [locale]);
  const [open, setOpen] = useState<CalendarRun | null>(null);
  const timeZone = figures.zone.name;
  const today = useByClock((at) => dateIn(serverMoment(at), timeZone));
  const shown = date ?? today;
  const span = spanOf(view, shown, firstDayOf(locale));
  const dates = datesOf(span);
  const answer = useCalendar({ ...span, timeZone, perDay: perDay[view] });
  const byDate = useMemo(() => new Map(answer.data?.list.map((day) => [day.day, day]) ?? []), [answer.data]);
  const onDay = (next: string): void => onLook({ view: 'day', date: next });
  const grid = { dates, byDate, today, names, figures, onOpen: setOpen, onDay };
  return (
    <section className="task-calendar" aria-label={text('task.calendar')}>
      <header>
        <Segmented<CalendarView>
          aria-label={text('task.calendar.view')}
          value={view}
          options={calendarViews.map((one) => ({ value: one, label: text(`task.calendar.view.${one}`) }))}
          onChange={(next) => onLook({ view: next, date })}
        />
        <Button onClick={() => onLook({ view, date: null })} disabled={date === null || date === today}>
          {text('task.calendar.today')}
        </Button>
        <Button
          icon={<Icon name="back" />}
          aria-label={text('task.calendar.before')}
          title={text('task.calendar.before')}
          onClick={() => onLook({ view, date: turned(view, shown, -1) })}
        />
        <Button
          icon={<Icon name="next" />}
          aria-label={text('task.calendar.after')}
          title={text('task.calendar.after')}
          onClick={() => onLook({ view, date: turned(view, shown, 1) })}
        />
        <h2 aria-live="polite">{titleOf(view, dates, shown, names)}</h2>
        <RunsExport span={{ ...span, timeZone }} />
        <span className="task-calendar-zone">{figures.zone.label}</span>
      </header>
      <Loaded state={loadStateOf(answer)}>
        {() => {
          if (!answer.data) return null;
          return (
            <>
              <Horizon answer={answer.data} last={dates.at(-1) ?? shown} zone={timeZone} />
              <div className="task-calendar-body">
                {view === 'month' ? (
                  <MonthGrid {...grid} month={shown.slice(0, 7)} />
                ) : byDate.size > 0 ? (
                  <DockGrid {...grid} />
                ) : (
                  <EmptyPage icon="calendar" sentence={text('task.calendar.none')} action={begin} />
                )}
              </div>
            </>
          );
        }}
      </Loaded>
      <Dialog open={open !== null} title={<bdi>{open?.taskName}</bdi>} onClose={() => setOpen(null)}>
        {open ? <CalendarRunDetails run={open} onLeave={() => setOpen(null)} /> : null}
      </Dialog>
    </section>
  );
}
