import {
  commandCalls,
  limits,
  type DebugMethod,
  type DockParameterName,
  type DockParameterValue,
  type DockPresence,
  type DockRecord,
  type DockStatus,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { onThisClock } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { CalibrateDialog } from './calibrate.tsx';
import { DockDrawing } from './dock-drawing.tsx';
import { toolsOf, type Tool, type ToolAct } from './tools.ts';
import './dock-debug.css';

interface ToolsProps {
  dock: Pick<DockRecord, 'allowed'>;
  status: DockStatus | null;
  /** Of the status, counting on. */
  ageMs: number | null;
  /** It is the last known state, not that of now. */
  old: boolean;
  presence: DockPresence | null;
  /** Why an order cannot be given now; null when it can. */
  why: (method: DebugMethod) => PhraseId | null;
  onOrder: (method: DebugMethod, fields?: Readonly<Record<string, unknown>>) => void;
  /** Why a setting cannot be changed now, by what the dock holds of it. */
  whySet: (held: DockParameterValue | null) => PhraseId | null;
  onSet: (name: DockParameterName, value: DockParameterValue) => void;
}

type Giving = Pick<ToolsProps, 'why' | 'onOrder' | 'whySet' | 'onSet'> & { onAsk: () => void };

const callOf = (act: ToolAct) =>
  'set' in act ? commandCalls.setParameter : commandCalls['asks' in act ? act.asks : act.method];

const whyOf = (act: ToolAct, { why, whySet }: Giving): PhraseId | null => {
  if ('set' in act) return whySet(act.held);
  if ('asks' in act) return why(act.asks);
  return why(act.method) ?? (act.refused ? `refusal.${act.refused}` : null);
};

const give = (act: ToolAct, { onOrder, onSet, onAsk }: Giving): void => {
  if ('set' in act) onSet(act.set, act.value);
  else if ('asks' in act) onAsk();
  else onOrder(act.method, act.fields);
};

function ToolButton({
  verb,
  act,
  part,
  giving,
}: Tool['verbs'][number] & { part: string; giving: Giving }): ReactNode {
  const text = useText();
  const reason = whyOf(act, giving);
  return (
    <Allowed call={callOf(act)}>
      <OrderButton size="small" why={reason && text(reason)} onOrder={() => give(act, giving)}>
        {/* What is heard begins with the part, and holds what is seen. */}
        <span className="ey-hidden">{text('dockDebug.of', { part })}</span>
        {verb}
      </OrderButton>
    </Allowed>
  );
}

/** One part, how it stands by the dock's own word, and how old that word is where it may no longer hold. */
function ToolRow({ tool, since, giving }: { tool: Tool; since: number; giving: Giving }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { name, verbs, state, heard } = tool;
  const age = heard === null ? null : heard + since;
  return (
    <li>
      <span>{name}</span>
      <span className="dock-tools-state ey-grid ey-muted">
        <bdi>{state === undefined ? null : (state ?? text('dockDebug.unknown'))}</bdi>
        {age !== null && age > limits.link.ageing ? <small>{figures.age(age)}</small> : null}
      </span>
      <span className="dock-tools-verbs ey-flow ey-gap-4">
        {verbs.map((each) => (
          <ToolButton key={each.verb} {...each} part={name} giving={giving} />
        ))}
      </span>
    </li>
  );
}

/** How far the dock is with what it was told last. */
function Working({ job }: { job: NonNullable<DockPresence['debugJob']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const now = useNow();
  if (now > onThisClock(job.at) + limits.dockDebug.worksFor) return null;
  const what = text(`command.${job.method}`);
  if (job.state === 'in_progress' || job.state === 'sent') {
    const percent = job.percent === null ? text('dockDebug.working') : figures.amount(job.percent, '%');
    return (
      <div className="dock-tools-job" role="status">
        <span>{text('dockDebug.progress', { what, percent })}</span>
        <Progress
          percent={job.percent ?? 0}
          showInfo={false}
          size="small"
          status="active"
          aria-label={what}
        />
      </div>
    );
  }
  if (job.state === null || job.state === 'ok' || job.state === 'paused') return null;
  return (
    <p className="dock-tools-failed" role="status">
      {text('dockDebug.failed', { what })}
    </p>
  );
}

/** What can be worked at a dock from afar, how each part stands, and why a part cannot be moved now. */
export function DockTools({ dock, status, ageMs, old, presence, ...orders }: ToolsProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [asking, setAsking] = useState(false);
  if (!status) return null;
  const job = presence?.debugJob ?? null;
  const since = Math.max(0, (ageMs ?? 0) - status.ageMs);
  const giving: Giving = { ...orders, onAsk: () => setAsking(true) };
  return (
    <section className="monitor-panel" aria-label={text('dockDebug.title')}>
      <h2>{text('dockDebug.title')}</h2>
      <DockDrawing status={status} age={old ? figures.age(ageMs) : null} />
      <ul className={old ? 'dock-tools monitor-old' : 'dock-tools'}>
        {toolsOf(status, dock.allowed, since, { text, figures }).map((tool) => (
          <ToolRow key={tool.id} {...{ tool, since, giving }} />
        ))}
      </ul>
      {job ? <Working job={job} /> : null}
      {asking ? (
        <CalibrateDialog
          status={status}
          onClose={() => setAsking(false)}
          onGiven={(place) => {
            setAsking(false);
            orders.onOrder('rtkCalibration', place);
          }}
        />
      ) : null}
    </section>
  );
}
