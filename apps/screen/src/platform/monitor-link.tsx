import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAllowed } from './session.ts';

/** Pages of the console where devices are watched and controlled; robots have none that opens by an address. */
export const monitors = {
  dock: '/PortMonitorSee',
  remoteController: '/handShankMonitorSee',
  robot: null,
} as const;
type Monitored = keyof typeof monitors;

/** Address of the console's monitor of a device. */
export const monitorOf = (oid: string, page: string = monitors.dock): string =>
  new URL(`../#${page}?oid=${encodeURIComponent(oid)}`, document.baseURI).href;

export interface MonitorLinkProps {
  dockOID: string;
  name: string;
  kind?: Monitored;
}

/** The name of a dock, or of what flies from it: for whoever may, the way to its monitor in the console. */
export function MonitorLink({ dockOID, name, kind = 'dock' }: MonitorLinkProps): ReactNode {
  const text = useText();
  const page = monitors[kind];
  const may = useAllowed(page ?? monitors.dock);
  if (!may || page === null) return <bdi>{name}</bdi>;
  return (
    <a
      href={monitorOf(dockOID, page)}
      target="_blank"
      rel="noopener"
      aria-label={text('cockpit.monitorOf', { name })}
    >
      <bdi>{name}</bdi>
    </a>
  );
}
