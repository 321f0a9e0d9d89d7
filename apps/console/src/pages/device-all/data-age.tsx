import type { DockRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { countOnline, dockNow } from '../../modules/dock/index.ts';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLink } from '../../platform/live.ts';
import { useText } from '../../platform/text.tsx';

/** How many docks are online, and how old the newest of all live values is. */
export function DataAge({ docks }: { docks: readonly DockRecord[] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const all = docks.map((dock) => dockNow(dock, at));
  const ages = all.flatMap(({ ageMs }) => ageMs ?? []);
  const linkUp = useLink((link) => link.state === 'up' && link.quietSince === null);
  const { online, unknown } = countOnline(all, linkUp);
  const counts = { online, unknown, total: docks.length };
  return (
    <>
      <bdi dir="ltr" title={figures.zone.name}>
        {figures.zone.label}
      </bdi>
      <span>{text(unknown === 0 ? 'dock.onlineCount' : 'dock.onlineSome', counts)}</span>
      <span>
        {ages.length === 0
          ? text('mapLayer.noData')
          : text('mapLayer.dataAge', { age: figures.age(Math.min(...ages)) })}
      </span>
    </>
  );
}
