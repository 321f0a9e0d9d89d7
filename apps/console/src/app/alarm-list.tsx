import { StateSymbol } from '@eyrie/ui';
import { useEffect, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { collectAlarms, dismissAlarm, useAlarms } from '../platform/alarms.ts';
import { useText } from '../platform/text.tsx';
import './alarm-list.css';

/** Alarms for this member, over every page, until they are put away. */
export function AlarmList(): ReactNode {
  const alarms = useAlarms((state) => state.alarms);
  const text = useText();
  const intl = useIntl();
  useEffect(() => collectAlarms(), []);
  if (alarms.length === 0) return null;
  return (
    <div className="alarms" role="alert">
      {alarms.map((alarm) => {
        const id = `notification.${alarm.kind}`;
        const words = id in intl.messages ? intl.formatMessage({ id }, alarm.values) : alarm.kind;
        return (
          <div key={alarm.oid} className={`alarm alarm-${alarm.level}`}>
            <StateSymbol state={alarm.level === 'alarm' ? 'alarm' : 'attention'} word={words} />
            {typeof alarm.values.dockOID === 'string' ? (
              <a href={`#/PortMonitorSee?oid=${encodeURIComponent(alarm.values.dockOID)}`}>
                {text('notification.open')}
              </a>
            ) : null}
            <button type="button" onClick={() => dismissAlarm(alarm.oid)}>
              {text('notification.seen')}
            </button>
          </div>
        );
      })}
    </div>
  );
}
