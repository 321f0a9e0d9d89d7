import { commandCalls, limits, type DebugMethod, type DockPresence, type DockStatus } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { onThisClock } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import './dock-debug.css';

interface Tool {
  id: 'mode' | 'cover' | 'rods' | 'drone' | 'charge' | 'light' | 'reboot';
  methods: readonly (readonly [method: DebugMethod, verb: PhraseId])[];
  /** How it stands; null: the dock says nothing of it; missing: it has no state of its own. */
  state?: PhraseId | null;
}

const isOn = (on: boolean | null): PhraseId | null =>
  on === null ? null : on ? 'dockDebug.on' : 'dockDebug.off';

const toolsOf = (status: DockStatus): Tool[] => {
  const { workState, coverState, putterState, dronePowered, charge, supplementLight } = status;
  const rods: Tool = {
    id: 'rods',
    methods: [
      ['putterOpen', 'dockDebug.open'],
      ['putterClose', 'dockDebug.close'],
    ],
    state: putterState && `dock.putterState.${putterState}`,
  };
  return [
    {
      id: 'mode',
      methods: [
        ['debugModeOpen', 'dockDebug.on'],
        ['debugModeClose', 'dockDebug.off'],
      ],
      state: isOn(workState && workState === 'remoteDebug'),
    },
    {
      id: 'cover',
      methods: [
        ['coverOpen', 'dockDebug.open'],
        ['coverClose', 'dockDebug.close'],
      ],
      state: coverState && `dock.coverState.${coverState}`,
    },
    // Docks without rods say nothing of them.
    ...(putterState === null ? [] : [rods]),
    {
      id: 'drone',
      methods: [
        ['droneOpen', 'dockDebug.on'],
        ['droneClose', 'dockDebug.off'],
      ],
      state: isOn(dronePowered),
    },
    {
      id: 'charge',
      methods: [
        ['chargeOpen', 'dockDebug.on'],
        ['chargeClose', 'dockDebug.off'],
      ],
      state: charge.state && `dock.chargeState.${charge.state}`,
    },
    {
      id: 'light',
      methods: [
        ['supplementLightOpen', 'dockDebug.on'],
        ['supplementLightClose', 'dockDebug.off'],
      ],
      state: isOn(supplementLight),
    },
    {
      id: 'reboot',
      methods: [['deviceReboot', 'dockDebug.restart']],
    },
  ];
};

interface ToolsProps {
  status: DockStatus | null;
  /** It is the last known state, not that of now. */
  old: boolean;
  presence: DockPresence | null;
  /** Why an order cannot be given now; null when it can. */
  why: (method: DebugMethod) => PhraseId | null;
  onOrder: (method: DebugMethod) => void;
}

function ToolButton({
  method,
  part,
  verb,
  why,
  onOrder,
}: { method: DebugMethod; part: string; verb: PhraseId } & Pick<ToolsProps, 'why' | 'onOrder'>): ReactNode {
  const text = useText();
  const reason = why(method);
  return (
    <Allowed call={commandCalls[method]}>
      <OrderButton size="small" why={reason && text(reason)} onOrder={() => onOrder(method)}>
        {/* What is heard begins with the part, and holds what is seen. */}
        <span className="ey-hidden">{text('dockDebug.of', { part })}</span>
        {text(verb)}
      </OrderButton>
    </Allowed>
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
export function DockTools({ status, old, presence, why, onOrder }: ToolsProps): ReactNode {
  const text = useText();
  if (!status) return null;
  const job = presence?.debugJob ?? null;
  return (
    <section className="monitor-panel" aria-label={text('dockDebug.title')}>
      <h2>{text('dockDebug.title')}</h2>
      <ul className={old ? 'dock-tools monitor-old' : 'dock-tools'}>
        {toolsOf(status).map(({ id, methods, state }) => (
          <li key={id}>
            <span>{text(`dockDebug.group.${id}`)}</span>
            <bdi>{state === undefined ? null : text(state ?? 'dockDebug.unknown')}</bdi>
            <span className="dock-tools-verbs">
              {methods.map(([method, verb]) => (
                <ToolButton
                  key={method}
                  {...{ method, verb, why, onOrder }}
                  part={text(`dockDebug.group.${id}`)}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {job ? <Working job={job} /> : null}
    </section>
  );
}
