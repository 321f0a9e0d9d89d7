import { dockCalls, type DockRecord } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DeviceEvents, UpkeepList } from '../../modules/device/index.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

/** What programmes say of a dock, and how it was maintained. */
export function DockUpkeep({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const answer = useQuery({
    queryKey: ['dock', 'upkeep', dock.oid],
    queryFn: ({ signal }) => call(dockCalls.upkeep, { oid: dock.oid }, { signal }),
  });
  return (
    <section aria-label={text('dock.upkeep')}>
      <h3>{text('dock.upkeep')}</h3>
      <Loaded state={loadStateOf(answer)}>
        {() => (answer.data ? <UpkeepList items={answer.data.upkeep} dueBy={answer.data.dueBy} /> : null)}
      </Loaded>
      <DeviceEvents word="dock" events={dockCalls.events} oid={dock.oid} />
    </section>
  );
}
