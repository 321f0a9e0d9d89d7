import { CallRefused } from '@eyrie/client';
import type { PhraseId } from '@eyrie/phrases';
import { EmptyPage } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { faultOf } from './failures.ts';
import { useText } from './text.tsx';
import './monitor.css';

/** A monitor's own title, and the list from which one opens it. */
export interface MonitorWay {
  title: PhraseId;
  list: string;
  toList: PhraseId;
}

/** In place of a monitor: why it is not shown, and the way to the list. */
export function MonitorMissing({ way, sentence }: { way: MonitorWay; sentence: string }): ReactNode {
  const text = useText();
  return (
    <main className="monitor-missing">
      <h1 className="ey-hidden">{text(way.title)}</h1>
      <EmptyPage
        sentence={sentence}
        action={
          <a href={`#${way.list}`} target="_blank" rel="noopener">
            {text(way.toList)}
            <span className="ey-hidden">{text('shell.opensWindow')}</span>
          </a>
        }
      />
    </main>
  );
}

interface Props<Of> {
  way: MonitorWay;
  /** What was asked for, and what the question failed with. */
  answer: { data: Of | undefined; error: unknown };
  children: (found: Of) => ReactNode;
}

/** The monitor of what was found; what is refused or fails is shown as that, never as nothing. */
export function MonitorOf<Of>({ way, answer: { data, error }, children }: Props<Of>): ReactNode {
  const text = useText();
  if (data) return children(data);
  if (error instanceof CallRefused) return <MonitorMissing way={way} sentence={error.message} />;
  if (error) {
    const { id, values } = faultOf(error);
    return <MonitorMissing way={way} sentence={text(id, values)} />;
  }
  return <p className="monitor-missing">{text('app.loading')}</p>;
}
