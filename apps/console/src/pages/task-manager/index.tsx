import { ListPage, TabView } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useFlightsFollow } from '../../modules/flight/index.ts';
import { BeginButton, ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { beginFlight, flightList } from './flight-list.tsx';
import { taskList } from './task-list.tsx';
import './task-manager.css';

/** Tasks, and every flight that came of them. */
export default function TaskManagerPage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  useFlightsFollow();
  const tab = query.get('tab') === 'flights' ? 'flights' : 'tasks';
  return (
    <ListPage title={text('task.title')} action={<BeginButton begin={beginFlight} />}>
      <div className="task-manager">
        <TabView
          open={tab}
          // Filters belong to their tab, so changing the tab starts with none.
          onChoose={(next) => setQuery(next === 'tasks' ? {} : { tab: next })}
          tabs={[
            { key: 'tasks', label: text('task.tab') },
            { key: 'flights', label: text('flight.tab') },
          ]}
        >
          {tab === 'tasks' ? (
            <ListView tab begin={false} room={taskList} />
          ) : (
            <ListView tab begin={false} room={flightList} />
          )}
        </TabView>
      </div>
    </ListPage>
  );
}
