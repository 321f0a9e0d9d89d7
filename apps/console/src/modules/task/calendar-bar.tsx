import { Icon } from '@eyrie/ui';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { calendarViews, turned, type CalendarView } from './calendar-span.ts';

export interface Looked {
  view: CalendarView;
  /** A day that the view shows; null: today. */
  date: string | null;
}

/** Which days the calendar shows, and the way to others. */
export function CalendarBar({
  view,
  date,
  today,
  title,
  onLook,
  children,
}: Looked & {
  today: string;
  title: string;
  onLook: (looked: Looked) => void;
  /** What can be done with the days that are shown. */
  children: ReactNode;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
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
        onClick={() => onLook({ view, date: turned(view, date ?? today, -1) })}
      />
      <Button
        icon={<Icon name="next" />}
        aria-label={text('task.calendar.after')}
        title={text('task.calendar.after')}
        onClick={() => onLook({ view, date: turned(view, date ?? today, 1) })}
      />
      <h2 aria-live="polite">{title}</h2>
      {children}
      <span className="ey-muted">{figures.zone.label}</span>
    </header>
  );
}
