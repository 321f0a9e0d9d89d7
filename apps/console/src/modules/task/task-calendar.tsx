import { limits, taskCalls, type CalendarRun, type ResponseOf } from '@eyrie/domain';
import { Dialog, EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useByClock } from '../../platform/clock.ts';
import { useLocale } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { dateIn, dayNames } from '../../platform/format.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { CalendarBar, type Looked } from './calendar-bar.tsx';
import { DockGrid, MonthGrid } from './calendar-grids.tsx';
import { CalendarRunDetails } from './calendar-run.tsx';
import { datesOf, firstDayOf, spanOf, type CalendarView } from './calendar-span.ts';
import { DragPreview } from './drag-preview.tsx';
import { RunDialogs, type RunChange } from './run-dialogs.tsx';
import { RunsExport } from './runs-export.tsx';
import { useCalendar } from './task.queries.ts';
import { useRunDrag } from './use-run-drag.ts';
import './task-calendar.css';

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

const { ahead, renewAfter } = limits.task.calendar;

/** What cannot be seen in the days that are shown. */
function Horizon({ answer, last, zone }: { answer: Answer; last: string; zone: string }): ReactNode {
  const text = useText();
  const { unexpanded } = answer;
  const date = useByClock((at) => dateIn(serverMoment(at) + ahead - renewAfter, zone));
  const beyond = last > date;
  if (unexpanded === 0 && !beyond) return null;
  return (
    <p className="task-calendar-note ey-muted" role="status">
      {unexpanded > 0 ? text('task.calendar.unexpanded', { count: unexpanded }) : null}{' '}
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
  const [change, setChange] = useState<RunChange | null>(null);
  const timeZone = figures.zone.name;
  const today = useByClock((at) => dateIn(serverMoment(at), timeZone));
  const shown = date ?? today;
  const span = spanOf(view, shown, firstDayOf(locale));
  const dates = datesOf(span);
  const answer = useCalendar({ ...span, timeZone, perDay: perDay[view] });
  const byDate = useMemo(() => new Map(answer.data?.list.map((day) => [day.day, day]) ?? []), [answer.data]);
  const onDay = (next: string): void => onLook({ view: 'day', date: next });
  const {
    drag,
    begin: press,
    wasDragged,
  } = useRunDrag(timeZone, (run, to) => setChange({ kind: 'move', run, to }));
  const onPress = useMay(taskCalls.moveRun) ? press : undefined;
  const onOpen = (run: CalendarRun): void => {
    if (!wasDragged()) setOpen(run);
  };
  const grid = { dates, byDate, today, names, figures, onOpen, onDay };
  return (
    <section className="task-calendar" aria-label={text('task.calendar')}>
      <CalendarBar {...{ view, date, today, onLook }} title={titleOf(view, dates, shown, names)}>
        <RunsExport span={{ ...span, timeZone }} />
      </CalendarBar>
      <Loaded state={loadStateOf(answer)}>
        {() => {
          if (!answer.data) return null;
          return (
            <>
              <Horizon answer={answer.data} last={dates.at(-1) ?? shown} zone={timeZone} />
              <div className="ey-scroll">
                {view === 'month' ? (
                  <MonthGrid {...grid} month={shown.slice(0, 7)} />
                ) : byDate.size > 0 ? (
                  <DockGrid {...grid} onPress={onPress} />
                ) : (
                  <EmptyPage icon="calendar" sentence={text('task.calendar.none')} action={begin} />
                )}
              </div>
            </>
          );
        }}
      </Loaded>
      <Dialog open={open !== null} title={<bdi>{open?.taskName}</bdi>} onClose={() => setOpen(null)}>
        {open ? (
          <CalendarRunDetails
            run={open}
            onLeave={() => setOpen(null)}
            onChange={(next) => {
              setOpen(null);
              setChange(next);
            }}
          />
        ) : null}
      </Dialog>
      {drag ? <DragPreview drag={drag} /> : null}
      <RunDialogs change={change} onClose={() => setChange(null)} />
    </section>
  );
}
