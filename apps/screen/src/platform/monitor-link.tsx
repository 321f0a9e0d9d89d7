import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAllowed } from './session.ts';

/** Address of the console's monitor of a dock. */
export const monitorOf = (dockOID: string): string =>
  new URL(`../#/PortMonitorSee?oid=${encodeURIComponent(dockOID)}`, document.baseURI).href;

/** The name of a dock, or of what flies from it: for whoever may, the way to its monitor in the console. */
export function MonitorLink({ dockOID, name }: { dockOID: string; name: string }): ReactNode {
  const text = useText();
  const may = useAllowed('/PortMonitorSee');
  if (!may) return <bdi>{name}</bdi>;
  return (
    <a
      href={monitorOf(dockOID)}
      target="_blank"
      rel="noopener"
      aria-label={text('cockpit.monitorOf', { name })}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
