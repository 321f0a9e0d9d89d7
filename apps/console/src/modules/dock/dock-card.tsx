import { linkLevel, type DockRecord } from '@eyrie/domain';
import { Figure, Icon, StateSymbol } from '@eyrie/ui';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { DockAge } from './dock-age.tsx';
import { useDockNow, type DockNow } from './dock-live.ts';
import './dock.css';

/** Address of a dock's monitor page. */
export const monitorAddress = (dockOID: string, taskOID?: string): string =>
  `#/PortMonitorSee?oid=${encodeURIComponent(dockOID)}${taskOID ? `&taskOID=${encodeURIComponent(taskOID)}` : ''}`;

/** Address of a dock's picture alone. @param videoId the camera that is shown at first; missing: the page's choice */
export const pictureAddress = (dockOID: string, videoId?: string): string => {
  const camera = videoId === undefined ? '' : `&camera=${encodeURIComponent(videoId)}`;
  return `#/DockPicture?oid=${encodeURIComponent(dockOID)}${camera}`;
};

export interface MonitorLinkProps {
  dockOID: string;
  taskOID?: string;
  label?: string;
}

/** The way to a dock's monitor; who may not go there sees why. */
export function MonitorLink(props: MonitorLinkProps): ReactNode {
  const { dockOID, taskOID } = props;
  const text = useText();
  const allowed = useAllowed('/PortMonitorSee');
  const label = (
    <>
      <Icon name="video" size={16} />
      {props.label ?? text('dock.monitor')}
    </>
  );
  if (allowed)
    return (
      <a className="dock-monitor" href={monitorAddress(dockOID, taskOID)}>
        {label}
      </a>
    );
  return (
    <Tooltip title={text('dock.monitorDenied')}>
      <button type="button" className="dock-monitor" aria-disabled="true">
        {label}
        <span className="ey-hidden">{text('dock.monitorDenied')}</span>
      </button>
    </Tooltip>
  );
}

function DockFigures({ dock }: { dock: DockNow }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { status, ageMs, record } = dock;
  const level = linkLevel(ageMs);
  const old = status !== null && level !== 'live' && level !== 'ageing';
  const shared = { size: 'small', stale: old, age: old ? figures.age(ageMs) : null } as const;
  const word = <K extends string>(
    value: K | null | undefined,
    id: (value: K) => Parameters<typeof text>[0],
  ) => (value ? text(id(value)) : null);
  const inside = status?.droneInDock;
  return (
    <div className="dock-figures">
      <Figure
        {...shared}
        label={text('field.wind')}
        {...figures.reading.speed(status?.wind)}
        note={`${text('dock.windLimit')} ${figures.speed(record.windLimit)}`}
      />
      <Figure
        {...shared}
        label={text('dock.rainfall')}
        value={word(status?.rainfall, (value) => `dock.rainfall.${value}`)}
      />
      <Figure {...shared} label={text('dock.battery')} value={status?.charge.percent ?? null} unit="%" />
      <Figure
        {...shared}
        label={text('dock.cover')}
        value={word(status?.coverState, (value) => `dock.coverState.${value}`)}
      />
      <Figure
        {...shared}
        label={text('dock.drone')}
        value={
          inside === null || inside === undefined
            ? null
            : text(inside ? 'dock.droneInside' : 'dock.droneOutside')
        }
      />
      <Figure
        {...shared}
        label={text('dock.outsideTemperature')}
        value={status?.envTemp ?? null}
        unit={text('unit.celsius')}
      />
    </div>
  );
}

export interface DockCardProps {
  dock: DockRecord;
  onClose: () => void;
  /** Its open alarms, named before everything else. */
  alarms?: ReactNode;
  /** What other rooms know about it, such as its aircraft in the air. */
  children?: ReactNode;
}

/** Everything a person wants to know at once about one dock, and the way to its monitor. */
export function DockCard({ dock, onClose, alarms, children }: DockCardProps): ReactNode {
  const text = useText();
  const current = useDockNow(dock);
  const { look, ageMs, place, status } = current;
  const red = status?.hms.filter((entry) => entry.level >= 2).length ?? 0;
  return (
    <section className="dock-card" aria-label={`${text('dock.card')} ${dock.name}`}>
      <header>
        <h2>
          <bdi>{dock.name}</bdi>
        </h2>
        <button
          type="button"
          className="dock-close ey-grid ey-muted"
          aria-label={text('app.close')}
          onClick={onClose}
        >
          <Icon name="close" size={16} />
        </button>
      </header>
      <p className="dock-card-state ey-row ey-flow ey-hint">
        <StateSymbol state={look.state} word={text(look.wordId)} />
        <DockAge dock={dock} ageMs={ageMs} />
        {red > 0 ? <span className="dock-card-alarms">{text('dock.alarms', { count: red })}</span> : null}
      </p>
      {alarms}
      <DockFigures dock={current} />
      <dl className="dock-facts">
        <dt>{text('dock.drone')}</dt>
        <dd>
          <bdi>{dock.droneName ?? dock.droneSn ?? text('dock.noDrone')}</bdi>
        </dd>
        <dt>{text('dock.sn')}</dt>
        <dd>
          <bdi dir="ltr">{dock.sn}</bdi>
        </dd>
        <dt>{text('field.department')}</dt>
        <dd>
          <bdi>{dock.groupName}</bdi>
        </dd>
        <dt>{text('dock.position')}</dt>
        <dd>
          {place ? (
            <bdi dir="ltr">
              {place.lng.toFixed(6)}, {place.lat.toFixed(6)}
            </bdi>
          ) : (
            text('dock.noPosition')
          )}
        </dd>
      </dl>
      {children}
      <MonitorLink dockOID={dock.oid} />
    </section>
  );
}
