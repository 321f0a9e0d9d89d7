import type { ErrorRecord, HealthRecord, MessageDetail } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { DetailFacts, DetailLine } from '../../platform/detail-facts.tsx';
import { useExplain } from '../../platform/explain.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { alarmFacts, AlarmState } from './alarm-columns.tsx';
import { exceptionFacts } from './exception-columns.tsx';
import { Explained } from './explained.tsx';
import { HandlingNote } from './handling.tsx';
import { Code, Facts, LevelMark, ModuleName, named } from './marks.tsx';

/** Ways from a record to its dock and flight; the page knows them. */
export interface RecordLinks {
  dock: (dockOID: string, name: string) => ReactNode;
  flight: (flightOID: string) => ReactNode;
}

interface Placed {
  dockOID: string;
  dockName: string;
  droneName: string | null;
  groupName: string;
  flightOID: string | null;
}
const usePlaced = (record: Placed, links: RecordLinks): (readonly [string, ReactNode])[] => {
  const text = useText();
  return [
    [text('deviceHealth.dock'), links.dock(record.dockOID, record.dockName)],
    [text('deviceHealth.drone'), named(record.droneName)],
    [text('deviceHealth.department'), named(record.groupName)],
    [
      text('deviceHealth.flight'),
      record.flightOID === null ? text('deviceHealth.noFlight') : links.flight(record.flightOID),
    ],
  ];
};

function Json({ value, label }: { value: string; label: string }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long values scroll, and must by keyboard too
    <pre className="device-json ey-panel" dir="ltr" tabIndex={0} aria-label={label}>
      {value}
    </pre>
  );
}

/** One alarm: what it means and what to do, then every fact, then what was done. */
export function AlarmFacts({ alarm, links }: { alarm: HealthRecord; links: RecordLinks }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const placed = usePlaced(alarm, links);
  return (
    <div className="device-record ey-grid ey-gap-16">
      <p className="device-marks">
        <LevelMark value={alarm.level} />
        <AlarmState alarm={alarm} />
      </p>
      <Explained facts={alarmFacts(alarm)} />
      <HandlingNote key={`${alarm.oid} ${alarm.notedAt}`} kind="alarms" record={alarm} />
      <Facts
        rows={[
          [text('deviceHealth.code'), <Code key="code">{alarm.code}</Code>],
          [text('deviceHealth.module'), <ModuleName key="module" value={alarm.module} />],
          [
            text('deviceHealth.device'),
            text(alarm.device === 'drone' ? 'deviceHealth.device.drone' : 'deviceHealth.device.dock'),
          ],
          [
            text('deviceHealth.where'),
            text(alarm.inTheSky ? 'deviceHealth.inTheSky' : 'deviceHealth.onGround'),
          ],
          ...placed,
          [text('deviceHealth.raised'), figures.time(alarm.firstAt)],
          [text('deviceHealth.last'), figures.time(alarm.lastAt)],
          [text('deviceHealth.cleared'), figures.time(alarm.clearedAt)],
          [text('deviceHealth.args'), <DetailLine key="args" detail={alarm.args} />],
        ]}
      />
    </div>
  );
}

/** One exception: what it means and what to do, then every fact, then what was done. */
export function ExceptionFacts({
  exception,
  links,
}: {
  exception: ErrorRecord;
  links: RecordLinks;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const placed = usePlaced(exception, links);
  return (
    <div className="device-record ey-grid ey-gap-16">
      <p className="device-marks">
        <LevelMark value={exception.level} />
      </p>
      <Explained facts={exceptionFacts(exception)} />
      <HandlingNote key={`${exception.oid} ${exception.notedAt}`} kind="exceptions" record={exception} />
      <Facts
        rows={[
          [text('deviceHealth.code'), <Code key="code">{exception.code}</Code>],
          [text('deviceHealth.family'), text(`deviceHealth.family.${exception.family}`)],
          [text('deviceHealth.source'), text(`deviceHealth.source.${exception.source}`)],
          [
            text('deviceHealth.method'),
            exception.method ? <Code key="method">{exception.method}</Code> : '–',
          ],
          [text('deviceHealth.module'), <ModuleName key="module" value={exception.module} />],
          [
            text('deviceHealth.where'),
            text(exception.inTheSky ? 'deviceHealth.inTheSky' : 'deviceHealth.onGround'),
          ],
          ...placed,
          [text('deviceHealth.time'), figures.time(exception.at)],
        ]}
      />
      <h3>{text('deviceHealth.detail')}</h3>
      <DetailFacts detail={exception.detail} />
    </div>
  );
}

const pretty = (payload: string, cut: boolean): string => {
  if (cut) return payload;
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
};

/** One message with what it carried. */
export function MessageFacts({ message, links }: { message: MessageDetail; links: RecordLinks }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const explain = useExplain();
  const placed = usePlaced(message, links);
  const { result, payload } = message;
  const failed = result !== null && result !== 0;
  return (
    <div className="device-record ey-grid ey-gap-16">
      {message.kind === 'summary' ? <p>{text('deviceHealth.summaryText')}</p> : null}
      {failed && explain ? <p>{explain({ family: 'error', code: String(result) }).meaning}</p> : null}
      <Facts
        rows={[
          [text('deviceHealth.method'), message.method ? <Code key="method">{message.method}</Code> : '–'],
          [text('deviceHealth.direction'), text(`deviceHealth.direction.${message.direction}`)],
          [text('deviceHealth.kind'), text(`deviceHealth.kind.${message.kind}`)],
          [text('deviceHealth.result'), result === null ? '–' : <Code key="result">{result}</Code>],
          [text('deviceHealth.needReply'), text(message.needReply ? 'deviceHealth.yes' : 'deviceHealth.no')],
          ['tid', message.tid ? <Code key="tid">{message.tid}</Code> : '–'],
          ['bid', message.bid ? <Code key="bid">{message.bid}</Code> : '–'],
          ...placed,
          [text('deviceHealth.time'), figures.time(message.at)],
          [text('deviceHealth.last'), figures.time(message.lastAt)],
          [text('deviceHealth.repeats'), message.repeats],
          [text('deviceHealth.size'), message.size],
        ]}
      />
      <h3>{text('deviceHealth.payload')}</h3>
      {payload === null ? (
        <p>{text('deviceHealth.noPayload')}</p>
      ) : (
        <Json value={pretty(payload, message.cut)} label={text('deviceHealth.payload')} />
      )}
      {message.cut ? <p>{text('deviceHealth.payloadCut')}</p> : null}
    </div>
  );
}
