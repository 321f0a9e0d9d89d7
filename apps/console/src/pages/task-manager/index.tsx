import { workDayCalls } from '@eyrie/domain';
import { ListPage, TabView } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { flightRetentionAction, useFlightsFollow, useWaitingApprovals } from '../../modules/flight/index.ts';
import { calendarViews, isDate, TaskCalendar, workDaysDialog } from '../../modules/task/index.ts';
import { BeginButton, ListView, useBeginTools, type BeginAction } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { approvalList } from './approval-list.tsx';
import { beginFlight, flightList } from './flight-list.tsx';
import { taskList } from './task-list.tsx';
import './task-manager.css';

const tabs = ['tasks', 'calendar', 'flights', 'approvals'] as const;

/** The calendar, whose view and day stand in the address. */
function Calendar(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const date = query.get('date');
  return (
    <TaskCalendar
      view={calendarViews.find((one) => one === query.get('view')) ?? 'week'}
      date={isDate(date) ? date : null}
      onLook={({ view, date: next }) => setQuery({ tab: 'calendar', view, ...(next ? { date: next } : {}) })}
      begin={<BeginButton begin={beginFlight} />}
    />
  );
}

const workDays: BeginAction = {
  icon: 'calendar',
  label: 'workDay.title',
  call: workDayCalls.query,
  run: ({ dialog }) => dialog(workDaysDialog),
};

/** Tasks, their calendar, and every flight that came of them. */
export default function TaskManagerPage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  useFlightsFollow();
  const waiting = useWaitingApprovals() ?? 0;
  const [tools, dialog] = useBeginTools();
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'tasks';
  return (
    <ListPage
      title={text('task.title')}
      action={
        <>
          <BeginButton begin={workDays} tools={tools} main={false} />
          {tab === 'flights' ? (
            <BeginButton begin={flightRetentionAction} tools={tools} main={false} />
          ) : null}
          <BeginButton begin={beginFlight} />
        </>
      }
    >
      {dialog}
      <div className="task-manager">
        <TabView
          open={tab}
          // Filters belong to their tab, so changing the tab starts with none.
          onChoose={(next) => setQuery(next === 'tasks' ? {} : { tab: next })}
          tabs={[
            { key: 'tasks', label: text('task.tab') },
            { key: 'calendar', label: text('task.calendar') },
            { key: 'flights', label: text('flight.tab') },
            {
              key: 'approvals',
              label: waiting > 0 ? text('approval.tabWaiting', { count: waiting }) : text('approval.tab'),
            },
          ]}
        >
          {tab === 'calendar' ? <Calendar /> : null}
          {tab === 'tasks' ? <ListView tab begin={false} room={taskList} /> : null}
          {tab === 'approvals' ? <ListView tab begin={false} room={approvalList} /> : null}
          {tab === 'flights' ? <ListView tab begin={false} room={flightList} /> : null}
        </TabView>
      </div>
    </ListPage>
  );
}
