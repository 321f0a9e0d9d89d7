import type { StandingAlarm } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { standingOf, useStanding } from '../../platform/standing-alarms.ts';
import { useText } from '../../platform/text.tsx';
import { alarmFacts } from './alarm-columns.tsx';
import { Meaning } from './explained.tsx';
import { LevelMark } from './marks.tsx';
import './device-health.css';

function Named({ alarm }: { alarm: StandingAlarm }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const { device, level, count, firstAt } = alarm;
  return (
    <li>
      <LevelMark value={level} /> {text(`deviceHealth.device.${device}`)}:{' '}
      <Meaning facts={alarmFacts(alarm)} />
      <span className="list-hint">
        {' '}
        {figures.age(Math.max(0, serverMoment(at) - firstAt))}
        {count > 1 ? ` · ${text('deviceHealth.moreStanding', { count: count - 1 })}` : ''}
      </span>
    </li>
  );
}

/** What the sign on the marker of a dock stands for: the worst alarm of the dock and of its aircraft, by name. */
export function NamedAlarms({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const failed = useStanding((standing) => standing.failed);
  // Read again whenever the answer is another one.
  useStanding((standing) => standing.alarms);
  const alarms = [standingOf(dockOID, 'dock'), standingOf(dockOID, 'drone')].flatMap((alarm) => alarm ?? []);
  if (alarms.length === 0 && !failed) return null;
  return (
    <section aria-label={text('deviceHealth.standing')}>
      {failed ? <p role="status">{text('deviceHealth.standingFailed')}</p> : null}
      <ul className="device-alarms ey-list">
        {alarms.map((alarm) => (
          <Named key={alarm.device} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}
