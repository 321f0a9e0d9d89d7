import { flightCalls } from '@eyrie/domain';
import { Icon, ListPage, TabView } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useFlightsFollow } from '../../modules/flight/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { Flights } from './flights.tsx';
import { Tasks } from './tasks.tsx';
import './task-manager.css';

/** Tasks, and every flight that came of them. */
export default function TaskManagerPage(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  useFlightsFollow();
  const begin = (
    <Allowed call={flightCalls.add}>
      <Button
        type="primary"
        icon={<Icon name="plus" size={16} />}
        onClick={() => void navigate('/FlyArrange')}
      >
        {text('flight.new')}
      </Button>
    </Allowed>
  );
  const tab = query.get('tab') === 'flights' ? 'flights' : 'tasks';
  // Filters belong to their tab, so changing the tab starts with none.
  const show = (next: string, more: Record<string, string> = {}): void =>
    setQuery(next === 'tasks' ? {} : { tab: next, ...more });
  return (
    <ListPage title={text('task.title')} action={begin}>
      <div className="task-manager">
        <TabView
          open={tab}
          onChoose={(next) => show(next)}
          tabs={[
            { key: 'tasks', label: text('task.tab') },
            { key: 'flights', label: text('flight.tab') },
          ]}
        >
          {tab === 'tasks' ? (
            <Tasks begin={begin} onOpen={(task) => show('flights', { taskOID: task.oid })} />
          ) : (
            <Flights begin={begin} />
          )}
        </TabView>
      </div>
    </ListPage>
  );
}
