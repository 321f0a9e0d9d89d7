import { deviceHealthCalls, trajectoryCalls, type LiveMessage, type StandingAlarm } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useByClock, useNow } from '@eyrie/web/clock';
import { useFigures } from '@eyrie/web/figures';
import { useLanguage } from '@eyrie/web/language';
import { serverMoment } from '@eyrie/web/server-time';
import { useText } from '@eyrie/web/text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { MonitorLink } from '../../platform/monitor-link.tsx';
import { Tile, TileRows } from '../../platform/tile.tsx';
import { alarmFocus, newFor } from './alarm-focus.ts';

/** Devices that one tile has room for. */
const rows = 6;

/** Changes when a dock raises or clears an alarm. */
const alarmsChanged = ({ name, data }: LiveMessage): string | null =>
  name === 'dockStatus' && 'hms' in data
    ? data.hms
        .map(({ code, device }) => `${device} ${code}`)
        .toSorted()
        .join('|')
    : null;

/** The words for codes of devices are many: they come when the first code is shown, and stay. */
const useMeaning = (): ((alarm: StandingAlarm) => string) => {
  const language = useLanguage((state) => state.language);
  const { data } = useQuery({
    queryKey: ['explain'],
    queryFn: () => import('@eyrie/dji/explain'),
    staleTime: Infinity,
  });
  return ({ code, inTheSky, args, module }) =>
    data ? data.explain({ family: 'health', code, inTheSky, args, module }, language).meaning : code;
};

function Alarm({ alarm, name }: { alarm: StandingAlarm; name: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const meaning = useMeaning();
  const at = useNow();
  const ageMs = Math.max(0, serverMoment(at) - alarm.firstAt);
  return (
    <li className={ageMs < newFor ? 'alarm alarm-new' : 'alarm'}>
      <div className="row">
        <StateSymbol
          state={alarm.level >= 2 ? 'alarm' : 'attention'}
          word={text(alarm.level >= 2 ? 'deviceHealth.level.2' : 'deviceHealth.level.1')}
        />
        <span className="tile-age">{figures.age(ageMs)}</span>
      </div>
      <div>
        <MonitorLink dockOID={alarm.dockOID} name={name} /> · {text(`deviceHealth.device.${alarm.device}`)}:{' '}
        <bdi>{meaning(alarm)}</bdi>
        {alarm.count > 1 ? ` · ${text('cockpit.moreAlarms', { count: alarm.count - 1 })}` : ''}
      </div>
    </li>
  );
}

/** The dock with the newest warning, for as long as that is new; null: none is. */
export const useAlarmFocus = (): string | null => {
  const { answer } = useAsked(deviceHealthCalls.standing, () => ({}), alarmsChanged);
  const oid = useByClock((at) => alarmFocus(answer?.list ?? [], serverMoment(at)) ?? '');
  return oid === '' ? null : oid;
};

/** The worst open alarm of each dock and aircraft, those that are worst first. */
export function Alarms(): ReactNode {
  const text = useText();
  const asked = useAsked(deviceHealthCalls.standing, () => ({}), alarmsChanged);
  const places = useAsked(trajectoryCalls.places, () => ({ kinds: ['dock' as const] }));
  const nameOf = (oid: string): string => places.answer?.list.find((place) => place.oid === oid)?.name ?? '–';
  return (
    <Tile title={text('cockpit.alarms')} area="alarms" asked={asked}>
      {({ list }) => (
        <TileRows
          live
          list={list.toSorted((a, b) => b.level - a.level || b.firstAt - a.firstAt)}
          most={rows}
          none={text('cockpit.noAlarms')}
        >
          {(alarm) => (
            <Alarm key={`${alarm.device} ${alarm.dockOID}`} alarm={alarm} name={nameOf(alarm.dockOID)} />
          )}
        </TileRows>
      )}
    </Tile>
  );
}
