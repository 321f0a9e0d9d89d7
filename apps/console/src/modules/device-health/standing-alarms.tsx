import { deviceHealthCalls, limits, type HealthRecord, type RequestOf } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { alarmFacts } from './alarm-columns.tsx';
import { Explained } from './explained.tsx';
import { LevelMark } from './marks.tsx';

/** A record that stands open shows what is raised or cleared meanwhile. */
const renewEvery = 15_000;

type Asked = RequestOf<typeof deviceHealthCalls.query>;

/** Which alarms are about a device; null: nobody hears of it, or its alarms name no such part. */
const alarmsOf = ({ kind, dockOID, droneOID }: OpenDevice): Partial<Asked> | null => {
  if (dockOID === null) return null;
  if (kind === 'dock') return { dockOID, device: 'dock' };
  if (droneOID === null || kind === 'remoteController' || kind === 'robot') return null;
  const ofDrone = { dockOID, droneOID };
  if (kind === 'drone') return ofDrone;
  return { ...ofDrone, component: kind === 'gimbal' ? 'payload' : 'battery' };
};

function Alarm({ alarm, now }: { alarm: HealthRecord; now: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const logs = useAllowed('/personalInfo');
  const { oid, level, firstAt } = alarm;
  return (
    <li>
      <p>
        <LevelMark value={level} />{' '}
        <span className="list-hint">{figures.age(Math.max(0, now - firstAt))}</span>
      </p>
      <Explained facts={alarmFacts(alarm)} />
      {logs ? (
        <Link to={`/personalInfo?tab=hms&open=${encodeURIComponent(oid)}`}>{text('deviceHealth.toLog')}</Link>
      ) : null}
    </li>
  );
}

function Alarms({ device, asked }: { device: OpenDevice; asked: Partial<Asked> }): ReactNode {
  const text = useText();
  const ticks = useNow();
  const answer = useQuery({
    queryKey: ['deviceHealth', 'standing', device.oid, asked],
    queryFn: ({ signal }) =>
      call(
        deviceHealthCalls.query,
        { ...asked, state: 'open', pageNum: 1, pageSize: limits.list.pageSizeDefault },
        { signal, toast: false },
      ),
    refetchInterval: renewEvery,
  });
  const { list = [], total = 0 } = answer.data ?? {};
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        list.length === 0 ? (
          <p className="list-hint">{text('deviceHealth.noneStanding')}</p>
        ) : (
          <>
            <ul className="device-alarms ey-list">
              {list.map((alarm) => (
                <Alarm key={alarm.oid} alarm={alarm} now={serverTime(ticks) ?? Date.now()} />
              ))}
            </ul>
            {total > list.length ? (
              <p className="list-hint">{text('deviceHealth.moreStanding', { count: total - list.length })}</p>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

function StandingAlarms({ device }: { device: OpenDevice }): ReactNode {
  const text = useText();
  const may = useMay(deviceHealthCalls.query);
  const asked = alarmsOf(device);
  if (device.kind === 'remoteController' || device.kind === 'robot' || !may) return null;
  return (
    <section aria-label={text('deviceHealth.standing')}>
      <h3>{text('deviceHealth.standing')}</h3>
      {asked ? (
        <Alarms {...{ device, asked }} />
      ) : (
        <p className="list-hint">{text('deviceHealth.notHeard')}</p>
      )}
    </section>
  );
}

/** What stands of a device now, each alarm with what it means and what to do. */
export const deviceAlarms = (device: OpenDevice): ReactNode => <StandingAlarms device={device} />;
